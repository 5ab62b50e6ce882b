from typing import Any

import pytest
from simcord.backend.models import Interaction

from bot.present.screens.help import DESCRIPTIONS
from bot.service.daily import par
from tests.discord_ui.guests import EPHEMERAL, EXTERNAL_APPS, FOREIGN, Guest, Place
from tests.discord_ui.limits import check_commands
from tests.discord_ui.simulation import DiscordSim, Shown, bones_in

EVERYWHERE: dict[str, dict[str, Any]] = {
    "daily": {},
    "puzzle": {},
    "learn": {"game": "block"},
    "games": {},
    "hand": {},
    "rules": {"game": "block"},
    "profile": {},
    "history": {},
    "replay": {},
    "preferences": {},
    "privacy": {},
    "help": {},
}
"""The commands that work for whoever has added the bot to their account."""
SENTENCE = "I can't open a table here. [Invite me](https://"
"""What somebody is told who wants a table where the bot is a guest."""
AS_GUEST = (Place.SERVER, Place.GROUP, Place.FRIEND)


@pytest.fixture(autouse=True)
def few_runs(monkeypatch):
    monkeypatch.setattr(par, "RUNS", 2)


@pytest.fixture(params=AS_GUEST)
def guest(sim: DiscordSim, request: pytest.FixtureRequest) -> Guest:
    """Return Ana in each place that the bot isn't in."""
    return Guest.at(sim, sim.ana, request.param)


@pytest.fixture
def group(sim: DiscordSim) -> Guest:
    return Guest.at(sim, sim.ana, Place.GROUP)


async def test_each_command_is_offered_where_it_works(sim):
    offered = {
        each["name"]: (each["contexts"], each["integration_types"]) for each in check_commands(sim)
    }
    expected = dict.fromkeys(DESCRIPTIONS, ([0, 1], [0]))
    expected |= dict.fromkeys(EVERYWHERE, ([0, 1, 2], [0, 1]))
    expected |= {"settings": ([0], [0])}
    assert offered == expected


async def check_answers(guest: Guest) -> None:
    for name, options in EVERYWHERE.items():
        shown = await guest.command(name, **options)
        assert "went wrong" not in shown.text, name
        assert shown.ids, f"{name}: {shown.text}"
    assert "Profile of" in (await guest.command("profile", user=guest.sim.bruno)).text
    assert guest.for_all == []
    if guest.place is not Place.BOT:  # there, /hand also looks whether the table was deleted
        assert guest.requests == []


async def test_a_command_answers_its_person_alone_and_needs_nothing_else(sim, guest):
    await sim.finish(sim.bruno)
    await sim.start(sim.bruno)
    await check_answers(guest)


async def test_so_it_does_for_somebody_who_shares_no_server_with_the_bot(sim):
    await sim.finish(sim.bruno)
    await sim.start_in_dms()
    guest = Guest.at(sim, sim.ana, Place.BOT)
    await check_answers(guest)
    assert (await guest.command("play", game="draw")).is_("game.png"), "a table, at once"


async def test_whoever_wants_a_table_is_told_where_there_can_be_one(sim, guest):
    told = await guest.command("play", game="block")
    assert told.text.startswith(SENTENCE)
    assert f"https://discord.com/users/{sim.client.user.id}" in told.text
    assert (guest.for_all, guest.requests) == ([], [])
    assert await sim.store.match(1) is None


async def test_a_lesson_ends_with_where_there_can_be_a_real_match(guest):
    shown = await guest.command("learn", game="block")
    for _ in range(40):
        if "Play now" in shown.labels:
            break
        shown = await guest.choose(shown)
    told = await guest.press(shown, "Play now")
    assert told.text.startswith(SENTENCE)


async def test_a_text_that_names_play_says_where_it_works(sim, guest):
    for command in ("games", "history", "profile", "hand", "replay", "help"):
        shown = await guest.command(command)
        assert "/play" in shown.text, command
        assert shown.text.splitlines()[-1].startswith(f"-# {SENTENCE}"), command
    assert SENTENCE not in (await guest.command("rules", game="block")).text
    assert "can't open" not in await sim.typed(sim.ana, "games"), "in the server it works"


async def test_help_has_links_to_the_commands_that_work_there(guest):
    text = (await guest.command("help")).text
    for command in DESCRIPTIONS.keys() - {"help"}:
        assert (f"</{command}:" in text) == (command in EVERYWHERE), command


async def test_a_hand_is_played_from_anywhere_and_the_table_goes_on(sim, guest):
    await sim.start(sim.bruno)
    await sim.turn_of(sim.ana)
    before = await sim.match()
    games = await guest.command("games")
    assert "Domino café" in games.text
    hand = await guest.press(games, "Next match")
    assert (hand.id, hand.is_("hand.png")) == (games.id, True)
    assert "in a newer message below" in (await guest.command("hand")).text
    hand = [each for each in guest.seen if each.is_("hand.png")][-1]
    assert hand.id != games.id
    await guest.choose(hand)
    while (await sim.match()).ply == before.ply:  # a second choice, of the place
        await guest.choose(guest.seen[-1])
    assert not sim.table().tells(sim.ana, "to move")
    assert guest.for_all == []


async def test_a_match_of_others_is_not_shown(sim, guest):
    await sim.play(sim.bruno)
    await sim.click(sim.chen, sim.lobby(), "Join")
    await sim.click(sim.bruno, sim.lobby(), "Start")
    await sim.play_out()
    refused = await guest.command("replay", match="1")
    assert (refused.files, refused.ids) == ([], [])


async def finished(guest: Guest) -> Shown:
    shown = await guest.command("daily")
    for _ in range(80):
        if "Share" in shown.labels:
            return shown
        shown = await guest.choose(shown)
    raise AssertionError(f"the deal does not end: {shown}")


async def test_a_deal_is_played_anywhere_and_its_result_is_shared_by_a_press(sim, guest):
    end = await finished(guest)
    assert "first to finish" in end.text
    assert str(FOREIGN) not in "\n".join(sim.stored())
    offer = await guest.press(end, "Share")
    assert (offer.menus, offer.labels) == ([], ["Post it here"]), "other channels are not known"
    assert guest.for_all == []
    await guest.press(offer, "Post it here")
    (shared,) = guest.for_all
    assert f"Shared by <@{sim.ana.id}>" in shared.text
    assert bones_in(shared.all_words) == set()
    assert "already" in (await guest.press(offer, "Post it here")).text
    theirs = await guest.press(shared, "Play this deal", by=sim.bruno)
    assert theirs.is_("deal.png")
    assert guest.for_all == [shared]
    assert guest.requests == []


@pytest.mark.parametrize("place", AS_GUEST)
async def test_a_profile_is_shared_by_its_owners_press(sim, end, place):
    await sim.client.service.servers.choose_language(FOREIGN, "de")
    guest = Guest.at(sim, sim.ana, place)
    own = await guest.command("profile")
    assert guest.for_all == []
    await guest.press(own, "Show to everybody")
    (shared,) = guest.for_all
    assert shared.text.startswith(f"### Profile of <@{sim.ana.id}>"), "in its owner's language"
    assert "Shown to everybody" in sim.now(own).labels
    looked = await guest.press(shared, "All achievements", by=sim.bruno)
    assert looked.id != shared.id
    assert guest.for_all == [shared]
    assert guest.requests == []


async def test_where_a_server_keeps_guests_from_it_nothing_is_offered_to_share(
    sim, end, monkeypatch
):
    del end
    guest = Guest.at(sim, sim.ana, Place.SERVER, permissions=0)
    assert "Show to everybody" not in (await guest.command("profile")).labels
    deal = await finished(guest)
    assert (await guest.press(deal, "Share")).labels == []
    guest.permissions = EXTERNAL_APPS
    offer = await guest.press(deal, "Share")
    own, commit = await guest.command("profile"), sim.env.backend.commit_message

    def kept_private(message: Any, **how: Any) -> Any:
        message.flags |= EPHEMERAL
        return commit(message, **how)

    answered = Interaction.respond_with_message
    monkeypatch.setattr(sim.env.backend, "commit_message", kept_private)
    monkeypatch.setattr(
        Interaction,
        "respond_with_message",
        lambda record, message_id, **_: answered(record, message_id, ephemeral=True),
    )
    for shown, button in ((own, "Show to everybody"), (offer, "Post it here")):
        for _ in range(2):  # it can be tried again
            told = await guest.press(shown, button)
            assert told.text == "This server keeps what I say private, so only you can see that."
    assert guest.for_all == []


async def test_nobody_changes_the_settings_of_a_server_without_the_bot(sim):
    guest = Guest.at(sim, sim.ana, Place.SERVER)
    assert "can change its settings" in (await guest.command("settings")).text
    assert "-# Everywhere" in (await guest.command("leaderboard")).text
    assert guest.for_all == []


async def test_help_says_how_to_add_the_bot_to_an_account_if_that_is_switched_on(sim, group):
    link = "&scope=applications.commands&integration_type=1"
    assert link not in await sim.typed(sim.ana, "help")
    sim.client.application._integration_types_config = {"0": {}, "1": {}}
    assert link in await sim.typed(sim.ana, "help")
    assert link not in (await group.command("help")).text, "they have"
