"""Answers interactions: promises, replies, autocomplete."""
