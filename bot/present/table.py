"""The table as it is shown in its channel."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.contract import Event, Observation, Seat
from bot.engine.rounds import MatchSeen
from bot.present import ids
from bot.present.alt import table_alt
from bot.present.choosing import choices
from bot.present.company import Company, letter
from bot.present.ids import TableVerb
from bot.present.scenes import table_scene
from bot.present.screen import Button, Picture, Row, Screen, Tone
from bot.present.telling import MAX_NEWS, tell
from bot.present.views import round_seen, view_of
from bot.present.words import Words, moment


def table_screen(
    company: Company,
    seen: Observation,
    events: Sequence[Event],
    say: Words,
    acting: Observation | None = None,
    ply: int = 0,
) -> Screen:
    """Show the table after ``events`` as a spectator sees it, and ping the players to move.

    In an open-play game everybody sees what ``acting`` sees, with that seat's choices below;
    ``ply`` is the length of the log.
    """
    open_choices: tuple[Row, ...] = ()
    if company.info.open_play and acting is not None:
        seen, open_choices = acting, choices(company, acting, ply, say)
    told = " · ".join(tell(events, company, say)[-MAX_NEWS:])
    asked = view_of(seen).question(round_seen(seen), say) if open_choices else ""
    head = "\n".join(filter(None, (title(company, seen, say), told, asked)))
    picture = Picture(table_scene(seen, events), table_alt(seen, say), "table.png")
    sitters = (company.sitters[seat] for seat in sorted(seen.to_act))
    return Screen(
        parts=(head, picture, standing(company, seen, say)),
        rows=(*open_choices, _buttons(company, say)),
        ping=tuple(
            each.user_id for each in sitters if each.user_id is not None and each.level is None
        ),
    )


def title(company: Company, seen: Observation, say: Words) -> str:
    """Return the heading: the game, the round, and the goal of the match."""
    if not isinstance(seen, MatchSeen) or seen.rounds == 1:
        return f"### {company.info.name}"
    places = {"game": company.info.name, "number": seen.number, "goal": seen.goal}
    if seen.goal is None:
        text = say("{game} · round {number} of {rounds}", **places, rounds=seen.rounds)
    elif company.info.penalties:
        text = say("{game} · round {number} · out with {goal}", **places)
    else:
        text = say("{game} · round {number} of a match to {goal}", **places)
    return f"### {text}"


def standing(company: Company, seen: Observation, say: Words) -> str:
    """List the seats: whose turn it is, bones held and score; partners are grouped together."""
    lines = []
    for side in company.sides:
        if len(side) > 1:
            letters = " + ".join(f"`{letter(seat)}`" for seat in side)
            lines.append(f"{letters} · {company.points(_score(seen, side[0]), say)}")
        lines += [_sitter(company, seen, seat, say) for seat in side]
    lines += view_of(seen).facts(round_seen(seen), say)
    return "\n".join(lines)


def _sitter(company: Company, seen: Observation, seat: Seat, say: Words) -> str:
    table, sitter = round_seen(seen), company.sitters[seat]
    facts = [f"`{letter(seat)}` {company.name(seat, say)}"]
    if seat not in table.setup.seats:
        facts.append(say("out of the match"))
    elif table.counts:
        facts.append(view_of(seen).held(table, seat, say))
    if _points_tell(company, seen) and len(company.side(seat)) == 1:
        facts.append(view_of(seen).points(_score(seen, seat), company, say))
    if sitter.away_until is not None:
        facts.append(say("on holiday until {when}", when=moment(sitter.away_until, "d")))
    elif sitter.due_at is not None:
        facts.append(f"⏳ {moment(sitter.due_at, 'R')}")
    if sitter.is_held:
        facts.append(say("a computer plays for them"))
    if sitter.left_by is not None:
        facts.append(say("for {who}, who left", who=f"<@{sitter.left_by}>"))
    text = " · ".join(facts)
    return f"➤ **{text}**" if seat in seen.to_act else text


def _points_tell(company: Company, seen: Observation) -> bool:
    """Return whether points are shown; a player alone has no rivals, so only if there is a goal."""
    if not isinstance(seen, MatchSeen) or not seen.counted:
        return False
    return len(company.sitters) > 1 or seen.goal is not None


def _score(seen: Observation, seat: Seat) -> int:
    """Return a seat's points so far, including those made in this round."""
    if not isinstance(seen, MatchSeen):
        return 0
    table = round_seen(seen)
    running = 0 if table.outcome else view_of(seen).running(table, seat)
    return seen.totals[seat] + running


def _buttons(company: Company, say: Words) -> tuple[Button, ...]:
    match_id = company.match_id
    hand = Button(ids.table(match_id, TableVerb.HAND), say("Hand"), Tone.MAIN)
    others: tuple[Button, ...] = (
        Button(ids.table(match_id, TableVerb.RULES), say("Rules")),
        Button(ids.table(match_id, TableVerb.MORE), "⋯"),
    )
    if any(sitter.is_held for sitter in company.sitters):
        others = (take_back_button(company, say), *others)
    return others if company.info.open_play else (hand, *others)


def take_back_button(company: Company, say: Words) -> Button:
    """Return the button to take a seat back; all see it, but it works only for the seat's owner."""
    back = ids.table(company.match_id, TableVerb.TAKE_BACK)
    return Button(back, say("Take back my seat"))


def more_screen(company: Company, say: Words, *, seated: bool) -> Screen:
    """Show one person what else they can do at a table; they can leave only if ``seated``."""
    match_id = company.match_id
    again = Button(ids.table(match_id, TableVerb.BOARD), say("Show the table again"))
    leave = Button(ids.table(match_id, TableVerb.LEAVE), say("Leave the match"), Tone.BAD)
    buttons = (again, leave) if seated else (again,)
    return Screen((say("What would you like to do?"),), (buttons,))


def leave_screen(company: Company, user_id: int, say: Words, elsewhere: str = "") -> Screen:
    """Ask somebody to confirm that they want to leave.

    ``elsewhere`` is where the match is played, if they ask from another place. People whose seat a
    computer plays don't keep the match going.
    """
    others = [each for each in company.sitters if each.plays and each.user_id != user_id]
    game = company.info.name
    text = (
        say("Leave this match of {game} for good? A computer takes your seat.", game=game)
        if others
        else say("Leave this match of {game} for good? You are the last; it ends then.", game=game)
    )
    if elsewhere:
        text = say("{text} It is played here: {where}", text=text, where=elsewhere)
    leave = ids.table(company.match_id, TableVerb.LEAVE_SURELY)
    return Screen((text,), ((Button(leave, say("Leave for good"), Tone.BAD),),))
