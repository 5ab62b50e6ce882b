"""The family of games in which bones of a hand are laid one at a time on a line or tree."""
