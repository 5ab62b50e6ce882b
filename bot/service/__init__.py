"""The game service: open a table, join, play, leave. Knows neither Discord nor SQL."""
