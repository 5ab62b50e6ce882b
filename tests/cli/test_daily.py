"""``boneyard daily``: the deal of a day, played from its secret."""

import json

import pytest

from bot.ai.daily import score_of
from bot.engine.chance import commitment
from bot.games.daily import CALENDAR, game_of_day
from bot.model.daily import number_of
from tests.cli.days import SECRET, days_of_all_games, played_out
from tests.cli.support import good, refused, run

HEX = SECRET.hex()


@pytest.mark.parametrize("day", days_of_all_games(), ids=str)
def test_a_deal_is_played_as_it_was_in_discord(day):
    played, moves = played_out(day)
    out = good(run("daily", "--secret", HEX, "--date", day, "--moves", *moves))
    assert f"Deal {number_of(day)}, {day}" in out
    assert f": {commitment(SECRET)}" in out
    assert f"Salts: daily, {day}" in out
    assert "leads." in out
    assert out.endswith(f"Score: {score_of(played)}\n")
    told = json.loads(good(run("daily", "--secret", HEX, "--date", day, "--json", *moves)))
    assert [(actor, code) for actor, code in told["log"] if actor != "*"] == [
        entry for entry in played.log if isinstance(entry[0], int)
    ]


def test_without_moves_all_hands_and_the_leader_are_shown_and_what_can_be_chosen():
    out = good(run("daily", "--secret", HEX.upper(), "--date", "2026-11-30"))
    assert "Player A has 1-1, 4-1, 2-2, 6-2, 3-2, 6-1, 5-4. Player B has 1-0, 5-0, 4-4, 5-5," in out
    assert "Seat 1 leads." in out
    assert "next: seat 0 (5-4@l" in out
    assert out.endswith("Seat 0 is to choose; give its moves with --moves.\n")
    told = json.loads(good(run("daily", "--secret", HEX, "--date", "2026-11-30", "--json")))
    assert told["chance"]["secret"] == HEX


def test_moves_can_be_given_in_one_word_or_in_several():
    _, moves = played_out(days_of_all_games()[0])
    common = ("daily", "--secret", HEX, "--date", days_of_all_games()[0])
    ways = (
        ("--moves", " ".join(moves)),
        ("--moves", *moves),
        [part for each in moves for part in ("--moves", each)],
    )
    assert len({good(run(*common, *each)) for each in ways}) == 1


@pytest.mark.parametrize(
    ("secret", "day", "moves", "told"),
    [
        (HEX[:-1], "2026-12-01", (), "not 64 hexadecimal digits"),
        (HEX + "00", "2026-12-01", (), "not 64 hexadecimal digits"),
        ("x" * 64, "2026-12-01", (), "not 64 hexadecimal digits"),
        ("٣" * 64, "2026-12-01", (), "not 64 hexadecimal digits"),
        *((HEX, each, (), "is not a date") for each in ("2026-02-30", "20261201", "today", "")),
        (HEX, "2025-12-31", (), "the first deal was that of 2026-01-01"),
        (HEX, "2026-11-30", ("9-9",), "move 1, “9-9”, is not possible; possible: 5-4@l"),
        (HEX, "2026-11-30", ("5-4@l", "9-9"), "move 2, “9-9”, is not possible"),
    ],
)
def test_bad_input_gets_a_sentence(secret, day, moves, told):
    for more in ((), ("--json",)):
        result = run("daily", "--secret", secret, "--date", day, *more, *moves)
        assert told in refused(result)
        assert result.stdout == ""


def test_a_move_after_the_end_is_refused():
    day = days_of_all_games()[0]
    _, moves = played_out(day)
    result = run("daily", "--secret", HEX, "--date", day, "--moves", *moves, moves[-1])
    assert f"the round is over before move {len(moves) + 1}" in refused(result)


def test_all_games_are_tried():
    tried = {game_of_day(day.toordinal()) for day in days_of_all_games()}
    assert tried == {each for games in CALENDAR for each in games}
