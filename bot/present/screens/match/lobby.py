"""The lobby: a table where people are still taking their seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.engine.errors import Refusal
from bot.engine.options import Option
from bot.engine.translatable import N_
from bot.present import custom_ids
from bot.present.custom_ids import LobbyMenu, LobbyVerb
from bot.present.i18n import Words
from bot.present.screen import Button, Entry, Menu, Picture, Row, Screen, Tone
from bot.present.screens.help import players_now
from bot.present.screens.match.rematch import call
from bot.present.text.seats import (
    HINTS,
    HINTS_DETAILS,
    LEVEL_DETAILS,
    LEVEL_NAMES,
    PACES,
    TableInfo,
    letter,
)
from bot.present.views import view_of_game


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table before the match starts."""

    table_info: TableInfo
    commitment: str
    """The SHA-256 of the shuffle's secret, in hexadecimal."""
    levels: Sequence[str]
    """Levels of the computers that can be added."""
    obstacle: Refusal | None
    """The reason why the match can't start yet."""
    is_dm: bool = False
    """True if it is open in somebody's direct messages, where nobody else can join."""
    is_rematch: bool = False
    expected: tuple[int, ...] = ()
    """People invited to a rematch who have not joined yet."""
    ratings: Mapping[str, int] = field(default_factory=dict)
    """The rounded ratings of computers in this game, by level, on the scale of people's ratings.

    Levels that have not been measured are missing.
    """


def lobby_screen(lobby: Lobby, say: Words) -> Screen:
    """Show the lobby's game, seats, options and commitment, with all its buttons."""
    table_info = lobby.table_info
    expected = () if _full(table_info) else lobby.expected  # others may have taken the seats
    opened = N_("{game} · rematch") if lobby.is_rematch else N_("{game} · open table")
    title = f"### {say(opened, game=say(table_info.info.name))}"
    head = "\n".join(filter(None, (title, call(expected, say))))
    rules = "\n".join(say(line) for line in table_info.info.card)
    picture = Picture(
        view_of_game(table_info.info.id).sample(table_info.info.sample),
        say("An example of this game's table."),
        "game.png",
    )
    state = [
        seats(lobby, say),
        still_free(lobby, say),
        agreed(table_info, say),
        pace(table_info, say),
        hints(table_info, say),
    ]
    state.append(_why_not(lobby, say))
    return Screen(
        (
            f"{head}\n{rules}",
            picture,
            "\n".join(filter(None, state)),
            promise(lobby.commitment, say),
        ),
        _rows(lobby, say),
        ping=expected,
    )


def started_screen(lobby: Lobby, say: Words) -> Screen:
    """Show what remains of a lobby once the match has begun: the seats and the commitment."""
    table_info = lobby.table_info
    head = say("{game} · the match has started", game=say(table_info.info.name))
    return Screen((f"### {head}\n{seats(lobby, say)}", promise(lobby.commitment, say)))


def seats(lobby: Lobby, say: Words) -> str:
    """List the seats and their players, computers with their level and rating."""
    table_info, lines = lobby.table_info, []
    for sitter in table_info.sitters:
        marks = []
        if sitter.user_id == table_info.host_id and sitter.user_id is not None:
            marks.append(say("host"))
        if sitter.level is not None:
            marks.append(_level(sitter.level, lobby, say))
        partners = [letter(each) for each in table_info.side(sitter.seat) if each != sitter.seat]
        if partners:
            marks.append(say("partner: {partner} (opposite)", partner=f"`{partners[0]}`"))
        mark = f" · {', '.join(marks)}" if marks else ""
        lines.append(f"`{letter(sitter.seat)}` {table_info.name(sitter.seat, say)}{mark}")
    return "\n".join(lines)


def _level(level: str, lobby: Lobby, say: Words) -> str:
    """Return a level with its rating in this game, if that is known."""
    name, rating = say(LEVEL_NAMES.get(level, level)), lobby.ratings.get(level)
    if rating is None:
        return name
    return say("{level} · about {rating}", level=name, rating=say.number(rating))


def still_free(lobby: Lobby, say: Words) -> str:
    """Say how many seats are free; empty if the table is full."""
    free = lobby.table_info.info.max_seats - len(lobby.table_info.sitters)
    if free > 0 and lobby.is_dm:
        return say("-# Only computers can join you in DMs.")
    return say.count("-# {n} seat is free", "-# {n} seats are free", free) if free > 0 else ""


def _why_not(lobby: Lobby, say: Words) -> str:
    """Say why the match can't start yet, with the player counts that the options allow."""
    refusal, table_info = lobby.obstacle, lobby.table_info
    if refusal is None:
        return ""
    if "allowed" not in refusal.places:
        return say.refusal(refusal)
    allowed = players_now(table_info.info, table_info.options, say)
    return say(refusal.sentence, **{**refusal.places, "allowed": allowed})


def agreed(table_info: TableInfo, say: Words) -> str:
    """List the options in force; empty if the game has none."""
    told = _options_told(table_info, say)
    return f"-# {' · '.join(told)}" if told else ""


def _options_told(table_info: TableInfo, say: Words) -> list[str]:
    """Return each option with its value."""
    return [
        say.labelled(say(option.help), f"**{say(option.label(table_info.options[option.key]))}**")
        for option in table_info.info.options
    ]


def pace(table_info: TableInfo, say: Words) -> str:
    """Say how much time each move is allowed."""
    return say("-# Pace: **{pace}**", pace=say(PACES[table_info.pace]))


def hints(table_info: TableInfo, say: Words) -> str:
    """Say that people may take hints, and what follows; empty if they may not."""
    if table_info.hints == "off":
        return ""
    return say("-# Hints: **on**. If anybody takes one, nobody's rating goes up.")


def promise(commitment: str, say: Words) -> str:
    """Show the commitment to the shuffle's secret."""
    return say(
        "-# Shuffle commitment, fixed before anybody joined (/verify explains it): `{commitment}`",
        commitment=commitment,
    )


def options_screen(lobby: Lobby, say: Words, told: str = "", shown: int = 0) -> Screen:
    """Show the host menus for every option and for the computers.

    On a phone a closed menu is too narrow to show both its topic and its value, so both are listed
    above, in the order of the menus. ``told`` says what was refused. Each time the menus are shown
    again they need a new ``shown``, see :func:`~bot.present.custom_ids.repeatable`.
    """
    table_info = lobby.table_info
    menus = [_option_menu(table_info, option, say, shown) for option in table_info.info.options]
    lines = [f"-# {line}" for line in _options_told(table_info, say)]
    head = filter(None, (told, say("Table options")))
    menus += [_pace_menu(table_info, say)]
    lines += [pace(table_info, say)]
    if table_info.info.max_seats > 1:  # else there are always hints
        menus.append(_hints_menu(table_info, say))
        lines.append(say("-# Hints: **{hints}**", hints=say(HINTS[table_info.hints])))
    return Screen(("\n".join((*head, *lines)),), (*menus, *_computers_menu(lobby, say, shown)))


def _pace_menu(table_info: TableInfo, say: Words) -> Menu:
    entries = [
        Entry(key, say("Pace: {pace}", pace=say(name)), chosen=key == table_info.pace)
        for key, name in PACES.items()
    ]
    return Menu(
        custom_ids.lobby_menu(table_info.match_id, LobbyMenu.PACE), say("Pace"), tuple(entries)
    )


def _hints_menu(table_info: TableInfo, say: Words) -> Menu:
    entries = [
        Entry(
            key,
            say("Hints: {hints}", hints=say(name)),
            detail=say(HINTS_DETAILS[key]),
            chosen=key == table_info.hints,
        )
        for key, name in HINTS.items()
    ]
    return Menu(
        custom_ids.lobby_menu(table_info.match_id, LobbyMenu.HINTS), say("Hints"), tuple(entries)
    )


def _computers_menu(lobby: Lobby, say: Words, shown: int) -> tuple[Menu, ...]:
    table_info = lobby.table_info
    entries = []
    if not _full(table_info):
        entries += [
            Entry(
                custom_ids.repeatable(level, shown),
                say("Add a computer: {level}", level=_level(level, lobby, say)),
                detail=say(LEVEL_DETAILS[level]) if level in LEVEL_DETAILS else "",
            )
            for level in lobby.levels
        ]
    if any(sitter.user_id is None for sitter in table_info.sitters):
        remove = custom_ids.repeatable(custom_ids.REMOVE, shown)
        entries.append(Entry(remove, say("Remove a computer")))
    menu_id = custom_ids.lobby_menu(table_info.match_id, LobbyMenu.COMPUTER)
    return (Menu(menu_id, say("Computers"), tuple(entries)),) if entries else ()


def _option_menu(table_info: TableInfo, option: Option, say: Words, shown: int) -> Menu:
    value = table_info.options[option.key]
    choices = [*option.choices, *([value] if value not in option.choices else [])]
    entries = [
        Entry(
            str(choice),
            say.labelled(say(option.help), say(option.label(choice))),
            detail=say("default") if choice == option.default else "",
            chosen=choice == value,
        )
        for choice in choices
    ]
    if option.kind == "number":
        another = custom_ids.repeatable(custom_ids.OTHER, shown)
        entries.append(Entry(another, say("Another number…")))
    menu_id = custom_ids.lobby_menu(table_info.match_id, LobbyMenu.OPTION, option.key)
    return Menu(menu_id, say(option.help), tuple(entries))


def _rows(lobby: Lobby, say: Words) -> tuple[Row, ...]:
    match_id, full = lobby.table_info.match_id, _full(lobby.table_info)
    stuck, alone = lobby.obstacle is not None, lobby.table_info.info.max_seats == 1
    join = Button(custom_ids.lobby(match_id, LobbyVerb.JOIN), say("Join"), Tone.MAIN, disabled=full)
    leave = Button(custom_ids.lobby(match_id, LobbyVerb.LEAVE), say("Leave"))
    first = Tone.MAIN if lobby.is_dm and stuck else Tone.PLAIN  # only computers can join
    add = Button(
        custom_ids.lobby(match_id, LobbyVerb.ADD), say("Add computer"), first, disabled=full
    )
    options = Button(custom_ids.lobby(match_id, LobbyVerb.OPTIONS), say("Options"))
    start = Button(
        custom_ids.lobby(match_id, LobbyVerb.START), say("Start"), Tone.GOOD, disabled=stuck
    )
    joinable = () if alone or lobby.is_dm else (join,)
    addable = () if alone else (add,)
    usual = (*joinable, leave, *addable, options, start)
    if not lobby.table_info.info.partnerships:
        return (usual,)
    partners = Button(
        custom_ids.lobby(match_id, LobbyVerb.PARTNERS), say("Swap partners"), disabled=not full
    )
    return (usual, (partners,))


def _full(table_info: TableInfo) -> bool:
    return len(table_info.sitters) >= table_info.info.max_seats
