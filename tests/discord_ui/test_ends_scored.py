"""How a match ended, with what it was worth: in the channel, to everybody, and the same again."""

from __future__ import annotations

from datetime import timedelta

from bot.store.tables import matches
from tests.discord_ui.table import Cafe
from tests.service.played import played as ended


async def played(cafe: Cafe, number: int = 1) -> str:
    """A short match of Block between Ana and Bruno; how it ended."""
    lobby = await cafe.play(cafe.ana)
    await cafe.agree_on("target", 1, number)
    await cafe.click(cafe.bruno, lobby, "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    while (await cafe.match(number)).is_open:
        await cafe.move(await cafe.to_move(number))
    return cafe.public()[-1].text


async def test_everybody_reads_their_new_rating_and_nobody_is_pinged(cafe):
    text = await played(cafe)
    for who in (cafe.ana, cafe.bruno):
        rating = (await cafe.store.ratings_of(who.id))[""]
        change = rating.shown - 1000
        signed = f"+{change}" if change >= 0 else f"−{-change}"
        assert f"<@{who.id}> **{rating.shown:,}?** ({signed})" in text
    assert text.count("fewer than ten matches") == 1
    assert "have earned" in text or "has earned" in text
    assert "counted less" not in text
    result = cafe.public()[-1]
    assert result.labels == ["Rematch", "Replay", "Verify"]
    assert not result.pinged


async def test_the_fourth_match_of_the_day_counts_less(cafe):
    await cafe.pass_time(hours=1)  # the day began just now
    for minutes in (30, 20, 10):
        at = cafe.clock.now() - timedelta(minutes=minutes)
        await ended(cafe.store, cafe.ana.id, cafe.bruno.id, at=at)
    assert "counted less" in await played(cafe, 4)
    assert [each.weight for each in await cafe.store.scored(3)] == [1, 1]
    assert [each.weight for each in await cafe.store.scored(4)] == [0.5, 0.5]


async def test_an_end_that_could_not_be_shown_is_shown_later_with_the_same(cafe):
    before = await played(cafe)
    ratings = await cafe.store.ratings_of(cafe.ana.id)
    async with cafe.store._write() as connection:  # as if the process had died before noting it
        await connection.execute(matches.update().values(shown_version=0))
    await cafe.restart()
    await cafe.settle()
    again = cafe.public()[-1].text
    assert "Ratings:" in again
    assert again == before
    assert await cafe.store.ratings_of(cafe.ana.id) == ratings


async def test_a_match_given_up_says_that_it_counts_and_what_it_cost(cafe):
    await cafe.start(cafe.bruno)
    await cafe.leave(cafe.bruno)
    await cafe.leave(cafe.ana)
    (closed,) = [each for each in cafe.public() if "was given up" in each.text]
    assert "It counts: nobody has won" in closed.text
    shown = (await cafe.store.ratings_of(cafe.bruno.id))[""].shown
    assert f"<@{cafe.bruno.id}> **{shown:,}?** (−{1000 - shown}), left" in closed.text
    assert closed.labels == ["Replay", "Verify"]
    assert "Move 0 of" in cafe.reply(await cafe.click(cafe.chen, closed, "Replay")).text


async def test_a_lobby_that_everybody_left_counts_for_nobody(cafe):
    lobby = await cafe.play(cafe.ana)
    await cafe.click(cafe.ana, lobby, "Leave")
    assert "It counts" not in cafe.public()[-1].text
    assert await cafe.store.ratings_of(cafe.ana.id) == {}
