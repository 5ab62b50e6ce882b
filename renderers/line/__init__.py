"""The table of a game with one line of bones, and the end of its rounds."""
