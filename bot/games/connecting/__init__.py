"""Games in which players lay bones from their hands, one at a time, on a line or tree."""
