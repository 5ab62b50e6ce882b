"""Parts of Memory: a grid of tiles that are face down."""
