"""The lobby: a table where people are still taking their seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.errors import Refusal
from bot.engine.options import Option
from bot.engine.words import N_
from bot.present import custom_ids
from bot.present.custom_ids import LobbyMenu, LobbyVerb
from bot.present.i18n import Words
from bot.present.screen import Button, Entry, Menu, Picture, Row, Screen, Tone
from bot.present.screens.help import players_now
from bot.present.screens.match.rematch import call
from bot.present.text.seats import LEVEL_NAMES, PACES, Company, letter
from bot.present.views import view_of_game


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table before the match starts."""

    company: Company
    commitment: str
    """The SHA-256 of the shuffle's secret, in hexadecimal."""
    levels: Sequence[str]
    """Levels of the computers that can be added."""
    obstacle: Refusal | None
    """The reason why the match can't start yet."""
    direct: bool = False
    """True if it is open in somebody's direct messages, where nobody else can join."""
    is_rematch: bool = False
    expected: tuple[int, ...] = ()
    """People invited to a rematch who have not joined yet."""


def lobby_screen(lobby: Lobby, say: Words) -> Screen:
    """Show the lobby's game, seats, options and commitment, with all its buttons."""
    company = lobby.company
    expected = () if _full(company) else lobby.expected  # others may have taken the seats
    opened = N_("{game} · a rematch") if lobby.is_rematch else N_("{game} · a table is open")
    title = f"### {say(opened, game=company.info.name)}"
    head = "\n".join(filter(None, (title, call(expected, say))))
    rules = "\n".join(say(line) for line in company.info.card)
    picture = Picture(
        view_of_game(company.info.id).sample(company.info.sample),
        say("What the game's table looks like."),
        "game.png",
    )
    state = [seats(company, say), still_free(lobby, say), agreed(company, say), pace(company, say)]
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
    company = lobby.company
    head = say("{game} · the match has begun", game=company.info.name)
    return Screen((f"### {head}\n{seats(company, say)}", promise(lobby.commitment, say)))


def seats(company: Company, say: Words) -> str:
    """List the seats and their players."""
    lines = []
    for sitter in company.sitters:
        marks = []
        if sitter.user_id == company.host_id and sitter.user_id is not None:
            marks.append(say("host"))
        if sitter.level is not None:
            marks.append(say(LEVEL_NAMES.get(sitter.level, sitter.level)))
        partners = [letter(each) for each in company.side(sitter.seat) if each != sitter.seat]
        if partners:
            marks.append(say("partner {partner}, opposite", partner=f"`{partners[0]}`"))
        mark = f" · {', '.join(marks)}" if marks else ""
        lines.append(f"`{letter(sitter.seat)}` {company.name(sitter.seat, say)}{mark}")
    return "\n".join(lines)


def still_free(lobby: Lobby, say: Words) -> str:
    """Say how many seats are free; empty if the table is full."""
    free = lobby.company.info.max_seats - len(lobby.company.sitters)
    if free > 0 and lobby.direct:
        return say("-# Nobody else can join in here; computers can.")
    return say.count("-# {n} seat is free", "-# {n} seats are free", free) if free > 0 else ""


def _why_not(lobby: Lobby, say: Words) -> str:
    """Say why the match can't start yet, with the player counts that the options allow."""
    refusal, company = lobby.obstacle, lobby.company
    if refusal is None:
        return ""
    if "allowed" not in refusal.places:
        return say.refusal(refusal)
    allowed = players_now(company.info, company.options, say)
    return say(refusal.sentence, **{**refusal.places, "allowed": allowed})


def agreed(company: Company, say: Words) -> str:
    """List the options in force; empty if the game has none."""
    told = _options_told(company, say)
    return f"-# {' · '.join(told)}" if told else ""


def _options_told(company: Company, say: Words) -> list[str]:
    """Return each option with its value."""
    return [
        f"{say(option.help)}: **{say(option.label(company.options[option.key]))}**"
        for option in company.info.options
    ]


def pace(company: Company, say: Words) -> str:
    """Say how much time each move is allowed."""
    return say("-# Pace: **{pace}**", pace=say(PACES[company.pace]))


def promise(commitment: str, say: Words) -> str:
    """Show the commitment to the shuffle's secret."""
    return say("-# Shuffle sealed before anybody joined: `{commitment}`", commitment=commitment)


def options_screen(lobby: Lobby, say: Words, told: str = "", shown: int = 0) -> Screen:
    """Show the host menus for every option and for the computers.

    On a phone a closed menu is too narrow to show both its topic and its value, so both are listed
    above, in the order of the menus. ``told`` says what was refused. Each time the menus are shown
    again they need a new ``shown``, see :func:`~bot.present.custom_ids.other`.
    """
    company = lobby.company
    menus = [_option_menu(company, option, say, shown) for option in company.info.options]
    paces = _pace_menu(company, say)
    lines = [f"-# {line}" for line in _options_told(company, say)]
    head = filter(None, (told, say("What shall be agreed?")))
    text = "\n".join((*head, *lines, pace(company, say)))
    return Screen((text,), (*menus, paces, *_computers_menu(lobby, say)))


def _pace_menu(company: Company, say: Words) -> Menu:
    entries = [
        Entry(key, say("Pace: {pace}", pace=say(name)), chosen=key == company.pace)
        for key, name in PACES.items()
    ]
    return Menu(
        custom_ids.lobby_menu(company.match_id, LobbyMenu.PACE), say("Pace"), tuple(entries)
    )


def _computers_menu(lobby: Lobby, say: Words) -> tuple[Menu, ...]:
    company = lobby.company
    entries = []
    if not _full(company):
        names = [(level, say(LEVEL_NAMES.get(level, level))) for level in lobby.levels]
        entries += [
            Entry(level, say("Add a computer: {level}", level=name)) for level, name in names
        ]
    if any(sitter.user_id is None for sitter in company.sitters):
        entries.append(Entry(custom_ids.REMOVE, say("Send a computer away")))
    menu_id = custom_ids.lobby_menu(company.match_id, LobbyMenu.COMPUTER)
    return (Menu(menu_id, say("Computers"), tuple(entries)),) if entries else ()


def _option_menu(company: Company, option: Option, say: Words, shown: int) -> Menu:
    value = company.options[option.key]
    choices = [*option.choices, *([value] if value not in option.choices else [])]
    entries = [
        Entry(
            str(choice),
            f"{say(option.help)}: {say(option.label(choice))}",
            detail=say("as usual") if choice == option.default else "",
            chosen=choice == value,
        )
        for choice in choices
    ]
    if option.kind == "number":
        entries.append(Entry(custom_ids.other(shown), say("Another number…")))
    menu_id = custom_ids.lobby_menu(company.match_id, LobbyMenu.OPTION, option.key)
    return Menu(menu_id, say(option.help), tuple(entries))


def _rows(lobby: Lobby, say: Words) -> tuple[Row, ...]:
    match_id, full = lobby.company.match_id, _full(lobby.company)
    stuck, alone = lobby.obstacle is not None, lobby.company.info.max_seats == 1
    join = Button(custom_ids.lobby(match_id, LobbyVerb.JOIN), say("Join"), Tone.MAIN, disabled=full)
    leave = Button(custom_ids.lobby(match_id, LobbyVerb.LEAVE), say("Leave"))
    first = Tone.MAIN if lobby.direct and stuck else Tone.PLAIN  # only computers can join
    add = Button(
        custom_ids.lobby(match_id, LobbyVerb.ADD), say("Add computer"), first, disabled=full
    )
    options = Button(custom_ids.lobby(match_id, LobbyVerb.OPTIONS), say("Options"))
    start = Button(
        custom_ids.lobby(match_id, LobbyVerb.START), say("Start"), Tone.GOOD, disabled=stuck
    )
    joinable = () if alone or lobby.direct else (join,)
    addable = () if alone else (add,)
    usual = (*joinable, leave, *addable, options, start)
    if not lobby.company.info.partnerships:
        return (usual,)
    partners = Button(
        custom_ids.lobby(match_id, LobbyVerb.PARTNERS), say("Change partners"), disabled=not full
    )
    return (usual, (partners,))


def _full(company: Company) -> bool:
    return len(company.sitters) >= company.info.max_seats
