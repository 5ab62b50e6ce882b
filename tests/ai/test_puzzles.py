import tracemalloc
from collections import Counter
from concurrent.futures import Future
from importlib import resources
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks.puzzles import kept as kept_rounds, making
from benchmarks.puzzles.kept import (
    LARGEST_SHARE,
    SOURCES,
    Kept,
    Source,
    Tried,
    explained_anew,
    selected,
)
from benchmarks.puzzles.solving import CHOICES, LEAST_LEAD, puzzle_options
from bot.ai.puzzles import still_stands, without_habits
from bot.engine.analysis import WORLDS
from bot.engine.errors import IllegalMove
from bot.games import game
from bot.games.themes import NAMES, Theme
from bot.model import puzzles
from bot.model.puzzles.collection import Collection, pack, shipped
from bot.model.puzzles.puzzle import Puzzle, PuzzleChanged, moment, puzzle_id
from bot.present.views import view_of

PUZZLES, OF_EACH_GAME = 2_000, 30
"""The least."""
LARGEST_FILE, MEMORY = 600_000, 5_000_000
"""In bytes."""
SAMPLE = Random(1).sample(sorted(shipped()), 40)


def test_the_file_is_small_and_has_many_puzzles_of_many_games():
    file = resources.files(puzzles).joinpath("puzzles.xz").read_bytes()
    assert len(file) <= LARGEST_FILE
    counted = Counter(each.game for each in shipped().values())
    assert len(shipped()) >= PUZZLES
    assert len(counted) >= 10
    assert min(counted.values()) >= OF_EACH_GAME
    assert max(counted.values()) <= LARGEST_SHARE * len(shipped())
    assert {theme for each in shipped().values() for theme in each.themes} >= {
        *(Theme.DOUBLE, Theme.BLOCK, Theme.PARTNER, Theme.KNOCKS)
    }


def test_every_puzzle_is_a_choice_with_one_move_clearly_the_best():
    for id_, each in shipped().items():
        now = moment(each)
        wins = [move.wins for move in each.moves]
        codes = {move.code for move in each.moves}
        view, table = view_of(now.seen)
        assert codes == {move.code for move in now.seen.legal}
        assert len(codes) in CHOICES
        assert len({view.offered(move, table) for move in now.seen.legal}) >= 3
        assert wins[0] <= WORLDS
        assert wins[0] - max(wins[1:]) == each.lead >= WORLDS * LEAST_LEAD
        assert all(one >= other >= 0 for one, other in pairwise(wins))
        assert each.played in codes - {each.best.code}
        assert each.themes
        assert (
            id_ == each.id == puzzle_id(each.game, each.rules, each.seats, each.options, each.log)
        )
        assert now.seen.to_act == {each.seat}
        assert each.options == puzzle_options(now.rules.info)


def test_what_explains_a_puzzle_is_what_is_found_today():
    for id_ in SAMPLE:
        assert explained_anew(shipped()[id_]) == shipped()[id_]


@pytest.mark.parametrize("id_", SAMPLE[:3])
def test_what_is_shown_does_not_depend_on_what_is_hidden(id_):
    """Exchange two bones that the seat does not see, and show the same."""
    puzzle = shipped()[id_]
    now = moment(puzzle)
    places = {
        code: place
        for place, codes in now.rules.piece_locations(now.state).items()
        for code in codes
        if place == "stock" or (place.startswith("hand") and place != f"hand {puzzle.seat}")
    }
    played = {code.partition("@")[0] for code in puzzle.log[1:]}
    deal = puzzle.log[0].split(" ")
    shown = Counter[bool]()
    for one in places:
        for other in places:
            if one < other and not played & {one, other}:
                swap = {one: other, other: one}
                changed = (" ".join(swap.get(code, code) for code in deal), *puzzle.log[1:])
                try:
                    shown[moment(replace(puzzle, log=changed)).seen == now.seen] += 1
                except IllegalMove:
                    continue  # somebody who knocked could have played
    assert shown[True] > 0
    assert now.events == tuple(event.for_seat(puzzle.seat) for event in now.events)


def test_puzzles_are_found_by_game_and_theme():
    everything = shipped()
    assert everything.matching() == tuple(everything)
    for theme in Theme:
        found = everything.matching(theme=theme)
        assert all(theme in everything[id_].themes for id_ in found[:20])
        assert len(found) == sum(theme in each.themes for each in everything.values())
    assert everything.games == {each.game for each in everything.values()}
    for id_ in everything.matching("draw", Theme.KNOCKS):
        assert everything[id_].game == "draw"
    for id_, each in everything.items():
        assert everything.difficulty(id_) is each.difficulty
    assert everything.matching("no such game") == ()
    assert "nonsense" not in everything
    with pytest.raises(KeyError):
        everything["nonsense"]
    assert NAMES.keys() == set(Theme)


def test_puzzles_survive_packing_and_are_packed_alike():
    some = [shipped()[id_] for id_ in SAMPLE]
    packed = pack(some)
    assert [*Collection(packed).values()] == some
    assert pack(some) == packed


def test_a_puzzle_of_other_rules_is_not_shown():
    outdated = replace(shipped()[SAMPLE[0]], rules=0)
    found = Collection(pack([outdated]))
    assert [*found] == [outdated.id]
    assert found.matching() == ()
    assert found.games == set()
    with pytest.raises(PuzzleChanged):
        moment(outdated)


def test_what_a_move_leads_to_is_told_as_the_seat_sees_it():
    for id_ in SAMPLE:
        now = moment(shipped()[id_])
        seen, events = now.after(now.puzzle.best.code)
        assert seen.seat == now.puzzle.seat
        assert events == tuple(each.for_seat(seen.seat) for each in events)
        assert events
    with pytest.raises(IllegalMove):
        now.after("nonsense")


def test_all_puzzles_take_little_memory():
    shipped()  # what the modules take is not counted
    file = resources.files(puzzles).joinpath("puzzles.xz").read_bytes()
    tracemalloc.start()
    try:
        held = Collection(file)
        for id_ in held:
            held[id_]
        assert tracemalloc.get_traced_memory()[0] <= MEMORY
    finally:
        tracemalloc.stop()


@pytest.mark.deep
def test_puzzles_stand_when_they_are_judged_anew():
    failing = [id_ for id_ in SAMPLE if not _stands(shipped()[id_])]
    assert len(failing) <= 0.02 * len(SAMPLE)


def _stands(puzzle: Puzzle, playouts: int = 5_000) -> bool:
    now = moment(puzzle)
    return still_stands(now.rules, now.seen, puzzle.best.code, "tests", playouts)


def test_a_puzzle_with_another_solution_does_not_stand():
    puzzle = max((shipped()[id_] for id_ in SAMPLE), key=lambda each: each.lead)
    now = moment(puzzle)
    assert still_stands(now.rules, now.seen, puzzle.best.code, "tests", 400)
    assert not still_stands(now.rules, now.seen, puzzle.moves[1].code, "tests", 400)


def test_habits_are_not_inferred_from_where_that_is_switched_off():
    """Whoever laid the lighter bone probably lacks the heavier one, or that says nothing."""
    rules = game("block")
    puzzle = next(each for each in shipped().values() if each.game == "block")
    seen = moment(puzzle).seen
    told: Any = rules.believe(seen)
    plain: Any = without_habits(rules).believe(seen)
    assert told._plays
    assert not plain._plays
    assert without_habits(game("squares")) is game("squares")


class Here:
    """A pool that does everything at once."""

    def __init__(self, processes: int) -> None:
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, work, *args):
        done: Future[Any] = Future()
        done.set_result(work(*args))
        return done


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path, monkeypatch):
    found = [each for each in shipped().values() if each.game == "block"][:4]
    numbers: list[int] = []

    def tried(source, seed, number):
        numbers.append(number)
        if number == interrupted:
            raise KeyboardInterrupt
        puzzle = None if number % 2 else found[number // 2]
        return Tried(source.name, number, 0.5, puzzle)

    monkeypatch.setattr(making, "ProcessPoolExecutor", Here)
    monkeypatch.setattr(making, "tried", tried)
    source, file = Source("block", 2, 3), tmp_path / "kept.jsonl"
    interrupted = 3
    with pytest.raises(KeyboardInterrupt):
        making.make([source], Kept(file), 1)
    interrupted = -1
    making.make([source], Kept(file), 1)
    assert numbers == [0, 1, 2, 3, 3, 4]
    kept = Kept(file)
    assert kept.found(source) == found[:3]
    assert kept.report(source).startswith("block/1/2: 3 of 3 puzzles, 5 rounds, 72.0 a CPU minute")
    making.make([source], kept, 1)
    assert numbers[6:] == [], "there are as many as are wanted"


def test_of_each_game_neither_few_nor_too_many_are_shipped(tmp_path, monkeypatch):
    sources = tuple(Source(name, 2, 100) for name in ("block", "draw", "kozel"))
    monkeypatch.setattr(kept_rounds, "SOURCES", sources)
    monkeypatch.setattr(kept_rounds, "LARGEST_SHARE", 0.5)
    kept, puzzle = Kept(None), shipped()[SAMPLE[0]]
    for source, count in zip(sources, (8, 4, 2), strict=True):
        for number in range(count):
            kept.add(Tried(source.name, number, 1.0, replace(puzzle, game=source.game)))
    counted = Counter(each.game for each in selected(kept, 3))
    assert counted == {"block": 4, "draw": 4}


@pytest.mark.deep
def test_the_same_seed_makes_the_same_puzzles():
    source = next(each for each in SOURCES if each.game == "block")
    first = next(each for each in shipped().values() if each.game == "block")
    made = (making.tried(source, making.SEED, number).puzzle for number in range(100))
    again = next(each for each in made if each is not None and each.themes)
    assert type(again.reason) is type(first.reason)
    assert replace(again, reason=first.reason) == first, "shares were rounded at first"
