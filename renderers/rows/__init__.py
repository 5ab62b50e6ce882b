"""Tables of rows: Blind, Memory and Solitaire."""
