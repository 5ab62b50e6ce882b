import re
from dataclasses import replace

import pytest

from bot.games.themes import Theme
from bot.model.puzzles.collection import Collection, pack, shipped
from bot.model.puzzles.puzzle import moment
from bot.service import puzzles
from bot.service.daily import par
from bot.service.puzzles import puzzle_of_day
from tests.discord_ui.simulation import OLD, Shown, bones_in
from tests.discord_ui.test_daily import finish
from tests.discord_ui.test_daily_posts import DAY, today, until


@pytest.fixture(autouse=True)
def no_par(monkeypatch) -> None:
    monkeypatch.setattr(par, "RUNS", 0)


RIGHT, WRONG = "✅ Right!", "❌ Not the best move."


def puzzle_in(shown: Shown) -> str:
    (found,) = {each.split(":")[3] for each in shown.ids if each.startswith("x:puzzle:answer:")}
    return found


def answers(shown: Shown) -> list[str]:
    return [each for each in shown.ids if each.startswith("x:puzzle:answer:")]


def best_of(shown: Shown) -> str:
    """Return the id of the button with the best move."""
    now = moment(shipped()[puzzle_in(shown)])
    codes = [move.code for move in now.seen.legal]
    place = codes.index(now.puzzle.best.code)
    return next(each for each in answers(shown) if each.split(":")[6] == str(place))


def thumbs_in(shown: Shown) -> list[str]:
    return [each for each in shown.ids if each.startswith(("x:puzzle:up:", "x:puzzle:down:"))]


def wrong_of(shown: Shown) -> str:
    return next(each for each in answers(shown) if each != best_of(shown))


async def test_a_puzzle_is_answered_in_one_message_that_only_its_reader_sees(sim):
    shown = await sim.ask(sim.ana, "puzzle")
    assert "Which move is best?" in shown.text
    assert shown.is_("puzzle.png")
    await sim.click(sim.ana, shown, best_of(shown))
    answer = sim.now(shown)
    assert (answer.id, answer.owner) == (shown.id, sim.ana.id)
    assert RIGHT in answer.text
    assert "🔥 1 right" in answer.text
    assert "4 more puzzles until you have a rating" in answer.text
    await sim.click(sim.ana, answer, "Next puzzle")
    following = sim.now(shown)
    assert puzzle_in(following) != puzzle_in(shown)
    await sim.click(sim.ana, following, wrong_of(following))
    assert WRONG in sim.now(shown).text
    assert "🔥" not in sim.now(shown).text
    assert not sim.public()


async def test_nothing_that_is_shown_or_sent_before_the_answer_tells_it_or_a_hidden_bone(sim):
    shown = await sim.ask(sim.ana, "puzzle")
    puzzle = shipped()[puzzle_in(shown)]
    now = moment(puzzle)
    visible = bones_in(shown.all_words)
    known = set(re.findall(r"\d-\d", " ".join(now.puzzle.log[1:]))) | hand_of(now)
    assert visible <= known
    assert len({tuple(each.split(":")[:6]) for each in answers(shown)}) == 1
    assert [int(each.split(":")[6]) for each in answers(shown)] == sorted(
        int(each.split(":")[6]) for each in answers(shown)
    )
    for word in (*(str(each.wins) for each in puzzle.moves), *map(str, puzzle.themes)):
        assert word not in "".join(shown.ids) + "".join(shown.files)


def hand_of(now) -> set[str]:
    return {each.code for each in getattr(now.seen, "round", now.seen).hand}


async def test_the_first_answer_counts_and_a_second_press_shows_the_same(sim):
    first = await sim.ask(sim.ana, "puzzle")
    second = await sim.ask(sim.ana, "puzzle")
    assert puzzle_in(first) == puzzle_in(second)
    await sim.click(sim.ana, first, wrong_of(first))
    before = await sim.store.puzzle_attempt(sim.ana.id)
    await sim.click(sim.ana, second, best_of(second))
    told = sim.now(second)
    assert WRONG in told.text
    assert "Your first answer counts" in told.text
    assert await sim.store.puzzle_attempt(sim.ana.id) == before
    assert len((await sim.store.puzzle_outlook(sim.ana.id)).answered) == 1


async def test_of_a_hundred_presses_at_once_one_answer_and_one_vote_count(sim):
    shown = await sim.ask(sim.ana, "puzzle")
    buttons = answers(shown)
    await sim.at_once(*((sim.ana, shown, buttons[nth % len(buttons)]) for nth in range(100)))
    attempt = await sim.store.puzzle_attempt(sim.ana.id)
    assert attempt.rating.matches == 1
    assert (RIGHT if attempt.solved else WRONG) in sim.now(shown).text
    thumbs = thumbs_in(sim.now(shown))
    await sim.at_once(*((sim.ana, shown, thumbs[nth % 2]) for nth in range(100)))
    (standing,) = (await sim.store.puzzle_outlook(0)).standings.values()
    assert standing.up + standing.down == 1
    assert await sim.store.puzzle_attempt(sim.ana.id) == replace(attempt, is_good=standing.up == 1)


async def test_a_puzzle_that_a_release_has_dropped_is_a_sentence_and_the_next_one_follows(
    sim, monkeypatch
):
    shown = await sim.ask(sim.ana, "puzzle")
    dropped, best = puzzle_in(shown), best_of(shown)
    await sim.click(sim.ana, shown, best)
    answer = sim.now(shown)
    left = Collection(pack(each for id_, each in shipped().items() if id_ != dropped))
    monkeypatch.setattr(puzzles, "shipped", lambda: left)
    for pressed in (best, *thumbs_in(answer)):
        told = sim.private_reply(await sim.press(sim.ana, answer, pressed), sim.ana)
        assert "no puzzle like that" in told
    assert (await sim.store.puzzle_attempt(sim.ana.id)).is_good is None
    await sim.click(sim.ana, answer, "Next puzzle")
    assert puzzle_in(sim.now(shown)) in left


async def test_somebody_elses_button_answers_for_whoever_presses_it(sim):
    shown = await sim.ask(sim.ana, "puzzle")
    await sim.press(sim.bruno, shown, best_of(shown))
    assert (await sim.store.puzzle_outlook(sim.ana.id)).answered == set()
    assert (await sim.store.puzzle_attempt(sim.bruno.id)).solved


async def test_a_thumb_is_one_vote_that_can_be_changed(sim):
    shown = await sim.ask(sim.ana, "puzzle")
    await sim.click(sim.ana, shown, best_of(shown))
    for thumb, up, down in (("👍", 1, 0), ("👍", 1, 0), ("👎", 0, 1)):
        await sim.click(sim.ana, sim.now(shown), thumb)
        (standing,) = (await sim.store.puzzle_outlook(0)).standings.values()
        assert (standing.up, standing.down) == (up, down)
        assert RIGHT in sim.now(shown).text


async def test_a_theme_and_a_game_hold_for_all_that_follow(sim):
    shown = await sim.ask(sim.ana, "puzzle", theme="double", game="kozel")
    matching = shipped().matching("kozel", Theme.DOUBLE)
    seen = set()
    for _ in matching:
        seen.add(puzzle_in(sim.now(shown)))
        await sim.click(sim.ana, sim.now(shown), best_of(sim.now(shown)))
        answer = sim.now(shown)
        pressed = await sim.click(sim.ana, answer, "Next puzzle")
    assert seen == set(matching)
    assert "every puzzle like that" in sim.private_reply(pressed, sim.ana)
    assert sim.now(shown).text == answer.text
    again = await sim.typed(sim.ana, "puzzle", theme="double", game="kozel")
    assert "every puzzle like that" in again


async def test_a_game_without_puzzles_is_a_sentence(sim):
    assert "no puzzle like that" in await sim.typed(sim.ana, "puzzle", game="memory")


@pytest.mark.parametrize(
    "rest",
    [
        *("answer:aaaaaaaa:::0", "answer:{id}:::99", "answer:{id}:::", "answer:{id}:::999999"),
        *("up:{id}:::0", "down:{id}:::0", "next:{id}:nothing::", "x", "show:!", "show:aaaaaaaa:::"),
    ],
)
async def test_a_forged_button_changes_nothing_and_tells_nothing(sim, rest):
    shown = await sim.ask(sim.ana, "puzzle")
    forged = f"x:puzzle:{rest.format(id=puzzle_in(shown))}"
    told = sim.private_reply(await sim.press(sim.ana, shown, forged), sim.ana)
    assert OLD in told or "no puzzle like that" in told
    assert (await sim.store.puzzle_outlook(sim.ana.id)).answered == set()
    assert (await sim.store.puzzle_outlook(0)).standings == {}


async def test_the_puzzle_of_the_day_in_a_channel_is_answered_in_private(sim):
    channel = sim.guild.create_text_channel("deals")
    await sim.client.service.daily_posts.choose_channel(sim.guild.id, channel.id)
    day = today(sim) + DAY
    await until(sim, day, minutes=2)
    (post,) = (each for each in sim.public(channel.id) if "Puzzle of the day" in each.text)
    assert puzzle_in(post) == puzzle_of_day(day)
    for who, choose in ((sim.ana, best_of), (sim.bruno, wrong_of)):
        answer = sim.own_reply(await sim.click(who, post, choose(post)), who)
        assert (RIGHT if choose is best_of else WRONG) in answer.text
        assert "You are" not in answer.text
    assert sim.now(post).text == post.text
    again = sim.own_reply(await sim.click(sim.ana, post, wrong_of(post)), sim.ana)
    assert RIGHT in again.text


async def test_a_profile_has_the_rating_once_there_is_one(sim):
    shown = await sim.ask(sim.ana, "puzzle")
    for _ in range(5):
        assert "Puzzle rating" not in (await sim.ask(sim.ana, "profile")).text
        await sim.click(sim.ana, sim.now(shown), best_of(sim.now(shown)))
        answer = sim.now(shown)
        await sim.click(sim.ana, answer, "Next puzzle")
    (rating,) = re.findall(r"Puzzle rating \*\*([\d,]+)\*\*", answer.text)
    assert f"Puzzle rating **{rating}**" in (await sim.ask(sim.ana, "profile")).text


async def test_what_is_deleted_may_be_answered_again(sim):
    shown = await sim.ask(sim.ana, "puzzle")
    await sim.click(sim.ana, shown, best_of(shown))
    await sim.forget(sim.ana)
    assert (await sim.store.puzzle_outlook(sim.ana.id)).answered == set()
    thumb, _ = thumbs_in(sim.now(shown))
    asked = sim.own_reply(await sim.press(sim.ana, shown, thumb), sim.ana)
    assert puzzle_in(asked) == puzzle_in(shown)
    again = sim.own_reply(await sim.press(sim.ana, shown, wrong_of(shown)), sim.ana)
    assert WRONG in again.text
    assert "🔥" not in again.text


async def test_after_the_deal_the_puzzle_of_the_day_opens_in_a_message_of_its_own(sim):
    end = await finish(sim, sim.ana, await sim.ask(sim.ana, "daily"))
    shown = await sim.opened(sim.ana, end, "Puzzle of the day")
    assert shown.owner == sim.ana.id
    assert puzzle_in(shown) == puzzle_of_day(today(sim))
    await sim.click(sim.ana, shown, best_of(shown))
    again = await sim.opened(sim.ana, sim.now(end), "Puzzle of the day")
    assert RIGHT in again.text
