"""The parts of every picture: theme, canvas, sprites, letters, marks."""
