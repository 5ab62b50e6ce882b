from dataclasses import replace
from typing import Any

import pytest

from bot.demo.languages import SERVER
from bot.discord_ui.publishing import match_screens, publisher
from bot.games import game
from bot.present.i18n import words
from bot.present.scenes import table_scene
from bot.present.screen import Button, Picture, Screen
from bot.present.screens.match import table
from renderers.paint import render
from tests.discord_ui.secrecy_sweep import (
    AWAITED,
    WAITING,
    Sweep,
    hand_in,
    pieces_in,
    request_text,
    squares_in,
)
from tests.discord_ui.simulation import BONE, DiscordSim, bones_in


async def spectate(sim: DiscordSim) -> None:
    await sim.eva.slash(sim.channel, "hand")
    await sim.eva.slash(sim.channel, "games")
    assert await sim.eva.autocomplete(sim.channel, "move", "move", "") == []
    if sim.tables():
        await sim.click(sim.eva, sim.table(), "Hand")
        more = await sim.click(sim.eva, sim.table(), "⋯")
        await sim.click(sim.eva, sim.reply(more), "Show the table again")


@pytest.mark.parametrize(
    ("game_id", "others", "computers"),
    [
        ("draw", 1, ["steady", "casual"]),
        ("block", 2, []),
        pytest.param("draw", 1, [], marks=pytest.mark.deep),
    ],
)
async def test_a_whole_match_shows_nobody_what_they_cannot_know(sim, game_id, others, computers):
    await sim.seat(*[sim.bruno, sim.chen][:others], game_id=game_id, computers=computers)
    if game_id == "block":
        await sim.agree_on("target", 10)
    sweep = Sweep(sim)
    await sim.click(sim.ana, sim.lobby(), "Start")
    await sweep.look()

    moves = 0
    while (match := await sim.match()).is_open and moves < 18:
        for user in match.people:
            who = sim.person(user)
            offered = await who.autocomplete(sim.channel, "move", "move", "")
            hand = set(hand_in(await sim.state(), match.seat_of(user)))
            assert {bone for each in offered for bone in bones_in(each["value"])} <= hand
            if moves % 4 == 0:
                await sim.hand(who)
        if moves % 7 == 0:
            await spectate(sim)
        await sim.move(await sim.to_move())
        moves += 1
        await sweep.look()

    assert sweep.checked > 30
    assert sweep.mentions > 150, "the sweep has seen bones at all"


OTHERS = {"blind": "pl", "draw": "es-419", "squares-blind": "tr", "maltese-cross": "de"}
OTHERS |= {"classic": "fr", "squares-draw": "ru"}
DEEP = [pytest.param(*each, marks=pytest.mark.deep) for each in OTHERS.items()]


@pytest.mark.parametrize(("game_id", "language"), [("all-fives", "ja"), ("squares", "ja"), *DEEP])
async def test_other_languages_tell_no_more(sim, game_id, language):
    sim.languages.choose(SERVER, language)
    people = [sim.ana, sim.bruno, sim.chen, sim.eva]
    for who in people:
        sim.speaks(who, language)
    sweep = Sweep(sim)
    await sim.start(sim.bruno, game_id=game_id)
    for move in range(16):
        if not (asked := await sim.asked()):
            break  # the match is over
        if move % 4 == 0:
            for each in people:
                await each.slash(sim.channel, "hand")
                await each.slash(sim.channel, "board")
                await each.slash(sim.channel, "move", move="{who} **13-9**")
        await sim.move_by_command(asked[0])
        await sweep.look()
    assert sweep.checked > 30
    assert sweep.mentions > 20


def test_the_sweep_finds_what_it_looks_for():
    """A test of the test: each kind of leak is one."""
    for text in (
        *("m:1:3:6-4@l", "6-4 → 6", "“4-6”", "hand-of-6-4? no: **6-4**", "`6-4`"),
        *("6-4を出しました", "あなたの6-4"),
    ):
        assert bones_in(text) == {"6-4"}
    for text in ("2026-11-20", "1456074443980800014", "2–4 players", "round.png", "16-4", "13-4"):
        assert bones_in(text) == set()
    assert BONE.findall("6-4 12-10") == [("6", "4"), ("12", "10")]
    for text in (
        *("m:1:3:0-2-6-6@n1/1", "0-2-6-6 → N1", "N1 6-6-0-2", "**2-6-6-0**", "b:1:2:6-0-2-6"),
        *("6 · 0\xa02/6\xa06 → F: 12 points", "**2\xa06/0\xa06**"),
    ):
        assert squares_in(text) == {"0-2-6-6"}
    assert squares_in("SKIP-3-5-6, W-W-2-3") == {"skip-3-5-6", "w-w-2-3"}
    assert squares_in("⊘-3-5-6を出しました") == {"skip-3-5-6"}
    for text in ("2026-11-20", "6-4", "0-2-6", "1-0-2-6-6", "pass-left", "2–4 players"):
        assert squares_in(text) == set()
    assert WAITING.sub("", words("ja")(AWAITED, ends="6-6, 5-5")) == ""


@pytest.mark.parametrize("where", ["text", "alt", "label", "id"])
async def test_the_sweep_catches_a_table_that_tells_a_hand(sim, monkeypatch, where):
    """Make the bot leak, to test the test."""
    held: list[str] = []
    honest = publisher.ChannelPublisher._show_table

    async def remembering(self: publisher.ChannelPublisher, update: Any, shown: Any) -> None:
        held[:] = [next(iter(update.hands.values())).round.hand[0].code]
        await honest(self, update, shown)

    def leaking(*args: Any) -> Screen:
        screen, (bone,) = table.table_screen(*args), held
        text, picture, *rest = screen.parts
        assert isinstance(picture, Picture)
        return {
            "text": replace(screen, parts=(f"{text} psst, {bone}", picture, *rest)),
            "alt": replace(screen, parts=(text, replace(picture, alt=f"psst, {bone}"), *rest)),
            "label": replace(screen, rows=((Button("t:1:hand", f"Play {bone}"),),)),
            "id": replace(screen, rows=((Button(f"m:1:3:{bone}@l", "Play"),),)),
        }[where]

    monkeypatch.setattr(match_screens, "table_screen", leaking)
    monkeypatch.setattr(publisher.ChannelPublisher, "_show_table", remembering)
    await sim.start(sim.bruno)
    with pytest.raises(AssertionError):
        await Sweep(sim).look_again()


async def test_the_table_looks_the_same_whoever_has_it_drawn(sim, real_pictures, three_play):
    hands = [await sim.hand(who) for who in (sim.ana, sim.bruno)]
    assert hands[0].pictures != hands[1].pictures
    await sim.move(await sim.to_move())
    expected = render(table_scene(game("block").observe(await sim.state(), None)))
    assert sim.table().pictures == [expected]
    for who in (sim.ana, sim.bruno, sim.eva):
        assert (await sim.say(who, "board")).pictures == [expected]


async def test_the_secret_is_told_only_when_the_match_is_over(sim):
    await sim.start_short(sim.bruno)
    hand = await sim.hand(await sim.to_move())
    secret = (await sim.match()).secret.hex()
    (lobby,) = sim.saying("the match has started")
    await sim.skip(lambda state: min(map(len, state.round.hands)) == 1)
    for each in (sim.ana, sim.eva):
        await sim.click(each, lobby, "🔒 Shuffle sealed")
    assert not any(secret in shown.all_words for shown in sim.versions)
    for pressed, button in ((await sim.play_out(), "Verify"), (lobby, "🔒 Shuffle sealed")):
        assert secret in await sim.told(sim.eva, pressed, button)
    assert [secret in shown.all_words for shown in sim.versions].count(True) == 2
    await sim.press(sim.person(hand.owner), hand, hand.moves[0].id)
    assert sim.now(hand).text == "This match is over. Play again with /rematch."


async def test_a_given_up_match_tells_neither_hands_nor_its_secret(sim, two_play):
    sweep = Sweep(sim)
    for step in (sim.move_by_command, sim.move_by_command, sim.leave):
        await step(await sim.to_move())
        await sweep.look()
    (last,) = (await sim.match()).people
    await sim.leave(sim.person(last))
    await sweep.look()
    secret = (await sim.match()).secret.hex()
    assert not any(secret in shown.all_words for shown in sim.versions)


async def test_requests_to_the_channel_carry_no_hand(sim):
    """The same once more at the wire: all that is sent, with nonce, ids and names of files."""
    await sim.start(sim.bruno, game_id="draw")
    for _ in range(6):
        await sim.move(await sim.to_move())
    state = await sim.state()
    assert state.number == 1, "no hand was laid open"
    laid = {laid.bone.code for laid in state.round.layout.laid}
    to_all = [each for each in sim.env.http_requests if each.path.startswith(sim.messages_path)]
    assert len(to_all) > 5
    told = [pieces_in(request_text(each.path, each.params, each.json)) for each in to_all]
    assert all(each <= laid for each in told)
    assert set().union(*told) == laid, "what lies on the table is told"
