"""Every catalogue is whole, and what it says fits where Discord shows it."""

import ast
import gettext
import re
import unicodedata
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.discord_ui.commands.registry import COMMANDS
from bot.games import CATALOGUE, game
from bot.present.catalogues import DOMAIN, ENGLISH, LANGUAGES, LOCALE_DIR, placeholders
from bot.present.i18n import ENGLISH as IN_ENGLISH, Words, words
from bot.present.screen import Menu, Screen
from bot.present.screens.help import help_screen, rules_screen
from bot.present.screens.match.hand import hand_screen
from bot.present.screens.match.lobby import Lobby, lobby_screen, options_screen
from bot.present.screens.match.match_end import match_screen
from bot.present.screens.match.table import leave_screen, more_screen, table_screen
from bot.present.screens.preferences import Own, preferences_screen
from bot.present.screens.privacy import Stored, privacy_screen, sure_screen
from bot.service.model.match import UserId
from tests.games.cases import cases
from tests.present.sights import table_info
from tests.present.test_catalogue import declared, named, trees
from tests.present.test_screens import check

TRANSLATED = [each for each in LANGUAGES if each != ENGLISH]
every_language = pytest.mark.parametrize("language", TRANSLATED)
every_game = pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)

BUTTON, FORM = 25, 45
"""The most characters of a button, which is ours, and of a form's title or label."""
NAME = re.compile(r"[-_\w]{1,32}")
LEFT_ENGLISH = 0.03
"""The largest share of a catalogue that is spelled as in English: “Boneyard”, “Elo”, “Pause”."""


@cache
def catalogue(language: str) -> Catalog:
    compiled = gettext.find(DOMAIN, LOCALE_DIR, [language.replace("-", "_")])
    assert compiled is not None
    with Path(compiled).with_suffix(".po").open("rb") as file:
        return read_po(file)


def messages(language: str) -> list[Message]:
    return [each for each in catalogue(language) if each.id]


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


@every_language
def test_every_text_of_the_code_is_translated(language):
    known = {(each.context, text) for each in messages(language) for text in forms(each.id)}
    assert known == {(None, text) for text in declared()} | named()
    assert [
        each.id for each in messages(language) if each.fuzzy or not all(forms(each.string))
    ] == []


@every_language
def test_plurals_have_as_many_forms_as_the_language(language):
    expected = Catalog(locale=str(words(language).locale)).num_plurals
    assert catalogue(language).num_plurals == expected
    plural = [each for each in messages(language) if not isinstance(each.id, str)]
    assert {len(forms(each.string)) for each in plural} == {expected}


@every_language
def test_translations_keep_placeholders_and_markup(language):
    """A form for one number may leave out the number."""
    for each in messages(language):
        model = forms(each.id)[-1]
        for form in forms(each.string):
            has, wanted = placeholders(form), placeholders(model)
            assert has is not None
            assert wanted is not None
            assert not has - wanted, form
            assert not wanted - has - ({"n"} if form != forms(each.string)[-1] else set()), form
            assert [form.count(mark) for mark in ("**", "`")] == [
                model.count(mark) for mark in ("**", "`")
            ], form
            assert form.startswith("-# ") == model.startswith("-# "), form
            assert unicodedata.is_normalized("NFC", form)


@every_language
def test_little_is_spelled_as_in_english(language):
    same = [each for each in messages(language) if forms(each.string)[0] == forms(each.id)[0]]
    same = [each for each in same if re.search("[A-Za-z]{2}", forms(each.id)[0])]
    assert len(same) < LEFT_ENGLISH * len(messages(language)), [each.id for each in same]


@every_language
def test_names_of_commands_and_options_are_ones_that_discord_accepts(language):
    say = words(language)
    commands = [say.in_context("command", each.name) for each in COMMANDS]
    assert len(set(commands)) == len(commands)
    for command in COMMANDS:
        defaults = [each.display_name for each in command.parameters]
        options = [say.in_context("option", each) for each in defaults]
        assert len(set(options)) == len(options)
        for default, option in zip(defaults, options, strict=True):
            assert option not in {*defaults} - {default}
        for name in (say.in_context("command", command.name), *options):
            assert NAME.fullmatch(name)
            assert name == name.lower() == unicodedata.normalize("NFC", name)
        read = [command.description, *(str(each.description) for each in command.parameters)]
        assert all(1 <= len(say(text)) <= 100 for text in read)
    of_others = {each.name for each in COMMANDS}
    for each in COMMANDS:
        assert say.in_context("command", each.name) not in of_others - {each.name}


def labels() -> set[str]:
    """Return the texts that the code puts on buttons."""
    calls = chain.from_iterable(map(ast.walk, trees().values()))
    buttons = [
        each
        for each in calls
        if isinstance(each, ast.Call) and getattr(each.func, "id", "") in {"Button", "LinkButton"}
    ]
    said = (node for each in buttons for node in ast.walk(each) if isinstance(node, ast.Call))
    return {
        str(node.args[0].value)
        for node in said
        if getattr(node.func, "id", "") == "say"
        if isinstance(node.args[0], ast.Constant) and "{" not in str(node.args[0].value)
    }


@every_language
def test_buttons_and_forms_are_short_enough(language):
    say = words(language)
    assert {text: say(text) for text in labels() if len(say(text)) > BUTTON} == {}
    form = ("Quiet hours", "From", "To", "Time zone", "Another number", "A whole number")
    assert [text for text in form if len(say(text)) > FORM] == []
    for rules in CATALOGUE:
        for option in rules.info.options:
            assert len(say.labelled(say(option.help), "1–10000")) <= 100


# Screens.


def ids(screen: Screen) -> list[str]:
    """Return all that a screen's buttons and menus send."""
    found = []
    for row in screen.rows:
        if isinstance(row, Menu):
            found += [row.id, *(entry.value for entry in row.entries)]
        else:
            found += [getattr(each, "id", "") for each in row]
    return found


def general(say: Words) -> list[Screen]:
    """Return screens that belong to no game."""
    infos = [rules.info for rules in CATALOGUE]
    return [
        help_screen(infos, say, "https://example.org/docs"),
        preferences_screen(Own("on", True, None, None, 30), say),
        privacy_screen(Stored(1, 2, 3, 4, 5, True), say),
        sure_screen(say),
    ]


@every_language
def test_general_screens_fit_and_their_ids_are_the_same(language):
    for screen, english in zip(general(words(language)), general(IN_ENGLISH), strict=True):
        check(screen)
        assert ids(screen) == ids(english)


@every_language
@every_game
def test_screens_of_a_match_fit_and_their_ids_are_the_same(rules, language):
    """A lobby, a few tables and hands of a match, and its end."""
    case = next(cases(rules))
    match, people = case.match(), [UserId(1001 + seat) for seat in range(case.seats)]
    who = table_info(*people, game_id=rules.info.id)
    lobby = Lobby(who, "c" * 64, ("casual", "steady", "strong"), obstacle=None)

    def screens(say: Words):
        yield rules_screen(game(rules.info.id).info, say)
        yield lobby_screen(lobby, say)
        yield options_screen(lobby, say)
        yield more_screen(who, say, seated=True)
        yield leave_screen(who, 1001, say)
        for ply in match.plies[1 : min(match.last, 90) : 15]:
            seen = match.rules.observe(ply.state, None)
            told = [event.for_seat(None) for event in ply.events]
            yield table_screen(who, seen, told, say)
            for seat in sorted(seen.to_act):
                yield hand_screen(who, match.rules.observe(ply.state, seat), ply.index, say, "x")
        end = match.rules.observe(match.states[match.last], None)
        yield match_screen(who, end, "f" * 64, ["1", "2"], say)

    for screen, english in zip(screens(words(language)), screens(IN_ENGLISH), strict=True):
        check(screen)
        assert ids(screen) == ids(english)
        assert all("{" not in part for part in screen.parts if isinstance(part, str))
        for row in screen.rows:
            if not isinstance(row, Menu):
                assert [each.label for each in row if len(each.label) > BUTTON] == []
