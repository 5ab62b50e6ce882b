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
for_several = pytest.mark.parametrize(
    "game_id", [rules.info.id for rules in CATALOGUE if rules.info.min_seats > 1]
)
for_one = pytest.mark.parametrize(
    "game_id", [rules.info.id for rules in CATALOGUE if rules.info.min_seats == 1]
)


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


def chosen_in(shown: Shown) -> list[str]:
    """What can be chosen there: moves, or pieces whose place is asked for next."""
    return [each for each in shown.ids if each[:2] in {"m:", "b:"}]


async def fill(cafe: Cafe, game_id: str) -> None:
    """One person, and Add computer pressed until it is dark."""
    await cafe.play(cafe.ana, game_id)
    seats = game(game_id).info.max_seats
    for taken in range(1, seats + 1):
        check(cafe.lobby(), "game.png")
        add = [each for each in cafe.lobby().buttons if each.label == "Add computer"]
        assert [each.disabled for each in add] == ([] if seats == 1 else [taken == seats])
        if taken < seats:
            await cafe.click(cafe.ana, cafe.lobby(), "Add computer")


@every_game
async def test_one_person_starts_it_with_computers(cafe, game_id):
    await fill(cafe, game_id)
    check(cafe.lobby(), "game.png")
    info = game(game_id).info
    assert len((await cafe.match()).seats) == info.max_seats
    sweep = Sweep(cafe)
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    match = await cafe.match()
    assert match.stage is Stage.RUNNING
    assert await cafe.to_move() is cafe.ana

    table = cafe.table()
    check(table, "table.png")
    assert table.pinged == (cafe.ana.id,)
    assert f"### {info.name}" in table.text
    assert bool(chosen_in(table)) is info.open_play
    hands = [await cafe.say(cafe.ana, "hand")]
    if not info.open_play:
        hands.append(await cafe.hand(cafe.ana))
    for shown in hands:
        check(shown, "hand.png")
        assert shown.owner == cafe.ana.id
        assert "Your turn" in shown.text
        assert chosen_in(shown)
    check(await cafe.say(cafe.eva, "board"), "table.png")
    await cafe.move_by_command(cafe.ana)
    assert (await cafe.match()).ply > match.ply
    await sweep.look()
    for text in (await cafe.say(cafe.eva, "rules"), await cafe.say(cafe.eva, "help")):
        check_message(text)
        assert info.name in text.text


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
    low, high = info.min_seats, info.max_seats
    called = f"{info.name} ({low})" if low == high else f"{info.name} ({low}–{high})"
    for name in ("play", "rules"):
        offered = await cafe.ana.autocomplete(cafe.channel, name, "game", "")
        assert {each["value"] for each in offered} == set(NAMES)
        assert (called, game_id) in {(each["name"], each["value"]) for each in offered}


@for_several
async def test_too_few_cannot_start_it(cafe, game_id):
    lobby = await cafe.play(cafe.ana, game_id)
    (start,) = [each for each in lobby.buttons if each.label == "Start"]
    assert start.disabled
    result = await cafe.press(cafe.ana, lobby, "l:1:start")
    assert "is played by" in cafe.private_reply(result, cafe.ana)
    assert (await cafe.match()).stage is Stage.LOBBY


@for_one
async def test_one_alone_can_start_it(cafe, game_id):
    lobby = await cafe.play(cafe.ana, game_id)
    await cafe.click(cafe.ana, lobby, "Start")
    assert (await cafe.match()).stage is Stage.RUNNING
    assert "point" not in cafe.table().text, "there is nobody to compare them with"
