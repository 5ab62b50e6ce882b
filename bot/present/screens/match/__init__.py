"""The screens of a match, from the lobby to the rematch."""
