"""Double Double Dominoes in words: the score track, what can be built on, and the board."""

from collections.abc import Iterable, Iterator, Sequence

from bot.domino.board import Board, Cell, cell_name
from bot.games.double_double.table import BoardSeen
from bot.games.double_double.tiling import OnBoard, Spot, Tiling
from bot.present.i18n import Words
from bot.present.text.seats import by_letter

FARTHEST = 13
"""The most points that one bone can make for its player (DDD-I4)."""


def track(seen: BoardSeen, say: Words) -> str:
    """Say where everybody's score piece is, with the number under it: “A 12 on a 6”."""
    pieces = by_letter(
        (seat, points)
        if (number := seen.board.number(points)) is None
        else (seat, say("{points} on a {number}", points=points, number=number))
        for seat, points in enumerate(seen.positions)
    )
    return say("Score pieces, goal {goal}: {pieces}.", goal=seen.target, pieces=pieces)


def numbers_ahead(board: Board, position: int) -> tuple[int, ...]:
    """Return the numbers of the next spaces, as many as a score piece can reach at once."""
    return board.track[position : position + FARTHEST]


def left_over(seen: BoardSeen, say: Words) -> str:
    told = [
        say.count("{n} domino in the boneyard.", "{n} dominoes in the boneyard.", seen.boneyard)
    ]
    if seen.pit:
        told.append(say.count("{n} domino in the pit.", "{n} dominoes in the pit.", seen.pit))
    return say.in_a_row(told)


def open_squares(seen: BoardSeen, say: Words) -> Iterator[str]:
    """Say which squares a bone can be joined at, with the number it needs there, and diamonds near.

    After a double, these are only the squares next to it (DDD-8).
    """
    if not seen.laid:
        yield say("The first domino covers the star, {square}.", square=_name(seen.board.star))
        return
    spots = _spots(seen)
    ends = {(spot.shows, spot.tail) for spot in spots if spot.head_shows is None}
    joins = _by_number(ends)
    yield say("Squares that join a number: {squares}.", squares=joins) if ends else ""
    bridges = ", ".join(
        f"{spot.shows} {_name(spot.tail)} – {spot.head_shows} {_name(spot.head)}"
        for spot in spots
        if spot.head_shows is not None
    )
    if bridges:
        yield say("Bridges: {squares}.", squares=bridges)
    near = {cell for spot in spots for cell in (spot.tail, spot.head)}
    diamonds = [(points, cell) for cell, points in seen.board.diamonds.items() if cell in near]
    if diamonds:
        yield say("Diamonds within reach: {squares}.", squares=_by_number(diamonds))


def far_diamonds(seen: BoardSeen, say: Words) -> Iterator[str]:
    covered = {cell for each in seen.laid for cell in (each.first, each.second)}
    covered |= {cell for spot in _spots(seen) for cell in (spot.tail, spot.head)}
    far = [(points, at) for at, points in seen.board.diamonds.items() if at not in covered]
    if far:
        yield say("Other diamonds: {squares}.", squares=_by_number(far))


def dominoes(laid: Sequence[OnBoard], say: Words) -> Iterator[str]:
    if not laid:
        yield say("The board is empty.")
        return
    placed = (
        f"{each.bone.code} {_name(each.first)} {_name(each.second)}" for each in reversed(laid)
    )
    yield say("On the board, newest first: {bones}.", bones=", ".join(placed))


def _spots(seen: BoardSeen) -> list[Spot]:
    spots = Tiling(seen.board, seen.laid).spots
    return [each for each in spots if seen.after in {None, each.at, each.head_at}]


def _by_number(squares: Iterable[tuple[int, Cell]]) -> str:
    """List squares after the number that they share: “0 B4 C7; 1 D3”."""
    found: dict[int, list[Cell]] = {}
    for number, cell in squares:
        found.setdefault(number, []).append(cell)
    return "; ".join(
        f"{number} " + " ".join(_name(cell) for cell in sorted(cells))
        for number, cells in sorted(found.items())
    )


def _name(cell: Cell) -> str:
    return cell_name(cell).upper()
