"""Replays as text for a terminal, in the words that the bot has for players."""

from collections.abc import Iterator

from bot.cli.errors import one_line
from bot.cli.proof import RecordCheck
from bot.cli.replay import Line, LoadedRecord, called
from bot.engine.contract import Outcome, Seat
from bot.engine.rounds import RoundScored
from bot.games.common.events import RoundEndEvent
from bot.model.match import Occupant
from bot.present.i18n import ENGLISH, Words
from bot.present.narration.events import arithmetic, how_it_ended, tell
from bot.present.screens.match.match_end import who_won
from bot.present.text.seats import TableInfo, lettered
from bot.present.views import view_of, view_of_ending

_MARGIN = " " * 8


class Seats(TableInfo):
    """The seats of a record, which has no names: players are called by their letters."""

    def name(self, seat: Seat, say: Words) -> str:
        return lettered(seat, say)


def seats_of(loaded: LoadedRecord) -> Seats:
    sitters = tuple(map(Occupant, range(loaded.record.seats)))
    return Seats(0, loaded.info, loaded.setup.options, 0, sitters)


def head_text(loaded: LoadedRecord) -> str:
    """Return the game, its rules and options, and how each seat is called."""
    record = loaded.record
    options = "".join(f", {key} {value}" for key, value in loaded.setup.options.items())
    letters = (f"seat {seat} is {lettered(seat, ENGLISH)}" for seat in range(record.seats))
    game = f"{loaded.info.name} (rules {record.rules})"
    return f"{game}, {record.seats} seats{options}\n{', '.join(letters)}"


def line_text(line: Line, seats: Seats) -> Iterator[str]:
    """Yield an entry of a log: the move, its events, the table, the scores and what comes next."""
    yield f"{line.index:>4}  {called(line.actor)}: {line.code}"
    for text in (*_describe_events(line, seats), " ".join(_describe_table(line))):
        yield f"{_MARGIN}{text.replace('**', '')}"
    score, nexts = " : ".join(map(str, line.scores)), []
    for actor in line.to_act:
        codes = line.legal.get(actor, ()) if isinstance(actor, int) else ()
        nexts.append(f"{called(actor)} ({' '.join(codes)})" if codes else called(actor))
    yield f"{_MARGIN}[{score}]  next: {'; '.join(nexts) or 'nobody'}"


def _describe_events(line: Line, seats: Seats) -> Iterator[str]:
    me = line.seen.seat
    yield from tell(line.events, seats, ENGLISH, me)
    for event in line.events:
        if isinstance(event, RoundEndEvent):
            yield how_it_ended(event, seats, ENGLISH, counted=len(seats.sitters) > 1)
            yield from arithmetic(event, seats, ENGLISH)
        elif isinstance(event, RoundScored):
            for seat in event.eliminated:
                yield ENGLISH("{who} is out of the match.", who=seats.name(seat, ENGLISH))


def _describe_table(line: Line) -> Iterator[str]:
    """Yield every hand and the table; from one seat, its own hand and what else it sees."""
    ended = next((event for event in line.events if isinstance(event, RoundEndEvent)), None)
    if ended is not None:
        yield from view_of_ending(ended).describe_end(ended, ENGLISH)
        return
    view, seen = view_of(line.seen)
    if line.seen.seat is None:
        yield from view.describe_all_hands(seen, line.held, ENGLISH)
        return
    table = list(view.describe_table(seen, ENGLISH))
    yield from (sentence for sentence in view.describe_hand(seen, ENGLISH) if sentence not in table)
    yield from table


def outcome_text(outcome: Outcome | None, seats: Seats) -> str:
    if outcome is None:
        return "The record stops here; the match goes on."
    score = " : ".join(map(str, outcome.points))
    return f"Over ({outcome.reason}), {score}: {who_won(seats, outcome.winners, ENGLISH)}"


def proof_text(proof: RecordCheck | None) -> Iterator[str]:
    """Yield the result of checking a record's secret and salts; nothing without a proof."""
    if proof is None:
        return
    yield f"Commitment, to be compared with the one that you kept: {one_line(proof.commitment)}"
    yield f"Salts: {one_line(', '.join(proof.salts))}"
    if proof.wrong:
        yield "This record does not follow from its secret and salts."
    else:
        yield f"All {proof.agreeing} deals and lots follow from secret and salts."
