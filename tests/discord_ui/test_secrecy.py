"""Hidden means hidden: nobody is shown, in any place, a bone that they cannot know."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.discord_ui import publisher
from bot.engine.rounds import RoundScored
from bot.games import game
from bot.games.events import Dealt
from bot.present import table
from bot.present.scenes import table_scene
from bot.present.screen import Button, Picture, Screen
from bot.service.ports import Update
from renderers import render
from tests.discord_ui.sweep import Sweep, hand_in, laid_in
from tests.discord_ui.table import BONE, Cafe, bones_in


async def spectate(cafe: Cafe) -> None:
    """Somebody who does not play tries to see as much as possible."""
    await cafe.eva.slash(cafe.channel, "hand")
    await cafe.eva.slash(cafe.channel, "games")
    assert await cafe.eva.autocomplete(cafe.channel, "move", "move", "") == []
    if cafe.tables():
        await cafe.click(cafe.eva, cafe.table(), "Hand")
        more = await cafe.click(cafe.eva, cafe.table(), "⋯")
        await cafe.click(cafe.eva, cafe.reply(more), "Show the table again")


@pytest.mark.parametrize(
    ("game_id", "others", "computers"),
    [
        ("draw", 1, ["steady", "casual"]),
        ("block", 2, []),
        pytest.param("draw", 1, [], marks=pytest.mark.long),
    ],
)
async def test_a_whole_match_shows_nobody_what_they_cannot_know(cafe, game_id, others, computers):
    await cafe.play(cafe.ana, game_id)
    if game_id == "block":
        await cafe.agree_on("target", 10)
    for who in [cafe.bruno, cafe.chen][:others]:
        await cafe.click(who, cafe.lobby(), "Join")
    for level in computers:
        await cafe.add_computer(level)
    sweep = Sweep(cafe)
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    await sweep.look()

    moves = 0
    while (match := await cafe.match()).is_open and moves < 18:
        for user in match.people:
            who = cafe.person(user)
            offered = await who.autocomplete(cafe.channel, "move", "move", "")
            hand = set(hand_in(await cafe.state(), match.seat_of(user)))
            assert {bone for each in offered for bone in bones_in(each["value"])} <= hand
            if moves % 4 == 0:
                await cafe.hand(who)
        if moves % 7 == 0:
            await spectate(cafe)
        await cafe.move(await cafe.to_move())
        moves += 1
        await sweep.look()

    assert sweep.checked > 30
    assert sweep.mentions > 150, "the sweep has seen bones at all"


def test_the_sweep_finds_what_it_looks_for():
    """A test of the test: each kind of leak is one."""
    for text in ("m:1:3:6-4@l", "6-4 → left (6)", "“4-6”", "hand-of-6-4? no: **6-4**", "`6-4`"):
        assert bones_in(text) == {"6-4"}
    for text in ("2026-11-20", "1456074443980800014", "2–4 players", "round.png", "16-4", "7-4"):
        assert bones_in(text) == set()
    assert BONE.findall("6-4 4-4") == [("6", "4"), ("4", "4")]


@pytest.mark.parametrize("where", ["alt", "label", "id"])
async def test_the_sweep_catches_a_table_that_tells_a_hand(cafe, monkeypatch, where):
    """A test of the test: the bot is made to leak."""
    honest = publisher.ChannelPublisher._show_table

    async def leaking(self: publisher.ChannelPublisher, update: Update) -> None:
        bone = next(iter(update.hands.values())).round.hand[0].code  # type: ignore[attr-defined]

        def table_screen(*args: Any) -> Screen:
            screen = table.table_screen(*args)
            text, picture, *rest = screen.parts
            assert isinstance(picture, Picture)
            leaks = {
                "alt": replace(screen, parts=(text, replace(picture, alt=f"psst, {bone}"), *rest)),
                "label": replace(screen, rows=((Button("t:1:hand", f"Play {bone}"),),)),
                "id": replace(screen, rows=((Button(f"m:1:3:{bone}@l", "Play"),),)),
            }
            return leaks[where]

        monkeypatch.setattr(publisher, "table_screen", table_screen)
        await honest(self, update)

    monkeypatch.setattr(publisher.ChannelPublisher, "_show_table", leaking)
    await cafe.start(cafe.bruno)
    with pytest.raises(AssertionError):
        await Sweep(cafe).look_again()


async def test_the_table_looks_the_same_whoever_caused_it_to_be_drawn(cafe):
    await cafe.start(cafe.bruno, cafe.chen, game_id="block")
    for _ in range(8):
        await cafe.move(await cafe.to_move())
        shown = cafe.table()
        match = await cafe.match()
        rules = game(match.game)
        spectator = table_scene(rules.observe(await cafe.state(), None))
        expected = render(spectator)
        assert shown.pictures == [expected]
        for who in (cafe.ana, cafe.bruno, cafe.eva):
            assert (await cafe.say(who, "board")).pictures == [expected]


async def test_two_hands_of_the_same_table_are_different_pictures_and_nobodys_but_the_owners(cafe):
    await cafe.start(cafe.bruno)
    hands = {who.id: await cafe.hand(who) for who in (cafe.ana, cafe.bruno)}
    assert hands[cafe.ana.id].pictures != hands[cafe.bruno.id].pictures
    for who in (cafe.ana, cafe.bruno):
        others = [shown for shown in cafe.seen_by(who) if shown.owner not in {None, who.id}]
        assert others == []
    public = [shown for shown in cafe.seen_by(cafe.eva) if "hand.png" in shown.files]
    assert public == []


async def test_the_secret_is_told_only_when_the_match_is_over(cafe):
    await cafe.play(cafe.ana)
    await cafe.agree_on("target", 1)
    await cafe.click(cafe.bruno, cafe.lobby(), "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    secret = (await cafe.match()).secret.hex()
    while (await cafe.match()).is_open:
        assert not any(secret in shown.all_words for shown in cafe.versions)
        await cafe.move(await cafe.to_move())
    assert [secret in shown.all_words for shown in cafe.versions].count(True) == 1


async def test_a_given_up_match_tells_no_hands(cafe):
    await cafe.start(cafe.bruno)
    sweep = Sweep(cafe)
    await sweep.look()
    for _ in range(3):
        await cafe.move(await cafe.to_move())
        await sweep.look()
    await cafe.leave(cafe.ana)
    await sweep.look()
    await cafe.leave(cafe.bruno)
    await sweep.look()
    secret = (await cafe.match()).secret.hex()
    assert not any(secret in shown.all_words for shown in cafe.versions)


async def test_logs_tell_no_hand_no_secret_and_no_token(tmp_path, caplog):
    caplog.set_level(logging.DEBUG, logger="bot")
    cafe = Cafe(tmp_path, discord_token="t0ken.that-nobody.reads")
    await cafe.open()
    await cafe.start(cafe.bruno, game_id="draw", computers=["steady", "casual"])
    cafe.env.inject_error("POST", f"/channels/{cafe.channel.id}/messages", status=500, times=2)
    cafe.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    for nth in range(12):
        who = await cafe.to_move()
        await who.slash(cafe.channel, "move", move="9-9")
        if nth % 3 == 0:
            await cafe.pass_time(seconds=30)
        await cafe.move(who)
    secret = (await cafe.match()).secret
    await cafe.close()

    written = "\n".join(caplog.handler.format(record) for record in caplog.records)
    assert "trying again" in written, "something was logged at all"
    assert not re.search(r"\b[0-6]-[0-6](@[lr])?\b", re.sub(r"\d{4}-\d\d-\d\d", "", written))
    assert "deal" not in written
    assert secret.hex() not in written
    assert repr(secret) not in written
    assert "t0ken" not in written


async def test_requests_to_discord_carry_a_hand_only_to_its_owner(cafe):
    """The same once more at the wire: what is sent to the public channel."""
    await cafe.start(cafe.bruno, game_id="draw")
    for _ in range(6):
        await cafe.move(await cafe.to_move())
    laid = {bone for ply in await cafe.plies() for bone in laid_in(ply.state)}
    dealt = [
        event for ply in await cafe.plies() for event in ply.events if isinstance(event, Dealt)
    ]
    scored = [e for ply in await cafe.plies() for e in ply.events if isinstance(e, RoundScored)]
    assert len(dealt) == 1
    assert not scored
    path = f"/channels/{cafe.channel.id}/messages"
    to_all = [each for each in cafe.env.http_requests if each.path.startswith(path)]
    assert len(to_all) > 5
    for request in to_all:
        assert bones_in(json.dumps(request.json, ensure_ascii=False)) <= laid
