"""Describe events in phrases."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import dropwhile, groupby, pairwise

from bot.engine.contract import Event, Observation, Seat
from bot.engine.replay import TakenBack
from bot.engine.seating import SeatLeft, TimeUp, Unasked
from bot.engine.translatable import N_
from bot.games.common.events import (
    DealEvent,
    DrawEvent,
    LeadReason,
    Leads,
    Passed,
    RoundEndEvent,
    Scored,
    TransferEvent,
)
from bot.games.connecting.events import Played
from bot.present.i18n import Words
from bot.present.text.seats import Reader, TableInfo
from bot.present.views import round_seen, view_of_ending, view_of_game
from bot.present.views.view import AnyView

_REASONS = {
    LeadReason.LOT: N_("the leader was picked at random"),
    LeadReason.HIGHEST_LOT: N_("whoever drew the highest bone leads"),
    LeadReason.WON: N_("the winner of the last round leads"),
    LeadReason.NOBODY_WON: N_("nobody won, so the last leader leads again"),
    LeadReason.HIGHEST_DOUBLE: N_("the highest double leads"),
    LeadReason.LOWEST_DOUBLE: N_("the lowest double leads, with double blank as the last choice"),
    LeadReason.HEAVIEST: N_("nobody has a double, so the heaviest bone leads"),
    LeadReason.HOLDS: N_("the highest double leads"),
    LeadReason.HOLDS_SIX_SIX: N_("whoever has 6-6 leads"),
    LeadReason.NEXT_DOUBLE: N_("the next player with a double leads"),
    LeadReason.NEXT_LEFT: N_("the lead passes to the left"),
    LeadReason.NEXT_RIGHT: N_("the lead passes to the right"),
    LeadReason.FEWEST_PIPS: N_("whoever showed the fewest pips leads"),
    LeadReason.FEWEST_PIPS_JOINED_FIRST: N_(
        "with a tie for the fewest pips, whoever joined first leads"
    ),
}


_OWN = (N_("You knocked"), N_("You lead"), N_("You took a move back"))
# Translators: {told} is like “You played 6-2”.
_UNASKED = {True: N_("{told}, as planned"), False: N_("{told} (your only move)")}


def leads(event: Leads, reader: Reader) -> str:
    bone = f"**{event.bones[0].code}**" if len(event.bones) == 1 else ""
    if bone:
        own, other = N_("You lead with {bone}"), N_("{who} leads with {bone}")
    else:
        own, other = N_("You lead"), N_("{who} leads")
    return with_reason(reader.told(event.seat, own, other, bone=bone), event.reason, reader.say)


def with_reason(told: str, reason: LeadReason | None, say: Words) -> str:
    if reason is None:
        return told
    # Translators: “Ana led 6-2 (the leader was picked at random)”. Every reason is about who leads.
    return say("{told} ({reason})", told=told, reason=_REASONS[reason])


def with_reasons(events: Sequence[Event]) -> Iterator[tuple[Event, LeadReason | None]]:
    """Yield the events, each lead with its reason; the event that announced it is left out."""
    reason = None
    for at, event in enumerate(events):
        if isinstance(event, Leads) and any(map(_is_lead, events[at:])):
            reason = event.reason
        elif _is_lead(event):
            yield event, reason
            reason = None
        else:
            yield event, None


def _is_lead(event: Event) -> bool:
    """Return whether the first bone was laid, which says by itself who leads."""
    return isinstance(event, Played) and not event.at


MAX_NEWS = 16
"""The most phrases shown at once; the history has the older ones."""


def tell(
    events: Iterable[Event], table_info: TableInfo, say: Words, me: Seat | None = None
) -> list[str]:
    """Describe events for the seat ``me`` or everybody: a phrase each, one for draws in a row."""
    phrases = (phrase for _, _, phrase, _ in _phrases(events, Reader(table_info, say, me)))
    return [phrase for phrase in phrases if phrase]


def news(
    events: Iterable[Event],
    table_info: TableInfo,
    say: Words,
    me: Seat | None = None,
    *,
    most: int = MAX_NEWS,
) -> str:
    """Describe events in the last ``most`` phrases: a line for each player, named once.

    What concerns everybody has a line of its own, after which players have new ones; they have new
    ones in a new round, too. So has a pass, whose reason is what was played before it.
    """
    told = list(_phrases(events, Reader(table_info, say, me)))[-most:]
    lines: list[tuple[TableInfo, Seat | None, list[str]]] = []
    # Points without what made them say nothing.
    closed = 0
    for seated, seat, phrase, kind in dropwhile(lambda each: each[3] is _Kind.POINTS, told):
        is_apart = seat is None or kind is _Kind.KNOCK
        near = lines[-1:] if is_apart else lines[closed:]
        own = next((told for *whose, told in near if whose == [seated, seat]), None)
        if own is None:
            lines.append((seated, seat, own := []))
        if phrase:
            own.append(phrase)
        if is_apart:
            closed = len(lines) - 1
    return "\n".join(" · ".join(_named_once(*line, say, me)) for line in lines if line[2])


def _named_once(
    seated: TableInfo, seat: Seat | None, phrases: Iterable[str], say: Words, me: Seat | None
) -> Iterator[str]:
    """Yield the phrases of a player's line, without their name where it is known who is meant.

    A phrase that names somebody else is followed by one with the name. In languages that don't
    begin with the name, as a word of its own, all phrases keep it.
    """
    names = {each.seat: seated.name(each.seat, say) for each in seated.sitters}
    others = [name for each, name in names.items() if each != seat]
    subject = "" if seat is None else _pronoun(say) if seat == me else f"{names[seat]} "
    is_known = False
    for phrase in phrases:
        yield phrase.removeprefix(subject) if is_known else phrase
        is_known = is_known or phrase.startswith(subject)
        is_known = is_known and not any(name in phrase for name in others)


def tells(note: str, phrase: str, say: Words) -> bool:
    """Return whether a note to a person has a phrase about them, with or without the pronoun."""
    return phrase.removeprefix(_pronoun(say)) in note


def _pronoun(say: Words) -> str:
    """Return “You ”, or an empty string in languages that have no such word before the verb."""
    first, *others = (say(text).partition(" ")[0] for text in _OWN)
    return f"{first} " if all(other == first for other in others) else ""


class _Kind(Enum):
    """What matters of a phrase for its place among others."""

    PLAIN = "plain"
    POINTS = "points"
    """It belongs to the phrase before it."""
    KNOCK = "knock"
    """What was played before it is why nothing could be played."""


def _phrases(
    events: Iterable[Event], reader: Reader
) -> Iterator[tuple[TableInfo, Seat | None, str, _Kind]]:
    """Yield a phrase for each event, with those who sat at the table then, and whose event it is.

    Until somebody leaves, their moves are told with their own name. The phrase is empty where a
    round ends.
    """
    told = list(events)
    leaving = [at for at, each in enumerate(told) if isinstance(each, SeatLeft)]
    for begins, ends in pairwise((-1, *leaving, len(told))):
        later = [_seat(told[at]) for at in leaving if at >= ends]
        seated = reader.table_info.before_leaving(seat for seat in later if seat is not None)
        then = replace(reader, table_info=seated)
        for seat, phrase, kind in _phrases_by_seat(told[begins + 1 : ends], then):
            yield seated, seat, phrase, kind


def _phrases_by_seat(
    events: Sequence[Event], reader: Reader
) -> Iterator[tuple[Seat | None, str, _Kind]]:
    """Yield a phrase for each event, whose event it is, and of what kind it is."""
    view, say = view_of_game(reader.table_info.info.id), reader.say
    listed = view.reported(events)
    teller: Seat | None = None
    unasked: Unasked | None = None
    reasoned = list(with_reasons(listed))
    for drawer, group in groupby(enumerate(reasoned, 1), key=lambda each: _drawer(each[1][0])):
        if drawer is not None:
            draws = [event for _, (event, _) in group if isinstance(event, DrawEvent)]
            yield drawer, _marked(view.drew(drawer, draws, reader), unasked, say), _Kind.PLAIN
            teller, unasked = drawer, None
            continue
        for told, (event, reason) in group:
            if isinstance(event, Unasked):
                unasked = event
                continue
            later = [each for each, _ in reasoned[told:] if not isinstance(each, Unasked)]
            if isinstance(event, Scored) and event.seat == teller:
                text = say.count("{sum} point", "{sum} points", event.points, sum=event.sum)
                yield teller, text, _Kind.POINTS
            elif phrase := _phrase(view, event, reader, later):
                teller = _seat(event)
                kind = _Kind.KNOCK if isinstance(event, Passed) else _Kind.PLAIN
                yield teller, _marked(with_reason(phrase, reason, say), unasked, say), kind
                unasked = None
            elif isinstance(event, RoundEndEvent):
                yield None, "", _Kind.PLAIN
    if listed and (still_open := view.waiting(listed[-1], reader)):
        yield _seat(listed[-1]), still_open, _Kind.PLAIN


def _marked(told: str, unasked: Unasked | None, say: Words) -> str:
    return told if unasked is None else say(_UNASKED[unasked.planned], told=told)


def _seat(event: Event) -> Seat | None:
    """Return the seat whose event it is; ``None`` if it concerns everybody."""
    seat = getattr(event, "seat", None)
    return seat if isinstance(seat, int) else None


def _drawer(event: Event) -> Seat | None:
    return event.seat if isinstance(event, DrawEvent) else None


def _phrase(view: AnyView, event: Event, reader: Reader, later: Sequence[Event]) -> str | None:
    """Describe an event: first those that any table may have, then those of the game's view."""
    match event:
        case TimeUp(seat):
            own = N_("You ran out of time, so I moved for you")
            return reader.told(seat, own, N_("{who} ran out of time, so I moved for them"))
        case TakenBack(seat):
            return reader.told(seat, N_("You took a move back"), N_("{who} took a move back"))
        case Scored(seat, total):
            return reader.told(seat, N_("You scored {sum}"), N_("{who} scored {sum}"), sum=total)
        case Passed(seat):
            return reader.told(seat, N_("You knocked"), N_("{who} knocked"))
        case Leads():
            return leads(event, reader)
        case _:
            return view.phrase(event, reader, later)


def how_it_ended(
    over: RoundEndEvent, table_info: TableInfo, say: Words, *, counted: bool = True
) -> str:
    """Say why a round is over; ``counted`` says whether it makes points."""
    return view_of_ending(over).how_it_ended(over, Reader(table_info, say), counted=counted)


def arithmetic(over: RoundEndEvent, table_info: TableInfo, say: Words) -> Iterator[str]:
    return view_of_ending(over).arithmetic(over, Reader(table_info, say))


def as_seen(events: Sequence[Event], seen: Observation) -> list[Event]:
    """Return public ``events`` as the seat of ``seen`` saw them, as far back as its round goes."""
    known = list(round_seen(seen).history)
    found = []
    for event in reversed(events):
        alike = [at for at, own in enumerate(known) if own.for_seat(None) == event]
        at = alike[-1] if alike else None
        found.append(event if at is None else known[at])
        known = known if at is None else known[:at]
    return found[::-1]


def is_handed(event: Event, seat: Seat | None) -> bool:
    return isinstance(event, TransferEvent) and event.reaches(seat)


def is_deal(event: Event) -> bool:
    return isinstance(event, DealEvent)
