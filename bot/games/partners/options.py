"""The options of partner games; several games have the same, with other defaults."""

from collections.abc import Mapping

from bot.engine.options import Option, OptionValue
from bot.engine.translatable import N_

Labels = Mapping[OptionValue, str]
SHARED: Mapping[str, tuple[str, Labels]] = {
    "count": (N_("Pips scored"), {"all": N_("all hands"), "losers": N_("the losers'")}),
    "block": (
        N_("Blocked"),
        {
            "duel": N_("the lower of the last player and the next"),
            "lowest": N_("the lowest hand"),
            "pairs": N_("the lower pair"),
        },
    ),
    "blockTie": (
        N_("Tied block"),
        {
            "leader": N_("whoever led the round"),
            "blocker": N_("whoever played last"),
            "other": N_("the others"),
            "nobody": N_("nobody"),
        },
    ),
    "nextLead": (
        N_("Who leads the next round"),
        {
            "winner": N_("the last winner"),
            "rotate-right": N_("the player to the right of the last leader"),
            "six-six": N_("the highest double"),
        },
    ),
}
"""Options of several games, by their key: what they ask, and the label of each value."""


def shared(key: str, default: str, *only: str) -> Option:
    """Return an option of :data:`SHARED` with all of its values, or with some of them ``only``."""
    help_, labels = SHARED[key]
    return choice(key, default, help_, {each: labels[each] for each in only or labels})


def choice(key: str, default: OptionValue, help_: str, labels: Labels) -> Option:
    return Option(key, default, tuple(labels), help_, labels=tuple(labels.values()))


def points_option(key: str, default: OptionValue, help_: str, *others: OptionValue) -> Option:
    """Return an option for what a bonus is worth: nothing (0) or one of the other values."""
    values = tuple(dict.fromkeys((0, default, *others)))
    return Option(key, default, values, help_, labels=worth_labels(values))


def worth_labels(values: tuple[OptionValue, ...]) -> tuple[str, ...]:
    words: Labels = {0: N_("none"), "double": N_("double the pips")}
    return tuple(words.get(each, str(each)) for each in values)
