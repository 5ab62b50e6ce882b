"""Double Double Dominoes: everybody builds on one board."""
