"""What people have set, their holidays, and their data."""
