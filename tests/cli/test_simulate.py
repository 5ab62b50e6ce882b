import re

import pytest

from bot.engine.record import load
from bot.games import CATALOGUE
from tests.cli.support import good, objects, refused, run
from tests.games.cases import cases

GAMES = [rules.info.id for rules in CATALOGUE]


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        pytest.param(case.rules.info.id, case.seats, case.options, id=case.id)
        for rules in CATALOGUE
        for case in cases(rules)
    ],
)
@pytest.mark.deep
def test_every_option_can_be_given(tmp_path, game, seats, options):
    out = tmp_path / "match.json"
    settings = [word for key, value in options for word in ("--option", f"{key}={value}")]
    at = ("--seats", seats, "--seed", 5, "--players", "casual")
    good(run("simulate", game, *at, *settings, "--out", out))
    record = load(out.read_text(encoding="utf-8"))
    assert record.seats == seats
    given = {key: str(value) for key, value in record.options.items()}
    assert given.items() >= {(key, str(value)) for key, value in options}


def matches(text):
    return [line for line in text.splitlines() if line.startswith("match ")]


def test_the_same_seed_gives_the_same_matches(tmp_path):
    def played(name, *args):
        out = tmp_path / name
        lines = matches(good(run("simulate", "block", "--matches", 3, "--out", out, *args)))
        return lines, out.read_text(encoding="utf-8")

    first = played("a", "--seed", "one")
    assert played("b", "--seed", "one") == first
    assert played("c", "--seed", "two") != first
    assert len(set(first[1].splitlines())) == 3
    assert matches(good(run("simulate", "block", "--seed", "one"))) == first[0][:1]


def test_a_seed_is_chosen_and_told(tmp_path):
    text = good(run("simulate", "block"))
    seed = re.search(r"seed (\w+)", text)
    assert seed is not None
    assert matches(good(run("simulate", "block", "--seed", seed[1]))) == matches(text)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_of_matches_is_what_their_records_say(tmp_path, game):
    out = tmp_path / "matches.jsonl"
    players = ("--players", "casual")
    text = good(run("simulate", game, "--matches", 2, "--seed", 1, "--out", out, *players))
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    ends = []
    for line, summary in zip(lines, matches(text), strict=True):
        told = objects(good(run("replay", "-", "--json", stdin=line)))
        assert " : ".join(map(str, told[-1]["outcome"]["points"])) in summary
        assert ", ".join(map(str, told[-1]["outcome"]["winners"])) in summary
        assert f"{len(load(line).log)} plies" in summary
        events = [event for each in told[:-1] for event in each["events"]]
        ends += [event["reason"] for event in events if event["type"] == "round_ended"]
        rounds = sum(event["type"] == "round_scored" for event in events)
        assert re.search(rf"\b{rounds} rounds?\b", summary)
    shares = endings(text).values()
    assert 98 <= sum(shares) <= 102, "each is rounded"
    if game == "block":
        assert endings(text)["domino"] == round(100 * ends.count("domino") / len(ends))
    assert sorted(shares, reverse=True) == list(shares)


def test_the_summary_counts_by_seat_and_level():
    players = ("--players", "casual,steady")
    text = good(run("simulate", "block", "--matches", 20, "--seed", 3, *players))
    line = r"^  (seat \d|casual|steady)(?: \(\w+\))?: (\d+) wins?"
    wins = dict(re.findall(line, text, re.MULTILINE))
    assert int(wins["seat 0"]) + int(wins["seat 1"]) == 20
    assert wins["casual"] == wins["seat 0"]
    assert wins["steady"] == wins["seat 1"]
    assert "moves per second" in text


def test_seats_are_the_fewest_that_can_play():
    assert "seat 2" not in good(run("simulate", "draw"))
    assert "seat 3" in good(run("simulate", "block", "--seats", 4))


def test_a_length_stands_for_its_options_and_an_option_goes_before_it():
    told = good(run("simulate", "block", "--option", "length=round"))
    assert "1 round, " in told
    assert "target none" in told
    both = run("simulate", "block", "--option", "target=30", "--option", "length=round")
    assert "target 30" in good(both)


REFUSED = (
    *("chess", "block --seats 1", "block --seats 5", "draw --seats 3", "block --players expert"),
    *("block --players ", "block --players casual,casual,casual", "block --option target"),
    *("block --option target=many", "block --option target=0", "block --option colour=red"),
    *("solitaire --option length=short", "block --option length=", "block --option length=1"),
    *("block --option =\n", "block --out /no/such/place", "block --out /"),
)


@pytest.mark.parametrize("args", REFUSED)
def test_what_cannot_be_played_gets_one_line(args):
    assert refused(run("simulate", *args.split(" ")))


def endings(text):
    (line,) = [line for line in text.splitlines() if line.startswith("  rounds ended: ")]
    return {how: int(share) for how, share in re.findall(r"([a-z][a-z ]*) (\d+) %", line[15:])}


def test_a_preset_is_played_under_its_name_which_the_record_has(tmp_path):
    out = tmp_path / "match.json"
    text = good(run("simulate", "gaple", "--option", "length=round", "--out", out))
    assert "1 match of Gaple" in text
    record = load(out.read_text(encoding="utf-8"))
    assert (record.game, record.preset) == ("block", "gaple")
    assert record.options == {"nextLead": "winner", "target": "none"}
    assert good(run("replay", out)).startswith("Gaple (rules 1), 2 seats")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("gaple", "--option", "nextLead=random"), "Gaple sets “nextLead” to winner"),
        (("gaple", "--option", "length=long"), "Gaple has no length “long”"),
        (("gaple", "--seats", "5"), "Players needed for Block: 2–4"),
        (("goat",), "There's no game called “goat”"),
    ],
)
def test_a_preset_with_other_options_or_seats_is_refused_in_a_line(tmp_path, given, told):
    out = tmp_path / "match.json"
    assert told in refused(run("simulate", *given, "--out", out))
    assert not out.exists()


def test_what_a_preset_sets_may_be_said_again():
    good(run("simulate", "gaple", "--option", "nextLead=winner", "--option", "target=5"))
