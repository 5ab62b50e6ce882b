"""The options of partner games; several games have the same, with other defaults."""

from bot.engine.options import Option, OptionValue, choice
from bot.engine.translatable import N_
from bot.games.connecting import leading

_SHARED = (
    choice("count", N_("Pips scored"), {"all": N_("all hands"), "losers": N_("the losers'")}),
    choice(
        "block",
        N_("Blocked"),
        {
            "duel": N_("the lower of the last player and the next"),
            "lowest": N_("the lowest hand"),
            "pairs": N_("the lower pair"),
        },
    ),
    choice(
        "blockTie",
        N_("Tied block"),
        {
            "leader": N_("whoever led the round"),
            "blocker": N_("whoever played last"),
            "other": N_("the others"),
            "nobody": N_("nobody"),
        },
    ),
    choice(
        "nextLead",
        N_("Who leads the next round"),
        {
            "winner": N_("the last winner"),
            "rotate-right": N_("the player to the right of the last leader"),
            "six-six": N_("the highest double"),
        },
    ),
)
_WORDS: dict[OptionValue, str] = {0: N_("none"), "double": N_("double the pips")}


def shared(key: str, default: str, *only: str) -> Option:
    """Return the option that several games have, with all of its values or ``only`` some."""
    option = next(each for each in _SHARED if each.key == key)
    return choice(key, option.help, {v: option.label(v) for v in only or option.choices}, default)


def later_lead(first: leading.Leading, deal: leading.DealtHands) -> leading.Lead | leading.Void:
    """Find the leader by the option ``nextLead``; ``first`` decides the first round (PART-3)."""
    custom = deal.setup.options.get("nextLead", "winner")
    if custom == "six-six":
        return first(deal)
    if custom == "rotate-right":
        return leading.right_of_last_leader(first, deal)
    return leading.last_decider(first, deal)


def points_option(key: str, default: OptionValue, help_: str, *others: OptionValue) -> Option:
    """Return an option for what a bonus scores: nothing (0) or one of the other values."""
    values = dict.fromkeys((0, default, *others))
    return choice(key, help_, {each: _WORDS.get(each, str(each)) for each in values}, default)
