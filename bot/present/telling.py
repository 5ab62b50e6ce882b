"""Events told in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.engine.contract import Event, Seat
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.words import N_
from bot.games.events import Dealt, Drew, Leads, Passed, Played, RoundEnded
from bot.games.moves import Play
from bot.present.company import Company
from bot.present.words import Words

MAX_NEWS = 12
"""Phrases told at once; what is older is in the history."""


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
    return phrases


def place(at: str, say: Words) -> str:
    """Where an opening is."""
    match at:
        case "l":
            return say("on the left")
        case "r":
            return say("on the right")
        case _:
            return say("at {opening}", opening=at)


def move_label(play: Play, pips: int | None, say: Words) -> str:
    """A play as a button says it: ``6-4 → left (6)``; a lead is the bone alone."""
    match play.at:
        case "":
            return play.bone.code
        case "l":
            side = say("left")
        case "r":
            side = say("right")
        case _:
            side = play.at
    return say("{bone} → {side} ({pips})", bone=play.bone.code, side=side, pips=pips)


def _draws_of(event: Event) -> int | None:
    return event.seat if isinstance(event, Drew) else None


def _drew(seat: Seat, count: int, company: Company, say: Words, *, mine: bool) -> str:
    if mine:
        return say.count("You drew a bone", "You drew {n} bones", count)
    who = company.name(seat, say)
    return say.count("{who} drew a bone", "{who} drew {n} bones", count, who=who)


def _phrase(event: Event, company: Company, say: Words, me: Seat | None) -> str | None:
    match event:
        case Played(seat, bone, at):
            told = {"bone": f"**{bone.code}**", "where": place(at, say) if at else ""}
            if seat == me:
                own = N_("You played {bone} {where}") if at else N_("You led {bone}")
                return say(own, **told)
            other = N_("{who} played {bone} {where}") if at else N_("{who} led {bone}")
            return say(other, who=company.name(seat, say), **told)
        case Passed(seat):
            if seat == me:
                return say("You knocked")
            return say("{who} knocked", who=company.name(seat, say))
        case Leads(seat):
            if seat == me:
                return say("You lead")
            return say("{who} leads", who=company.name(seat, say))
        case _:
            return None


def how_it_ended(ended: RoundEnded, company: Company, say: Words) -> str:
    """Why a round is over."""
    if ended.reason == "domino":
        return say("**Domino!** {who} is out.", who=company.name(ended.winners[0], say))
    if not ended.winners:
        return say("**Blocked**, and the lowest hand is shared: nobody scores.")
    who = say.listed(company.name(seat, say) for seat in ended.winners)
    return say("**Blocked.** {who} holds the fewest pips.", who=who)


def arithmetic(ended: RoundEnded, company: Company, say: Words) -> Iterator[str]:
    """Every hand's pips, and what the winner's points are made of."""
    for seat, hand in enumerate(ended.hands):
        if not hand:
            continue
        sums = " + ".join(str(bone.pips) for bone in hand)
        total = sum(bone.pips for bone in hand)
        text = sums if len(hand) == 1 else f"{sums} = {total}"
        yield say("{who} holds {sum}", who=company.name(seat, say), sum=text)
    for credit in ended.credits:
        who = say.listed(company.name(seat, say) for seat in credit.seats)
        many = len(credit.seats)
        yield say.count("{who} scores {sum}", "{who} score {sum}", many, who=who, sum=credit.sum)


def is_deal(event: Event) -> bool:
    """Whether everybody has a new hand."""
    return isinstance(event, Dealt)


def is_ending(event: Event) -> bool:
    """Whether an event closes a round or the match."""
    return isinstance(event, RoundEnded | RoundScored | MatchEnded)
