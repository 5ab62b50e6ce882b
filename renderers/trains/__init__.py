"""Trains of bones around a hub."""
