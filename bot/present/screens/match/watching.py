"""Reminders for people who watch a match and have no seat in it."""

from dataclasses import replace

from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.screen import Button, Screen, Tone
from bot.present.text.seats import TableInfo


def watch_screen(table_info: TableInfo, say: Words, *, goes_on: bool, ends: bool) -> Screen:
    """Show somebody the reminders that they have chosen, with a button to change each."""
    return with_reminders(Screen(()), table_info, say, goes_on=goes_on, ends=ends)


def with_reminders(
    screen: Screen, table_info: TableInfo, say: Words, *, goes_on: bool, ends: bool
) -> Screen:
    """Add these reminders and buttons to the screen of what somebody can do at a table."""
    how = say("-# By DM, or with a mention in the table's channel if DMs don't reach you.")
    text = f"{_describe_reminders(say, goes_on=goes_on, ends=ends)}\n{how}"
    match_id = table_info.match_id
    buttons = (
        _toggle(
            custom_ids.watch(match_id, goes_on=not goes_on, ends=ends),
            say("When it goes on"),
            chosen=goes_on,
        ),
        _toggle(
            custom_ids.watch(match_id, goes_on=goes_on, ends=not ends),
            say("When it ends"),
            chosen=ends,
        ),
    )
    return replace(screen, parts=(*screen.parts, text), rows=(*screen.rows, buttons))


def _describe_reminders(say: Words, *, goes_on: bool, ends: bool) -> str:
    match goes_on, ends:
        case True, True:
            return say(
                "🔔 I'll remind you when the match goes on after an hour or more without a move,"
                " and when it ends."
            )
        case True, False:
            return say(
                "🔔 I'll remind you when the match goes on after an hour or more without a move."
            )
        case False, True:
            return say("🔔 I'll remind you when the match ends.")
        case _:
            return say(
                "🔔 I can remind you when the match goes on after an hour or more without a move,"
                " or when it ends."
            )


def _toggle(custom_id: str, label: str, *, chosen: bool) -> Button:
    return Button(custom_id, f"✓ {label}" if chosen else label, Tone.GOOD if chosen else Tone.PLAIN)
