"""Deals of the day: made once, played by everybody, compared with all others."""
