"""Domino Squares Blind: everybody's own row of pieces, face down."""
