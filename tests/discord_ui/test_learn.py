import pytest

from bot.games import CATALOGUE, game
from bot.model.match import Stage
from bot.present.screens.lesson import LEARN
from tests.discord_ui.simulation import DiscordSim, Person, Shown

NAMES = [rules.info.id for rules in CATALOGUE]
END = "· the end"


async def choose(sim: DiscordSim, who: Person, shown: Shown) -> None:
    if shown.options:
        await sim.pick(who, shown, shown.options[0]["value"], menu=shown.menus[0]["custom_id"])
    else:
        await sim.click(who, shown, shown.buttons[0].id)


async def finish(sim: DiscordSim, shown: Shown) -> Shown:
    for _ in range(30):
        if END in sim.now(shown).text:
            return sim.now(shown)
        await choose(sim, sim.ana, sim.now(shown))
    raise AssertionError(f"the lesson does not end: {sim.now(shown)}")


@pytest.mark.parametrize("game_id", NAMES)
async def test_a_lesson_is_played_in_one_message_and_leaves_no_match(sim, game_id):
    shown = await sim.ask(sim.ana, "learn", game=game_id)
    assert "💡" in shown.text
    assert "· move 1\n" in shown.text
    assert shown.is_("lesson.png")
    assert {"Play now", "Rules"} <= set((await finish(sim, shown)).labels)
    assert not sim.public()
    assert (await sim.store.match(1), await sim.store.history(sim.ana.id, 9, 0)) == (None, ())


async def test_a_press_in_a_lesson_shows_what_happened_and_a_second_does_nothing(sim):
    """After a restart it goes on."""
    shown = await sim.ask(sim.ana, "learn", game="block")
    press = (sim.ana, shown, shown.buttons[0].id)
    await sim.at_once(press, press)
    second = sim.now(shown)
    assert "· move 2\n" in second.text
    assert "You " in second.text
    assert second.pictures != shown.pictures
    await sim.press(*press)  # on the message as it was
    assert "· move 2\n" in sim.now(shown).text
    await sim.restart()
    await choose(sim, sim.ana, second)
    assert "· move 3\n" in sim.now(shown).text


async def test_a_match_follows_a_lesson_at_a_press(sim):
    end = await finish(sim, await sim.ask(sim.ana, "learn", game="block"))
    assert "### Block ·" in await sim.told(sim.ana, end, "Rules")
    hand = sim.now(await sim.opened(sim.ana, end, "Play now"))
    assert (hand.owner, hand.files) == (sim.ana.id, ["hand.png"])
    match = await sim.match()
    assert (match.stage, match.seats[1].level) == (Stage.RUNNING, "steady")
    assert len(sim.public()) == 1
    assert "already has [a table]" in await sim.told(sim.ana, end, f"x:{LEARN}:block:play")


async def test_a_match_at_an_open_table_follows_a_lesson_there(sim):
    end = await finish(sim, await sim.ask(sim.ana, "learn", game="memory"))
    assert "choose at the table" in await sim.told(sim.ana, end, "Play now")
    assert (await sim.match()).stage is Stage.RUNNING


async def test_a_lesson_works_in_direct_messages(sim):
    asked = sim.reply(await sim.ana.user.slash("learn", game="tennis"))
    assert ("game" in asked.text, asked.files) == (True, [])
    shown = sim.reply(await sim.ana.user.slash("learn", game="solitaire"))
    await sim.ana.user.click(sim._handle(shown), custom_id=shown.buttons[0].id)
    assert "· move 2\n" in sim.now(shown).text


async def test_a_button_of_an_older_lesson_begins_again(sim):
    shown = await sim.ask(sim.ana, "learn", game="block")
    version = shown.buttons[0].id.split(":")[3]
    for old in ("block:0.9:0.1:", "block:1.99999:3:", f"block:{version}:99999:"):
        await sim.press(sim.ana, shown, f"x:{LEARN}:{old}")
        assert "· move 1\n" in sim.now(shown).text


class TestOfferOfALesson:
    OFFER = "New to Block?"

    def offers(self, sim: DiscordSim, who: Person) -> list[Shown]:
        return [each for each in sim.seen_by(who) if self.OFFER in each.text]

    async def test_it_comes_with_a_seat_once_and_begins_the_lesson_in_its_place(self, sim, lobby):
        await sim.at_once(*[(sim.bruno, lobby, "l:1:join")] * 2)
        (offer,) = self.offers(sim, sim.bruno)
        assert (offer.owner, offer.labels) == (sim.bruno.id, ["Learn"])
        assert not self.offers(sim, sim.ana)
        assert "· move 1\n" in (await sim.clicked(sim.bruno, offer, "Learn")).text
        assert len((await sim.match()).people) == 2

    @pytest.mark.parametrize("game_id", [each for each in NAMES if not game(each).info.open_play])
    async def test_it_is_below_the_first_hand_and_goes_with_the_first_move(self, sim, game_id):
        await sim.click(sim.ana, await sim.play(sim.ana, game_id), "Play now")
        hand = sim.open_hand(sim.ana)
        assert sim.table().id < hand.id
        assert f"New to {game(game_id).info.name}?" in hand.text
        assert (hand.files, hand.labels[-1]) == (["hand.png"], "Learn")
        move = next(iter(hand.moves), None)
        await sim.click(sim.ana, hand, move.id if move else hand.ids[0])
        if move:
            assert (0, move.code) in await sim.store.log(1), "two taps"
        assert not [each for each in sim.seen_by(sim.ana) if "New to " in each.text]

    async def test_it_comes_once_for_each_game(self, sim):
        for game_id, offers in (("block", 1), ("block", 1), ("draw", 1)):
            lobby = await sim.play(sim.ana, game_id)
            await sim.click(sim.bruno, lobby, "Join")
            assert len(self.offers(sim, sim.bruno)) == offers
            await sim.click(sim.ana, lobby, "Leave")
            await sim.click(sim.bruno, lobby, "Leave")
        assert any("New to Draw?" in each.text for each in sim.seen_by(sim.bruno))

    async def test_whoever_has_begun_the_lesson_gets_no_offer(self, sim):
        await sim.ask(sim.ana, "learn", game="block")
        await sim.click(sim.ana, await sim.play(sim.bruno), "Join")
        assert not self.offers(sim, sim.ana)
