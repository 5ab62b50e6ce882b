"""Memory's parts: a grid of tiles that lie face down."""
