"""Thinking outside the event loop: in threads or in worker processes."""
