"""Whole matches, from /play to the leaderboard."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.rounds import MatchEnded, RoundScored
from bot.games.moves import Play
from bot.present.words import ENGLISH
from bot.service.ports import Measure
from tests.discord_ui.table import Cafe, Choice, Person


def pips(choice: Choice) -> int:
    return sum(int(digit) for digit in choice.code if digit.isdigit())


def heaviest(moves: list[Choice]) -> Choice:
    return max(moves, key=pips)


def lightest(moves: list[Choice]) -> Choice:
    """Against somebody who plays the heaviest, a way to lose soon."""
    return min(moves, key=pips)


async def move_by_typing(cafe: Cafe, who: Person, nth: int) -> None:
    """Type a little, take what is suggested, send it."""
    wanted = ("", "6", "left", "-")[nth % 4]
    offered = await who.autocomplete(cafe.channel, "move", "move", wanted)
    if not offered:
        offered = await who.autocomplete(cafe.channel, "move", "move", "")
    assert 1 <= len(offered) <= 25
    await who.slash(cafe.channel, "move", move=offered[0]["value"])


async def move_by_letter(
    cafe: Cafe, who: Person, choose: Callable[[list[Choice]], Choice] = heaviest
) -> None:
    """Press a button of the one direct message that is live."""
    letter = cafe.letters(who)[-1]
    assert letter.is_("hand.png")
    choice = choose(letter.moves)
    assert choice.ply == (await cafe.match()).ply
    await cafe.click(who, letter, choice.id)


async def test_two_people_play_draw_from_play_to_the_leaderboard(cafe):
    lobby = await cafe.play(cafe.ana, "draw")
    await cafe.click(cafe.bruno, lobby, "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")

    made = 0
    while (match := await cafe.match()).is_open:
        who = await cafe.to_move()
        assert f"➤ **`{'AB'[match.seat_of(who.id)]}` <@{who.id}>" in cafe.table().text
        choose = heaviest if who is cafe.ana else lightest
        if made % 5 == 3:
            await move_by_typing(cafe, who, made)
        elif made % 5 == 4:
            await move_by_letter(cafe, who, choose)
        else:
            await cafe.move(who, choose)
        assert (await cafe.match()).ply > match.ply
        made += 1
    assert made > 20

    plies = await cafe.plies()
    totals = plies[-1].state.totals
    ended = [event for ply in plies for event in ply.events if isinstance(event, MatchEnded)]
    assert [each.totals for each in ended] == [totals]
    assert max(totals) >= 50
    scored = [event for ply in plies for event in ply.events if isinstance(event, RoundScored)]
    shown = [each for each in cafe.public() if each.is_("round.png")]
    assert len(shown) == len(scored)
    for message, score in zip(shown, scored, strict=True):
        assert f"end of round {score.number}" in message.text
        for seat, who in enumerate((cafe.ana, cafe.bruno)):
            assert f"`{'AB'[seat]}` <@{who.id}> · **{score.totals[seat]}**" in message.text

    assert cafe.tables() == []
    result = cafe.public()[-1]
    winner = (cafe.ana, cafe.bruno)[ended[0].winners[0]]
    assert f"🏆 <@{winner.id}> wins the match!" in result.text
    assert match.secret.hex() in result.text

    loser = cafe.bruno if winner is cafe.ana else cafe.ana
    board = (await cafe.say(cafe.chen, "leaderboard", by="points")).text.splitlines()
    points = {who.id: totals[seat] for seat, who in enumerate((cafe.ana, cafe.bruno))}
    point = ENGLISH.count("**{n}** point", "**{n}** points", points[loser.id])
    assert (
        board[2:]
        == [
            f"**1** · <@{winner.id}> · **{points[winner.id]}** points · 1 match",
            f"**2** · <@{loser.id}> · {point} · 1 match",
        ][: 1 + bool(points[loser.id])]
    )


async def test_one_person_and_two_computers_play_block_to_the_end(cafe):
    await cafe.play(cafe.ana)
    await cafe.agree_on("target", 40)
    await cafe.add_computer("steady")
    await cafe.add_computer("casual")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")

    while (match := await cafe.match()).is_open:
        assert await cafe.to_move() is cafe.ana, "computers have moved by the time all is quiet"
        await cafe.move(cafe.ana, heaviest)

    plies = await cafe.plies()
    assert max(plies[-1].state.totals) >= 40
    by_computers = [ply for ply in plies if ply.actor in {1, 2} and isinstance(ply.move, Play)]
    assert len(by_computers) > 5
    assert "wins the match!" in cafe.public()[-1].text
    results = await cafe.results()
    assert results.keys() == {cafe.ana.id}
    assert results[cafe.ana.id].points == plies[-1].state.totals[match.seat_of(cafe.ana.id)]


async def test_four_people_play_block_to_the_end(cafe):
    lobby = await cafe.play(cafe.ana)
    await cafe.agree_on("target", 20)
    for who in (cafe.bruno, cafe.chen, cafe.dana):
        await cafe.click(who, lobby, "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")

    hands = {who.id: await cafe.hand(who) for who in list(cafe.people.values())[:4]}
    assert [len(hand.labels) for hand in hands.values()].count(7) == 1, "the leader has all moves"
    while (await cafe.match()).is_open:
        await cafe.move(await cafe.to_move(), heaviest)

    totals = (await cafe.state()).totals
    results = await cafe.results()
    assert {user: each.points for user, each in results.items()} == {
        who.id: total for who, total in zip(list(cafe.people.values())[:4], totals, strict=True)
    }
    (winner,) = [user for user, each in results.items() if each.won]
    assert [(each.user_id, each.wins) for each in await cafe.leaders(Measure.WINS)] == [(winner, 1)]


async def test_a_second_match_in_the_same_channel_starts_clean(cafe):
    await cafe.start(cafe.bruno)
    for who in (cafe.ana, cafe.bruno):
        more = await cafe.click(who, cafe.table(), "⋯")
        asked = await cafe.click(who, cafe.reply(more), "Leave the match")
        await cafe.click(who, cafe.reply(asked), "Leave for good")
    assert not (await cafe.match()).is_open

    await cafe.start(cafe.chen)
    second = await cafe.match(2)
    assert second.is_open
    assert second.people == (cafe.ana.id, cafe.chen.id)
    await cafe.move(await cafe.to_move(2), heaviest)
    assert (await cafe.match(2)).ply > second.ply


async def test_a_lively_game_costs_one_press_a_move(cafe):
    """The hand that lies open turns live again when the turn comes round."""
    await cafe.start(cafe.bruno)
    hands = {who.id: await cafe.hand(who) for who in (cafe.ana, cafe.bruno)}

    for _ in range(6):
        who = await cafe.to_move()
        hand = cafe.open_hand(who)
        assert hand.id == hands[who.id].id
        assert "Your turn" in hand.text
        await cafe.click(who, hand, heaviest(hand.moves).id)


async def test_only_the_newest_letter_of_a_match_stays(cafe):
    await cafe.start(cafe.bruno)
    for _ in range(6):
        await move_by_letter(cafe, await cafe.to_move())

    for who in (cafe.ana, cafe.bruno):
        assert len(cafe.letters(who)) == 1
