"""Events told in phrases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.domino.layout import Lie
from bot.engine.contract import Event, Seat
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.words import N_
from bot.games.blind import RowsDealt
from bot.games.events import (
    Dealt,
    Drew,
    Lacking,
    Leads,
    Passed,
    Played,
    Redealt,
    RoundEnded,
    Scored,
    VoidDeal,
)
from bot.present import places, rows
from bot.present.company import Company
from bot.present.words import Words

MAX_NEWS = 12
"""Phrases told at once; what is older is in the history."""

_VOID = {
    VoidDeal.NO_DOUBLE: N_("Nobody was dealt a double: dealt again"),
    VoidDeal.MANY_DOUBLES: N_("A hand had five doubles: dealt again"),
    VoidDeal.LEADER_LEFT: N_("6-6 was left over: dealt again"),
}


def tell(
    events: Iterable[Event], company: Company, say: Words, me: Seat | None = None
) -> list[str]:
    """What happened, a phrase for each thing; draws in a row are counted, not listed.

    ``me`` is the seat of the one who is told, if it is one person.
    """
    listed = list(events)
    led = any(isinstance(event, Played) and not event.at for event in listed)
    phrases = []
    for key, group in groupby(listed, key=_draws_of):
        told = list(group)
        if key is not None:
            phrases.append(_drew(key, len(told), company, say, mine=key == me))
        else:
            phrases += [
                phrase
                for event in told
                if not (led and isinstance(event, Leads))
                and (phrase := _phrase(event, company, say, me))
            ]
    if listed and (still_open := rows.waiting(listed[-1], company, say, me)):
        phrases.append(still_open)
    return phrases


def _draws_of(event: Event) -> int | None:
    return event.seat if isinstance(event, Drew) else None


def _drew(seat: Seat, count: int, company: Company, say: Words, *, mine: bool) -> str:
    if mine:
        return say.count("You drew a bone", "You drew {n} bones", count)
    who = company.name(seat, say)
    return say.count("{who} drew a bone", "{who} drew {n} bones", count, who=who)


def _phrase(event: Event, company: Company, say: Words, me: Seat | None) -> str | None:
    match event:
        case Played():
            return _played(event, company, say, mine=event.seat == me)
        case Scored(seat, total):
            text = N_("You scored {sum}") if seat == me else N_("{who} scored {sum}")
            return say(text, who=company.name(seat, say), sum=total)
        case Passed(seat):
            text = N_("You knocked") if seat == me else N_("{who} knocked")
            return say(text, who=company.name(seat, say))
        case Leads(seat):
            text = N_("You lead") if seat == me else N_("{who} leads")
            return say(text, who=company.name(seat, say))
        case Lacking():
            return _lacking(event, company, say)
        case Redealt(reason):
            return say(_VOID[reason])
        case _:
            return rows.phrase(event, company, say, me)


def _played(event: Played, company: Company, say: Words, *, mine: bool) -> str:
    if event.at:
        text = N_("You played {bone} {where}") if mine else N_("{who} played {bone} {where}")
    else:
        text = N_("You led {bone}") if mine else N_("{who} led {bone}")
    where = places.where(event.at, say)
    if event.chosen:
        how = say("crosswise") if event.lie is Lie.SPINNER else say("in line")
        where = say("{where}, {how}", where=where, how=how)
    who = company.name(event.seat, say)
    return say(text, who=who, bone=f"**{event.bone.code}**", where=where)


def _lacking(event: Lacking, company: Company, say: Words) -> str:
    if len(event.seats) > 1:
        return say("Nobody was dealt {bones}", bones=say.either(b.code for b in event.bones))
    return say("{who} has no double and hands the lead on", who=company.name(event.seats[0], say))


def how_it_ended(ended: RoundEnded, company: Company, say: Words, *, counted: bool = True) -> str:
    """Why a round is over; ``counted`` tells whether it makes points for its winner."""
    if ended.out is not None:
        return say("**Domino!** {who} is out.", who=company.name(ended.out, say))
    if not ended.winners:
        return (
            say("**Blocked**, and the lowest hand is shared: nobody scores.")
            if counted and not company.info.penalties
            else say("**Blocked**, and the lowest hand is shared: nobody wins the round.")
        )
    who = say.listed(company.name(seat, say) for seat in ended.winners)
    held = [sum(bone.pips for bone in hand) for hand in ended.hands]
    own = sum(held[seat] for seat in ended.winners)
    if len(ended.winners) == 1:
        return say("**Blocked.** {who} holds the fewest pips.", who=who)
    if own < sum(held) - own:
        return say("**Blocked.** {who} together hold fewer pips.", who=who)
    return say(
        "**Blocked**, and both sides hold as much: {who} did not lay the last bone.", who=who
    )


def arithmetic(ended: RoundEnded, company: Company, say: Words) -> Iterator[str]:
    """Every hand's pips, what plays have made, and what the end of the round is worth."""
    charged = [seat for credit in ended.credits for seat in credit.seats if company.info.penalties]
    for seat, hand in enumerate(ended.hands):
        if not hand or seat in charged:
            continue
        sums = " + ".join(str(bone.pips) for bone in hand)
        total = sum(bone.pips for bone in hand)
        text = sums if len(hand) == 1 else f"{sums} = {total}"
        yield say("{who} holds {sum}", who=company.name(seat, say), sum=text)
    for seat, earned in enumerate(ended.earned):
        if earned:
            who = company.name(seat, say)
            yield say.count(
                "{who} made {n} point by playing",
                "{who} made {n} points by playing",
                earned,
                who=who,
            )
    for credit in ended.credits:
        who = say.listed(company.name(seat, say) for seat in credit.seats)
        many = len(credit.seats)
        yield (
            say("{who} is charged {sum}", who=who, sum=credit.sum)
            if company.info.penalties
            else say.count("{who} scores {sum}", "{who} score {sum}", many, who=who, sum=credit.sum)
        )


def is_deal(event: Event) -> bool:
    """Whether everybody has a new hand."""
    return isinstance(event, Dealt | RowsDealt)


def is_ending(event: Event) -> bool:
    """Whether an event closes a round or the match."""
    return isinstance(event, RoundEnded | RoundScored | MatchEnded)
