"""The button that takes back a move, and the question before it."""

from bot.present import custom_ids
from bot.present.custom_ids import TableVerb
from bot.present.i18n import Words
from bot.present.screen import Button, Screen, Tone
from bot.present.text.seats import TableInfo


def take_back_move_buttons(table_info: TableInfo, say: Words) -> tuple[Button, ...]:
    """Return the button that asks to take back a move; empty if nothing can be."""
    if not table_info.can_take_back:
        return ()
    ask = custom_ids.table(table_info.match_id, TableVerb.TAKE_BACK_MOVE)
    return (Button(ask, say("Take back move")),)


def take_back_screen(table_info: TableInfo, ply: int, say: Words) -> Screen:
    """Ask somebody to confirm that they want to take back the move they made after ``ply`` entries.

    Where there are hands, the other button returns to theirs.
    """
    text = say(
        "Take back your last move? What the computers have done since is undone, too. What you have"
        " seen stays seen."
    )
    text = say.in_a_row((text, say("After that, a win in this match doesn't count.")))
    surely = custom_ids.take_back_move(table_info.match_id, ply)
    buttons = [Button(surely, say("Take it back"), Tone.MAIN)]
    if not table_info.info.open_play:
        hand = custom_ids.table(table_info.match_id, TableVerb.HAND)
        buttons.append(Button(hand, say("Back to your hand")))
    return Screen((text,), (tuple(buttons),))
