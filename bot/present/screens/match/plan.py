"""A person's own plan: in a line of their hand, and the screen on which they change it."""

from collections.abc import Iterator
from itertools import groupby

from bot.engine.contract import Observation
from bot.engine.planning import Wishes
from bot.engine.translatable import N_
from bot.games import game
from bot.model.plans import Plan, Reach
from bot.present import custom_ids
from bot.present.custom_ids import PlanVerb, TableVerb
from bot.present.i18n import Words
from bot.present.screen import (
    MAX_ENTRIES,
    Button,
    Entry,
    Menu,
    Picture,
    Row,
    Screen,
    Tone,
    in_lines,
    in_rows,
)
from bot.present.screens.match.choices import MAX_BUTTONS, table_button
from bot.present.screens.match.table import title
from bot.present.text.seats import TableInfo
from bot.present.text.shortening import fitting
from bot.present.views import view_of

REACHES = {
    Reach.TURN: N_("Next turn"),
    Reach.ROUND: N_("This round"),
    Reach.CHANGE: N_("Until something changes"),
}
_LASTS = {
    Reach.TURN: N_("It holds for your next turn only."),
    Reach.ROUND: N_("It holds until the round ends."),
}


def own_plan(table_info: TableInfo, seen: Observation) -> Plan | None:
    return None if seen.seat is None else table_info.agenda.plan(seen.seat)


def can_plan(table_info: TableInfo, seen: Observation) -> bool:
    """Return whether the seat of ``seen`` has something to plan while others are to move."""
    if seen.seat is None or seen.seat in seen.to_act or not seen.to_act:
        return False
    is_playing = table_info.sitters[seen.seat].is_person_playing
    return is_playing and bool(game(table_info.info.id).wishes(seen))


def plan_line(table_info: TableInfo, seen: Observation, say: Words) -> str:
    """Return the plan, and what becomes of it on the seat's turn; empty without one."""
    plan = own_plan(table_info, seen)
    if plan is None:
        return ""
    view, table = view_of(seen)
    pieces = ", ".join(view.wish_name(wish, table, say) for wish in plan.wishes)
    # Translators: “Plan: 5-3, 6-4 → 5; otherwise I'll ask you.”
    line = say("📝 Plan: **{pieces}**; otherwise I'll ask you.", pieces=pieces)
    if seen.seat is None or seen.seat not in seen.to_act:
        return line
    clock = table_info.agenda.clock(seen.seat)
    if clock is None or clock.autoplay_at is None:
        return say.in_a_row((line, say("It doesn't cover this turn, so choose your move.")))
    return say.in_a_row((line, say("I'll play it soon, unless you move or stop the plan.")))


def plan_buttons(table_info: TableInfo, seen: Observation, say: Words) -> tuple[Button, ...]:
    """Return the buttons below a hand that open or change the plan, and stop it."""
    match_id, plan = table_info.match_id, own_plan(table_info, seen)
    buttons: tuple[Button, ...] = ()
    if can_plan(table_info, seen):
        label = say("Plan") if plan is None else say("Change plan")
        buttons = (Button(custom_ids.plan(match_id, PlanVerb.OPEN), label, Tone.MAIN),)
    return buttons if plan is None else (*buttons, _stop_button(table_info, say))


def plan_screen(table_info: TableInfo, seen: Observation, say: Words) -> Screen | None:
    """Show what can be planned, with the numbers of what is; ``None`` if nothing can be now."""
    if not can_plan(table_info, seen):
        return None
    plan, (view, table) = own_plan(table_info, seen), view_of(seen)
    possible = game(table_info.info.id).wishes(seen)
    wishes = () if plan is None else plan.wishes
    alt = fitting((*view.describe_planned(wishes, table, say), *view.describe_hand(table, say)))
    how = say(
        "Press your pieces in the order in which you'd like to play them. On your turn, I'll play"
        " the first one that can be played. If none can, or it fits in several places, I'll ask"
        " you."
    )
    lasts = "" if plan is None else say(_LASTS.get(plan.reach, view.until_change))
    stop = () if plan is None else (_stop_button(table_info, say),)
    head = in_lines(title(table_info, seen, say), plan_line(table_info, seen, say) or how, lasts)
    return Screen(
        (head, Picture(view.planned_hand(table, wishes), alt, "plan.png")),
        (
            *_pieces(table_info, seen, wishes, possible, say),
            *(() if plan is None else _settings(table_info, seen, plan, possible, say)),
            (table_button(table_info, TableVerb.HAND, say("Back to your hand")), *stop),
        ),
    )


def forced_moves_question(table_info: TableInfo, say: Words) -> Screen:
    """Ask somebody who had no choice whether such moves are to be made for them."""
    yes, no = (
        custom_ids.plan(table_info.match_id, PlanVerb.FORCED, each)
        for each in (custom_ids.ON, custom_ids.OFF)
    )
    text = say("You had no choice. Shall I play such moves for you?")
    return Screen((text,), ((Button(yes, say("Yes, play them")), Button(no, say("No"))),))


def _stop_button(table_info: TableInfo, say: Words) -> Button:
    return Button(custom_ids.plan(table_info.match_id, PlanVerb.STOP), say("Stop plan"))


def _pieces(
    table_info: TableInfo, seen: Observation, wishes: Wishes, possible: Wishes, say: Words
) -> Iterator[Row]:
    """Yield a button for each piece, or menus if they are too many for buttons."""
    view, table = view_of(seen)
    numbers = {wish.piece: number for number, wish in enumerate(wishes, 1)}
    buttons = []
    for wish in (each for each in possible if not each.place):
        label = view.wish_name(wish, table, say)
        number = numbers.get(wish.piece)
        verb = PlanVerb.ADD if number is None else PlanVerb.REMOVE
        buttons.append(
            Button(
                custom_ids.plan(table_info.match_id, verb, wish.piece),
                label if number is None else f"{number} · {label}",
                Tone.PLAIN if number is None else Tone.GOOD,
            )
        )
    if len(buttons) <= MAX_BUTTONS:
        yield from in_rows(tuple(buttons))
        return
    for page, at in enumerate(range(0, len(buttons), MAX_ENTRIES)):
        entries = tuple(Entry(each.id, each.label) for each in buttons[at : at + MAX_ENTRIES])
        menu = custom_ids.moves_menu(table_info.match_id, page)
        yield Menu(menu, say("Add a piece, or take it out"), entries)


def _settings(
    table_info: TableInfo, seen: Observation, plan: Plan, possible: Wishes, say: Words
) -> Iterator[Row]:
    """Yield a menu to say where planned pieces go, if any could, and how long the plan lasts."""
    if entries := _places(table_info, seen, plan, possible, say):
        menu = custom_ids.moves_menu(table_info.match_id, 9)
        yield Menu(menu, say("Where it goes"), entries)
    yield tuple(
        Button(
            custom_ids.plan(table_info.match_id, PlanVerb.REACH, reach.value),
            f"✓ {say(label)}" if reach is plan.reach else say(label),
            Tone.GOOD if reach is plan.reach else Tone.PLAIN,
        )
        for reach, label in REACHES.items()
    )


def _places(
    table_info: TableInfo, seen: Observation, plan: Plan, possible: Wishes, say: Words
) -> tuple[Entry, ...]:
    """Return the places of planned pieces; those planned last have room for all of theirs."""
    view, table = view_of(seen)
    ways = {piece: list(each) for piece, each in groupby(possible, key=lambda wish: wish.piece)}
    entries: list[Entry] = []
    for wish in reversed(plan.wishes):
        found = ways.get(wish.piece, [])[: MAX_ENTRIES - len(entries)]
        if len(found) < 2:
            continue
        entries[:0] = [
            Entry(
                custom_ids.plan(table_info.match_id, PlanVerb.ADD, way.code),
                view.wish_name(way, table, say)
                if way.place
                else say("{piece}: ask me", piece=view.wish_name(way, table, say)),
            )
            for way in found
        ]
    return tuple(entries)
