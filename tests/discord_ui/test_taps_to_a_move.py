import pytest

from bot.games import CATALOGUE
from bot.present.views import view_of_game
from tests.discord_ui.simulation import Shown

LINE_GAMES = [rules.info for rules in CATALOGUE if view_of_game(rules.info.id).is_one_press]
MOVES = 6


def first_choice(shown: Shown) -> str:
    """Return the id of the first move, or of the first piece that has places; empty if none."""
    return next((each.id for each in shown.buttons if each.id[:2] in {"m:", "b:"}), "")


@pytest.mark.parametrize("info", LINE_GAMES, ids=lambda info: info.id)
async def test_a_move_is_one_tap_in_an_open_hand_and_two_otherwise(sim, info):
    """The first tap of two opens the hand, which stays open from then on; a table always is."""
    await sim.start(*list(sim.people.values())[1 : info.seat_counts[0]], game_id=info.id)
    opened: dict[int, Shown] = {}
    for _ in range(MOVES):
        who, before = (await sim.asked())[0], await sim.match()
        shown = sim.table()
        if not first_choice(shown):
            if who.id not in opened:
                opened[who.id] = await sim.hand(who)
            shown = sim.now(opened[who.id])
        choice = first_choice(shown)
        await sim.click(who, shown, choice)
        assert (await sim.match()).ply > before.ply, f"{choice} asks for more"
    assert len(opened) == len((await sim.match()).seats)
