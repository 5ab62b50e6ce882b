"""The options of Mexican Train, and what follows from them and the number of seats."""

from bot.domino.bone import double_n
from bot.engine.contract import Setup
from bot.engine.errors import WrongSeats
from bot.engine.options import Option, choice, flag
from bot.engine.translatable import N_

ALL, AUTO = "all", "auto"
MOST = 44
"""The largest hands of two players that leave a boneyard of double-twelve bones."""
_NINE = {2: 12, 3: 11, 4: 10, 5: 8, 6: 7, 7: 6, 8: 5}
_TWELVE = {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10}
"""The bones in a hand, by the number of seats (TRAIN-5)."""


class HandsTooLarge(WrongSeats):
    """The set has too few bones for as many hands; hands of ``most`` would leave a boneyard."""

    sentence = N_("With {seats} players and this set, a hand can have at most {most} bones.")


def highest(setup: Setup) -> int:
    """Return the highest number of the set (TRAIN-2)."""
    return setup.number("set") or (9 if setup.seat_count <= 4 else 12)


def hand_size(setup: Setup) -> int:
    """Return the number of bones dealt to each seat; raises :class:`HandsTooLarge` (TRAIN-5)."""
    usual = _NINE if highest(setup) == 9 else _TWELVE
    size = setup.number("hand") or usual[setup.seat_count]
    to_deal = len(double_n(highest(setup))) - (not engine_is_held(setup))
    most = (to_deal - 1) // setup.seat_count
    if size > most:
        raise HandsTooLarge(seats=setup.seat_count, most=most)
    return size


def engine_is_held(setup: Setup) -> bool:
    """Return whether the engine is dealt with the other bones (TRAIN-4)."""
    return setup.options["engine"] == "held"


def round_count(setup: Setup) -> int:
    """Return the number of rounds: as many as there are doubles, or fewer (TRAIN-3)."""
    return setup.number("rounds") or highest(setup) + 1


def engine_of(setup: Setup) -> int:
    """Return the number of the round's engine, one lower in every round (TRAIN-3)."""
    return highest(setup) - (0 if setup.previous is None else setup.previous.number)


OPTIONS = (
    choice(
        "set",
        N_("Set of bones"),
        {
            AUTO: N_("double-nine for two to four, double-twelve for more"),
            9: N_("double-nine"),
            12: N_("double-twelve"),
        },
    ),
    choice("rounds", N_("Rounds"), {3: "3", 1: "1", 5: "5", ALL: N_("one for each double")}, ALL),
    choice(
        "engine",
        N_("Who lays the engine"),
        {
            "laid": N_("nobody: it lies there before the deal"),
            "held": N_("whoever was dealt it; they begin"),
        },
    ),
    choice(
        "hand",
        N_("Bones in a hand"),
        {AUTO: N_("depends on the number of players"), 7: "7", 10: "10"},
        limits=(1, MOST),
    ),
    choice(
        "doubles",
        N_("After a double"),
        {
            "cover": N_("it must be covered before anything else"),
            "again": N_("you lay one more bone, anywhere"),
        },
    ),
    flag("doubleChain", N_("You may lay several doubles before covering them")),
    Option("doubleBlank", 0, (0, 25, 50), N_("Points for 0-0 in hand")),
    flag("firstTrain", N_("You may lay a whole train in your first turn")),
)
