import pytest

from bot.engine.errors import BadOption, UnknownOption
from bot.engine.game_info import Option, complete, flag

LEAD = Option("nextLead", "random", ("random", "winner"), "Who leads")
TARGET = Option("target", 100, (50, 100), "Points", limits=(1, 1000))
KEEP = Option("keep", 0, (0, 2), "Bones kept")
THREE = flag("three", "Three may play")
ALL = (LEAD, TARGET, KEEP, THREE)


@pytest.mark.parametrize(
    ("option", "given", "kept"),
    [
        (LEAD, "winner", "winner"),
        (TARGET, 50, 50),
        (TARGET, 1, 1),
        (TARGET, "1000", 1000),
        (TARGET, "077", 77),
        (KEEP, 2, 2),
        (KEEP, "2", 2),
        (THREE, "on", "on"),
        (THREE, True, "on"),
        (THREE, False, "off"),
    ],
)
def test_accepted(option, given, kept):
    assert option.accept(given) == kept
    assert type(option.accept(given)) is type(kept)


@pytest.mark.parametrize(
    ("option", "given", "allowed"),
    [
        (LEAD, "Winner", "random, winner"),
        (LEAD, "", "random, winner"),
        (LEAD, True, "random, winner"),
        (TARGET, 0, "1–1000"),
        (TARGET, 1001, "1–1000"),
        (TARGET, "-5", "1–1000"),
        (TARGET, "5.0", "1–1000"),
        (TARGET, 5.0, "1–1000"),
        (TARGET, "\u0665", "1–1000"),
        (TARGET, "9" * 400, "1–1000"),
        (TARGET, True, "1–1000"),
        (KEEP, 1, "0, 2"),
        (KEEP, False, "0, 2"),
        (THREE, 1, "off, on"),
    ],
)
def test_refused(option, given, allowed):
    with pytest.raises(BadOption) as caught:
        option.accept(given)
    assert caught.value.places["option"] == option.key
    assert caught.value.places["allowed"] == allowed
    assert len(str(caught.value)) < 200


def test_what_is_not_given_has_its_default():
    assert complete(ALL, {"target": "150", "three": True}, game="Toy") == {
        "nextLead": "random",
        "target": 150,
        "keep": 0,
        "three": "on",
    }


def test_an_unknown_option_is_refused_with_those_there_are():
    with pytest.raises(UnknownOption, match=r"Toy has no option “goal”\. It has: nextLead, target"):
        complete(ALL, {"goal": 5}, game="Toy")
    with pytest.raises(UnknownOption, match="It has: –"):
        complete((), {"goal": 5}, game="Toy")
