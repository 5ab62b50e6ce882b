"""Rematches: another match with the same people."""

from collections.abc import Sequence

from bot.present import custom_ids
from bot.present.custom_ids import TableVerb
from bot.present.i18n import Words
from bot.present.screen import Button, Row, Screen, Tone, note
from bot.present.screens.analysis_ids import analyse_button
from bot.present.screens.replay import replay_button
from bot.present.screens.share_button import share_button
from bot.present.screens.verify import verify_button
from bot.present.text.seats import TableInfo


def rematch_row(table_info: TableInfo, say: Words) -> Row:
    """Return the lasting buttons below a match's result: rematch, and ways to look back."""
    again = custom_ids.table(table_info.match_id, TableVerb.REMATCH)
    match_id = table_info.match_id
    return (
        Button(again, say("Rematch"), Tone.MAIN),
        replay_button(match_id, say),
        verify_button(match_id, say),
        analyse_button(match_id, say),
        share_button(match_id, say),
    )


def call(expected: Sequence[int], say: Words) -> str:
    """Ping the people a rematch still waits for; empty if all are there."""
    if not expected:
        return ""
    who = say.listed(f"<@{user}>" for user in expected)
    return say("{who}: press Rematch or Join. The match starts when everybody is here.", who=who)


def seated_note(where: str, say: Words) -> Screen:
    """Link to the rematch in which the person now has a seat."""
    return note(say("You're in the rematch: {where}", where=where))


def begun_note(where: str, say: Words) -> Screen:
    """Link to the rematch, which has already begun."""
    return note(say("The rematch has already started: {where}", where=where))
