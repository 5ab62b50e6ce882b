"""A board as a scene, and places on it: letters in the picture, with arrows on the buttons.

The letters come after those of the columns, so they are no seats' either.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from bot.domino.board import BOARDS, Board, Cell, cell_name, cells_named
from bot.domino.bone import Bone, by_code
from bot.engine.planning import Wish
from bot.engine.translatable import N_
from bot.games.common.planning import MOST
from bot.games.double_double.events import Placed
from bot.games.double_double.moves import Place
from bot.games.double_double.table import BoardSeen, move_value
from bot.games.double_double.tiling import OnBoard
from bot.present.i18n import Words
from bot.present.text.letters import lettered_places
from bot.present.text.seats import Reader, letter
from bot.present.views import double_double_text
from bot.present.views.hands import hand_scene
from bot.present.views.planning import named
from bot.present.views.view import Places
from renderers.scene.bones import (
    BoardBone,
    BoardScene,
    BoardSpot,
    Diamond,
    ScorePiece,
    TableAndHandScene,
)

BEST = 8
"""The number of places for a bone that are buttons, the best first; others are in a menu."""
_ARROWS = {(0, -1): "↑", (1, 0): "→", (0, 1): "↓", (-1, 0): "←"}


def bare(board: Board, laid: Sequence[OnBoard], *, newest: int) -> BoardScene:
    """Return the board with its dominoes, the last ``newest`` of them ringed."""
    diamonds = tuple(Diamond(*cell, points) for cell, points in board.diamonds.items())
    bones = tuple(BoardBone(d.bone.high, d.first, d.bone.low, d.second) for d in laid)
    ringed = tuple(range(max(0, len(bones) - newest), len(bones)))
    return BoardScene(board.size, board.star, diamonds, bones, ringed)


def scene(seen: BoardSeen, *, newest: int) -> BoardScene:
    return replace(
        bare(seen.board, seen.laid, newest=newest),
        pieces=pieces(seen.board, seen.positions, seen.to_act),
        goal=seen.target,
    )


def own_scene(seen: BoardSeen, *, newest: int) -> BoardScene:
    if seen.seat is None:
        return scene(seen, newest=newest)
    at = seen.positions[seen.seat]
    ahead = double_double_text.numbers_ahead(seen.board, at)[: max(0, seen.target - at)]
    return replace(scene(seen, newest=newest), own=letter(seen.seat), ahead=ahead)


def pieces(
    board: Board, positions: Sequence[int], active: frozenset[int] = frozenset()
) -> tuple[ScorePiece, ...]:
    """Return everybody's piece, by seat; it may be beyond the track."""
    return tuple(
        ScorePiece(letter(seat), space, board.number(space), seat in active)
        for seat, space in enumerate(positions)
    )


def sample(codes: Sequence[str], board_name: str, *, wide: bool) -> BoardScene:
    """Return a board with a few dominoes, given as codes of moves; if wide, from side to side."""
    laid, board = [], BOARDS[board_name]
    for code in codes:
        bone, _, names = code.partition("@")
        first, second = cells_named(names)
        laid.append(OnBoard(by_code(bone), first, second))
    rows = [row for domino in laid for _, row in (domino.first, domino.second)]
    across = (0, min(rows), board.size, max(rows) + 1 - min(rows))
    return replace(bare(board, laid, newest=1), close=True, extent=across if wide else None)


def placed(event: Placed, reader: Reader) -> str:
    """Describe a placing and the points it made for others; the player's own are reported apart."""
    phrase = reader.told(
        event.seat,
        N_("You placed {bone} on {where}"),
        N_("{who} placed {bone} on {where}"),
        bone=f"**{event.bone.code}**",
        where=both(event.first, event.second),
    )
    made = [
        f"{reader.name(seat)} +{bonus}"
        for seat, bonus in enumerate(event.bonus)
        if bonus and seat != event.seat
    ]
    say = reader.say
    return say("{told}: {others}", told=phrase, others=say.listed(made)) if made else phrase


def spellings(move: Place) -> list[str]:
    """Return the bone alone, ``4-3 k7k6`` and, with the low half first, ``3-4@k6k7``."""
    bone, one, other = move.bone, cell_name(move.first), cell_name(move.second)
    turned = f"{bone.low}-{bone.high}"
    ways = ((bone.code, f"{one}{other}"), (turned, f"{other}{one}"))
    return [bone.code, turned, *(f"{text}{sign}{at}" for text, at in ways for sign in ("@", " "))]


def wish_name(wish: Wish, seen: BoardSeen, say: Words) -> str:
    """Describe a wish: “4-3 → K7 K6 · +4”, with what it scores whenever it is granted."""
    if wish.place in {"", MOST}:
        return named(wish.piece, wish.place, say)
    first, second = cells_named(wish.place)
    name = say("{bone} → {place}", bone=wish.piece, place=both(first, second))
    made = seen.diamond(by_code(wish.piece), (first, second))
    return f"{name} · {say.signed(made)}" if made else name


def points(seen: BoardSeen, move: Place, say: Words) -> str:
    made, own = move_value(seen, move), own_points(seen, move)
    others = [
        f"{letter(seat)} +{gain}" for seat, gain in enumerate(made) if gain and seat != seen.seat
    ]
    return ", ".join((say.count("{n} point", "{n} points", own), *others))


def own_points(seen: BoardSeen, move: Place) -> int:
    return move_value(seen, move)[seen.seat or 0]


def _brief_points(seen: BoardSeen, move: Place, say: Words) -> str:
    """Return the same as :func:`points` for a button: “+4 · B C +3”."""
    made, own = move_value(seen, move), own_points(seen, move)
    told = [say.signed(own) if own else say.number(0)]
    others = {seat: gain for seat, gain in enumerate(made) if gain and seat != seen.seat}
    if others:  # all get the same bonus (DDD-15)
        seats = " ".join(letter(seat) for seat in others)
        told.append(f"{seats} {say.signed(max(others.values()))}")
    return " · ".join(told)


def rank(seen: BoardSeen, move: Place) -> tuple[int, int, Cell]:
    """Return the sort key of a place: most points first, then least for others, then position."""
    made, own = move_value(seen, move), own_points(seen, move)
    tail, _ = _tail_and_head(seen, move)
    return -own, sum(made) - own, (tail[1], tail[0])


def places(seen: BoardSeen, ways: Sequence[Place], say: Words) -> Places | None:
    """Return the second choice: letters where the bone joins another, arrows to its other half.

    ``ways`` begin with the best, and so do the letters.
    """
    if not ways:
        return None
    tails = {way: _tail_and_head(seen, way) for way in ways}
    names = lettered_places((tail for tail, _ in tails.values()), seen.board.size)
    labels = [
        f"{names[tail]} {_arrow(tail, head)} · {_brief_points(seen, way, say)}"
        for way, (tail, head) in tails.items()
    ]
    alt = ", ".join(f"{name} {cell_name(cell).upper()}" for cell, name in names.items())
    spots = tuple(BoardSpot(*cell, name) for cell, name in names.items())
    return Places(
        say(
            "Where do you want to place **{bone}**? The letter marks where it joins the others,"
            " and the arrow shows which way it points.",
            bone=ways[0].bone.code,
        ),
        TableAndHandScene(
            replace(own_scene(seen, newest=1), spots=spots), hand_scene(seen.hand, {ways[0].bone})
        ),
        " ".join(
            (
                say("Places: {places}.", places=alt),
                *double_double_text.open_squares(seen, say),
                *double_double_text.dominoes(seen.laid, say),
            )
        ),
        tuple(labels),
        BEST,
    )


def first_moves(seen: BoardSeen) -> dict[Place, Place]:
    """Return for each first placing the one that is offered for it.

    It is the same on the board turned or mirrored, if that looks alike; its bone points right if
    any of these does.
    """
    ways = [move for move in seen.legal if isinstance(move, Place)]
    ways.sort(key=lambda way: _arrow(*_tail_and_head(seen, way)) != "→")
    offered: dict[tuple[Bone, Cell, Cell], Place] = {}
    symmetries = _symmetries(seen.board)
    for way in ways:
        for turned in symmetries:
            one, other = turned(way.first), turned(way.second)
            offered.setdefault((way.bone, one, other), way)
            if way.bone.double:
                offered.setdefault((way.bone, other, one), way)
    return {way: offered[way.bone, way.first, way.second] for way in ways}


def _symmetries(board: Board) -> list[Callable[[Cell], Cell]]:
    """Return the ways to turn or mirror the board after which it looks the same."""
    marked = {**board.diamonds, board.star: 0}

    def turned(cell: Cell, *, quarters: int, mirrored: bool) -> Cell:
        x, y = cell
        for _ in range(quarters):
            x, y = board.size - 1 - y, x
        return (y, x) if mirrored else (x, y)

    ways = [
        partial(turned, quarters=quarters, mirrored=mirrored)
        for quarters in range(4)
        for mirrored in (False, True)
    ]
    return [way for way in ways if {way(cell): each for cell, each in marked.items()} == marked]


def _arrow(tail: Cell, head: Cell) -> str:
    return _ARROWS[head[0] - tail[0], head[1] - tail[1]]


def _tail_and_head(seen: BoardSeen, way: Place) -> tuple[Cell, Cell]:
    """Return the square that joins the bones on the board, then the other.

    For a bridge, which joins at both, the high half's square comes first.
    """
    if not seen.laid:
        star = seen.board.star
        return (way.first, way.second) if way.first == star else (way.second, way.first)
    taken = {cell for domino in seen.laid for cell in (domino.first, domino.second)}
    x, y = way.first
    joins = any((x + dx, y + dy) in taken for dx, dy in _ARROWS)
    return (way.first, way.second) if joins else (way.second, way.first)


def both(first: Cell, second: Cell) -> str:
    return f"{cell_name(first)} {cell_name(second)}".upper()
