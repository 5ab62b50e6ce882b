"""The state and the moves' effects in Domino Squares: Block and Domino Squares: Draw."""

from msgspec.structs import replace

from bot.domino.path import Path
from bot.domino.square import Square
from bot.engine.contract import Event, Seat, Step
from bot.engine.seating import left_of
from bot.games.common.events import Leads
from bot.games.common.pieces import dealt_hands, replaced, without
from bot.games.common.rules import RoundState, with_events
from bot.games.squares.events import DrewPiece, PieceLaid, Pieces, SquaresDealt
from bot.games.squares.matching.scoring import Hands, closing
from bot.games.squares.moves import Lay


class MatchingTable(RoundState):
    """A round at one moment."""

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
