"""The list of seats at a table: whose turn it is, their points and their clocks."""

from collections.abc import Iterator

from bot.engine.contract import Observation, Seat
from bot.engine.rounds import MatchSeen
from bot.model.match import Occupant
from bot.present.i18n import Words, moment
from bot.present.text.seats import TableInfo, letter
from bot.present.views import view_of

TEAMS = "①②③④⑤⑥"
"""The signs of teams; players on their own are no team."""


def standing(table_info: TableInfo, seen: Observation, say: Words) -> str:
    """List the seats in the order of turns: whose turn it is, bones held and score.

    Teams come first. A seat's line fits a phone; what else matters is said below.
    """
    view, table = view_of(seen)
    lines, teams = [], dict[Seat, str]()
    for sign, side in zip(TEAMS, table_info.sides, strict=False):
        if len(side) > 1:
            teams |= dict.fromkeys(side, f"{sign} ")
            team = say("Team {seats}", seats=" + ".join(f"`{letter(seat)}`" for seat in side))
            points = _points(table_info, seen, side[0], say)
            lines.append(" · ".join(filter(None, (f"{sign} {team}", points))))
    first, *others = (each.seat for each in table_info.sitters)
    for seat in (first, *(reversed(others) if table_info.info.counter_clockwise else others)):
        held = view.held(table, seat, say) if table.counts else ""
        held = held if seat in table.setup.seats else say("out of the match")
        name = f"{teams.get(seat, '')}{table_info.lettered_name(seat, say)}"
        points = "" if seat in teams else _points(table_info, seen, seat, say)
        text = " · ".join(filter(None, (name, held, points)))
        lines.append(f"➤ **{text}**" if seat in seen.to_act else text)
    lines += _clocks(table_info, say)
    for sitter in table_info.sitters:
        lines += _absence(table_info, sitter, say)
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
    return view.points(seen.totals[seat] + running, say)


def _clocks(table_info: TableInfo, say: Words) -> Iterator[str]:
    """Say when time runs out: in one sentence, with the seats if they have different times."""
    running = [
        (letter(each.seat), moment(each.due_at, "R"))
        for each in table_info.agenda.clocks
        if each.due_at is not None and each.away_until is None
    ]
    if len({when for _, when in running}) == 1:
        yield say("⏳ Time runs out {when}.", when=running[0][1])
    elif running:
        yield "⏳ " + " · ".join(f"`{seat}` {when}" for seat, when in running)


def _absence(table_info: TableInfo, sitter: Occupant, say: Words) -> Iterator[str]:
    name = table_info.name(sitter.seat, say)
    if (away := table_info.away_until(sitter.seat)) is not None:
        until = moment(away, "d")
        yield say("-# {who} is on holiday until {when}.", who=name, when=until)
    if sitter.is_held:
        yield say("-# A computer is playing for {who}.", who=name)
    if sitter.left_by is not None:
        left = f"<@{sitter.left_by}>"
        yield say("-# {name} is playing for {who}, who left.", name=name, who=left)
