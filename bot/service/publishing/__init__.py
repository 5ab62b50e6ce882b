"""Brings channels up to date with what is committed."""
