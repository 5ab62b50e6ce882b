"""A hand, for its owner alone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.contract import Event, Observation
from bot.present import ids
from bot.present.alt import hand_alt, table_alt
from bot.present.choosing import choices, legend
from bot.present.company import Company, Sitter
from bot.present.ids import TableVerb
from bot.present.scenes import hand_scene, table_scene
from bot.present.screen import Button, Part, Picture, Row, Screen
from bot.present.table import standing, take_back_button, title
from bot.present.telling import MAX_NEWS, as_seen, tell
from bot.present.views import round_seen, view_of
from bot.present.words import Words, moment


def hand_screen(
    company: Company, seen: Observation, ply: int, say: Words, note: str = ""
) -> Screen:
    """The hand of ``seen.seat`` with what can be chosen, or the way back to a seat that is held.

    ``ply`` is the length of the log at this table; ``note`` is told above the picture.
    """
    sitter = _sitter(company, seen)
    own = seen.seat in seen.to_act and not sitter.is_held
    lines = (
        title(company, seen, say),
        note,
        _whose_turn(company, seen, say),
        _until(sitter, say) if own else "",
        legend(company, seen, say) if own and seen.legal else "",
    )
    rows: tuple[Row, ...] = ((take_back_button(company, say),),)
    if not sitter.is_held or not seen.to_act:
        rows = (*choices(company, seen, ply, say), *_refresh(company, seen, say))
    return Screen(("\n".join(filter(None, lines)), *_shown(company, seen, say)), rows)


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
    if not seen.to_act:
        return say("The match is over; how it ended is in its channel.")
    if _sitter(company, seen).is_held:
        return say("A computer plays for you until you take your seat back.")
    if seen.seat in seen.to_act:
        question = view_of(seen).question(round_seen(seen), say)
        return " ".join(filter(None, (say("**Your turn.**"), question)))
    names = say.listed(company.name(seat, say) for seat in sorted(seen.to_act))
    text = say("{who} is to move.", who=names)
    if seen.seat not in round_seen(seen).setup.seats:
        text = say("You are out of this match and go on watching. {text}", text=text)
    return text


def _until(sitter: Sitter, say: Words) -> str:
    """How long somebody may think, who is to act; nothing where no clock runs."""
    if sitter.away_until is not None:
        away = moment(sitter.away_until, "f")
        return say("You are on holiday until {when}; your time stands still till then.", when=away)
    if sitter.due_at is None:
        return ""
    when, left = moment(sitter.due_at, "f"), moment(sitter.due_at, "R")
    return say("⏳ Until {when}, {left}.", when=when, left=left)


def _sitter(company: Company, seen: Observation) -> Sitter:
    if seen.seat is None:
        raise TypeError("a spectator has no hand")
    return company.sitters[seen.seat]


def _refresh(company: Company, seen: Observation, say: Words) -> tuple[Row, ...]:
    """A way to look again, while somebody else is to move."""
    if seen.legal or not seen.to_act:
        return ()
    return ((Button(ids.table(company.match_id, TableVerb.HAND), say("Look again")),),)
