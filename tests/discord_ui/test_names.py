"""Names of people: from their own clicks or asked of Discord, in memory only."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from bot.discord_ui import names
from bot.discord_ui.names import Names


@dataclass(frozen=True)
class Somebody:
    id: int
    display_name: str


def noted(*people: tuple[int | None, int, str]) -> Names:
    client: Any = SimpleNamespace(get_guild=lambda _: None)
    known = Names(client)
    for guild_id, user_id, name in people:
        user: Any = Somebody(user_id, name)
        known.note(guild_id, user)
    return known


def match(guild_id: int | None, *people: int) -> Any:
    return SimpleNamespace(guild_id=guild_id, people=people)


def test_a_name_is_that_of_the_server_and_the_newest():
    known = noted((7, 1, "Ana"), (8, 1, "Boss"), (7, 1, "Ana\n Maria"), (7, 2, " "))
    assert known.at(match(7, 1, 2, 3)) == {1: "Ana Maria"}
    assert known.at(match(8, 1)) == {1: "Boss"}
    assert known.at(match(None, 1)) == {}


def test_all_names_of_a_person_are_forgotten():
    known = noted((7, 1, "Ana"), (8, 1, "Boss"), (7, 2, "Bruno"))
    known.forget(1)
    assert known.at(match(7, 1, 2)) == {2: "Bruno"}
    assert known.at(match(8, 1)) == {}


def test_only_so_many_names_are_remembered(monkeypatch):
    monkeypatch.setattr(names, "MAX_KEPT", 2)
    known = noted((7, 1, "Ana"), (7, 2, "Bruno"), (7, 1, "Ana"), (7, 3, "Chen"))
    assert known.at(match(7, 1, 2, 3)) == {1: "Ana", 3: "Chen"}


async def test_a_name_from_a_click_is_fresh_for_pictures_for_a_while(monkeypatch):
    known = noted((7, 1, "Ana"), (None, 2, "Bruno"))
    assert await known.of([1], 7, "somebody") == {1: "Ana"}
    assert await known.of([2], None, "somebody") == {2: "Bruno"}
    monkeypatch.setattr(names, "MINUTES_FRESH", 0)
    assert await known.of([1], 7, "somebody") == {}
    assert known.at(match(7, 1)) == {1: "Ana"}, "a button still has it"
