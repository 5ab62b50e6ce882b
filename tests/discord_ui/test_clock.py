"""The clock, as people meet it: reminders, moves made for who does not come, seats held."""

from __future__ import annotations

from bot.service.ports import GivenUp, Pace, Stage


async def test_who_does_not_come_has_a_move_made_and_is_told_so(cafe):
    await cafe.start(cafe.bruno)
    late = await cafe.to_move()
    match = await cafe.match()
    assert match.pace is Pace.DAY

    await cafe.pass_time(hours=25)

    after = await cafe.match()
    assert after.ply > match.ply
    assert f"Time was up for <@{late.id}>" in cafe.table().text
    assert after.seats[after.seat_of(late.id)].missed == 1
    assert await cafe.to_move() is not late


async def test_a_match_that_nobody_comes_back_to_ends(cafe):
    await cafe.start(cafe.bruno)

    await cafe.pass_time(days=6)

    (match,) = [await cafe.store.match(1)]
    assert match.stage is Stage.CLOSED
    assert match.given_up is GivenUp.ABSENT
