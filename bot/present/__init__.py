"""Turn observations and events into the screens that people see; knows nothing of Discord."""
