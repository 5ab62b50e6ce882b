"""The phrases that people can say at a table, and those that were said."""

from bot.engine.translatable import N_
from bot.model.terms import Phrase
from bot.present.i18n import Words
from bot.present.text.seats import TableInfo

PHRASES = {
    Phrase.HELLO: N_("Hello, everybody!"),
    Phrase.LUCK: N_("Good luck!"),
    Phrase.KNOCK: N_("Knock knock!"),
    Phrase.NICE: N_("Nice one!"),
    Phrase.WELL: N_("Well played!"),
    Phrase.TIME: N_("Take your time."),
    Phrase.GAME: N_("What a game!"),
    Phrase.THANKS: N_("Thanks for the game!"),
}
"""None says anything about a hand, so that partners gain nothing."""


def said_since(table_info: TableInfo, ply: int, say: Words, until: int | None = None) -> str:
    """Return what was said from that length of the log on, in one line; empty if nothing was.

    ``until`` is the last length of the log that counts; without it, everything since counts.
    """
    said = sorted(
        (each.said.ply, each.seat, phrase)
        for each in table_info.sitters
        if each.said and (phrase := each.said.phrase) and each.said.ply >= ply
        if until is None or each.said.ply <= until
    )
    told = (
        say("💬 {who}: {phrase}", who=table_info.name(seat, say), phrase=say(PHRASES[phrase]))
        for _, seat, phrase in said
    )
    return " · ".join(told)
