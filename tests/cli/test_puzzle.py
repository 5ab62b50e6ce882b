import json

import pytest

from bot.cli.puzzles import checking, shown
from bot.games import game
from bot.games.themes import NAMES, Theme
from bot.model.puzzles.collection import shipped
from bot.model.puzzles.puzzle import moment
from tests.cli.support import good, refused, run


def solution(*args: object) -> dict:
    return json.loads(good(run("puzzle", *args, "--json")))


def test_a_puzzle_is_asked_until_a_move_is_typed_and_then_explained():
    told = solution("--seed", 3)
    best, usual = (told["solution"][name] for name in ("best", "played"))
    right = good(run("puzzle", "--seed", 3, stdin=f"nonsense\n0\n\n{best}\n"))
    asked, answer = right.split("Your move: ", 1)
    assert right.count("Type a number from 1 to ") == 2, "nothing typed is asked again at once"
    assert "Right!" in answer
    assert "How often" not in asked, "nothing is told before the answer"
    assert "Themes: " not in asked
    assert NAMES[Theme(told["solution"]["themes"][0])] in answer
    for each in told["solution"]["moves"]:
        assert f"{each['wins']:,}" in answer
    wrong = good(run("puzzle", "--seed", 3, stdin=f"{usual}\n"))
    assert "Not the best move." in wrong
    assert wrong.count("(your move)") == answer.count("(your move)") == 1


def test_only_what_the_seat_sees_is_shown_before_the_answer():
    for seed in range(10):
        told = solution("--seed", seed)
        puzzle = shipped()[told["id"]]
        now = moment(puzzle)
        told_to_all = "Nobody was dealt "
        text = shown.question_text(now)
        lines = [each for each in text.splitlines() if told_to_all not in each]
        hidden = [
            code
            for place, codes in now.rules.piece_locations(now.state).items()
            for code in codes
            if place == "stock" or (place.startswith("hand") and place != f"hand {puzzle.seat}")
        ]
        assert hidden
        words = {word.strip(".,") for word in " ".join(lines).split()}
        assert not {code for code in hidden if now.rules.info.id != "squares"} & words


def test_json_has_all_that_it_takes_to_replay_and_to_judge():
    told = solution("--game", "block", "--seed", 1)
    assert told.keys() == {
        *("id", "game", "rules", "seats", "options", "difficulty", "log", "seat", "legal"),
        "solution",
    }
    assert told["game"] == "block"
    assert told["log"][0][0] == "*"
    assert set(told["legal"]) == {each["code"] for each in told["solution"]["moves"]}
    assert told["solution"]["moves"][0]["code"] == told["solution"]["best"]
    assert told["solution"]["reason"]["type"]
    assert told == solution("--game", "block", "--seed", 1)


@pytest.mark.parametrize("theme", ["double", "block"])
def test_a_theme_and_a_game_can_be_chosen(theme):
    told = solution("--theme", theme, "--seed", 2)
    assert theme in told["solution"]["themes"]


def test_a_check_judges_anew_and_fails_if_too_many_fail(monkeypatch):
    wrong: set[str] = set()
    monkeypatch.setattr(checking, "still_stands", lambda *args: args[3].split("/")[1] not in wrong)
    count = min(60, len(shipped()))
    assert f"{count} of {count} puzzles stand (seed 5)" in good(
        run("puzzle", "--check", count, "--seed", 5)
    )
    wrong.update(each.id for each in shown.chosen("", None, 5, count)[:1])
    assert "stand" in good(run("puzzle", "--check", count, "--seed", 5)), "one in fifty may"
    wrong.update(each.id for each in shown.chosen("", None, 5, count)[:2])
    failed = run("puzzle", "--check", count, "--seed", 5)
    assert failed.exit_code == 1
    assert all(each in failed.stdout for each in wrong)


def test_bad_input_gets_one_line():
    assert "double" in refused(run("puzzle", "--theme", "nonsense"))
    assert "block" in refused(run("puzzle", "--game", "nonsense"))
    none = refused(run("puzzle", "--game", "solitaire"))
    assert game("solitaire").info.name in none
    assert "only" in refused(run("puzzle", "--check", 1_000_000))
    assert "--json" in refused(run("puzzle", "--check", 1, "--json"))
