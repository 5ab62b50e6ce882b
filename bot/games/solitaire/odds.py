"""The number of deals of Solitaire that can be won.

The numbers come from solvers that know the order of all bones (``tests/games/patience.py``):
``tests/games/test_solitaire.py`` solves thousands of deals and compares the counts with these.
"""

from collections.abc import Mapping

from bot.engine.options import OptionValue

_OF_A_HUNDRED = {
    ("same-number", "on"): 29,
    ("pairwise", "on"): 33,
    ("same-number", "off"): 66,
    ("pairwise", "off"): 69,
}


def winnable(options: Mapping[str, OptionValue]) -> int:
    """Return how many of a hundred deals can be won with these options, rounded."""
    return _OF_A_HUNDRED[str(options["triple"]), str(options["mustRemove"])]
