import pytest

from bot.games import CATALOGUE, game
from bot.model.match import Stage
from bot.present.screens.lesson import LEARN
from tests.discord_ui.simulation import DiscordSim, Person, Shown

GAMES = [rules.info.id for rules in CATALOGUE]
END = "· the end"


async def learn(sim: DiscordSim, game_id: str = "block") -> Shown:
    """Begin a lesson; check that nobody else sees it."""
    shown = await sim.say(sim.ana, "learn", game=game_id)
    assert shown.owner == sim.ana.id
    return shown


async def choose(sim: DiscordSim, who: Person, shown: Shown) -> None:
    if shown.options:
        await sim.pick(who, shown, shown.options[0]["value"], menu=shown.menus[0]["custom_id"])
    else:
        await sim.click(who, shown, shown.buttons[0].id)


async def finish(sim: DiscordSim, shown: Shown) -> Shown:
    for _ in range(30):
        if END in sim.now(shown).text:
            break
        await choose(sim, sim.ana, sim.now(shown))
    assert END in sim.now(shown).text
    return sim.now(shown)


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_lesson_is_played_in_one_message_and_leaves_no_match(sim, game_id):
    shown = await learn(sim, game_id)
    assert "💡" in shown.text
    assert "· move 1\n" in shown.text
    assert shown.is_("lesson.png")
    end = await finish(sim, shown)
    assert {"Play now", "Rules"} <= set(end.labels)
    assert not sim.public()
    assert await sim.store.match(1) is None
    assert await sim.store.history(sim.ana.id, 9, 0) == ()


async def test_a_press_shows_what_happened_and_pressing_twice_does_nothing_twice(sim):
    shown = await learn(sim)
    press = (sim.ana, shown, shown.buttons[0].id)
    await sim.at_once(press, press)
    second = sim.now(shown)
    assert "· move 2\n" in second.text
    assert "You " in second.text
    assert second.pictures != shown.pictures
    await sim.press(*press)  # on the message as it was
    assert "· move 2\n" in sim.now(shown).text


async def test_a_lesson_goes_on_after_a_restart(sim):
    shown = await learn(sim)
    await choose(sim, sim.ana, shown)
    before = sim.now(shown).text
    await sim.restart()
    await choose(sim, sim.ana, sim.now(shown))
    assert "· move 3\n" in sim.now(shown).text != before


async def test_a_match_follows_at_a_press(sim):
    end = await finish(sim, await learn(sim))
    hand = sim.now(sim.reply(await sim.click(sim.ana, end, "Play now")))
    assert hand.owner == sim.ana.id
    assert hand.is_("hand.png")
    match = await sim.match()
    assert match.stage is Stage.RUNNING
    assert [each.level for each in match.seats] == [None, "steady"]
    assert len(sim.public()) == 1
    assert "already has [a table]" in await sim.told(sim.ana, end, f"x:{LEARN}:block:play")


async def test_a_match_at_an_open_table_follows_there(sim):
    end = await finish(sim, await learn(sim, "memory"))
    assert "choose at the table" in await sim.told(sim.ana, end, "Play now")
    assert (await sim.match()).stage is Stage.RUNNING


async def test_the_rules_follow_beside_the_end(sim):
    end = await finish(sim, await learn(sim))
    rules = await sim.told(sim.ana, end, "Rules")
    assert "### Block ·" in rules
    assert END in sim.now(end).text


async def test_it_works_in_direct_messages(sim):
    shown = sim.reply(await sim.ana.user.slash("learn", game="solitaire"))
    await sim.ana.user.click(sim._handle(shown), custom_id=shown.buttons[0].id)
    assert "· move 2\n" in sim.now(shown).text


async def test_a_button_of_an_older_lesson_begins_again(sim):
    shown = await learn(sim)
    for old in ("block:0.9:0.1:", "block:1.99999:3:", f"block:{version(shown)}:99999:"):
        await sim.press(sim.ana, shown, f"x:{LEARN}:{old}")
        assert "· move 1\n" in sim.now(shown).text


def version(shown: Shown) -> str:
    return shown.buttons[0].id.split(":")[3]


async def test_an_unknown_game_is_asked_for_again(sim):
    shown = await sim.say(sim.ana, "learn", game="tennis")
    assert "game" in shown.text
    assert not shown.files


class TestOffer:
    OFFER = "New to Block?"

    def offers(self, sim: DiscordSim, who: Person) -> list[Shown]:
        return [each for each in sim.seen_by(who) if self.OFFER in each.text]

    async def test_it_comes_with_a_seat_and_nobody_else_sees_it(self, sim):
        lobby = await sim.play(sim.ana)
        await sim.click(sim.bruno, lobby, "Join")
        (offer,) = self.offers(sim, sim.bruno)
        assert offer.owner == sim.bruno.id
        assert offer.labels == ["Learn"]
        assert not self.offers(sim, sim.ana)

    @pytest.mark.parametrize(
        "game_id", [each.info.id for each in CATALOGUE if not each.info.open_play]
    )
    async def test_it_is_below_the_first_hand_and_goes_with_the_first_move(self, sim, game_id):
        lobby = await sim.play(sim.ana, game_id)
        await sim.click(sim.ana, lobby, "Play now")
        hand = sim.open_hand(sim.ana)
        assert sim.table().id < hand.id
        assert f"New to {game(game_id).info.name}?" in hand.text
        assert hand.is_("hand.png")
        assert hand.labels[-1] == "Learn"
        move = next(iter(hand.moves), None)
        await sim.click(sim.ana, hand, move.id if move else hand.ids[0])
        if move:
            assert (0, move.code) in await sim.store.log(1), "two taps"
        assert not [each for each in sim.seen_by(sim.ana) if "New to " in each.text]

    async def test_its_button_begins_the_lesson_in_its_place(self, sim):
        await sim.click(sim.bruno, await sim.play(sim.ana), "Join")
        (offer,) = self.offers(sim, sim.bruno)
        await sim.click(sim.bruno, offer, "Learn")
        assert "· move 1\n" in sim.now(offer).text
        assert len((await sim.match()).people) == 2

    async def test_it_comes_once_for_each_game(self, sim):
        for game_id, offers in (("block", 1), ("block", 1), ("draw", 1)):
            lobby = await sim.play(sim.ana, game_id)
            await sim.click(sim.bruno, lobby, "Join")
            assert len(self.offers(sim, sim.bruno)) == offers
            await sim.click(sim.ana, lobby, "Leave")
            await sim.click(sim.bruno, lobby, "Leave")
        assert any("New to Draw?" in each.text for each in sim.seen_by(sim.bruno))

    async def test_whoever_has_begun_the_lesson_gets_no_offer(self, sim):
        await learn(sim)
        await sim.click(sim.ana, await sim.play(sim.bruno), "Join")
        assert not self.offers(sim, sim.ana)

    async def test_two_presses_at_once_bring_one(self, sim):
        lobby = await sim.play(sim.ana)
        await sim.at_once(*[(sim.bruno, lobby, "l:1:join")] * 2)
        assert len(self.offers(sim, sim.bruno)) == 1
