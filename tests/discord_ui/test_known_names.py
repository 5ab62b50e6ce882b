"""Names of people on buttons: from their own clicks, in memory only."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from bot.discord_ui import known_names
from bot.discord_ui.known_names import KnownNames


@dataclass(frozen=True)
class Somebody:
    id: int
    display_name: str


def noted(*people: tuple[int | None, int, str]) -> KnownNames:
    names = KnownNames()
    for guild_id, user_id, name in people:
        user: Any = Somebody(user_id, name)
        names.note(guild_id, user)
    return names


def match(guild_id: int | None, *people: int) -> Any:
    return SimpleNamespace(guild_id=guild_id, people=people)


def test_a_name_is_that_of_the_server_and_the_newest():
    names = noted((7, 1, "Ana"), (8, 1, "Boss"), (7, 1, "Ana\n Maria"), (7, 2, " "))
    assert names.at(match(7, 1, 2, 3)) == {1: "Ana Maria"}
    assert names.at(match(8, 1)) == {1: "Boss"}
    assert names.at(match(None, 1)) == {}


def test_all_names_of_a_person_are_forgotten():
    names = noted((7, 1, "Ana"), (8, 1, "Boss"), (7, 2, "Bruno"))
    names.forget(1)
    assert names.at(match(7, 1, 2)) == {2: "Bruno"}
    assert names.at(match(8, 1)) == {}


def test_only_so_many_names_are_remembered(monkeypatch):
    monkeypatch.setattr(known_names, "MOST", 2)
    names = noted((7, 1, "Ana"), (7, 2, "Bruno"), (7, 1, "Ana"), (7, 3, "Chen"))
    assert names.at(match(7, 1, 2, 3)) == {1: "Ana", 3: "Chen"}
