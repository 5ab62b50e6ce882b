import json
from dataclasses import replace

import pytest

from bot.ai import analysis
from tests.cli.support import good, match, refused, run


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(analysis, "MATCH_EFFORT", 0.2)
    monkeypatch.setattr(analysis, "LEAST_WORLDS", 1)


def analysed(record, *args):
    return good(run("replay", "-", "--analyse", *args, stdin=record.dump()))


def test_text_and_json_tell_the_same():
    record = match("draw")
    told, text = json.loads(analysed(record, "--json")), analysed(record)
    log = dict(enumerate(record.log))
    for each in told["decisions"]:
        assert log[each["i"]] == (each["seat"], each["played"])
        assert each["cost"] == pytest.approx(each["chance_best"] - each["chance_played"], abs=1e-3)
        listed = f"{'AB'[each['seat']]} played {each['played']}; {each['best']} was better"
        assert (listed in text) or each["cost"] < 0.021
    assert {each["i"] for each in told["decisions"]} >= set(told["key"])
    assert text.count("\n* Round ") == len(told["key"]) <= 3
    for seat, accuracy in told["accuracy"].items():
        assert f"Player {'AB'[int(seat)]}  accuracy {round(accuracy)}%" in text
        assert told["curve"][seat][-1][0] == len(record.log)


def test_one_seat_a_match_alone_and_one_that_is_not_over():
    record = match("draw")
    own = json.loads(analysed(record, "--json", "--seat", 1))
    assert list(own["accuracy"]) == ["1"]
    assert {each["seat"] for each in own["decisions"]} == {1}
    begun = replace(record, log=record.log[:20])
    assert "accuracy" in analysed(begun)
    assert json.loads(analysed(begun, "--json"))["curve"]["0"][-1][0] <= 20
    assert "Player A  accuracy" in analysed(match("solitaire"))
    assert "never had a choice" in analysed(replace(record, log=()))


def test_bad_input_is_refused_in_a_line():
    record = match("draw")
    nonsense = replace(record, log=(*record.log[:3], (0, "nothing")))
    for changed, *args in ((record, "--seat", "7"), (nonsense,), (replace(record, rules=99),)):
        refused(run("replay", "-", "--analyse", *args, stdin=changed.dump()))
