"""Places and sizes: units, the line's bends, the tree's branches."""
