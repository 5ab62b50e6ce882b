"""A hand, for its owner alone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.contract import Event, Observation
from bot.present import ids
from bot.present.alt import hand_alt, table_alt
from bot.present.choosing import choices, legend
from bot.present.company import Company
from bot.present.ids import TableVerb
from bot.present.scenes import hand_scene, table_scene
from bot.present.screen import Button, Part, Picture, Row, Screen
from bot.present.table import standing, title
from bot.present.telling import MAX_NEWS, as_seen, tell
from bot.present.views import round_seen, view_of
from bot.present.words import Words


def hand_screen(
    company: Company, seen: Observation, ply: int, say: Words, note: str = ""
) -> Screen:
    """The hand of ``seen.seat`` with what can be chosen.

    ``ply`` is the length of the log at this table; ``note`` is told above the picture.
    """
    text = "\n".join(
        filter(
            None,
            (
                title(company, seen, say),
                note,
                _whose_turn(company, seen, say),
                legend(company, seen, say) if seen.legal else "",
            ),
        )
    )
    return Screen(
        parts=(text, *_shown(company, seen, say)),
        rows=(*choices(company, seen, ply, say), *_refresh(company, seen, say)),
    )


def _shown(company: Company, seen: Observation, say: Words) -> tuple[Part, ...]:
    """The hand; where nobody holds anything, the table with all who sit at it."""
    if not company.info.open_play:
        return (Picture(hand_scene(seen), hand_alt(seen, say), "hand.png"),)
    picture = Picture(table_scene(seen), table_alt(seen, say), "hand.png")
    return picture, standing(company, seen, say)


def moved_note(company: Company, events: Sequence[Event], seen: Observation, say: Words) -> str:
    """What the person's own move was and led to, or what led to theirs, told to them.

    ``events`` are as all saw them; the person is told what they themselves saw.
    """
    return " · ".join(tell(as_seen(events, seen), company, say, me=seen.seat)[-MAX_NEWS:])


def _whose_turn(company: Company, seen: Observation, say: Words) -> str:
    if seen.seat in seen.to_act:
        question = view_of(seen).question(round_seen(seen), say)
        return " ".join(filter(None, (say("**Your turn.**"), question)))
    if not seen.to_act:
        return say("The match is over; how it ended is in its channel.")
    names = say.listed(company.name(seat, say) for seat in sorted(seen.to_act))
    text = say("{who} is to move.", who=names)
    if seen.seat not in round_seen(seen).setup.seats:
        text = say("You are out of this match and go on watching. {text}", text=text)
    return text


def _refresh(company: Company, seen: Observation, say: Words) -> tuple[Row, ...]:
    """A way to look again, while somebody else is to move."""
    if seen.legal or not seen.to_act:
        return ()
    return ((Button(ids.table(company.match_id, TableVerb.HAND), say("Look again")),),)
