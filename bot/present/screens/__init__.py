"""One module for each screen: what a command or a message shows."""
