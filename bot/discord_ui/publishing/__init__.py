"""Posts to channels and direct messages, and keeps track of what was posted."""
