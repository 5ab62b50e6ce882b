"""Parts of Solitaire: a row of bones to be cleared."""
