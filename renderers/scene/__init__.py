"""What the renderers draw, as values: bones, squares, scores."""
