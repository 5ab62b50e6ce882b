"""The list of seats at a table: whose turn it is, their points and their clocks."""

from collections.abc import Iterator

from bot.engine.contract import Observation, Seat
from bot.engine.rounds import MatchSeen
from bot.present.i18n import Words, moment
from bot.present.text.seats import SeatInfo, TableInfo, letter
from bot.present.views import view_of


def standing(table_info: TableInfo, seen: Observation, say: Words) -> str:
    """List the seats: whose turn it is, bones held and score; partners are grouped together."""
    view, table = view_of(seen)
    lines = []
    for side in table_info.sides:
        points = _points(table_info, seen, side[0], say)
        if len(side) > 1:
            letters = " + ".join(f"`{letter(seat)}`" for seat in side)
            lines.append(" · ".join(filter(None, (letters, points))))
            points = ""
        for seat in side:
            held = view.held(table, seat, say) if table.counts else ""
            held = held if seat in table.setup.seats else say("out of the match")
            name = f"`{letter(seat)}` {table_info.name(seat, say)}"
            facts = (name, held, points, *_state(table_info.sitters[seat], say))
            text = " · ".join(filter(None, facts))
            lines.append(f"➤ **{text}**" if seat in seen.to_act else text)
    return "\n".join((*lines, *view.facts(table, say)))


def _points(table_info: TableInfo, seen: Observation, seat: Seat, say: Words) -> str:
    """Return a seat's points so far, those of this round included; empty if there are none.

    A player alone has no rivals, so their points are shown only if there is a goal.
    """
    alone = len(table_info.sitters) == 1
    if not isinstance(seen, MatchSeen) or not seen.counted or (alone and seen.goal is None):
        return ""
    view, table = view_of(seen)
    running = 0 if table.outcome else view.running(table, seat)
    return view.points(seen.totals[seat] + running, table_info, say)


def _state(sitter: SeatInfo, say: Words) -> Iterator[str]:
    """Yield what matters about a seat's player: their clock, and who plays for them."""
    if sitter.away_until is not None:
        yield say("on holiday until {when}", when=moment(sitter.away_until, "d"))
    elif sitter.due_at is not None:
        yield f"⏳ {moment(sitter.due_at, 'R')}"
    if sitter.is_held:
        yield say("a computer is playing for them")
    if sitter.left_by is not None:
        yield say("playing for {who}, who left", who=f"<@{sitter.left_by}>")
