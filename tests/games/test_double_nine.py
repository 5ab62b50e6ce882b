"""A double-nine game of the family is one definition and one line in the catalogue."""

from dataclasses import replace

import pytest

from bot.domino.bone import double_n
from bot.engine.game_info import GameInfo, Topic
from bot.engine.match_formats import RaceTo
from bot.engine.rounds import Rounds
from bot.engine.seating import prepare
from bot.games.classic import CLASSIC
from bot.games.connecting.leading import last_winner_or_lot
from bot.games.connecting.rules import Connecting
from bot.games.duos import DUOS_OF_SEATS, score
from bot.present.scenes import hand_scene, table_scene
from renderers.paint import render
from tests.games import contract, secrecy
from tests.games.playing import played

DOUBLE_NINE = double_n(9)
INFO = GameInfo(
    id="cuban",
    name="Cuban dominoes",
    min_seats=4,
    max_seats=4,
    rules=1,
    options=(),
    card=("Two against two.", "Ten bones each; fifteen stay out of play.", "First to 150."),
    page=("The duo that is out, or holds less, scores what the other holds, up to 150.",),
    topics=(Topic.END,),
    examples=(),
    partnerships=DUOS_OF_SEATS,
    counter_clockwise=True,
)
CUBAN = Rounds(
    Connecting(
        info=INFO, bones=DOUBLE_NINE, hand_size=lambda _: 10, lead=last_winner_or_lot, score=score
    ),
    RaceTo(lambda _: 150),
)
assert isinstance(CLASSIC.game, Connecting)
SPINNING = replace(CLASSIC, game=replace(CLASSIC.game, bones=DOUBLE_NINE))
"""With ten doubles that may branch."""
CHECKS = [
    check
    for module in (contract, secrecy)
    for name, check in vars(module).items()
    if name.startswith("check_")
]


@pytest.mark.parametrize(("rules", "seats"), [(CUBAN, 4), (SPINNING, 2)], ids=["cuban", "classic"])
def test_a_match_with_a_double_nine_set(rules, seats):
    match = played(rules, prepare(rules.info, seats, {}))
    assert len(contract.all_pieces(rules, match.states[-1])) == 55
    for check in CHECKS:
        check(match)
    for state in match.states[:: len(match.states) // 8]:
        seen = rules.observe(state, 0)
        assert render(table_scene(seen), width=400)
        assert render(hand_scene(seen), width=400)
