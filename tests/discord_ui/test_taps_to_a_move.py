"""The taps that a move takes in the games of bones on a line."""

import pytest

from bot.games import CATALOGUE
from bot.present.views import view_of_game
from tests.discord_ui.simulation import Shown

LINE_GAMES = [rules.info for rules in CATALOGUE if view_of_game(rules.info.id).is_one_press]
MOVES = 6


@pytest.mark.parametrize("info", LINE_GAMES, ids=lambda info: info.id)
async def test_a_move_is_one_tap_in_an_open_hand_and_two_otherwise(sim, info):
    """The first tap of two opens the hand, which stays open from then on."""
    await sim.start(*list(sim.people.values())[1 : info.seat_counts[0]], game_id=info.id)
    opened: dict[int, Shown] = {}
    for _ in range(MOVES):
        who, before = (await sim.asked())[0], await sim.match()
        if who.id not in opened:
            opened[who.id] = await sim.hand(who)
        hand = sim.now(opened[who.id])
        first = next(each.id for each in hand.buttons if each.id[:2] in {"m:", "b:"})
        await sim.click(who, hand, first)
        assert (await sim.match()).ply > before.ply, f"{first} asks for more"
    assert len(opened) == len((await sim.match()).seats)
