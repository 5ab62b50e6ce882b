"""A board as a scene, and places on it: letters in the picture, with arrows on the buttons.

The letters come after those of the columns, so they are no seats' either.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.domino.board import BOARDS, Board
from bot.domino.bone import by_code
from bot.domino.grid import Cell, cell_name
from bot.engine.translatable import N_
from bot.games.double_double.events import Placed
from bot.games.double_double.moves import Place
from bot.games.double_double.observation import BoardSeen
from bot.games.double_double.scoring import move_value
from bot.games.double_double.tiling import OnBoard
from bot.present.i18n import Words
from bot.present.text.letters import lettered_places
from bot.present.text.seats import TableInfo, letter
from bot.present.views import double_double_text
from bot.present.views.hands import hand_scene
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
    return BoardScene(board.size, board.star, diamonds, board.track, bones, ringed)


def scene(seen: BoardSeen, *, newest: int) -> BoardScene:
    """Return the board with everybody's piece on the score track."""
    return replace(
        bare(seen.board, seen.laid, newest=newest),
        pieces=pieces(seen.board, seen.positions, seen.to_act),
    )


def pieces(
    board: Board, positions: Sequence[int], active: frozenset[int] = frozenset()
) -> tuple[ScorePiece, ...]:
    """Return everybody's piece, by seat; those beyond the track stand on its last space."""
    return tuple(
        ScorePiece(letter(seat), min(position, len(board.track)), seat in active)
        for seat, position in enumerate(positions)
    )


def sample(codes: Sequence[str], board_name: str) -> BoardScene:
    """Return a board with a few dominoes, given as codes of moves."""
    laid, board = [], BOARDS[board_name]
    names = {cell_name((x, y)): (x, y) for x in range(board.size) for y in range(board.size)}
    for code in codes:
        bone, _, cells = code.partition("@")
        cut = next(at for at in (2, 3) if cells[:at] in names and cells[at:] in names)
        laid.append(OnBoard(by_code(bone), names[cells[:cut]], names[cells[cut:]]))
    return replace(bare(board, laid, newest=1), pieces=pieces(board, (0, 0)))


def placed(event: Placed, table_info: TableInfo, say: Words, *, mine: bool) -> str:
    """Describe a placing and the points it made for others; the player's own are reported apart."""
    text = N_("You placed {bone} on {where}") if mine else N_("{who} placed {bone} on {where}")
    phrase = say(
        text,
        who=table_info.name(event.seat, say),
        bone=f"**{event.bone.code}**",
        where=both(event.first, event.second),
    )
    made = [
        f"{table_info.name(seat, say)} +{bonus}"
        for seat, bonus in enumerate(event.bonus)
        if bonus and seat != event.seat
    ]
    return say("{told}: {others}", told=phrase, others=say.listed(made)) if made else phrase


def squares(move: Place) -> str:
    """Return the two squares, the high half's first: “K7 K6”."""
    return both(move.first, move.second)


def spellings(move: Place) -> list[str]:
    """Return the bone alone, ``4-3 k7k6`` and, with the low half first, ``3-4@k6k7``."""
    bone, one, other = move.bone, cell_name(move.first), cell_name(move.second)
    turned = f"{bone.low}-{bone.high}"
    ways = ((bone.code, f"{one}{other}"), (turned, f"{other}{one}"))
    return [bone.code, turned, *(f"{text}{sign}{at}" for text, at in ways for sign in ("@", " "))]


def points(seen: BoardSeen, move: Place, say: Words) -> str:
    """Say what a placing would score for the player and for others: “4 points, B +3”."""
    made, mine = move_value(seen, move), own_points(seen, move)
    others = [
        f"{letter(seat)} +{gain}" for seat, gain in enumerate(made) if gain and seat != seen.seat
    ]
    return ", ".join((say.count("{n} point", "{n} points", mine), *others))


def own_points(seen: BoardSeen, move: Place) -> int:
    """Return the points that a placing would score for the player."""
    return move_value(seen, move)[seen.seat or 0]


def _brief_points(seen: BoardSeen, move: Place, say: Words) -> str:
    """Return the same as :func:`points` for a button: “+4 · B C +3”."""
    made, mine = move_value(seen, move), own_points(seen, move)
    told = [say.signed(mine) if mine else say.number(0)]
    others = {seat: gain for seat, gain in enumerate(made) if gain and seat != seen.seat}
    if others:  # all get the same bonus (DDD-15)
        seats = " ".join(letter(seat) for seat in others)
        told.append(f"{seats} {say.signed(max(others.values()))}")
    return " · ".join(told)


def rank(seen: BoardSeen, move: Place) -> tuple[int, int, Cell]:
    """Return the sort key of a place: most points first, then least for others, then position."""
    made, mine = move_value(seen, move), own_points(seen, move)
    tail, _ = _tail_and_head(seen, move)
    return -mine, sum(made) - mine, (tail[1], tail[0])


def places(seen: BoardSeen, ways: Sequence[Place], say: Words) -> Places | None:
    """Return the second choice: letters where the bone joins another, arrows to its other half.

    ``ways`` begin with the best, and so do the letters.
    """
    if not ways:
        return None
    tails = {way: _tail_and_head(seen, way) for way in ways}
    names = lettered_places((tail for tail, _ in tails.values()), seen.board.size)
    labels = []
    for way, (tail, head) in tails.items():
        arrow = _ARROWS[head[0] - tail[0], head[1] - tail[1]]
        spot = f"{names[tail]} {arrow}"
        if not seen.laid and not way.bone.double:
            pips = way.bone.high if way.first == tail else way.bone.low
            spot = say("{spot}, {pips} on the star", spot=spot, pips=pips)
        labels.append(f"{spot} · {_brief_points(seen, way, say)}")
    alt = ", ".join(f"{name} {cell_name(cell).upper()}" for cell, name in names.items())
    spots = tuple(BoardSpot(*cell, name) for cell, name in names.items())
    question = (
        N_(
            "Where do you want to place **{bone}**? The letter marks where it joins the others,"
            " and the arrow shows which way it points."
        )
        if seen.laid
        else N_(
            "Where do you want to place **{bone}**? The letter marks the star, and the arrow shows"
            " which way the domino points."
        )
    )
    return Places(
        say(question, bone=ways[0].bone.code),
        TableAndHandScene(
            replace(scene(seen, newest=1), spots=spots), hand_scene(seen.hand, {ways[0].bone})
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
    """Return two squares: “K7 K6”."""
    return f"{cell_name(first)} {cell_name(second)}".upper()
