"""Tells events and pictures in sentences."""
