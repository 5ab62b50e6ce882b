"""The hand by direct message: an extra that may fail."""

from __future__ import annotations

import pytest

CLOSED = {"status": 403, "code": 50007, "message": "Cannot send messages to this user"}


def dm_path(cafe, who) -> str:
    return f"/channels/{who.user.dm_channel.id}/messages"


@pytest.mark.parametrize("code", [50007, 50278, 40003])
async def test_with_closed_letters_the_match_goes_on_and_the_hand_is_in_the_channel(cafe, code):
    status = 429 if code == 40003 else 403
    cafe.env.inject_error("POST", "/users/@me/channels", status=status, code=code, times=None)
    await cafe.start(cafe.bruno)

    for _ in range(4):
        who = await cafe.to_move()
        before = await cafe.match()
        await cafe.move(who)
        assert (await cafe.match()).ply > before.ply
    assert cafe.letters(cafe.ana) == cafe.letters(cafe.bruno) == []
    assert (await cafe.hand(cafe.ana)).owner == cafe.ana.id


async def test_one_persons_closed_letters_are_asked_for_once_and_cost_the_others_nothing(cafe):
    cafe.env.inject_error("POST", dm_path(cafe, cafe.ana), times=None, **CLOSED)
    await cafe.start(cafe.bruno)
    for _ in range(6):
        await cafe.move(await cafe.to_move())

    assert len(cafe.requests("POST", dm_path(cafe, cafe.ana))) == 1, "no hammering at a closed door"
    assert cafe.letters(cafe.ana) == []
    assert len(cafe.letters(cafe.bruno)) == 1
    match = await cafe.match()
    assert match.shown_version == match.version


async def test_letters_begin_again_once_the_person_shows_up_in_them(cafe):
    cafe.env.inject_error("POST", dm_path(cafe, cafe.ana), times=1, **CLOSED)
    await cafe.start(cafe.bruno)
    assert cafe.letters(cafe.ana) == []

    await cafe.ana.user.slash("help")
    await cafe.move(await cafe.to_move())
    while (who := await cafe.to_move()) is not cafe.ana:
        await cafe.move(who)

    assert cafe.letters(cafe.ana)[-1].is_("hand.png")


async def test_a_deleted_letter_does_no_harm(cafe):
    await cafe.start(cafe.bruno)
    for _ in range(4):
        for who in (cafe.ana, cafe.bruno):
            for letter in cafe.letters(who):
                cafe.delete(letter)
        await cafe.move(await cafe.to_move())
    assert (await cafe.match()).shown_version == (await cafe.match()).version


async def test_a_letter_that_fails_for_a_moment_is_sent_the_next_time(cafe):
    cafe.env.inject_error("POST", dm_path(cafe, cafe.ana), status=500, times=1)
    await cafe.start(cafe.bruno)
    assert cafe.letters(cafe.ana) == []
    await cafe.move(await cafe.to_move())
    while await cafe.to_move() is not cafe.ana:
        await cafe.move(await cafe.to_move())
    assert len(cafe.letters(cafe.ana)) == 1


async def test_commands_for_the_hand_work_in_letters(cafe):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    hand = cafe.reply(await who.user.slash("hand"))
    assert hand.is_("hand.png")
    assert hand.moves

    offered = await who.user.autocomplete("move", "move", "")
    assert {each["value"] for each in offered} == {move.code for move in hand.moves}
    await who.user.slash("move", move=offered[0]["value"])
    assert (await cafe.match()).ply == hand.moves[0].ply + 1
    games = cafe.reply(await who.user.slash("games"))
    assert f"/{cafe.channel.id}/" in games.text


async def test_only_what_is_about_a_server_is_not_offered_in_letters(cafe):
    offered = set(cafe.ana.user.available_commands())
    always = {"play", "hand", "board", "move", "games", "rules", "leave", "rematch", "help"}
    assert offered >= {*always, "leaderboard", "profile", "preferences"}
    assert set(cafe.ana.available_commands(cafe.channel)) >= offered


async def test_a_command_about_no_match_gets_a_sentence_in_letters(cafe):
    for command, options in (("hand", {}), ("leave", {}), ("move", {"move": "6-4"})):
        reply = cafe.reply(await cafe.ana.user.slash(command, **options))
        assert reply.text == "No match is running in this channel. Start one with /play."
    reply = cafe.reply(await cafe.ana.user.slash("rules"))
    assert reply.text == "Which game? Name one, as in /rules game:block."


async def test_a_person_in_two_matches_has_a_letter_for_each(cafe):
    elsewhere = cafe.guild.create_text_channel("elsewhere")
    for channel in (cafe.channel, elsewhere):
        lobby = await cafe.play(cafe.ana, "block", channel)
        await cafe.click(cafe.bruno, lobby, "Join")
        await cafe.click(cafe.ana, cafe.lobby(channel.id), "Start")
    for match_id in (1, 2, 1, 2):
        who = await cafe.to_move(match_id)
        (letter,) = [
            each
            for each in cafe.letters(who)
            if any(choice.id.startswith(f"m:{match_id}:") for choice in each.moves)
        ]
        await cafe.click(who, letter, letter.moves[0].id)
    for who in (cafe.ana, cafe.bruno):
        assert len(cafe.letters(who)) == 2


async def test_the_way_to_a_person_is_opened_once(cafe):
    await cafe.start(cafe.bruno)
    for _ in range(6):
        await cafe.move(await cafe.to_move())
    assert len(cafe.requests("POST", "/users/@me/channels")) == 2


async def test_only_who_sits_at_the_table_gets_letters(cafe):
    await cafe.start(cafe.bruno, computers=["steady"])
    await cafe.say(cafe.eva, "board")
    await cafe.move(await cafe.to_move())
    assert cafe.letters(cafe.eva) == cafe.letters(cafe.chen) == []
