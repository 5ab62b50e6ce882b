import pytest

from bot.engine.errors import WrongSeats
from bot.engine.seating import prepare
from bot.games import CATALOGUE, game

SEATS = [
    pytest.param("all-fives", 2, 4, id="FIVES-1"),
    pytest.param("blind", 2, 4, id="BLIND-1"),
    pytest.param("block", 2, 4, id="BLOCK-1"),
    pytest.param("classic", 2, 4, id="CLASSIC-1"),
    pytest.param("double-double", 2, 6, id="DDD-1"),
    pytest.param("draw", 2, 4, id="DRAW-1"),
    pytest.param("duos", 4, 4, id="DUO-1"),
    pytest.param("lucky-draw", 3, 4, id="LUCKY-1"),
    pytest.param("maltese-cross", 2, 4, id="CROSS-1"),
    pytest.param("memory", 1, 6, id="MEM-3"),
    pytest.param("solitaire", 1, 1, id="SOLO-1"),
    pytest.param("squares", 2, 4, id="SQ-9"),
    pytest.param("squares-blind", 2, 4, id="SQM-1"),
    pytest.param("squares-block", 2, 4, id="SQB-1"),
    pytest.param("squares-draw", 2, 4, id="SQD-1"),
    pytest.param("star", 4, 4, id="STAR-1"),
]


@pytest.mark.parametrize(("name", "low", "high"), SEATS)
def test_so_many_play_and_no_others(name, low, high):
    rules = game(name)
    for seats in range(low, high + 1):
        setup = prepare(rules.info, seats)
        assert setup.seats == tuple(range(seats))
        assert setup.partnerships == (((0, 2), (1, 3)) if name == "duos" else ())
    told = rf"for {rules.info.name}: {low if low == high else f'{low}–{high}'}\."
    for seats in {0, low - 1, high + 1}:
        with pytest.raises(WrongSeats, match=told):
            prepare(rules.info, seats)


def test_every_game_says_how_many_play_it():
    assert {param.values[0] for param in SEATS} == {rules.info.id for rules in CATALOGUE}
