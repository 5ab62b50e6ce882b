"""The state and the moves' effects in Domino Squares: Block and Draw, and the scoring of rounds.

Blind has the same leaders and scoring. Laying a piece scores nothing, and commands count as blanks
(docs/rules/squares-block.md).
"""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.domino.counting import Sum, unique_lowest
from bot.domino.path import Path
from bot.domino.square import Square
from bot.domino.square_set import SQUARES, in_order
from bot.engine.contract import Event, Outcome, Seat, Setup, Step
from bot.engine.match_formats import RaceTo
from bot.engine.options import Option, choice
from bot.engine.seating import left_of
from bot.engine.translatable import N_
from bot.games.common.events import BLOCKED, DOMINO, Credit, Leads
from bot.games.common.pieces import codes, dealt_hands, replaced, without
from bot.games.common.rules import RoundState, with_events
from bot.games.squares.events import DrewPiece, PieceLaid, Pieces, SquaresDealt, SquaresEnded
from bot.games.squares.moves import Lay

Hands = tuple[Pieces, ...]


class MatchingTable(RoundState):
    hands: Hands = ()
    """The hands of every seat of the match, by seat; empty before the deal."""
    pile: Pieces = ()
    """The pieces that can be drawn, top first."""
    aside: Pieces = ()
    """The pieces out of play, in the order of the shuffle."""
    path: Path = Path()
    drawn: Square | None = None
    """The piece just drawn that its owner must lay or keep, if any (SQD-2)."""


def deal(state: MatchingTable, pieces: Pieces, size: int, *, drawing: bool) -> Step[MatchingTable]:
    """Deal hands of that size and a starter; the rest is drawn or out of play (SQB-1, SQD-1)."""
    setup, count = state.setup, len(state.setup.seats)
    hands = dealt_hands(setup, pieces, size)
    starter, rest = pieces[size * count], pieces[size * count + 1 :]
    pile, aside = (rest, ()) if drawing else ((), rest)
    events = (
        SquaresDealt(hands, tuple(map(len, hands)), len(pile), len(aside), starter),
        Leads(state.turn, by_lot=False),
    )
    path = Path().start(starter)
    after = MatchingTable(
        setup, None, state.turn, hands, pile, aside, path, leader=state.turn, history=events
    )
    return _or_its_end(after, events)


def lay(state: MatchingTable, move: Lay) -> Step[MatchingTable]:
    """Lay a piece; a command on it counts as a blank (SQB-1)."""
    seat = state.turn
    hand = without(state.hands[seat], move.piece)
    events = (PieceLaid(seat, move.piece, move.cell, move.turn, state.path.mark(move.cell)),)
    after = replace(
        state,
        turn=left_of(state.setup.seats, seat),
        hands=replaced(state.hands, seat, hand),
        path=state.path.lay(move.piece, move.cell, move.turn),
        drawn=None,
        history=state.history + events,
    )
    return _or_its_end(after, events, out=None if hand else seat)


def draw(state: MatchingTable) -> Step[MatchingTable]:
    """Draw one piece; with ``drawOne``, it must then be laid or kept (SQD-1, SQD-2)."""
    seat, piece, pile = state.turn, state.pile[0], state.pile[1:]
    events = (DrewPiece(seat, piece, len(pile)),)
    after = replace(
        state,
        hands=replaced(state.hands, seat, (*state.hands[seat], piece)),
        pile=pile,
        drawn=piece if state.setup.options.get("drawOne") == "on" else None,
        history=state.history + events,
    )
    return _or_its_end(after, events)


def blocked(hands: Hands, pile: Pieces, path: Path) -> bool:
    """Return whether nobody can lay a piece and nothing can be drawn (GEN-9)."""
    return not pile and not any(path.fits(piece) for hand in hands for piece in hand)


def end_turn(state: MatchingTable, event: Event) -> Step[MatchingTable]:
    """Keep the piece just drawn (SQD-2), or pass, as nothing else is possible (SQB-2, SQD-1)."""
    following = left_of(state.setup.seats, state.turn)
    return with_events(state, event, turn=following, drawn=None)


def _or_its_end(
    state: MatchingTable, events: tuple[Event, ...], out: Seat | None = None
) -> Step[MatchingTable]:
    """End the round if somebody is out or nobody can go on; else return it unchanged (SQB-2)."""
    if out is None and not blocked(state.hands, state.pile, state.path):
        return Step(state, events)
    ended, outcome = closing(state.setup, state.hands, state.path, out)
    over = replace(state, drawn=None, outcome=outcome, history=(*state.history, ended))
    return Step(over, (*events, ended))


PIECES = codes(SQUARES)
"""The codes of the pieces to shuffle, in the order of the set."""
BY_TARGET = RaceTo(lambda setup: setup.number("target"), counted=True)
"""The format of a match: to a target, or one round (SQB-4)."""
TARGET = choice(
    "target",
    N_("Points to win the match"),
    {"none": N_("none (one round)"), 100: N_("100")},
    limits=(1, 1000),
)

PIECES_EACH = "pieces"
FEW = 5
"""The pieces that everybody gets in a short match (GEN-15)."""


def pieces_option(usual: int) -> Option:
    return Option(PIECES_EACH, usual, (usual, FEW), N_("Pieces that everybody gets"))


def first(setup: Setup) -> Seat:
    """Return the leader: the oldest, later left of the last winner, or of the leader (SQB-4)."""
    previous = setup.previous
    if previous is None:
        return setup.seniority[0]
    before = previous.winners[0] if previous.winners else previous.leader
    return setup.seniority[0] if before is None else left_of(setup.seats, before)


def closing(
    setup: Setup, hands: Hands, path: Path, out: Seat | None
) -> tuple[SquaresEnded, Outcome]:
    """Score a finished round; ``out`` has no pieces left, ``None`` if it is blocked (SQB-3).

    The winner is ``out``, or the seat that alone holds the fewest pips. The winner gets the pips
    of every other hand; nothing is subtracted. If the fewest are shared, nobody wins.
    """
    held = {seat: sum(piece.pips for piece in hands[seat]) for seat in setup.seats}
    over = result(setup, held, out)
    terms = tuple(pips for seat, pips in held.items() if seat not in over.winners)
    given = (Credit(over.winners, Sum(terms)),) if over.winners else ()
    shown = tuple(map(in_order, hands))
    return SquaresEnded(over.reason, over.winners, shown, given, path, out), over


def result(setup: Setup, held: Mapping[Seat, int], out: Seat | None) -> Outcome:
    """Return the result of a round with the pips of each hand (SQB-3)."""
    winner = out if out is not None else unique_lowest(held)
    points = [0] * setup.seat_count
    if winner is not None:
        points[winner] = sum(held.values()) - held[winner]
    winners = () if winner is None else (winner,)
    return Outcome(winners, tuple(points), BLOCKED if out is None else DOMINO)
