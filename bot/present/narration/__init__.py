"""Describes events and pictures in sentences."""
