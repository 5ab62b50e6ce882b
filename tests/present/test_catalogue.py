import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir

from bot.games import CATALOGUE
from bot.present.screens.help import DESCRIPTIONS
from bot.scores.achievements.catalogue import ACHIEVEMENTS
from tests.present.test_i18n import refusals

BOT = Path(__file__).parents[2] / "bot"
MARKERS = {"say": 1, "N_": 1, "count": 2, "ngettext": 2, "gettext": 1}
"""Functions that ``make messages`` looks for, and how many of their arguments are sentences."""


@cache
def trees() -> dict[Path, ast.Module]:
    texts = {path: path.read_text() for path in sorted(BOT.rglob("*.py"))}
    return {
        path: ast.parse(text)
        for path, text in texts.items()
        if any(f"{name}(" in text for name in (*MARKERS, "NC_"))
    }


def sentences_of(call: ast.AST) -> Iterator[str]:
    if isinstance(call, ast.Call):
        name = str(getattr(call.func, "id", getattr(call.func, "attr", "")))
        for argument in call.args[: MARKERS.get(name, 0)]:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value


@cache
def declared() -> frozenset[str]:
    calls = (node for tree in trees().values() for node in ast.walk(tree))
    return frozenset(text for call in calls for text in sentences_of(call))


@cache
def named() -> frozenset[tuple[str, str]]:
    calls = (node for tree in trees().values() for node in ast.walk(tree))
    return frozenset(
        (ast.literal_eval(call.args[0]), ast.literal_eval(call.args[1]))
        for call in calls
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "NC_"
    )


def test_no_sentence_stands_inside_an_f_string():
    """On Python 3.11 an f-string is one token, and `make messages` would lose the sentence."""
    lost = [
        f"{path.name}:{string.lineno}: {text}"
        for path, tree in trees().items()
        for string in ast.walk(tree)
        if isinstance(string, ast.JoinedStr)
        for node in ast.walk(string)
        for text in sentences_of(node)
    ]
    assert lost == []


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
    missing = {text for text in declared_as_data() if not text.isdigit()} - declared()
    assert missing == set()


def test_apostrophes_are_straight_in_all_sentences():
    assert [text for text in declared() if "\N{RIGHT SINGLE QUOTATION MARK}" in text] == []


@pytest.mark.deep
def test_make_messages_finds_exactly_the_sentences_of_the_code():
    keywords = {name: (1,) if count == 1 else (1, 2) for name, count in MARKERS.items()}
    found: set[str] = set()
    for _, _, message, _, _ in extract_from_dir(BOT, keywords=keywords):
        found.update(message if isinstance(message, tuple) else (message,))
    assert found == declared()
