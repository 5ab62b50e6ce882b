"""The commands for playing a match."""
