"""The options of a lobby, for its host."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from bot.engine.options import Option
from bot.engine.seating import CASUAL, STEADY, STRONG
from bot.engine.translatable import N_, NC_
from bot.present import custom_ids
from bot.present.custom_ids import LobbyMenu
from bot.present.i18n import Words
from bot.present.screen import MAX_COMPONENTS, Entry, Menu, Screen, in_lines
from bot.present.screens.match.lobby import Lobby, is_full
from bot.present.text.seats import LEVEL_NAMES, PACES, TableInfo

PHRASES = {"on": NC_("phrases", "on"), "off": NC_("phrases", "off")}
RATINGS = {"on": NC_("ratings", "on"), "off": NC_("ratings", "off")}
RATED_DETAILS = {
    "on": N_("The result changes everybody's rating."),
    "off": N_("Alone with computers, you can take back moves."),
}
HINTS = {"off": NC_("hints", "off"), "on": NC_("hints", "on")}
HINTS_DETAILS = {
    "off": N_("If only one person plays, hints are always allowed."),
    "on": N_("After a hint, nobody's rating goes up."),
}
LEVEL_DETAILS = {
    CASUAL: N_("plays any move that is allowed"),
    STEADY: N_("plays the move that looks best at first sight"),
    STRONG: N_("tries out its moves in many possible deals"),
}


def options_screen(lobby: Lobby, say: Words, told: str = "", shown: int = 0) -> Screen:
    """Show the host menus for every option and for the computers, each under its name.

    ``told`` says what was refused. For ``shown``, see :func:`~bot.present.custom_ids.repeatable`.
    """
    table_info = lobby.table_info
    menus = [_option_menu(table_info, option, say, shown) for option in table_info.info.options]
    paces = (Entry(e.value, say(name), chosen=e is table_info.pace) for e, name in PACES.items())
    menus.append(_menu(table_info, LobbyMenu.PACE, say("Pace"), paces))
    if table_info.info.max_seats > 1:  # else there are always hints
        phrases, rated = (
            custom_ids.ON if each else custom_ids.OFF
            for each in (table_info.phrases, lobby.is_rated)
        )
        hints = _entries("hints", HINTS, HINTS_DETAILS, table_info.hints.value, say)
        ratings = _entries("ratings", RATINGS, RATED_DETAILS, rated, say)
        menus += [
            _menu(table_info, LobbyMenu.HINTS, say("Hints"), hints),
            _menu(
                table_info,
                LobbyMenu.PHRASES,
                say("Phrases"),
                _entries("phrases", PHRASES, {}, phrases, say),
            ),
            _menu(table_info, LobbyMenu.RATED, say("Ratings"), ratings),
        ]
    computers = tuple(_computers(lobby, say, shown))
    if computers:
        menu = _menu(table_info, LobbyMenu.COMPUTER, say("Computers"), computers)
        menus.append(replace(menu, hint=say("Add or remove one")))
    screen = Screen((in_lines(told, "### " + say("Table options")),), tuple(menus))
    if screen.size <= MAX_COMPONENTS:
        return screen
    return replace(screen, rows=tuple(_untitled(each, say) for each in menus))


def _untitled(menu: Menu, say: Words) -> Menu:
    """Return a menu whose name is in what is chosen rather than above it."""
    entries = tuple(
        replace(each, label=say.labelled(menu.hint, each.label)) if each.chosen else each
        for each in menu.entries
    )
    return replace(menu, title="", entries=entries)


def _menu(table_info: TableInfo, menu: LobbyMenu, name: str, entries: Iterable[Entry]) -> Menu:
    id_ = custom_ids.lobby_menu(table_info.match_id, menu)
    return Menu(id_, name, tuple(entries), f"**{name}**")


def _entries(
    context: str, names: Mapping[str, str], details: Mapping[str, str], now: str, say: Words
) -> Iterator[Entry]:
    for value, name in names.items():
        detail = say(details[value]) if details else ""
        yield Entry(value, say.in_context(context, name), detail, chosen=value == now)


def _computers(lobby: Lobby, say: Words, shown: int) -> Iterator[Entry]:
    for level in () if is_full(lobby.table_info) else lobby.levels:
        name, rating = say(LEVEL_NAMES.get(level, level)), lobby.ratings.get(level)
        if rating is not None:
            name = say("{level} · about {rating}", level=name, rating=say.number(rating))
        detail = say(LEVEL_DETAILS[level]) if level in LEVEL_DETAILS else ""
        label = say("Add a computer: {level}", level=name)
        yield Entry(custom_ids.repeatable(level, shown), label, detail)
    if any(sitter.user_id is None for sitter in lobby.table_info.sitters):
        yield Entry(custom_ids.repeatable(custom_ids.REMOVE, shown), say("Remove a computer"))


def _option_menu(table_info: TableInfo, option: Option, say: Words, shown: int) -> Menu:
    value = table_info.options[option.key]
    offered = option.offered(table_info.options)
    choices = [*offered, *([value] if value not in option.choices else [])]
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
    name, numbers = say(option.help), allowed_numbers(option, say)
    title = f"**{name}** · {numbers}" if numbers else f"**{name}**"
    return Menu(menu_id, name, tuple(entries), title)


def allowed_numbers(option: Option, say: Words) -> str:
    """Return the range of an option that takes any number in it; empty for other options."""
    return say.ranging(*option.limits) if option.limits else ""
