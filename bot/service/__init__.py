"""What people do with the games: open a table, join, play, leave. Knows no Discord and no SQL."""
