"""Kozel, the goat: points are a burden, and whoever first has 101 loses."""
