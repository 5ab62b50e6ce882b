"""The catalogue, replays and simulations as text for a terminal."""

import json
from collections.abc import Iterator

from bot.cli.errors import one_line
from bot.cli.json_values import plain_event
from bot.cli.proof import Proof
from bot.cli.replay import Line, Tale, called
from bot.cli.text.double_double import board_text
from bot.cli.text.solo import solo_text
from bot.cli.text.squares import squares_text
from bot.domino.bone import Bone
from bot.engine.contract import Event, GameInfo, Outcome
from bot.engine.options import Option
from bot.engine.rounds import MatchEnded, RoundScored
from bot.games.blind import (
    DirectionChosen,
    DirectionsShown,
    LotsDrawn,
    OddLaid,
    Returned,
    RowsDealt,
    Turned,
)
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
)


def game_text(info: GameInfo) -> Iterator[str]:
    """Yield a game of the catalogue: seats, rules in three lines, options."""
    more = "".join(
        f" ({count} with {option.key}=on)" for option in info.options for count in option.admits
    )
    yield f"{info.name} ({info.id}), {_seat_counts(info)} seats{more}, rules {info.rules}"
    yield from (f"  {sentence}" for sentence in info.card)
    width = max((len(option.key) for option in info.options), default=0)
    for option in info.options:
        yield f"  --option {option.key:<{width}}  {option.help}: {_values(option)}"


def _seat_counts(info: GameInfo) -> str:
    """Return the numbers of seats that some options allow: “2–4”, “4” or “2 or 4”.

    Not shared with the bot's messages, because importing theirs loads every language.
    """
    counts = info.seat_counts
    low, high = counts[0], counts[-1]
    if len(counts) > 1 and len(counts) == high - low + 1:
        return f"{low}–{high}"
    return " or ".join(map(str, counts))


def head_text(tale: Tale) -> str:
    """Return the game, its rules, the seats and the options."""
    options = "".join(f", {key} {value}" for key, value in tale.setup.options.items())
    record = tale.record
    return f"{tale.rules.info.name} (rules {record.rules}), {record.seats} seats{options}"


def line_text(line: Line) -> Iterator[str]:
    """Yield an entry of a log: the move, its events, the scores, and the moves possible next."""
    yield f"{line.index:>4}  {called(line.actor)}: {line.code}"
    yield from (f"        {text}" for event in line.events for text in event_text(event))
    score = " : ".join(map(str, line.scores))
    nexts = [
        f"{called(actor)}{_moves(line.legal.get(actor, ()) if isinstance(actor, int) else ())}"
        for actor in line.to_act
    ]
    yield f"        [{score}]  next: {'; '.join(nexts) or 'nobody'}"


def proof_text(proof: Proof | None) -> Iterator[str]:
    """Yield the result of checking a record's secret and salts; nothing without a proof."""
    if proof is None:
        return
    yield f"Commitment, to be compared with the one in the lobby: {one_line(proof.commitment)}"
    yield f"Salts: {one_line(', '.join(proof.salts))}"
    if proof.wrong:
        yield "This record does not follow from its secret and salts."
    else:
        yield f"All {proof.agreeing} deals and lots follow from secret and salts."


def event_text(event: Event) -> Iterator[str]:
    """Yield an event as one line or several."""
    match event:
        case Dealt() | Redealt() | Lacking() | Leads():
            yield from _opening_text(event)
        case Played(ends=ends):
            yield f"ends: {', '.join(map(str, ends))}"
        case Scored(seat, made):
            yield f"seat {seat} scores {made}"
        case Drew(seat, bone, left):
            yield f"seat {seat} draws {bone or 'a bone'}, {left} left"
        case Passed(seat):
            yield f"seat {seat} knocks"
        case RoundEnded() | RoundScored() | MatchEnded():
            yield from _ending_text(event)
        case LotsDrawn() | RowsDealt() | OddLaid() | DirectionsShown() | Turned() | Returned():
            yield from _rows_text(event)
        case DirectionChosen(seat):
            yield f"seat {seat} has chosen"
        case _:
            told = (*squares_text(event), *solo_text(event), *board_text(event))
            yield from told or (json.dumps(plain_event(event), ensure_ascii=False),)


def _opening_text(event: Dealt | Redealt | Lacking | Leads) -> Iterator[str]:
    match event:
        case Dealt(hands, counts, boneyard, aside):
            for seat, hand in enumerate(hands):
                yield f"seat {seat} has {_bones(hand) if hand is not None else counts[seat]}"
            yield f"{boneyard} in the boneyard, {aside} out of play"
        case Redealt(reason):
            yield f"the deal is void: {reason.value}"
        case Lacking(seats, bones):
            yield f"{_seats(seats)} {'has' if len(seats) == 1 else 'have'} no {_bones(bones)}"
        case Leads(seat, by_lot):
            yield f"seat {seat} leads{' by lot' if by_lot else ''}"


def _rows_text(
    event: LotsDrawn | RowsDealt | OddLaid | DirectionsShown | Turned | Returned,
) -> Iterator[str]:
    match event:
        case LotsDrawn(seats, bones):
            drawn = zip(seats, bones, strict=True)
            yield f"lots: {', '.join(f'seat {seat} {bone}' for seat, bone in drawn)}"
        case RowsDealt(counts, aside):
            yield f"rows of {' '.join(map(str, counts))}, {aside} out of play"
        case OddLaid(bone):
            yield f"the bone left over is laid: {bone}"
        case DirectionsShown(directions):
            yield f"rows are turned over {' '.join(map(str, directions))}"
        case Turned(seat, bone):
            yield f"seat {seat} turns over {bone}"
        case Returned(seat, bone, face_up):
            yield f"{bone} goes back{', face up' if face_up else ''}"


def _ending_text(event: RoundEnded | RoundScored | MatchEnded) -> Iterator[str]:
    match event:
        case RoundEnded(reason, credits=given):
            yield f"the round ends: {reason}"
            for seat, hand in event.shown:
                yield f"seat {seat} holds {_bones(hand)} = {sum(bone.pips for bone in hand)}"
            for credit in given:
                yield f"{_seats(credit.seats)}: {credit.sum}"
        case RoundScored(number, winners, points, eliminated=eliminated):
            yield f"round {number}: {_winners(winners)} {' : '.join(map(str, points))}"
            if eliminated:
                yield f"out of the match: {_seats(eliminated)}"
        case MatchEnded(winners, reason=reason):
            yield f"the match ends ({reason}): {_winners(winners)}"


def outcome_text(outcome: Outcome | None) -> str:
    """Say how the match ended, or that it goes on."""
    if outcome is None:
        return "The record stops here; the match goes on."
    score = " : ".join(map(str, outcome.points))
    return f"Over ({outcome.reason}): {_winners(outcome.winners)}, {score}."


def _winners(winners: tuple[int, ...]) -> str:
    if not winners:
        return "nobody wins"
    return f"{_seats(winners)} {'wins' if len(winners) == 1 else 'win'}"


def _seats(seats: tuple[int, ...]) -> str:
    return f"seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))}"


def _moves(codes: tuple[str, ...]) -> str:
    return f" ({' '.join(codes)})" if codes else ""


def _bones(hand: tuple[Bone, ...]) -> str:
    return " ".join(bone.code for bone in hand) or "nothing"


def _values(option: Option) -> str:
    return f"{' | '.join(option.allowed)} ({option.default})"
