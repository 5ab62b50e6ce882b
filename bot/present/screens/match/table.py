"""The table as it is shown in its channel, and what people can do at it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.engine.choices import chooses_openly
from bot.engine.contract import Event, Observation
from bot.engine.rounds import MatchSeen
from bot.engine.translatable import N_
from bot.model.terms import Phrase
from bot.present import custom_ids
from bot.present.custom_ids import LeaveVerb, TableVerb
from bot.present.i18n import Words
from bot.present.narration.events import news
from bot.present.narration.scoreboard import standing
from bot.present.scenes import table_picture
from bot.present.screen import Button, Entry, Menu, Row, Screen, Tone, in_lines, in_rows
from bot.present.screens.lookback.buttons import replay_button
from bot.present.screens.match.choices import table_button, with_choices
from bot.present.screens.match.hint import hint_buttons
from bot.present.text.seats import TableInfo
from bot.present.text.unbroken import heading
from bot.present.views import view_of, view_of_game

PHRASES = {
    Phrase.HELLO: N_("Hello, everybody!"),
    Phrase.LUCK: N_("Good luck!"),
    Phrase.KNOCK: N_("Knock knock!"),
    Phrase.NICE: N_("Nice one!"),
    Phrase.WELL: N_("Well played!"),
    Phrase.TIME: N_("Take your time."),
    Phrase.GAME: N_("What a game!"),
    Phrase.THANKS: N_("Thanks for the game!"),
}
"""None says anything about a hand, so that partners gain nothing."""
_MUTED = N_(
    "🔕 You've muted this match: I send you no DMs about it and don't ping you. Your clock runs on,"
    " and if your time is up twice in a row, a computer takes over."
)


def said_since(table_info: TableInfo, ply: int, say: Words, until: int | None = None) -> str:
    """Return in one line what was said from one length of the log on, up to ``until`` if given."""
    said = sorted(
        (each.said.ply, each.seat, phrase)
        for each in table_info.sitters
        if each.said and (phrase := each.said.phrase) and each.said.ply >= ply
        if until is None or each.said.ply <= until
    )
    told = (
        say("💬 {who}: {phrase}", who=table_info.name(seat, say), phrase=say(PHRASES[phrase]))
        for _, seat, phrase in said
    )
    return " · ".join(told)


def take_back_move_buttons(table_info: TableInfo, say: Words) -> tuple[Button, ...]:
    if not table_info.can_take_back:
        return ()
    return (table_button(table_info, TableVerb.TAKE_BACK_MOVE, say("Take back move")),)


def take_back_move_screen(table_info: TableInfo, ply: int, say: Words) -> Screen:
    """Ask whether to take back the move made after ``ply`` entries."""
    text = say(
        "Take back your last move? What the computers have done since is undone, too. What you have"
        " seen stays seen."
    )
    text = say.in_a_row((text, say("After that, a win in this match doesn't count.")))
    surely = custom_ids.take_back_move(table_info.match_id, ply)
    buttons = [Button(surely, say("Take it back"), Tone.MAIN)]
    if not table_info.info.open_play:
        buttons.append(table_button(table_info, TableVerb.HAND, say("Back to your hand")))
    return Screen((text,), (tuple(buttons),))


def table_screen(
    table_info: TableInfo,
    seen: Observation,
    events: Sequence[Event],
    say: Words,
    acting: Observation | None = None,
    ply: int = 0,
    since: int = 0,
) -> Screen:
    """Show the table after ``events`` as a spectator sees it, and ping the players to move.

    If the seat of ``acting`` chooses at the table itself, everybody sees what it sees, with its
    choices below. ``ply`` is the length of the log, and ``since`` the first ply that the table
    tells of.
    """
    info = table_info.info
    chosen_here = acting if acting and chooses_openly(info, acting) else None
    has_hands = not info.open_play or (acting is not None and chosen_here is None)
    seen = chosen_here or seen
    view, table = view_of(seen)
    lasting = [each for each in view.lasting_events(table) if each not in events]
    told = news([*lasting, *events], table_info, say)
    question = view.question(table, say) if chosen_here else ""
    said = said_since(table_info, since, say)
    head = in_lines(title(table_info, seen, say), told, said, question)
    picture = table_picture(seen, say, events)
    sitters = (table_info.sitters[seat] for seat in sorted(seen.to_act))
    screen = Screen(
        parts=(head, picture, standing(table_info, seen, say)),
        rows=(_buttons(table_info, say, has_hands=has_hands),),
        ping=tuple(
            each.user_id for each in sitters if each.user_id is not None and each.level is None
        ),
    )
    if chosen_here is None:
        return screen
    hint = hint_buttons(table_info, chosen_here, ply, say)
    usual, fewer = (
        _buttons(table_info, say, has_hands=has_hands, with_rules=each) for each in (True, False)
    )
    rows = ((*hint, *usual), (*hint, *fewer), fewer)  # the rest is behind "⋯"
    full, *shorter = (replace(screen, rows=(row,)) for row in rows)
    text, *_, seats = screen.parts
    shorter.append(replace(shorter[-1], parts=(f"{text}\n{seats}", picture)))
    return with_choices(full, table_info, chosen_here, ply, say, shorter=shorter)


def title(table_info: TableInfo, seen: Observation, say: Words) -> str:
    if not isinstance(seen, MatchSeen) or seen.rounds == 1:
        view, table = view_of(seen)
        game, goal = say(table_info.info.name), view.goal(table)
        return heading(game if goal is None else say("{game} · to {goal}", game=game, goal=goal))
    text = N_("{game} · round {number} · to {goal}")
    if seen.goal is None:
        text = N_("{game} · round {number} of {rounds}")
    elif table_info.info.penalties and not table_info.info.worst:
        text = N_("{game} · round {number} · out at {goal}")
    game, number, goal, rounds = table_info.info.name, seen.number, seen.goal, seen.rounds
    return heading(say(text, game=game, number=number, goal=goal, rounds=rounds))


def _buttons(
    table_info: TableInfo, say: Words, *, has_hands: bool, with_rules: bool = True
) -> tuple[Button, ...]:
    hand = table_button(table_info, TableVerb.HAND, say("Hand"), Tone.MAIN)
    others: tuple[Button, ...] = (table_button(table_info, TableVerb.MORE, "⋯"),)
    if with_rules:
        others = (table_button(table_info, TableVerb.RULES, say("Rules")), *others)
    if any(sitter.is_held for sitter in table_info.sitters):
        others = (resume_button(table_info, say), *others)
    return (hand, *others) if has_hands else others


def resume_button(table_info: TableInfo, say: Words) -> Button:
    """Return the button to take a seat back; all see it, but it works only for the seat's owner."""
    return table_button(table_info, TableVerb.RESUME, say("Take back my seat"))


def more_screen(
    table_info: TableInfo,
    say: Words,
    *,
    seated: bool,
    here: bool = True,
    seen: Observation | None = None,
    ply: int = 0,
) -> Screen:
    """Show one person what else they can do at a table; they can leave only if ``seated``.

    If they ask in its channel, ``here``, it can be shown again. At an open table, ``seen`` is what
    their seat sees after ``ply`` log entries.
    """
    show = table_button(table_info, TableVerb.BOARD, say("Show the table again"))
    again = (show,) if here else ()
    leave = table_button(table_info, LeaveVerb.ASK, say("Leave the match"), Tone.BAD)
    rules: tuple[Button, ...] = ()
    if table_info.info.open_play:  # a table with many moves has no room for these
        rules = (table_button(table_info, TableVerb.RULES, say("Rules")),)
    hint = () if seen is None else hint_buttons(table_info, seen, ply, say)
    back = take_back_move_buttons(table_info, say)
    can_look_back = view_of_game(table_info.info.id).has_private_copy
    replay = (replay_button(table_info.match_id, say),) if can_look_back else ()
    buttons = (*again, *replay, *rules)
    buttons = (*hint, *back, *buttons, leave) if seated else buttons
    phrases = _phrases_menu(table_info, say) if seated else ()
    return Screen((say("What would you like to do?"),), (*in_rows(buttons), *phrases))


def with_mute(screen: Screen, table_info: TableInfo, say: Words, *, muted: bool) -> Screen:
    """Let a player mute the match below ``screen``, or end that; say so if it is ``muted``."""
    button = table_button(table_info, TableVerb.MUTE, say("🔕 Mute this match"))
    told: tuple[str, ...] = ()
    if muted:
        button = table_button(table_info, TableVerb.UNMUTE, say("🔔 Unmute this match"))
        told = (say(_MUTED),)
    return replace(screen, parts=(*screen.parts, *told), rows=(*screen.rows, (button,)))


def muted_screen(table_info: TableInfo, say: Words, *, muted: bool) -> Screen:
    """Say that a match was just muted, or unmuted, and offer the opposite."""
    text = "" if muted else say("🔔 I'll tell you again when it's your turn in this match.")
    return with_mute(Screen((text,) if text else ()), table_info, say, muted=muted)


def _phrases_menu(table_info: TableInfo, say: Words) -> tuple[Row, ...]:
    """Offer the phrases, unless they are off or nobody else is at the table."""
    if not table_info.phrases or len(table_info.sitters) < 2:
        return ()
    entries = tuple(
        Entry(custom_ids.phrase(table_info.match_id, phrase.value), say(text))
        for phrase, text in PHRASES.items()
    )
    return (Menu(custom_ids.phrases_menu(table_info.match_id), say("Say something"), entries),)


def leave_screen(
    table_info: TableInfo, user_id: int, say: Words, elsewhere: str = "", *, counts: bool = False
) -> Screen:
    """Ask somebody to confirm that they want to leave, and offer to stay.

    ``counts``: leaving counts as a loss. ``elsewhere`` is where the match is played, if they ask
    from another place.
    """
    # People whose seat a computer plays don't keep the match going.
    playing = (each.user_id for each in table_info.sitters if each.is_person_playing)
    what = N_("Leave this {game} match for good? You're the last player, so it will end.")
    if any(user != user_id for user in playing):
        what = N_("Leave this {game} match for good? A computer will take your seat.")
    text = say(what, game=table_info.info.name)
    if counts:
        text = say.in_a_row((text, say("⚠️ It counts as a loss.")))
    if elsewhere:
        text = say("{text} The match is here: {where}", text=text, where=elsewhere)
    stay = table_button(table_info, LeaveVerb.STAY, say("Stay"), Tone.GOOD)
    leave = table_button(table_info, LeaveVerb.SURELY, say("Leave for good"), Tone.BAD)
    return Screen((text,), ((stay, leave),))


def left_screen(
    table_info: TableInfo, say: Words, undo: tuple[int, datetime] | None = None
) -> Screen:
    """Say that a person left; ``undo``: the log's length and the time then, if it can be undone."""
    text = say("You've left this {game} match.", game=table_info.info.name)
    if undo is None:
        return Screen((text,))
    ply, at = undo
    hint = say("-# Left by mistake? You can come back within a minute, until somebody moves.")
    again = custom_ids.undo_leaving(table_info.match_id, ply, int(at.timestamp()))
    return Screen((text, hint), ((Button(again, say("Come back")),),))
