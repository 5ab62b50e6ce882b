"""The scenes that renderers draw, as values: bones, squares, scores."""
