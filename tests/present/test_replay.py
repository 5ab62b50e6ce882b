import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

import pytest
from msgspec import structs

from bot.engine.record import Record, Source, load
from bot.engine.rounds import RoundScored
from bot.engine.seating import prepare
from bot.engine.story import Story, check_shuffles, lots_drawn
from bot.games import CATALOGUE, game
from bot.games.blind.events import DirectionChosen
from bot.games.common.events import DealEvent
from bot.games.connecting.events import RoundEnded
from bot.games.squares.events import PieceChosen
from bot.model.scores import PastMatch, SeatResult
from bot.present.i18n import ENGLISH
from bot.present.screen import Animation, Document
from bot.present.screens.lookback.replay import (
    LONGEST,
    animation_screen,
    caption_of,
    record_screen,
    replay_screen,
)
from bot.present.screens.lookback.verify import PAGE, pages, verify_screen
from bot.present.screens.my_matches import PAGE as MATCHES, FinishedMatch, history_screen
from bot.present.text.seats import letter
from bot.present.views import view_of
from renderers.scene.captions import BoneSign, EndSign, Glyph, SeatSign
from tests.games.cases import needed_for
from tests.games.chanced import CHANCE, SALTS, SECRET, log_by_chance
from tests.present.sights import buttons, table_info, text
from tests.present.test_screens import BIG, check

STRIDE = 12
"""One of this many steps is checked, besides the ends of rounds."""
AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
PAST = PastMatch(1, "block", AT, 1, 4, True, 0, 1, BIG, BIG)
every_game = pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)


def story_of(rules, **options):
    return _story_of(rules.info.id, *options.items())


@cache
def _story_of(game_id, *changes):
    """Return a game's story, made once for all tests, which must not change it."""
    rules = game(game_id)
    seats = rules.info.max_seats
    setup = prepare(rules.info, seats, dict(needed_for(rules, seats)) | dict(changes))
    log = log_by_chance(rules, setup)
    people = table_info(*range(BIG - seats, BIG), game_id=rules.info.id, match_id=BIG)
    return people, Story(rules, setup, log), setup, log


def shown_in(screen) -> tuple[str, Animation]:
    told, shown = screen.parts
    return told, shown


@every_game
def test_every_step_tells_what_happened_and_names_all_pieces_that_are_held(rules):
    people, story, *_ = story_of(rules)
    last = len(story) - 1
    for step in sorted({*range(0, last, STRIDE), *story.ends, last}):
        screen = replay_screen(people, story, step, ENGLISH)
        now, (picture,) = story.moment(step), screen.pictures
        assert len(str(screen.parts[0]).splitlines()) > 2, "nothing is told"
        if step not in story.ends:
            for codes in now.held:
                names = (view_of(now.seen)[0].piece_name(code) for code in codes)
                assert all(name in picture.alt for name in names)


@pytest.mark.parametrize(
    ("counted", "nobody"), [(False, "nobody wins the round."), (True, "nobody scores.")]
)
def test_a_tie_is_told_as_at_the_table(monkeypatch, counted, nobody):
    people, story, *_ = story_of(game("blind"))
    last = story.moment(len(story) - 1)
    scored = next(each for each in last.events if isinstance(each, RoundScored))
    ended = next(each for each in last.events if isinstance(each, RoundEnded))
    tie = structs.replace(ended, reason="blocked", winners=(), credits=(), out=None)
    now = replace(last, events=(tie, structs.replace(scored, counted=counted)))
    monkeypatch.setattr(Story, "moment", lambda *_: now)
    assert nobody in text(replay_screen(people, story, last.step, ENGLISH))


def test_what_was_drawn_is_told_by_its_name():
    people, story, _, log = story_of(game("draw"))
    drawn = [ply for ply, (_, code) in enumerate(log) if code == "draw"]
    moments = {story.moment(step).ply: step for step in range(len(story))}
    for ply in drawn:
        step = moments[ply]
        now, before = story.moment(step), story.moment(step - 1)
        (bone,) = set(now.held[now.seat]) - set(before.held[now.seat])
        head = str(replay_screen(people, story, step, ENGLISH).parts[0])
        drew = f"<@{BIG - 4 + now.seat}> drew a bone"
        assert head.splitlines()[2:] == [drew, f"-# Drawn: **{bone}**"]
    assert drawn


@every_game
def test_buttons_lead_to_steps_that_are_there(rules):
    people, story, *_ = story_of(rules)
    for step in {0, 1, len(story) // 2, story.ends[0], len(story) - 1}:
        back_round, back, on, on_round, *_ = buttons(replay_screen(people, story, step, ENGLISH))
        ways = (back_round, back, on, on_round)
        to = [int(each.id.split(":")[3].rstrip("abcd")) for each in ways]
        assert 0 <= to[0] <= to[1] <= step <= to[2] <= to[3] < len(story)
        assert [each.disabled for each in (back, on)] == [step == 0, step == len(story) - 1]
        assert to[0] in {*story.firsts, 0}
        assert to[3] in {*story.firsts, len(story) - 1}


@pytest.mark.parametrize("game_id", ["block", "squares", "memory", "double-double"])
def test_an_animation_of_a_match_is_all_of_it_and_ends_with_its_end(game_id):
    people, story, *_ = story_of(game(game_id))
    told, shown = shown_in(animation_screen(people, story, ENGLISH))
    assert 1 <= len(shown.alt) <= 1024
    assert shown.name == "replay.gif"
    assert len(shown.frames) <= LONGEST
    if len(story) <= LONGEST:
        assert len(shown.frames) == len(story)
        assert f"{story.moment(0).moves} move" in told
    assert max(frame.seconds for frame in shown.frames) == shown.frames[-1].seconds


@every_game
def test_the_caption_of_a_step_says_who_moved_and_what_in_signs_alone(rules):
    """Only a secret choice has nothing but the seat; no sign is a word."""
    _, story, *_ = story_of(rules)
    for step in range(len(story)):
        now = story.moment(step)
        signs = caption_of(now).signs
        secret = (DirectionChosen, PieceChosen)
        if now.seat is None:
            assert Glyph.DEALT in signs or not any(isinstance(e, DealEvent) for e in now.events)
        else:
            assert signs[0] == SeatSign(letter(now.seat))
            assert len(signs) > 1 or any(isinstance(each, secret) for each in now.events)
        written = (sign for sign in signs if isinstance(sign, str))
        assert all(re.fullmatch(r"\+\d+|[A-Z]\d+( [A-Z]\d+)?", each) for each in written)


def test_a_play_is_told_by_bone_end_and_points_and_a_round_by_its_winner():
    _, story, *_ = story_of(game("all-fives"))
    plays = [caption_of(story.moment(step)).signs for step in range(story.ends[0] + 1)]
    assert (SeatSign("A"), BoneSign(6, 4), "+10") in plays, "a lead"
    scoring = next(each for each in plays if len(each) == 4)
    (_, bone, end, points) = scoring
    assert isinstance(bone, BoneSign)
    assert isinstance(end, EndSign)
    assert bone.second == end.pips
    assert isinstance(points, str)
    assert Glyph.WON in plays[-1]


def test_of_a_long_match_the_last_rounds_are_shown_whole_and_the_others_by_their_ends():
    people, story, *_ = story_of(game("block"), target=500)
    assert len(story) > LONGEST
    told, shown = shown_in(animation_screen(people, story, ENGLISH))
    assert len(shown.frames) <= LONGEST
    first = int(told.split("from round ")[1].split(";")[0])
    whole = len(story) - story.firsts[first - 1]
    assert len(shown.frames) == whole + first - 1
    assert whole + first - 1 + story.firsts[first - 1] - story.firsts[first - 2] - 1 > LONGEST


@every_game
def test_a_proof_lists_every_deal_on_some_page(rules):
    people, _, setup, log = story_of(rules)
    found = tuple(check_shuffles(rules, setup, log, CHANCE))
    salts = tuple(str(BIG - nth) for nth in range(setup.seat_count + 1))
    source = Source("c" * 64, SECRET.hex(), salts, lots_drawn(found))
    lines = ""
    for page in range(pages(found)):
        screen = verify_screen(people, source, found, page, ENGLISH, holds=True)
        check(screen)
        lines += text(screen)
    assert pages(found) == -(-len(found) // PAGE)
    assert all(f"**{nth}.** ✓" in lines for nth in range(1, len(found) + 1))


def test_a_log_that_tells_otherwise_is_called_out():
    people, _, setup, log = story_of(game("block"))
    log = list(log)
    first, second, *others = log[0][1].split(" ")[1:]
    log[0] = (log[0][0], " ".join(("deal", second, first, *others)))
    found = tuple(check_shuffles(game("block"), setup, log, CHANCE))
    source = Source("c" * 64, SECRET.hex(), SALTS)
    screen = verify_screen(people, source, found, 0, ENGLISH, holds=False)
    assert "⚠️" in str(screen.parts[0])
    assert "✗ not the same as in the match!" in str(screen.parts[2])


def test_a_record_is_a_file_in_ascii():
    record = Record("block", 1, 2, {}, ())
    screen = record_screen(BIG, record, ENGLISH)
    *_, document = screen.parts
    assert isinstance(document, Document)
    assert load(document.data.decode("ascii")) == record
    assert json.loads(document.data)["game"] == "block"
    assert document.name == f"boneyard-{BIG}.json"


def test_a_page_of_the_longest_history():
    longest = replace(PAST, game="double-double", seats=6, gained=-1000)
    results = tuple(result(seat, f"{BIG - seat}:{10**6}!", seat) for seat in range(6))
    one = FinishedMatch(longest, results, BIG)
    played = [replace(one, past=replace(longest, match_id=BIG - nth)) for nth in range(MATCHES)]
    for page in (0, 3):
        check(history_screen([], page, ENGLISH, more=False))
    screen = history_screen(played, 10**5, ENGLISH, more=True)
    check(screen)
    assert "rating −1,000" in text(screen)


def result(seat: int, text: str, side: int) -> SeatResult:
    """Read the result of a person, by id, or a computer, by level, who won: ``7:102!``."""
    who, _, points = text.rstrip("!").partition(":")
    user, level = (int(who), None) if who.isdigit() else (None, who or None)
    won = text.endswith("!")
    return SeatResult(seat, user, level, 2 - won, int(points), won, left=False, side=side)


@pytest.mark.parametrize(
    ("game_id", "results", "line"),
    [
        ("block", "7:102! 8:64 casual:31", "🏆 You won: 102 points · <@8> 64 · 🤖 Coral 31"),
        ("block", "7:64 8:1!", "<@8> won: 1 point · you 64"),
        ("memory", "7:5 8:9!", "<@8> won: 9 pairs · you 5"),
        ("memory", "7:7! 8:7!", "🏆 You and <@8> shared the win: 7 pairs"),
        ("maltese-cross", "7:34! :101", "🏆 You won: 34 penalty points · a former player 101"),
        ("blind", "7:0 8:0!", "<@8> won against you"),
        (
            "duos",
            "7:52! 8:31 9:52! 10:31",
            "🏆 You and <@9> won together: 52 points · <@8> + <@10> 31",
        ),
    ],
)
def test_history_tells_who_won_with_what_is_counted_in_the_game(game_id, results, line):
    sides = 2 if game_id == "duos" else 9
    seats = tuple(result(seat, text, seat % sides) for seat, text in enumerate(results.split()))
    match = FinishedMatch(replace(PAST, game=game_id, won=seats[0].won), seats, reader=7)
    screen = history_screen([match], 0, ENGLISH, more=False)
    assert text(screen).splitlines()[2].strip() == line


@pytest.mark.parametrize(
    ("game_id", "won", "tally", "line"),
    [
        ("memory", True, 21, "🏆 Cleared in 21 attempts"),
        ("solitaire", False, 3, "Stuck with 3 bones left"),
        ("solitaire", True, 0, "🏆 Solved: all 28 bones removed"),
        ("memory", False, None, "Played alone"),
    ],
)
def test_history_tells_a_match_alone_by_what_is_counted_there(game_id, won, tally, line):
    past = replace(PAST, game=game_id, seats=1, gained=None, won=won, tally=tally)
    played = FinishedMatch(past, (), reader=7)
    assert text(history_screen([played], 0, ENGLISH, more=False)).endswith(line)
