"""Paragraphs for players that the rules of several games with square pieces share."""

from bot.engine.translatable import N_

NAMING = N_(
    "A piece is named as it is drawn in a hand, upper row / lower row: ★2/4★ has a wild and a 2"
    " above a 4 and a wild. 0 is a blank, black in pictures, and ➜, ⊕, ⊘, ↻ and ⇄ are commands. The"
    " pieces in your hand are numbered, and places where a piece can lie have letters, from E on."
)
"""What pieces and places are called, in every game with square pieces."""
MATCHING = N_(
    "Each player in turn, clockwise, plays a piece at either end of the path, a whole side against"
    " a whole side; you can rotate it. Both squares of the side must match: a number matches the"
    " same number or a wild, a wild matches a wild, a blank matches a blank. Commands are ignored"
    " and count as blanks. The piece can touch no other piece except at a corner."
)
"""How pieces are laid in turn, where commands are ignored."""
FIRST_AND_TARGET = N_(
    "Whoever joined first goes first. A match is one round, unless you set a target: then rounds"
    " are played until somebody reaches it, and the player to the left of the last winner goes"
    " first."
)
"""Who goes first, and how long a match is."""
