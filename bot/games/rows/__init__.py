"""Parts of Blind: rows of face-down bones that nobody has seen."""
