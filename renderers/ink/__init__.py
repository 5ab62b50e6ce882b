"""What every picture is made of: theme, canvas, sprites, letters, marks."""
