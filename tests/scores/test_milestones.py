"""Achievements for many matches, for opponents, and for the course of the points: arithmetic."""

from dataclasses import replace
from datetime import timedelta

import pytest
from msgspec import structs

from bot.games import CATALOGUE
from bot.scores.achievements.catalogue import earned_in, earned_on_podium
from bot.scores.career import Career, Tally
from tests.scores.deeds import ENDED, PLAIN, career, earned, scored, with_rounds

GAMES = [rules.info.id for rules in CATALOGUE]
OTHER = "a game of another version"
YES, NO = True, False


def part(**changes):
    return replace(PLAIN, **changes)


def so_far(games=("block",), stayed=1, wins=0, *, streak=0, company=None, **changes):
    """Return the participation in a match after which the career is like this."""
    return part(career=career(stayed, wins, streak, games, company), **changes)


def tallies(one, others, games):
    """Return one after which the career has this tally in one game, and that one in all others."""
    return part(career=Career({**dict.fromkeys(games, others), "squares": one}))


PLAYED, LEFT, WON = Tally(1, 0, 1), Tally(1, 0, 0), Tally(1, 1, 1)
NOT_SQUARES = [each for each in GAMES if each != "squares"]
STEADY = {2: "steady"}
PARTNER = frozenset({2})
PAIR = ((0, 2), (50, 0, 50, 0))
FOUR, SIX = ((0,), (100, 1, 2, 3)), ((0,), (6, 4, 1, 1, 1, 1))
WEEK, FIVE_MINUTES, SECOND = timedelta(days=7), timedelta(minutes=5), timedelta(seconds=1)
BEHIND, AHEAD = ((1,), (10, 60)), ((0,), (110, 60))
THRICE = [((0,), (40, 0)), ((0,), (80, 0)), ((0,), (120, 0))]
NOT_YET, MARATHON = ((), (0, 1)), ((0,), (100, 1))

CASES = [
    ("first-match", YES, so_far(won=False)),
    ("first-match", NO, part(career=Career({"block": Tally(3, 0, 0)}))),  # all were left
    ("hundred-matches", YES, so_far(("block", "memory"), 50)),
    ("hundred-matches", NO, so_far(stayed=99)),
    ("hundred-matches", NO, part(career=Career({"block": Tally(120, 0, 99)}))),
    ("first-win", YES, so_far(wins=1)),
    ("first-win", NO, so_far(wins=1, company=0)),  # alone
    ("first-win", NO, so_far(wins=1, won=False)),
    *[
        case
        for id_, count in (("ten-wins", 10), ("hundred-wins", 100))
        for case in (
            (id_, YES, so_far(stayed=count, wins=count)),
            (id_, NO, so_far(stayed=count, wins=count - 1)),
            (id_, NO, so_far(stayed=count, wins=count, company=count - 1)),
        )
    ],
    *[
        case
        for count in (3, 5, 10)
        for case in (
            (f"streak-{count}", YES, so_far(streak=count)),
            (f"streak-{count}", NO, so_far(streak=count - 1)),
            (f"streak-{count}", NO, so_far(streak=count, seats=1)),
        )
    ],
    ("ten-games", YES, so_far(GAMES[:10])),
    ("ten-games", NO, so_far(GAMES[:9], 20)),
    ("ten-games", NO, tallies(LEFT, PLAYED, NOT_SQUARES[:9])),
    ("all-games", YES, so_far(GAMES)),
    ("all-games", YES, so_far([*GAMES, OTHER])),
    ("all-games", NO, so_far([*GAMES[1:], OTHER])),
    ("all-games", NO, tallies(LEFT, PLAYED, NOT_SQUARES)),
    ("ten-games-won", YES, so_far(GAMES[:10], wins=1)),
    ("ten-games-won", NO, so_far(GAMES[:9], wins=1)),
    ("ten-games-won", NO, tallies(Tally(5, 0, 5), WON, NOT_SQUARES[:9])),
    # Opponents.
    ("beat-steady", YES, part(computers={1: "casual", 2: "steady"})),
    ("beat-steady", YES, part(computers={1: "strong"})),
    ("beat-steady", NO, part(computers={1: "casual"})),
    ("beat-steady", NO, part(computers=STEADY, partners=PARTNER)),
    ("beat-steady", NO, part(computers=STEADY, won=False)),
    ("beat-strong", YES, part(computers={1: "casual", 2: "strong"})),
    ("beat-strong", NO, part(computers=STEADY)),
    ("beat-strong", NO, part(computers={2: "strong"}, partners=PARTNER)),
    ("beat-strong", NO, part(computers={2: "strong"}, won=False)),
    ("partners", YES, with_rounds(PAIR, partners=PARTNER)),
    ("partners", NO, with_rounds(PAIR)),
    ("partners", NO, with_rounds(PAIR, partners=PARTNER, won=False)),
    ("full-table", YES, with_rounds(FOUR)),
    ("full-table", NO, with_rounds(((0,), (100, 1, 2)))),
    ("full-table", NO, with_rounds(FOUR, won=False)),
    ("full-table", NO, with_rounds(FOUR, game="double-double")),
    ("full-table", NO, with_rounds(((0,), (0,)), game="solitaire")),
    ("table-of-six", YES, with_rounds(SIX, game="memory")),
    ("table-of-six", NO, with_rounds(((0,), (6, 4, 2, 1, 1)), game="memory")),
    ("table-of-six", NO, with_rounds(SIX, game="memory", won=False)),
    ("avenged", YES, part(avenged=True)),
    ("avenged", NO, part(avenged=False)),
    ("avenged", NO, part(avenged=True, won=False)),
    ("slow-win", YES, part(pace="slow")),
    ("slow-win", NO, part(pace="day")),
    ("slow-win", NO, part(pace="slow", won=False)),
    ("long-haul", YES, part(lasted=WEEK)),
    ("long-haul", NO, part(lasted=WEEK - SECOND)),
    ("long-haul", NO, part(lasted=WEEK, won=False)),
    ("blitz", YES, part(lasted=FIVE_MINUTES)),
    ("blitz", NO, part(lasted=FIVE_MINUTES + SECOND)),
    ("blitz", NO, part(lasted=FIVE_MINUTES, computers={1: "casual"})),
    ("blitz", NO, part(lasted=FIVE_MINUTES, won=False)),
    ("blitz", NO, part(lasted=FIVE_MINUTES, seats=1)),
    # The course of the points. In Maltese Cross more is worse; a partner is no opponent.
    ("comeback", YES, with_rounds(BEHIND, AHEAD)),
    ("comeback", NO, with_rounds(((1,), (10, 59)), ((0,), (110, 59)))),
    ("comeback", NO, with_rounds(BEHIND, AHEAD, won=False)),
    ("comeback", NO, with_rounds(BEHIND, AHEAD, goal=None)),
    ("comeback", NO, with_rounds(((0,), (0, 60)), ((0,), (0, 110)), game="maltese-cross")),
    ("comeback", NO, with_rounds(((0,), (0, 0, 25, 0)), PAIR, goal=50, partners=PARTNER)),
    ("clean-sweep", YES, with_rounds(*THRICE)),
    ("clean-sweep", NO, with_rounds(*THRICE[1:])),
    ("clean-sweep", NO, with_rounds(((1,), (0, 1)), *THRICE)),
    ("clean-sweep", NO, with_rounds(((), (0, 0)), *THRICE)),  # a round that nobody won
    ("clean-sweep", NO, with_rounds(*THRICE, won=False)),
    ("clean-sweep", NO, with_rounds(*[((0,), (14 * nth,)) for nth in (1, 2, 3)], game="memory")),
    ("photo-finish", YES, with_rounds(((0,), (100, 2, 99)))),
    ("photo-finish", NO, with_rounds(((0,), (100, 2, 98)))),
    ("photo-finish", NO, with_rounds(((0,), (100, 2, 100)))),
    ("photo-finish", NO, with_rounds(((0,), (99, 2, 98)), game="maltese-cross")),
    ("outfoxed", YES, with_rounds(((1,), (0, 9)), ((1,), (0, 19)), ((0,), (100, 19)))),
    ("outfoxed", NO, with_rounds(((1,), (0, 9)), ((0,), (100, 9)))),
    ("outfoxed", NO, with_rounds(((1,), (0, 9)), ((1,), (0, 109)), won=False)),
    ("outfoxed", NO, with_rounds(((2,), (9, 0, 9, 0)), ((2,), PAIR[1]), partners=PARTNER)),
    ("marathon", YES, with_rounds(*[NOT_YET] * 11, MARATHON)),
    ("marathon", NO, with_rounds(*[NOT_YET] * 10, MARATHON)),
    ("marathon", NO, with_rounds(*[NOT_YET] * 11, MARATHON, won=False)),
]


@pytest.mark.parametrize(("id_", "enough", "part"), CASES)
def test_what_is_earned_and_what_is_not_enough(id_, enough, part):
    assert (id_ in earned_in(part)) is enough


def test_photo_finish_is_of_rounds_that_are_counted():
    uncounted = tuple(structs.replace(each, counted=False) for each in scored(((0,), (1, 0, 0))))
    assert "photo-finish" not in earned(totals=(1, 0, 0), events=(*uncounted, ENDED))


def test_podium_week_won():
    assert all("podium" in earned_on_podium(place) for place in (1, 2, 3))
    assert "podium" not in earned_on_podium(4)
    assert "week-won" in earned_on_podium(1)
    assert "week-won" not in earned_on_podium(2)


def test_who_left_or_had_no_end_earns_nothing():
    assert earned(career=career(wins=1)) >= {"first-match", "first-win"}
    assert earned(career=career(wins=1), left=True) == set()
    assert earned(career=career(wins=1), events=PLAIN.events[:-1]) == set()
