import ast
import gettext
import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po

from bot.discord_ui.client import COMMANDS
from bot.games import CATALOGUE, game
from bot.model.match import UserId
from bot.model.preferences import Preferences
from bot.model.privacy import Holdings
from bot.present.catalogues import DOMAIN, ENGLISH, LANGUAGES, LOCALE_DIR, placeholders
from bot.present.i18n import ENGLISH as IN_ENGLISH, Words, words
from bot.present.input.folding import without_accents
from bot.present.input.move_input import code_of, named_move
from bot.present.screen import Menu, Screen
from bot.present.screens.help import DESCRIPTIONS, help_screen
from bot.present.screens.match.hand import hand_screen
from bot.present.screens.match.lobby import Lobby, lobby_screen
from bot.present.screens.match.lobby_options import options_screen
from bot.present.screens.match.match_end import match_screen
from bot.present.screens.match.table import leave_screen, more_screen, table_screen
from bot.present.screens.rules import rules_screen
from bot.present.screens.settings.preferences import PersonalSettings, preferences_screen
from bot.present.screens.settings.privacy import privacy_screen, sure_screen
from bot.scores.achievements.catalogue import ACHIEVEMENTS
from tests.games.cases import cases
from tests.present.sights import labels, offered, table_info
from tests.present.test_i18n import refusals
from tests.present.test_screens import check

BOT = Path(__file__).parents[2] / "bot"
KEYWORDS = {**DEFAULT_KEYWORDS, "say": None, "count": (1, 2), "NC_": ((1, "c"), 2)}
"""Functions that ``make messages`` looks for, with their arguments that are sentences."""


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


@cache
def collected() -> frozenset[tuple[str | None, str]]:
    """Return all texts that ``make messages`` finds in the code, each after its context, if any."""
    found = extract_from_dir(BOT, keywords=KEYWORDS)
    return frozenset((context, text) for *_, said, _, context in found for text in forms(said))


def sentences() -> set[str]:
    return {text for context, text in collected() if context is None}


@cache
def trees() -> tuple[ast.Module, ...]:
    texts = (path.read_text() for path in sorted(BOT.rglob("*.py")))
    return tuple(ast.parse(text) for text in texts if any(f"{name}(" in text for name in KEYWORDS))


def calls(part: ast.AST, *names: str) -> Iterator[ast.Call]:
    for node in ast.walk(part):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in names:
                yield node


def test_no_sentence_stands_inside_an_f_string():
    """On Python 3.11 an f-string is one token, and `make messages` would lose the sentence."""
    parts = (node for tree in trees() for node in ast.walk(tree))
    strings = (part for part in parts if isinstance(part, ast.JoinedStr))
    inside = (call for string in strings for call in calls(string, *KEYWORDS))
    lost = [call for call in inside if any(isinstance(each, ast.Constant) for each in call.args)]
    assert [ast.unparse(each) for each in lost] == []


def declared_as_data() -> Iterator[str]:
    """Yield sentences of games, achievements, commands and refusals: translated when shown."""
    for each in CATALOGUE:
        yield from (*each.info.card, *each.info.page)
        yield from (line.text for line in each.info.other_lines)
        for option in each.info.options:
            yield option.help
            yield from (option.label(choice) for choice in option.choices)
    for achievement in ACHIEVEMENTS:
        yield from (achievement.name, achievement.text)
    yield from DESCRIPTIONS.values()
    yield from (refusal.sentence for refusal in refusals())


def test_what_is_declared_as_data_is_in_the_catalogue():
    words = {text for text in declared_as_data() if any(map(str.isalpha, text))}
    missing = words - sentences()
    assert missing == set()


def test_apostrophes_are_straight_in_all_sentences():
    assert [text for text in sentences() if "\N{RIGHT SINGLE QUOTATION MARK}" in text] == []


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


@every_language
def test_every_text_of_the_code_is_translated(language):
    known = {(each.context, text) for each in messages(language) for text in forms(each.id)}
    assert known == collected()
    missing = [each.id for each in messages(language) if each.fuzzy or not all(forms(each.string))]
    assert missing == []


@every_language
def test_plurals_have_as_many_forms_as_the_language(language):
    expected = Catalog(locale=str(words(language).locale)).num_plurals
    assert catalogue(language).num_plurals == expected
    plural = [each for each in messages(language) if not isinstance(each.id, str)]
    assert {len(forms(each.string)) for each in plural} == {expected}


def markup(text: str) -> tuple[int, int, bool]:
    return text.count("**"), text.count("`"), text.startswith("-# ")


def form_for_one(language: str, least: int) -> int | None:
    """Return the plural form for 1; ``None`` if other numbers from ``least`` on have it, too."""
    form_of = gettext.c2py(catalogue(language).plural_expr)
    others = {form_of(number) for number in range(least, 1000) if number != 1}
    return None if form_of(1) in others else form_of(1)


@every_language
def test_translations_keep_placeholders_and_markup(language):
    """A form for exactly one may leave out the number."""
    spoiled = []
    for each in messages(language):
        english = forms(each.id)[-1]
        wanted = placeholders(english)
        assert wanted is not None
        # Where the English singular says “a bone”, there is always at least one.
        alone = form_for_one(language, 0 if "{n}" in forms(each.id)[0] else 1)
        for index, form in enumerate(forms(each.string)):
            kept = placeholders(form)
            optional = {"n"} if index == alone and isinstance(each.id, tuple) else set()
            if kept is None or not wanted - optional <= kept <= wanted:
                spoiled.append(form)
            if markup(form) != markup(english) or not unicodedata.is_normalized("NFC", form):
                spoiled.append(form)
    assert spoiled == []


@every_language
def test_little_is_spelled_as_in_english(language):
    same = [each for each in messages(language) if forms(each.string)[0] == forms(each.id)[0]]
    same = [each for each in same if re.search("[A-Za-z]{2}", forms(each.id)[0])]
    assert len(same) < LEFT_ENGLISH * len(messages(language)), [each.id for each in same]


def is_name(text: str) -> bool:
    return bool(NAME.fullmatch(text)) and text == text.lower() == unicodedata.normalize("NFC", text)


NAMED = {"command": [[each.name for each in COMMANDS]]} | {
    "option": [[each.display_name for each in command.parameters] for command in COMMANDS]
}
"""The English names that must differ from each other, by what they name."""


@pytest.mark.parametrize("context", NAMED)
@every_language
def test_names_of_commands_and_of_their_options_are_valid_and_differ(language, context):
    """A name may be the English one, but not the English name of another."""
    for english in NAMED[context]:
        names = [words(language).in_context(context, each) for each in english]
        assert [each for each in names if not is_name(each)] == []
        assert len(set(names)) == len(names)
        assert not any(name in {*english} - {own} for own, name in zip(english, names, strict=True))


@every_language
def test_descriptions_of_commands_and_options_fit(language):
    say = words(language)
    texts = [each.description for each in COMMANDS]
    texts += [str(each.description) for command in COMMANDS for each in command.parameters]
    assert [text for text in texts if not 1 <= len(say(text)) <= 100] == []


@cache
def said_on_buttons() -> frozenset[str]:
    kinds = ("Button", "LinkButton", "table_button")
    buttons = [each for tree in trees() for each in calls(tree, *kinds)]
    said = [call.args[0] for button in buttons for call in calls(button, "say")]
    texts = {str(each.value) for each in said if isinstance(each, ast.Constant)}
    return frozenset(text for text in texts if "{" not in text)


@every_language
def test_buttons_and_forms_are_short_enough(language):
    say = words(language)
    assert {"Join", "Start", "Hand", "Rematch"} <= said_on_buttons()
    assert {text: say(text) for text in said_on_buttons() if len(say(text)) > BUTTON} == {}
    form = ("Quiet hours", "From", "To", "Time zone", "Another number", "A whole number")
    assert [text for text in form if len(say(text)) > FORM] == []
    for rules in CATALOGUE:
        for option in rules.info.options:
            assert len(say.labelled(say(option.help), "1–10000")) <= 100


def ids(screen: Screen) -> list[str]:
    return [
        *(row.id for row in screen.rows if isinstance(row, Menu)),
        *(id_ for id_, _ in offered(screen)),
    ]


def general(say: Words) -> list[Screen]:
    infos = [rules.info for rules in CATALOGUE]
    own = PersonalSettings(Preferences(autoplay=True), datetime.now(UTC), None, 30)
    privacy = (privacy_screen(Holdings(1, 2, 3, 1, 4, 5, 6, 7, 8), say), sure_screen(say))
    return [help_screen(infos, say), preferences_screen(own, say), *privacy]


@every_language
def test_general_screens_fit_and_their_ids_are_the_same(language):
    for screen, english in zip(general(words(language)), general(IN_ENGLISH), strict=True):
        check(screen)
        assert ids(screen) == ids(english)


@every_game
def test_screens_of_a_match_fit_and_their_ids_are_the_same(rules):
    case = next(cases(rules))
    match, people = case.match(), [UserId(1001 + seat) for seat in range(case.seats)]
    who = table_info(*people, game_id=rules.info.id)
    lobby = Lobby(who, ("casual", "steady", "strong"), obstacle=None)

    def screens(say: Words) -> Iterator[Screen]:
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
        yield match_screen(who, end, say)

    in_english = [ids(screen) for screen in screens(IN_ENGLISH)]
    for language in LANGUAGES:
        for screen, same in zip(screens(words(language)), in_english, strict=True):
            check(screen)
            assert ids(screen) == same, language
            assert all("{" not in part for part in screen.parts if isinstance(part, str)), language
            assert [each for each in labels(screen) if len(each) > BUTTON] == [], language


@every_game
def test_the_name_of_a_move_is_typed_to_make_it(rules):
    """No other move has that name, also in English and without accents. Each language is tried at
    another moment of a match."""
    match = next(cases(rules)).match()
    moments = match.plies[2 : min(match.last, 80) : 7]
    for number, language in enumerate(TRANSLATED):
        say, state = words(language), moments[number % len(moments)].state
        for seat in sorted(match.rules.observe(state, None).to_act):
            seen = match.rules.observe(state, seat)
            for move in seen.legal[:4]:
                names = (named_move(move, seen, each) for each in (say, IN_ENGLISH))
                for name in (move.code, *names):
                    typed = without_accents(name).upper()
                    assert code_of(typed, seen, say) == move.code, (language, name)
