import json
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.games import game
from bot.model.match import Occupant
from bot.model.privacy import OwnMatch, PersonalData
from bot.present.i18n import ENGLISH
from bot.present.screen import Document
from bot.present.screens.settings import privacy
from bot.present.screens.settings.privacy import export_screen
from bot.present.text.seats import TableInfo
from tests.present.sights import text

AT = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
RATINGS = [{"game": "", "mu": 25.0}]


def exported(matches: int, *, total: int | None = None, moveless: int = 0) -> PersonalData:
    match, moves = {"game": "block", "options": {"target": 50}}, [{"ply": 1, "code": "6–4 🁣"}] * 9
    played = [OwnMatch({"id": nth, **match}, moves) for nth in range(matches, 0, -1)]
    return PersonalData({"ratings": RATINGS, "holidays": []}, played, total or matches, moveless)


def written(told: PersonalData) -> tuple[dict[str, Any], int, str]:
    screen = export_screen(told, AT, ENGLISH)
    (document,) = screen.attachments
    assert isinstance(document, Document)
    found: dict[str, Any] = json.loads(document.data)
    return found, len(document.data), text(screen)


def test_everything_is_in_it():
    found, _, told = written(exported(3))
    assert list(found) == ["about", "made_at", "matches_in_all", "ratings", "holidays", "matches"]
    assert found["made_at"] == "2026-11-20T18:30:00+00:00"
    assert found["ratings"] == RATINGS
    assert found["holidays"] == []
    assert [each["id"] for each in found["matches"]] == [3, 2, 1]
    assert all(len(each["moves"]) == 9 for each in found["matches"])
    assert "too large" not in told


@pytest.mark.parametrize("most", [60_000, 30_000, 10_000])
def test_of_too_much_the_oldest_moves_and_then_the_oldest_matches_are_left_out(monkeypatch, most):
    monkeypatch.setattr(privacy, "MAX_EXPORT", most)
    found, size, told = written(exported(200))

    assert size <= most
    assert "too large" in told
    there = found["matches"]
    assert [each["id"] for each in there] == [200 - nth for nth in range(len(there))]
    whole = ["moves" in each for each in there]
    assert there
    assert whole == sorted(whole, reverse=True), "the newest have theirs"
    assert any(whole) is (len(there) == 200) is (most > 10_000)
    left_out = f"{whole.count(False)} lack their moves and {200 - len(there)} are missing."
    assert found["left_out"].endswith(left_out)


def test_what_was_not_asked_for_is_told_as_well():
    found, *_ = written(exported(3, total=5, moveless=1))
    assert ["moves" in each for each in found["matches"]] == [True, True, False]
    assert found["left_out"].endswith("1 lack their moves and 2 are missing.")


def test_a_seat_of_somebody_whose_data_was_deleted_has_a_name():
    sitters = (Occupant(0), Occupant(1, level="steady"), Occupant(2, 101))
    table_info = TableInfo(7, game("block").info, {}, 0, sitters)
    names = [table_info.name(seat, ENGLISH) for seat in range(3)]
    assert names[0] == "a former player"
    assert names[1].startswith("🤖 ")
    assert names[2] == "<@101>"
