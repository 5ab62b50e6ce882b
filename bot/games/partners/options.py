"""The options of partner games; several games have the same, with other defaults."""

from collections.abc import Mapping

from bot.engine.game_info import Option, OptionValue
from bot.engine.translatable import N_

Labels = Mapping[OptionValue, str]
COUNT: Labels = {"all": N_("all hands"), "losers": N_("the losers' hands")}
BLOCK: Labels = {
    "duel": N_("the lower of the last two to play"),
    "lowest": N_("the lowest hand"),
    "pairs": N_("the pair with fewer pips"),
}
TIE: Labels = {
    "leader": N_("whoever led the round"),
    "blocker": N_("whoever played last"),
    "other": N_("the others"),
    "nobody": N_("nobody"),
}
NEXT_LEAD: Labels = {
    "winner": N_("the last winner"),
    "rotate-right": N_("the player to the right of the last leader"),
    "six-six": N_("the highest double"),
}


def choice(key: str, default: OptionValue, help_: str, labels: Labels, *only: str) -> Option:
    """Return an option with these values, or with some of them ``only``, and their labels."""
    values = only or tuple(labels)
    return Option(key, default, values, help_, labels=tuple(labels[each] for each in values))


def count_option(default: str) -> Option:
    return choice("count", default, N_("Pips that are scored"), COUNT)


def block_option(default: str, *only: str) -> Option:
    return choice("block", default, N_("Who wins a blocked round"), BLOCK, *only)


def tie_option(default: str, *only: str) -> Option:
    return choice("blockTie", default, N_("Who wins a tied block"), TIE, *only)


def next_lead_option(*only: str) -> Option:
    return choice("nextLead", "winner", N_("Who leads the next round"), NEXT_LEAD, *only)


def points_option(key: str, default: OptionValue, help_: str, *others: OptionValue) -> Option:
    """Return an option for what a bonus is worth: nothing (0) or one of the other values."""
    values = dict.fromkeys((0, default, *others))
    return Option(key, default, tuple(values), help_, labels=(N_("none"),))
