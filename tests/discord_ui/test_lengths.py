"""How long a match is: the lobby says it, the host changes it with one press."""

from bot.engine.game_info import Length
from bot.games import game
from bot.model.durations import days_among
from bot.service.lobby import lengths

BLOCK = game("block").info


async def target(sim):
    return (await sim.match()).options["target"]


def days_of_full_matches(monkeypatch, days):
    """Let every match take that long, a short one a third and one round a tenth of it."""
    share = {Length.FULL: 1, Length.SHORT: 1 / 3, Length.ROUND: 1 / 10}
    monkeypatch.setattr(lengths, "days_among", lambda _, __, length: days * share[length])


async def test_one_press_of_the_host_changes_the_length(sim, lobby):
    assert "✓ Full" in lobby.labels
    for button, value in (("One round", "none"), ("Short", 20), ("Full", 100), ("Short", 20)):
        await sim.click(sim.ana, sim.lobby(), button)
        assert await target(sim) == value
        assert f"✓ {button}" in sim.lobby().labels
    await sim.click(sim.bruno, lobby, "Join")
    assert (await sim.told(sim.bruno, sim.lobby(), "Full")).startswith("Only the host")
    assert await target(sim) == 20


async def test_the_longest_match_of_at_most_three_days_until_the_host_chooses(sim, monkeypatch):
    days_of_full_matches(monkeypatch, 6)
    lobby = await sim.seat(sim.bruno)
    assert await target(sim) == 100, "two play a full match"
    await sim.click(sim.chen, lobby, "Join")
    assert await target(sim) == 20
    assert "✓ Short" in sim.lobby().labels
    assert "A match takes about 2 days at this pace." in sim.lobby().text
    for pace, value in (("live", 100), ("slow", 20), ("relaxed", 100), ("none", 20), ("day", 20)):
        await sim.set("pace:", pace)
        assert await target(sim) == value
    await sim.click(sim.chen, lobby, "Leave")
    assert await target(sim) == 100
    await sim.click(sim.chen, lobby, "Join")
    await sim.set("computer:", "steady")  # it never keeps anybody waiting: 6 days × 3/4
    assert await target(sim) == 20
    await sim.click(sim.ana, sim.lobby(), "Full")
    await sim.set("computer:", "-")
    await sim.click(sim.dana, lobby, "Join")
    assert await target(sim) == 100, "the host chose"
    assert "A match takes about 6 days at this pace." in sim.lobby().text


async def test_if_even_a_short_match_takes_longer_it_is_one_round(sim, monkeypatch):
    days_of_full_matches(monkeypatch, 12)
    await sim.seat(sim.bruno, sim.chen)
    assert await target(sim) == "none"
    assert "✓ One round" in sim.lobby().labels


async def test_a_target_that_the_host_has_set_stays_and_is_no_length(sim):
    lobby = await sim.seat(sim.bruno, picks={"option:target": "150"})
    await sim.click(sim.chen, lobby, "Join")
    assert await target(sim) == 150
    assert not [each for each in sim.lobby().labels if each.startswith("✓")]
    assert "A match takes" not in sim.lobby().text
    await sim.set("option:target", "20")
    assert "✓ Short" in sim.lobby().labels


async def test_nobody_is_told_how_long_a_match_alone_with_computers_takes(sim, lobby):
    assert "A match takes" not in lobby.text
    await sim.click(sim.bruno, lobby, "Join")
    days = round(days_among("block", 2, Length.FULL) or 0)
    assert f"A match takes about {days} days at this pace." in sim.lobby().text


async def test_a_length_that_a_game_does_not_have_is_refused(sim):
    await sim.play(sim.ana, "solitaire")
    before = await sim.match()
    assert not {"One round", "Short", "✓ Full"} & {*sim.lobby().labels}
    told = await sim.told(sim.ana, sim.lobby(), "l:1:short")
    assert told == "This game has no such length."
    assert await sim.match() == before
