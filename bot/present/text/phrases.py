"""The phrases that people can say at a table, and those that were said."""

from bot.engine.translatable import N_
from bot.present.i18n import Words
from bot.present.text.seats import TableInfo

PHRASES = {
    "hello": N_("Hello, everybody!"),
    "luck": N_("Good luck!"),
    "knock": N_("Knock knock!"),
    "nice": N_("Nice one!"),
    "well": N_("Well played!"),
    "time": N_("Take your time."),
    "game": N_("What a game!"),
    "thanks": N_("Thanks for the game!"),
}
"""All phrases, by their codes. None says anything about a hand, so that partners gain nothing."""


def said_since(table_info: TableInfo, ply: int, say: Words, until: int | None = None) -> str:
    """Return what was said from that length of the log on, in one line; empty if nothing was.

    ``until`` is the last length of the log that counts; without it, everything since counts.
    """
    said = sorted(
        (each.said_ply, each.seat, each.said)
        for each in table_info.sitters
        if each.said in PHRASES and each.said_ply >= ply
        if until is None or each.said_ply <= until
    )
    told = (
        say("💬 {who}: {phrase}", who=table_info.name(seat, say), phrase=say(PHRASES[code]))
        for _, seat, code in said
    )
    return " · ".join(told)
