import re
from datetime import date

import pytest

from bot.games.themes import NAMES, Theme
from bot.model.puzzles import moment, shipped
from bot.service.puzzles import puzzle_of_day
from tests.discord_ui.simulation import OLD, DiscordSim, Person, Shown, bones_in

TODAY = date(2026, 1, 1)
RIGHT, WRONG = "✅ Right!", "❌ Not the best move."


def puzzle_in(shown: Shown) -> str:
    (found,) = {each.split(":")[3] for each in shown.ids if each.startswith("x:puzzle:answer:")}
    return found


def answers(shown: Shown) -> list[str]:
    return [each for each in shown.ids if each.startswith("x:puzzle:answer:")]


def best_of(shown: Shown) -> str:
    """Return the id of the button with the best move."""
    now = moment(shipped()[puzzle_in(shown)])
    codes = [move.code for move in now.seen.legal]
    place = codes.index(now.puzzle.best.code)
    return next(each for each in answers(shown) if each.split(":")[6] == str(place))


def wrong_of(shown: Shown) -> str:
    return next(each for each in answers(shown) if each != best_of(shown))


async def test_a_puzzle_is_answered_in_one_message_that_only_its_reader_sees(sim):
    shown = await sim.ask(sim.ana, "puzzle")
    assert "Which move is best?" in shown.text
    assert shown.is_("puzzle.png")
    await sim.click(sim.ana, shown, best_of(shown))
    answer = sim.now(shown)
    assert (answer.id, answer.owner) == (shown.id, sim.ana.id)
    assert RIGHT in answer.text
    assert "🔥 1 right" in answer.text
    assert "4 more puzzles until you have a rating" in answer.text
    await sim.click(sim.ana, answer, "Next puzzle")
    following = sim.now(shown)
    assert puzzle_in(following) != puzzle_in(shown)
    await sim.click(sim.ana, following, wrong_of(following))
    assert WRONG in sim.now(shown).text
    assert "🔥" not in sim.now(shown).text
    assert not sim.public()
