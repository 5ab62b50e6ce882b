from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from bot.discord_ui import names as names_module
from bot.discord_ui.names import Names


@dataclass(frozen=True)
class Somebody:
    id: int
    display_name: str


def noted(*people: tuple[int | None, int, str]) -> Names:
    client: Any = SimpleNamespace(get_guild=lambda _: None)
    names = Names(client)
    for guild_id, user_id, name in people:
        user: Any = Somebody(user_id, name)
        names.note(guild_id, user)
    return names


def match(guild_id: int | None, *people: int) -> Any:
    return SimpleNamespace(guild_id=guild_id, people=people)


def test_a_name_is_that_of_the_server_and_the_newest():
    names = noted((7, 1, "Ana"), (8, 1, "Boss"), (7, 1, "Ana\n Maria"), (7, 2, " "))
    assert names.known(match(7, 1, 2, 3)) == {1: "Ana Maria"}
    assert names.known(match(8, 1)) == {1: "Boss"}
    assert names.known(match(None, 1)) == {}


def test_a_name_turns_no_text_and_one_that_cannot_be_seen_is_none():
    names = noted((7, 1, "\u202eana\u202c 👨\u200d👩"), (7, 2, "\u3164"), (7, 3, "\u200b \u2800"))
    assert names.known(match(7, 1, 2, 3)) == {1: "ana 👨\u200d👩"}


def test_all_names_of_a_person_are_forgotten():
    names = noted((7, 1, "Ana"), (8, 1, "Boss"), (7, 2, "Bruno"))
    names.forget(1)
    assert names.known(match(7, 1, 2)) == {2: "Bruno"}
    assert names.known(match(8, 1)) == {}


def test_only_so_many_names_are_remembered(monkeypatch):
    monkeypatch.setattr(names_module, "MAX_KEPT", 2)
    names = noted((7, 1, "Ana"), (7, 2, "Bruno"), (7, 1, "Ana"), (7, 3, "Chen"))
    assert names.known(match(7, 1, 2, 3)) == {1: "Ana", 3: "Chen"}


async def test_a_name_from_a_click_is_fresh_for_pictures_for_a_while(monkeypatch):
    names = noted((7, 1, "Ana"), (None, 2, "Bruno"))
    assert await names.fetch([1], 7, "somebody") == {1: "Ana"}
    assert await names.fetch([2], None, "somebody") == {2: "Bruno"}
    monkeypatch.setattr(names_module, "MINUTES_FRESH", 0)
    assert await names.fetch([1], 7, "somebody") == {}
    assert names.known(match(7, 1)) == {1: "Ana"}, "a button still has it"
