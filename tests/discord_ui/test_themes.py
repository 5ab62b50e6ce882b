from unittest.mock import AsyncMock

from bot.discord_ui import appearance
from bot.games import game
from bot.model.preferences import Preferences, ThemeChoice
from bot.present.scenes import hand_scene, table_scene
from bot.service.ports.faults import StoreFault
from renderers.ink.themes import theme_of
from tests.discord_ui.conftest import picture_of
from tests.discord_ui.own import choose, chosen, sets
from tests.discord_ui.simulation import DiscordSim, Person, Shown

BLOCK = game("block")


async def sets_server(sim: DiscordSim, boss: Person, menu: str, value: str) -> Shown:
    shown = await sim.say(boss, "settings")
    await sim.pick(boss, shown, value, menu=f"x:server:{menu}")
    return sim.now(shown)


async def drawn(sim, felt, bones, who=None) -> list[bytes]:
    seen = BLOCK.observe(await sim.state(), (await sim.match()).seat_of(who.id) if who else None)
    return [picture_of(hand_scene(seen) if who else table_scene(seen), theme=theme_of(felt, bones))]


async def test_tables_are_in_the_servers_theme_and_hands_in_their_owners(sim, boss):
    await sets_server(sim, boss, "felt", "sand")
    await sets(sim, sim.ana, "bones", "ebony")
    await sim.start(sim.bruno)
    await sim.move(await sim.to_move())
    assert sim.table().pictures == await drawn(sim, "sand", None)
    assert (await sim.hand(sim.ana)).pictures == await drawn(sim, "sand", "ebony", sim.ana)
    assert (await sim.hand(sim.bruno)).pictures == await drawn(sim, "sand", None, sim.bruno)
    for who in (sim.ana, sim.bruno):
        assert (await sim.say(who, "board")).pictures == await drawn(sim, "sand", None)


async def test_a_hand_that_is_sent_or_refreshed_is_in_its_owners_theme(sim, boss):
    await sets_server(sim, boss, "felt", "night")
    await sets(sim, sim.ana, "bones", "porcelain")
    await sim.start(sim.bruno)
    (sent,) = sim.direct_messages(sim.ana)[-1].pictures
    assert [sent] == await drawn(sim, "night", "porcelain", sim.ana)
    hand = await sim.hand(sim.ana)
    while await sim.to_move() != sim.bruno:
        await sim.move(sim.ana)
    await sim.move(sim.bruno)
    assert sim.now(hand).pictures == await drawn(sim, "night", "porcelain", sim.ana)


async def test_a_new_theme_counts_from_the_next_picture_on(sim, boss, two_play):
    await sim.move(await sim.to_move())
    before = sim.table().pictures
    await sets_server(sim, boss, "bones", "rosewood")
    assert sim.table().pictures == before
    await sim.move(await sim.to_move())
    assert sim.table().pictures == await drawn(sim, None, "rosewood")
    await sim.restart()
    await sim.move(await sim.to_move())
    assert sim.table().pictures == await drawn(sim, None, "rosewood")


async def test_both_answers_show_the_theme_before_anybody_plays(sim, boss):
    shown = await sim.ask(sim.ana, "preferences")
    assert chosen(shown)["felt"] == "Felt: as in the server"
    pictures = [shown.pictures]
    shown = await choose(sim, sim.ana, shown, "felt", "walnut")
    assert chosen(shown)["felt"] == "Felt: Walnut"
    pictures.append(shown.pictures)
    settings = await sets_server(sim, boss, "felt", "walnut")
    assert "**Felt**: Walnut\n**Bones**: Ivory" in settings.text
    assert settings.pictures == shown.pictures, "a server's preview shows its own theme"
    shown = await choose(sim, sim.ana, shown, "bones", "contrast")
    pictures.append(shown.pictures)
    assert len({each for (each,) in pictures}) == 3
    shown = await choose(sim, sim.ana, shown, "bones", "none")
    assert shown.pictures == settings.pictures
    settings = await sets_server(sim, boss, "bones", "ebony")
    assert settings.pictures == (await sim.ask(sim.ana, "preferences")).pictures


async def test_one_choice_leaves_the_others_alone(sim, boss):
    await sets_server(sim, boss, "felt", "night")
    await sets_server(sim, boss, "language", "de")
    await sets_server(sim, boss, "bones", "ebony")
    stored = await sim.store.server(sim.guild.id)
    assert (stored.theme, stored.language) == (ThemeChoice("night", "ebony"), "de")
    await sets(sim, sim.ana, "felt", "sand")
    await sets(sim, sim.ana, "bones", "ivory")
    settings = await sim.client.service.preferences.player_settings([sim.ana.id])
    assert settings[sim.ana.id].preferences == Preferences(theme=ThemeChoice("sand", "ivory"))


async def test_no_hand_waits_for_a_theme(sim, monkeypatch, two_play):
    sim.client.service.servers.forget_all()
    monkeypatch.setattr(appearance, "READ_TIMEOUT", 0.01)
    monkeypatch.setattr(sim.store, "server", AsyncMock(side_effect=StoreFault("gone")))
    assert (await sim.hand(sim.ana)).pictures == await drawn(sim, None, None, sim.ana)
