"""Double Double Dominoes' parts: a board that everybody builds on."""
