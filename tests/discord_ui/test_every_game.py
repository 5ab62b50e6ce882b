"""Every game of the catalogue: opened, filled, started, and its first screens looked at."""

from __future__ import annotations

import pytest
from simcord.components import validate_message_state

from bot.games import CATALOGUE, game
from bot.service.ports import Stage
from tests.discord_ui.limits import check_message
from tests.discord_ui.sweep import Sweep
from tests.discord_ui.table import COMPONENTS_V2, Cafe, Shown

NAMES = [rules.info.id for rules in CATALOGUE]
every_game = pytest.mark.parametrize("game_id", NAMES)


def check(shown: Shown, picture: str) -> None:
    """Discord would take it, with its picture and the picture's words."""
    check_message(shown)
    validate_message_state(
        shown.components, flags=COMPONENTS_V2, content="", embeds=[], poll=None, stickers=[]
    )
    assert shown.is_(picture)
    assert shown.pictures[0].startswith(b"\x89PNG")
    assert shown.alts[0]
    assert "{" not in shown.text, "a place that was not filled"


async def fill(cafe: Cafe, game_id: str) -> None:
    """One person, and Add computer pressed until it is dark."""
    await cafe.play(cafe.ana, game_id)
    for _ in range(game(game_id).info.max_seats - 1):
        check(cafe.lobby(), "game.png")
        (add,) = [each for each in cafe.lobby().buttons if each.label == "Add computer"]
        assert not add.disabled
        await cafe.click(cafe.ana, cafe.lobby(), "Add computer")
    (add,) = [each for each in cafe.lobby().buttons if each.label == "Add computer"]
    assert add.disabled


@every_game
async def test_one_person_starts_it_with_computers(cafe, game_id):
    await fill(cafe, game_id)
    check(cafe.lobby(), "game.png")
    assert len((await cafe.match()).seats) == 4
    sweep = Sweep(cafe)
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    match = await cafe.match()
    assert match.stage is Stage.RUNNING
    assert await cafe.to_move() is cafe.ana

    table = cafe.table()
    check(table, "table.png")
    assert table.pinged == (cafe.ana.id,)
    assert f"### {game(game_id).info.name}" in table.text
    for shown in (await cafe.hand(cafe.ana), await cafe.say(cafe.ana, "hand")):
        check(shown, "hand.png")
        assert shown.owner == cafe.ana.id
        assert "Your turn" in shown.text
        assert [each for each in shown.ids if each[:2] in {"m:", "b:"}]
    check(await cafe.say(cafe.eva, "board"), "table.png")
    await cafe.move_by_command(cafe.ana)
    assert (await cafe.match()).ply > match.ply
    await sweep.look()
    for text in (await cafe.say(cafe.eva, "rules"), await cafe.say(cafe.eva, "help")):
        check_message(text)
        assert game(game_id).info.name in text.text


@every_game
async def test_everything_that_can_be_agreed_on_is_offered(cafe, game_id):
    """Each choice of each option is picked once, and the lobby shows it."""
    await cafe.play(cafe.ana, game_id)
    options = game(game_id).info.options
    screen = cafe.reply(await cafe.click(cafe.ana, cafe.lobby(), "Options"))
    check_message(screen)
    for option in options:
        for choice in option.choices:
            await cafe.pick(
                cafe.ana, cafe.now(screen), str(choice), menu=f"p:1:option:{option.key}"
            )
            check_message(cafe.now(screen))
            assert (await cafe.match()).options[option.key] == choice
            assert f"{option.help}: **{option.label(choice)}**" in cafe.lobby().text
    for _ in range(game(game_id).info.max_seats - 1):
        await cafe.click(cafe.ana, cafe.lobby(), "Add computer")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    assert (await cafe.match()).stage is Stage.RUNNING
    check(cafe.table(), "table.png")


@every_game
async def test_it_can_be_found_by_typing(cafe, game_id):
    info = game(game_id).info
    for typed in (info.name.upper(), game_id[:4]):
        offered = await cafe.ana.autocomplete(cafe.channel, "play", "game", typed)
        assert game_id in {each["value"] for each in offered}
    called = f"{info.name} (4)" if info.min_seats == 4 else f"{info.name} ({info.min_seats}–4)"
    for name in ("play", "rules"):
        offered = await cafe.ana.autocomplete(cafe.channel, name, "game", "")
        assert {each["value"] for each in offered} == set(NAMES)
        assert (called, game_id) in {(each["name"], each["value"]) for each in offered}


@every_game
async def test_too_few_cannot_start_it(cafe, game_id):
    lobby = await cafe.play(cafe.ana, game_id)
    (start,) = [each for each in lobby.buttons if each.label == "Start"]
    assert start.disabled
    result = await cafe.press(cafe.ana, lobby, "l:1:start")
    assert "is played by" in cafe.private_reply(result, cafe.ana)
    assert (await cafe.match()).stage is Stage.LOBBY
