import logging
import re
from functools import partial
from typing import Any
from unittest.mock import AsyncMock, Mock, patch

import pytest

from bot.discord_ui.publishing import publisher
from bot.engine.rounds import MatchEnded, RoundScored
from bot.games.block import BLOCK
from bot.present import scenes
from bot.store.tables.matches import matches
from renderers import paint
from tests.discord_ui.simulation import Choice, Shown
from tests.store.support import execute


def pips(choice: Choice) -> int:
    return sum(int(digit) for digit in choice.code if digit.isdigit())


async def test_two_people_play_draw_from_play_to_the_leaderboard(sim):
    await sim.start(sim.bruno, game_id="draw")
    await sim.skip(lambda state: max(state.totals) >= 20)
    made = 0
    while (match := await sim.match()).is_open:
        who = await sim.to_move()
        assert f"➤ **`{'AB'[match.seat_of(who.id)]}` <@{who.id}>" in sim.table().text
        choose = partial(max if who is sim.ana else min, key=pips)
        if made % 5 == 3:
            await sim.move_by_command(who)
        elif made % 5 == 4:
            dm = sim.direct_messages(who)[-1]
            await sim.click(who, dm, choose(dm.moves).id)
        else:
            await sim.move(who, choose)
        assert (await sim.match()).ply > match.ply
        assert len(sim.direct_messages(who)) <= 1, "only the newest stays"
        made += 1
    assert made > 8

    plies = await sim.plies()
    totals = plies[-1].state.totals
    ended = [event for ply in plies for event in ply.events if isinstance(event, MatchEnded)]
    assert [each.totals for each in ended] == [totals]
    assert max(totals) >= 50
    scored = [event for ply in plies for event in ply.events if isinstance(event, RoundScored)]
    shown = [each for each in sim.public() if each.is_("round.png")]
    assert shown
    for message, score in zip(shown, scored[-len(shown) :], strict=True):
        is_last = score.number == plies[-1].state.number
        assert (f"end of round {score.number}" in message.text) != is_last
        for seat, who in enumerate((sim.ana, sim.bruno)):
            assert f"`{'AB'[seat]}` <@{who.id}> · **{score.totals[seat]}**" in message.text

    for who in (sim.ana, sim.bruno):
        assert sim.direct_messages(who) == [], "DMs go with the match"
    assert sim.tables() == []
    result = sim.public()[-1]
    winner = (sim.ana, sim.bruno)[ended[0].winners[0]]
    assert f"🏆 <@{winner.id}> wins the match!" in result.text
    assert "🔓 Shuffle opened" in result.text
    assert match.secret.hex() in (await sim.told(sim.ana, result, "Verify"))

    board = (await sim.say(sim.chen, "leaderboard", by="points")).text.splitlines()
    points = totals[match.seat_of(winner.id)]
    assert board[2] == f"**1** · <@{winner.id}> · **{points}** points · 1 match"


async def test_a_lively_game_costs_one_press_a_move(sim, two_play):
    """The hand that lies open turns live again when the turn comes round."""
    hands = {who.id: await sim.hand(who) for who in (sim.ana, sim.bruno)}
    for _ in range(6):
        who = await sim.to_move()
        hand = sim.open_hand(who)
        assert hand.id == hands[who.id].id
        assert "Your turn" in hand.text
        await sim.click(who, hand, max(hand.moves, key=pips).id)
    asked = await sim.opened(sim.ana, await sim.more(sim.ana), "Leave the match")
    assert "Leave for good" in asked.labels


def about_to_be_won(state: Any) -> bool:
    asked: Any = BLOCK.to_act(state)
    (seat,) = asked
    after = (BLOCK.apply(state, seat, move).state for move in BLOCK.legal_moves(state, seat))
    return any(each.outcome for each in after)


async def test_what_cannot_be_drawn_is_told_in_words(sim, real_pictures, monkeypatch, caplog):
    """A lobby, tables and hands, the end of a round, the click that wins, and the result."""

    def is_told(shown: Shown, words: str) -> bool:
        told = [line for line in shown.texts if line.startswith("-# ") and words in line]
        return not shown.files and len(told) == 1

    for module, name in ((paint, "_drawn"), (scenes, "_painted")):
        monkeypatch.setattr(module, name, Mock(side_effect=KeyError("6-4")))
    await sim.ana.slash(sim.channel, "play", game="block")
    assert is_told(sim.public()[-1], "An example of this game's table.")
    await sim.click(sim.bruno, sim.public()[-1], "Join")
    await sim.click(sim.ana, sim.public()[-1], "Start")
    assert is_told(sim.public()[-1], "Bones in hand: A 7, B 7.")
    await sim.skip(lambda state: state.number == 2)
    assert [each for each in sim.public() if is_told(each, "held ")]

    await sim.skip(about_to_be_won)
    table, who = sim.public()[-1], await sim.to_move()
    hand = await sim.say(who, "hand")
    assert is_told(hand, "Your hand: ")
    while (await sim.match()).is_open:
        await sim.click(who, hand, hand.moves[-1].id)
    assert is_told(sim.now(hand), "Your hand")
    assert "The match is over." in sim.now(hand).text
    result = sim.public()[-1]
    assert result.text.startswith("## Block · 🏆")
    assert is_told(result, "held ")
    assert table.id not in {each.id for each in sim.public()}
    shown = await sim.opened(sim.ana, result, "Replay")
    assert is_told(shown, "Player A has ")
    assert is_told(await sim.opened(sim.ana, shown, "Animation"), "It ends like this")

    failures = [each for each in caplog.records if each.levelno >= logging.WARNING]
    messages = {each.getMessage() for each in failures}
    drawn = (
        *("game.png (FramedScene)", "table.png (LineScene)", "hand.png (TableAndHandScene)"),
        *("round.png (RoundScene)", "replay.png (RoundScene)", "replay.gif (Animation)"),
    )
    assert messages == {f"cannot draw {each}, so its description is posted" for each in drawn}
    assert all(each.exc_info for each in failures)


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_result_that_cannot_be_made_is_tried_again(sim, restarts):
    await sim.start_short(sim.bruno)
    await sim.skip(about_to_be_won)
    who, hand = await sim.turn()
    with patch.object(publisher, "result_screen", AsyncMock(side_effect=KeyError("6-4"))):
        while (await sim.match()).is_open:
            await sim.click(who, hand, hand.moves[-1].id)
        await sim.pass_time(minutes=15)
        assert sim.tables(), "the result is not posted yet"
    for _ in range(2):
        await (sim.restart() if restarts else sim.pass_time(minutes=15))
        (result,) = sim.saying("wins the match!")
        assert result.text.startswith("## Block · 🏆")
    assert sim.tables() == []


async def test_an_end_that_could_not_be_shown_is_shown_later_with_the_same(sim):
    await sim.start_short(sim.bruno)
    before = (await sim.play_out()).text
    for who in (sim.ana, sim.bruno):
        assert f"<@{who.id}>: 1 of 5 matches until there's a rating" in before
    assert re.findall(r"(?m)^(🥇|🥈) `[AB]` <@\d+> · \*\*\d+\*\*$", before) == ["🥇", "🥈"]
    assert "has earned 🏆 **First win**." in before
    assert "-# Win a match against others, people or computers." in before
    result = sim.public()[-1]
    assert result.labels == ["Rematch", "Replay", "Verify", "Analyse", "Share"]
    assert not result.pinged
    ratings = await sim.store.ratings_of(sim.ana.id)
    # As if the process had died before recording it.
    await execute(sim.store, matches.update().values(shown_version=0))
    await sim.restart()
    assert sim.public()[-1].text == before
    assert await sim.store.ratings_of(sim.ana.id) == ratings
