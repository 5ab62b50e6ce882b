"""The list of seats at a table: whose turn it is, their points and their clocks."""

from bot.engine.contract import Observation, Seat
from bot.engine.rounds import MatchSeen
from bot.present.i18n import Words, moment
from bot.present.text.seats import TableInfo, letter
from bot.present.views import round_seen, view_of


def standing(table_info: TableInfo, seen: Observation, say: Words) -> str:
    """List the seats: whose turn it is, bones held and score; partners are grouped together."""
    lines = []
    for side in table_info.sides:
        if len(side) > 1:
            letters = " + ".join(f"`{letter(seat)}`" for seat in side)
            lines.append(f"{letters} · {table_info.points(_score(seen, side[0]), say)}")
        lines += [_sitter(table_info, seen, seat, say) for seat in side]
    lines += view_of(seen).facts(round_seen(seen), say)
    return "\n".join(lines)


def _sitter(table_info: TableInfo, seen: Observation, seat: Seat, say: Words) -> str:
    table, sitter = round_seen(seen), table_info.sitters[seat]
    facts = [f"`{letter(seat)}` {table_info.name(seat, say)}"]
    if seat not in table.setup.seats:
        facts.append(say("out of the match"))
    elif table.counts:
        facts.append(view_of(seen).held(table, seat, say))
    if _points_tell(table_info, seen) and len(table_info.side(seat)) == 1:
        facts.append(view_of(seen).points(_score(seen, seat), table_info, say))
    if sitter.away_until is not None:
        facts.append(say("on holiday until {when}", when=moment(sitter.away_until, "d")))
    elif sitter.due_at is not None:
        facts.append(f"⏳ {moment(sitter.due_at, 'R')}")
    if sitter.is_held:
        facts.append(say("a computer is playing for them"))
    if sitter.left_by is not None:
        facts.append(say("playing for {who}, who left", who=f"<@{sitter.left_by}>"))
    text = " · ".join(facts)
    return f"➤ **{text}**" if seat in seen.to_act else text


def _points_tell(table_info: TableInfo, seen: Observation) -> bool:
    """Return whether points are shown; a player alone has no rivals, so only if there is a goal."""
    if not isinstance(seen, MatchSeen) or not seen.counted:
        return False
    return len(table_info.sitters) > 1 or seen.goal is not None


def _score(seen: Observation, seat: Seat) -> int:
    """Return a seat's points so far, including those made in this round."""
    if not isinstance(seen, MatchSeen):
        return 0
    table = round_seen(seen)
    running = 0 if table.outcome else view_of(seen).running(table, seat)
    return seen.totals[seat] + running
