from __future__ import annotations

from functools import partial

from bot.domino.path import STEPS, Path
from bot.domino.square import SIDES, match
from bot.domino.square_set import SQUARES, square
from bot.engine.contract import Previous
from bot.engine.rounds import MatchState, RoundScored
from bot.engine.seating import prepare
from bot.games.common.events import Leads
from bot.games.common.pieces import Row
from bot.games.squares.blind import SQUARES_BLIND
from bot.games.squares.events import SquaresDealt, SquaresEnded
from bot.games.squares.matching.table import MatchingTable
from bot.games.squares.moves import lays
from bot.games.squares.rows import RowsTable, TurnProgress
from tests.games.positions import begun
from tests.games.worlds import worlds_of


def pieces(text):
    return tuple(square(code) for code in text.split())


def path(text):
    """Read the starter, then the moves that laid the others: ``"0-0-6-2 0-2-6-6@e1/0"``."""
    starter, *moves = text.split()
    laid = Path().start(square(starter))
    for code in moves:
        ways = {lay.code: lay for lay in lays(pieces(code.split("@")[0]), laid)}
        laid = laid.lay(ways[code].piece, ways[code].cell, ways[code].turn)
    return laid


def table(rules, *hands, on="0-0-6-2", stock="", turn=0, scores=(), **options):
    """Return a position: hands by seat, the path, and the undealt pieces, top first."""
    setup = prepare(rules.info, len(hands), options)
    dealt, laid = tuple(pieces(hand) for hand in hands), path(on)
    pile, aside = (pieces(stock), ()) if rules.game.drawing else ((), pieces(stock))
    counts, starter = tuple(map(len, dealt)), laid.laid[0].piece
    told = (SquaresDealt(dealt, counts, len(pile), len(aside), starter),)
    state = MatchingTable(setup, None, turn, dealt, pile, aside, laid, leader=0, history=told)
    return MatchState(setup, 1, state, scores or (0,) * len(hands))


def rows(*lying, on="0-0-6-2", turn=0, scores=(), begun=(), idle=0, out="", **options):
    """Return a position of Blind: rows from left to right, ``"1-1-2-2 | w-1-2-3"`` with turned-over
    pieces after the bar, seats that have had a turn, and how many turns in a row laid nothing."""
    setup = prepare(SQUARES_BLIND.info, len(lying), options)
    parts = [row.partition("|") for row in lying]
    lie = tuple(Row(pieces(unseen), pieces(turned)) for unseen, _, turned in parts)
    progress, led = TurnProgress(frozenset(begun), idle=idle), Leads(0, by_lot=False)
    state = RowsTable(
        setup, None, turn, lie, pieces(out), path(on), progress=progress, leader=0, history=(led,)
    )
    return MatchState(setup, 1, state, scores or (0,) * len(lying))


def before(leader, *winners):
    return Previous(1, leader, winners)


def shuffled(*first):
    order = " ".join(first).split()
    return " ".join(["deal", *order, *(p.code for p in SQUARES if p.code not in order)])


def held(state, seat):
    return spelled(state.round.hands[seat])


def lies(state, seat):
    row = state.round.rows[seat]
    return f"{spelled(row.unseen)} | {spelled(row.turned)}".strip()


def spelled(those):
    return " ".join(piece.code for piece in those)


def rest(*used):
    taken = " ".join(used).split()
    return spelled(piece for piece in SQUARES if piece.code not in taken)


def language(rules):
    """Return ``table, begun, imagined`` for one game."""
    return tuple(partial(verb, rules) for verb in (table, begun, imagined))


def check_squares_rounds(played):
    for ply in played.plies:
        for ended in (event for event in ply.events if isinstance(event, SquaresEnded)):
            pips = [sum(piece.pips for piece in hand) for hand in ended.hands]
            winner = ended.out if ended.out is not None else pips.index(min(pips))
            assert ended.out is None or ended.hands[ended.out] == ()
            alone = ended.out is not None or pips.count(min(pips)) == 1
            points = [0] * len(pips)
            if alone:
                points[winner] = sum(pips) - pips[winner]
            (scored,) = [event for event in ply.events if isinstance(event, RoundScored)]
            assert scored.points == tuple(points)
            assert ended.winners == ((winner,) if alone else ())


def check_path(path):
    """Check that it is a path, whose sides match (SQ-I2, SQ-I3), with all its open spots."""
    there, degrees = {each.cell: each for each in path.laid}, []
    assert len(there) == len(path.laid)
    for each in path.laid:
        degrees.append(0)
        for side, (dx, dy) in enumerate(STEPS):
            other = there.get((each.cell[0] + dx, each.cell[1] + dy))
            if other is not None:
                degrees[-1] += 1
                facing = other.piece.sides[((side + 2) % SIDES - other.turn) % SIDES]
                assert match(each.piece.sides[(side - each.turn) % SIDES], facing)
    assert sum(degrees) == 2 * (len(path.laid) - 1)
    assert max(degrees) <= 2
    assert {at for at, degree in enumerate(degrees) if degree < 2} == set(path.ends)
    for spot in path.spots:
        assert sum((spot.cell[0] + x, spot.cell[1] + y) in there for x, y in STEPS) == 1


def imagined(rules, state, seat, count):
    places: dict[str, set[str]] = {piece.code: set() for piece in SQUARES}
    for world in worlds_of(rules, state, seat, count):
        where = {code: place for place, codes in world.items() for code in codes}
        for code, found in places.items():
            found.add(where.get(code, "stock out"))
    return places
