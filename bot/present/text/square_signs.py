"""The signs of square pieces, the same in pictures, texts and buttons in every language."""

from bot.domino.square import BLANK, WILD, Command
from renderers.scene import squares

SIGNS = {
    WILD: squares.WILD,
    Command.GIVE.value: squares.GIVE,
    Command.DRAW.value: squares.DRAW,
    Command.SKIP.value: squares.SKIP,
    Command.AGAIN.value: squares.AGAIN,
    Command.ALL_PASS.value: squares.ALL_PASS,
}
"""The sign for a wild square and for each command, by its symbol in codes."""
WRITTEN = {BLANK: "0", **SIGNS}
"""The sign in texts for every symbol that is not a number. A blank is drawn as a black square; in
texts it is 0, as on a bone and in codes, since a square would be white where letters are."""
