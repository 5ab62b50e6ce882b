"""What people are shown: an observation and events in, a screen out. Knows no Discord."""
