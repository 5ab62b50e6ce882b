"""The options of a lobby, for its host."""

from bot.engine.options import Option
from bot.present import custom_ids
from bot.present.custom_ids import LobbyMenu
from bot.present.i18n import Words
from bot.present.screen import Entry, Menu, Screen
from bot.present.screens.match.lobby import Lobby, is_full
from bot.present.text.seats import (
    HINTS,
    HINTS_DETAILS,
    LEVEL_DETAILS,
    LEVEL_NAMES,
    PACES,
    PHRASES,
    RATED_DETAILS,
    RATINGS,
    TableInfo,
)


def options_screen(lobby: Lobby, say: Words, told: str = "", shown: int = 0) -> Screen:
    """Show the host menus for every option and for the computers, each under its name.

    A closed menu shows what is chosen now. ``told`` says what was refused. Each time the menus are
    shown again they need a new ``shown``, see :func:`~bot.present.custom_ids.repeatable`.
    """
    table_info = lobby.table_info
    menus = [_option_menu(table_info, option, say, shown) for option in table_info.info.options]
    menus.append(_pace_menu(table_info, say))
    if table_info.info.max_seats > 1:  # else there are always hints
        menus += [_hints_menu(table_info, say), _phrases_menu(table_info, say)]
        menus.append(_rated_menu(lobby, say))
    title = say("Table options")
    head = "\n".join(filter(None, (told, f"### {title}")))
    return Screen((head,), (*menus, *_computers_menu(lobby, say, shown)))


def _pace_menu(table_info: TableInfo, say: Words) -> Menu:
    entries = [Entry(key, say(name), chosen=key == table_info.pace) for key, name in PACES.items()]
    menu_id = custom_ids.lobby_menu(table_info.match_id, LobbyMenu.PACE)
    return Menu(menu_id, say("Pace"), tuple(entries), _name(say("Pace"), say))


def _hints_menu(table_info: TableInfo, say: Words) -> Menu:
    entries = [
        Entry(
            key,
            say.in_context("hints", name),
            detail=say(HINTS_DETAILS[key]),
            chosen=key == table_info.hints,
        )
        for key, name in HINTS.items()
    ]
    menu_id = custom_ids.lobby_menu(table_info.match_id, LobbyMenu.HINTS)
    return Menu(menu_id, say("Hints"), tuple(entries), _name(say("Hints"), say))


def _phrases_menu(table_info: TableInfo, say: Words) -> Menu:
    now = custom_ids.ON if table_info.phrases else custom_ids.OFF
    entries = (
        Entry(key, say.in_context("phrases", name), chosen=key == now)
        for key, name in PHRASES.items()
    )
    menu_id = custom_ids.lobby_menu(table_info.match_id, LobbyMenu.PHRASES)
    return Menu(menu_id, say("Phrases"), tuple(entries), _name(say("Phrases"), say))


def _rated_menu(lobby: Lobby, say: Words) -> Menu:
    now = custom_ids.ON if lobby.is_rated else custom_ids.OFF
    entries = (
        Entry(
            key, say.in_context("ratings", name), detail=say(RATED_DETAILS[key]), chosen=key == now
        )
        for key, name in RATINGS.items()
    )
    menu_id = custom_ids.lobby_menu(lobby.table_info.match_id, LobbyMenu.RATED)
    return Menu(menu_id, say("Ratings"), tuple(entries), _name(say("Ratings"), say))


def _computers_menu(lobby: Lobby, say: Words, shown: int) -> tuple[Menu, ...]:
    table_info = lobby.table_info
    entries = []
    if not is_full(table_info):
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
    if not entries:
        return ()
    menu_id = custom_ids.lobby_menu(table_info.match_id, LobbyMenu.COMPUTER)
    hint = say("Add or remove one")
    return (Menu(menu_id, hint, tuple(entries), _name(say("Computers"), say)),)


def _level(level: str, lobby: Lobby, say: Words) -> str:
    """Return a level with its rating in this game, if that is known."""
    name, rating = say(LEVEL_NAMES.get(level, level)), lobby.ratings.get(level)
    if rating is None:
        return name
    return say("{level} · about {rating}", level=name, rating=say.number(rating))


def _option_menu(table_info: TableInfo, option: Option, say: Words, shown: int) -> Menu:
    value = table_info.options[option.key]
    choices = [*option.choices, *([value] if value not in option.choices else [])]
    entries = [
        Entry(
            str(choice),
            say(option.label(choice)),
            detail=say("default") if choice == option.default else "",
            chosen=choice == value,
        )
        for choice in choices
    ]
    if option.kind == "number":
        another = custom_ids.repeatable(custom_ids.OTHER, shown)
        entries.append(Entry(another, say("Another number…")))
    menu_id = custom_ids.lobby_menu(table_info.match_id, LobbyMenu.OPTION, option.key)
    name = say(option.help)
    return Menu(menu_id, name, tuple(entries), _name(name, say, option))


def _name(name: str, say: Words, option: Option | None = None) -> str:
    """Return the text above a menu: its name in bold, and the range if any number is allowed."""
    numbers = allowed_numbers(option, say) if option else ""
    return f"**{name}** · {numbers}" if numbers else f"**{name}**"


def allowed_numbers(option: Option, say: Words) -> str:
    """Return the range of an option that takes any number in it; empty for other options."""
    return say.ranging(*option.limits) if option.limits else ""
