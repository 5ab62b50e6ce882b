"""A game for eight people, from the lobby to the archive."""

import re
from io import BytesIO

import pytest
from PIL import Image

from bot.engine.record import load
from bot.engine.replay import replay
from bot.engine.seating import prepare
from bot.model.scores import OVERALL, Measure
from bot.service.analyses import MatchAnalyses
from bot.service.ports.thinking import ThinkingInThreads
from tests.discord_ui.simulation import DiscordSim, Person, Shown
from tests.made_up_games import CROWDED, made_up_games

LETTERS = "ABCDEFGH"


@pytest.fixture(autouse=True)
def made_up():
    with made_up_games():
        yield


@pytest.fixture
def people(sim: DiscordSim) -> list[Person]:
    for name in ("fatou", "gustav", "hanako"):
        sim.people[name] = sim.guild.add_member(sim.env.create_user(name))
    return list(sim.people.values())


def seats(shown: Shown) -> list[str]:
    """Return the letters of the lines that tell of a seat."""
    return re.findall(r"^(?:➤ \*\*)?`([A-Z])` ", shown.text, re.MULTILINE)


async def test_a_lobby_takes_eight_and_no_more(sim, people):
    lobby = await sim.play(sim.ana, "crowded")
    others = people[1:]
    form = await sim.opened(sim.ana, lobby, "Invite")
    (menu,) = [part for part in form.parts if "max_values" in part]
    assert menu["max_values"] == 7
    for who in others:
        assert "seats are free" in sim.lobby().text or "1 seat is free" in sim.lobby().text
        await sim.click(who, lobby, "Join")
    assert seats(sim.lobby()) == [*LETTERS]
    assert {each.label for each in sim.lobby().buttons if each.disabled} >= {"Join", "Invite"}
    ninth = sim.guild.add_member(sim.env.create_user("ninth"))
    refused = await sim.told(ninth, sim.lobby(), "l:1:join")
    assert refused == "Every seat is taken. Open another table with /play."
    await sim.click(people[3], sim.lobby(), "Leave")
    assert seats(sim.lobby()) == [*LETTERS[:7]]


async def test_seven_computers_have_names_of_their_own(sim):
    lobby = await sim.play(sim.ana, "crowded")
    for _ in range(7):
        await sim.click(sim.ana, lobby, "Add computer")
    await sim.click(sim.ana, sim.lobby(), "Start")
    match = await sim.match()
    names = [match.computer_name(each.seat) for each in match.seats[1:]]
    assert len(set(names)) == 7
    assert seats(sim.table()) == [*LETTERS]
    result = await sim.play_out()
    assert all(result.text.count(f"🤖 {name}") >= 1 for name in names)


async def others(sim: DiscordSim, people: list[Person]) -> list[Person]:
    """Return those who are not to move, beginning with the one who moves last."""
    at = people.index(await sim.to_move())
    return (people[at + 1 :] + people[:at])[::-1]


async def test_eight_play_plan_are_reminded_and_leave(sim, people, real_pictures):
    await sim.start(*people[1:], game_id="crowded")
    assert seats(sim.table()) == [*LETTERS]
    assert "A 5, B 5, C 5, D 5, E 5, F 5, G 5, H 5." in sim.table().alts[0]
    for _ in range(9):  # once around the table, and one more
        who = await sim.to_move()
        hand = await sim.hand(who)
        assert hand.is_("hand.png")
        await sim.click(who, hand, hand.moves[0].id)
        assert "waiting for" in (await sim.say(who, "games")).text
    planner, leaver, *_ = await others(sim, people)
    plan = await sim.clicked(planner, await sim.hand(planner), "Plan")
    assert [each for each in plan.buttons if each.id.startswith("w:1:add:")]
    await sim.pass_time(hours=13)
    reminded = sim.direct_messages(await sim.to_move())
    assert any("⏰ It's your turn in" in each.text for each in reminded)
    await sim.leave(leaver)
    assert f"for <@{leaver.id}>, who left" in sim.table().text
    result = await sim.play_out()
    assert sorted(re.findall(r"^\S+ `([A-H])` ", result.text, re.MULTILINE)) == [*LETTERS]
    results = await sim.results()
    assert results[leaver.id].place == 8
    assert [each.left for each in results.values()].count(True) == 1


async def test_eight_are_rated_and_can_look_back(sim, people, real_pictures):
    await sim.start(*people[1:], game_id="crowded", picks={"option:target": "20"})
    result = await sim.play_out()
    assert result.is_("round.png")
    assert all(f"Player {letter} " in result.alts[0] for letter in LETTERS)
    results = await sim.results()
    assert {each.side for each in results.values()} == set(range(8))
    (winner,) = [user for user, each in results.items() if each.won]
    ratings = await sim.store.ratings([who.id for who in people], (OVERALL, "crowded"))
    assert len(ratings) == 16
    assert max(people, key=lambda who: ratings[who.id, OVERALL].shown).id == winner
    assert winner in {row.user_id for row in await sim.leaders(Measure.WINS)}

    history = await sim.say(sim.ana, "history")
    assert all(f"<@{who.id}>" in history.text for who in people[1:])
    assert "Crowded: 1 of 1 won." in (await sim.say(sim.person(winner), "profile")).alts[0]
    shown = await sim.opened(sim.ana, result, "Replay")
    assert all(f"Player {letter} has" in shown.alts[0] for letter in LETTERS)
    film = Image.open(BytesIO((await sim.opened(sim.ana, shown, "Animation")).pictures[0]))
    assert (film.format, film.width) == ("GIF", 600)
    verified = await sim.opened(sim.ana, result, "Verify")
    assert "✅ Recomputed" in verified.text
    assert all(f"`{letter}` " in verified.text for letter in LETTERS)
    exported = await sim.opened(sim.ana, shown, "Match record")
    record = load(exported.pictures[0].decode("ascii"))
    setup = prepare(CROWDED.info, record.seats, record.options)
    *_, last = replay(CROWDED, setup, record.log)
    outcome = CROWDED.outcome(last.state)
    assert outcome is not None
    assert [people[seat].id for seat in outcome.winners] == [winner]


@pytest.mark.usefixtures("few_playouts")
async def test_an_analysis_has_a_curve_for_each_of_eight(sim, people):
    await sim.start(*people[1:], game_id="crowded", picks={"option:target": "20"})
    result, service = await sim.play_out(), sim.client.service
    service.analyses = MatchAnalyses(service.store, ThinkingInThreads(), effort=50)
    shown = await sim.opened(sim.ana, result, "Analyse")
    await sim.settle()
    shown = sim.now(shown)
    assert shown.is_("analysis.png")
    assert all(f"{letter}'s chance to win: " in shown.alts[0] for letter in LETTERS)
    everybody = await sim.clicked(sim.ana, shown, "Everybody's moves")
    assert seats(everybody) == [*LETTERS]
