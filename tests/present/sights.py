from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.domino.bone import DOUBLE_SIX, Bone
from bot.domino.layout import Layout
from bot.engine.contract import Move, Seat
from bot.engine.rounds import MatchSeen
from bot.engine.seating import prepare
from bot.games import game
from bot.games.connecting.moves import DRAW, PASS, leads, plays
from bot.model.match import Occupant
from bot.present.screen import Button, Menu, Screen
from bot.present.text.seats import TableInfo

ALL = tuple(DOUBLE_SIX)


def text(screen: Screen) -> str:
    return "\n".join(part for part in screen.parts if isinstance(part, str))


def buttons(screen: Screen) -> list[Button]:
    return [each for row in screen.rows if not isinstance(row, Menu) for each in row]


def labels(screen: Screen) -> list[str]:
    return [each.label for each in buttons(screen)]


def offered(screen: Screen) -> list[tuple[str, str]]:
    entries = [each for row in screen.rows if isinstance(row, Menu) for each in row.entries]
    chosen = [(each.value, each.label) for each in entries]
    return [*chosen, *((each.id, each.label) for each in buttons(screen))]


def table_info(*sitters: int | str, game_id: str = "block", match_id: int = 1) -> TableInfo:
    """Return a table of people, given by id, and computers, by level; the first person is host."""
    seated = tuple(
        Occupant(seat, each) if isinstance(each, int) else Occupant(seat, level=each)
        for seat, each in enumerate(sitters or (1001, 1002))
    )
    host = next(each for each in sitters or (1001,) if isinstance(each, int))
    info = game(game_id).info
    return TableInfo(match_id, info, info.default_options, host, seated)


def longest() -> Layout:
    def grow(layout: Layout, left: tuple[Bone, ...]) -> Layout | None:
        if not left:
            return layout
        for move in plays(left, layout.ends):
            rest = tuple(each for each in left if each is not move.bone)
            if move.at == "r" and (found := grow(layout.lay(move.bone, "r"), rest)):
                return found
        return None

    found = grow(Layout().lead(ALL[0]), ALL[1:])
    assert found is not None
    return found


def seen(
    hand: Iterable[Bone] = (),
    layout: Layout | None = None,
    *,
    seat: Seat | None = 0,
    to_act: Iterable[Seat] = (0,),
    counts: Sequence[int] = (7, 7),
    boneyard: int = 0,
    totals: Sequence[int] | None = None,
    game_id: str = "block",
    legal: tuple[Move, ...] | None = None,
) -> MatchSeen:
    layout = layout or Layout()
    held = tuple(hand)
    setup = prepare(game(game_id).info, len(counts))
    if legal is None:
        playable = plays(held, layout.ends) if layout.laid else leads(held, ())
        legal = playable if seat in set(to_act) else ()
        if not legal and seat in set(to_act):
            legal = (DRAW,) if boneyard else (PASS,)
    bare = game(game_id).observe(game(game_id).start(setup), seat)
    laid = replace(bare.round, hand=held, counts=tuple(counts), layout=layout, leader=0)
    acting = replace(laid, to_act=frozenset(to_act), legal=legal, awaits=None)
    table = replace(acting, boneyard=boneyard, stock=boneyard)
    points = tuple(totals or [0] * len(counts))
    return MatchSeen(setup, seat, table.to_act, legal, 1, table, points, 100, None)
