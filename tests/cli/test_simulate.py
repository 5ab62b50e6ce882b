"""`simulate`: computers play, and what they played is a record."""

import re
from itertools import product

import pytest

from bot.engine.record import load
from bot.games import CATALOGUE
from tests.cli.support import good, objects, refused, run

GAMES = [rules.info.id for rules in CATALOGUE]


def seatings():
    for rules in CATALOGUE:
        info = rules.info
        choices = {option.key: (*option.choices, *(option.limits or ())) for option in info.options}
        settings: list[tuple[str, ...]] = [()]
        settings += [(f"{key}={value}",) for key, each in choices.items() for value in each]
        flags = [key for key, each in choices.items() if set(each) == {"on", "off"}]
        settings += [(f"{flag}=on", *more) for flag, more in product(flags, settings) if more]
        for seats, options in product(range(info.min_seats, info.max_seats + 1), settings):
            yield info.id, seats, options


@pytest.mark.parametrize(("game", "seats", "options"), list(seatings()))
def test_every_option_at_every_table_comes_to_an_end(tmp_path, game, seats, options):
    out = tmp_path / "match.json"
    settings = [word for option in options for word in ("--option", option)]
    players = ("--players", "casual")
    at = ("--seats", seats, "--seed", 5)
    result = run("simulate", game, *at, *players, *settings, "--out", out)

    if result.exit_code:
        assert f"not by {seats}" in refused(result)
        assert not out.exists()
        return
    good(result)
    end = objects(good(run("replay", out, "--json")))[-1]["outcome"]
    assert end is not None
    score = " : ".join(map(str, end["points"]))
    assert score in result.stdout
    assert ", ".join(map(str, end["winners"])) in result.stdout


def matches(text):
    return [line for line in text.splitlines() if line.startswith("match ")]


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_matches(tmp_path, game):
    def played(name, *args):
        out = tmp_path / name
        lines = matches(good(run("simulate", game, "--matches", 3, "--out", out, *args)))
        return lines, out.read_text(encoding="utf-8")

    first = played("a", "--seed", "one")
    assert played("b", "--seed", "one") == first
    assert played("c", "--seed", "two") != first
    assert len(set(first[1].splitlines())) == 3
    one_by_one = matches(good(run("simulate", game, "--seed", "one")))
    assert one_by_one == first[0][:1]


def test_a_seed_is_chosen_and_told(tmp_path):
    text = good(run("simulate", "block"))
    seed = re.search(r"seed (\w+)", text)

    assert seed is not None
    assert matches(good(run("simulate", "block", "--seed", seed[1]))) == matches(text)


@pytest.mark.parametrize("game", GAMES)
def test_several_records_are_one_a_line(tmp_path, game):
    out = tmp_path / "matches.jsonl"
    text = good(run("simulate", game, "--matches", 4, "--seed", 1, "--out", out))
    lines = out.read_text(encoding="utf-8").splitlines()

    assert len(lines) == 4
    for line, summary in zip(lines, matches(text), strict=True):
        told = objects(good(run("replay", "-", "--json", stdin=line)))
        assert " : ".join(map(str, told[-1]["outcome"]["points"])) in summary
        assert f"{len(load(line).log)} plies" in summary
        rounds = sum(event["type"] == "round_scored" for t in told[:-1] for event in t["events"])
        assert re.search(rf"\b{rounds} rounds?\b", summary)


def test_the_summary_counts_by_seat_and_level():
    text = good(
        run("simulate", "block", "--matches", 20, "--seed", 3, "--players", "casual,steady")
    )
    line = r"^  (seat \d|casual|steady)(?: \(\w+\))?: (\d+) wins?"
    wins = dict(re.findall(line, text, re.MULTILINE))

    assert int(wins["seat 0"]) + int(wins["seat 1"]) == 20
    assert wins["casual"] == wins["seat 0"]
    assert wins["steady"] == wins["seat 1"]
    assert "moves per second" in text


def test_seats_are_the_fewest_that_can_play():
    assert "seat 2" not in good(run("simulate", "draw"))
    assert "seat 3" in good(run("simulate", "block", "--seats", 4))


@pytest.mark.parametrize(
    "args",
    [
        ["chess"],
        ["block", "--seats", "1"],
        ["block", "--seats", "5"],
        ["draw", "--seats", "3"],
        ["block", "--players", "expert"],
        ["block", "--players", ""],
        ["block", "--players", "casual,casual,casual"],
        ["block", "--option", "target"],
        ["block", "--option", "target=none"],
        ["block", "--option", "target=0"],
        ["block", "--option", "colour=red"],
        ["block", "--option", "=\n"],
        ["block", "--out", "/no/such/place"],
        ["block", "--out", "/"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_played_gets_one_line(args):
    assert refused(run("simulate", *args))


def endings(text):
    """The shares of the ways in which rounds ended."""
    (line,) = [line for line in text.splitlines() if line.startswith("  rounds ended: ")]
    return {how: int(share) for how, share in re.findall(r"([a-z][a-z ]*) (\d+) %", line[15:])}


@pytest.mark.parametrize("game", GAMES)
def test_the_summary_tells_how_rounds_ended(game):
    shares = endings(good(run("simulate", game, "--matches", 2, "--seed", 1))).values()

    assert 98 <= sum(shares) <= 102, "each is rounded"
    assert sorted(shares, reverse=True) == list(shares)


def test_how_rounds_ended_is_what_their_records_say(tmp_path):
    out = tmp_path / "matches.jsonl"
    text = good(run("simulate", "block", "--matches", 5, "--seed", 1, "--out", out))
    ends = [
        event["reason"]
        for record in out.read_text(encoding="utf-8").splitlines()
        for told in objects(good(run("replay", "-", "--json", stdin=record)))[:-1]
        for event in told["events"]
        if event["type"] == "round_ended"
    ]

    share = round(100 * ends.count("domino") / len(ends))
    assert endings(text)["domino"] == share
    assert endings(text)["blocked"] == 100 - share
