"""Places at the end of a match, and points after a round."""

from collections.abc import Sequence

from bot.engine.contract import Seat
from bot.present.i18n import Words
from bot.present.text.seats import TableInfo, letter

MEDALS = ("🥇", "🥈", "🥉")


def points_list(
    table_info: TableInfo, totals: tuple[int, ...], say: Words, lasted: tuple[int, ...] = ()
) -> str:
    """List every side with its points, the best first: by rounds survived, then points."""
    sides = sorted(table_info.sides, key=lambda side: _rank(table_info, side, totals, lasted))
    return "\n".join(_line(table_info, side, totals, say) for side in sides)


def places_list(
    table_info: TableInfo,
    totals: tuple[int, ...],
    say: Words,
    lasted: tuple[int, ...] = (),
    winners: Sequence[Seat] = (),
) -> str:
    """List every side with its place and points; winners are first, and equals share a place."""

    def rank(side: tuple[Seat, ...]) -> tuple[bool, int, int]:
        return (side[0] not in winners, *_rank(table_info, side, totals, lasted))

    ranks = sorted(map(rank, table_info.sides))
    lines = []
    for side in sorted(table_info.sides, key=rank):
        place = ranks.index(rank(side)) + 1
        sign = MEDALS[place - 1] if place <= len(MEDALS) else f"**{place}**"
        lines.append(f"{sign} {_line(table_info, side, totals, say)}")
    return "\n".join(lines)


def _rank(
    table_info: TableInfo, side: tuple[Seat, ...], totals: tuple[int, ...], lasted: tuple[int, ...]
) -> tuple[int, int]:
    seat = side[0]
    points = totals[seat] if table_info.info.penalties else -totals[seat]
    return -lasted[seat] if lasted else 0, points


def _line(
    table_info: TableInfo, side: tuple[Seat, ...], totals: tuple[int, ...], say: Words
) -> str:
    who = " + ".join(f"`{letter(seat)}` {table_info.name(seat, say)}" for seat in side)
    return f"{who} · {_total(table_info, totals[side[0]], say)}"


def _total(table_info: TableInfo, number: int, say: Words) -> str:
    if table_info.info.penalties:
        return say.count("**{n}** penalty point", "**{n}** penalty points", number)
    return f"**{say.number(number)}**"
