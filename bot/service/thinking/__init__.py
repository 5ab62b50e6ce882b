"""Thinking beside the event loop: in threads, or in processes of their own."""
