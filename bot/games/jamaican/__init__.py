"""Jamaican dominoes: rounds count, not pips; for two pairs, or everybody for themselves."""
