"""When somebody's time runs out, and what wakes up for it."""
