"""People's settings and holidays, and the deletion of their data."""
