"""Plays rounds between steady computers, and looks for puzzles in them."""

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from random import Random
from time import process_time
from typing import Any

from benchmarks.puzzles.kept import Kept, Source, Tried
from benchmarks.puzzles.solving import CHOICES, Solution, puzzle_options, solve
from bot.ai.players import Steady
from bot.ai.search import judge
from bot.engine.chance import MatchRandomness
from bot.engine.contract import Lot, Observation, Shuffle
from bot.engine.replay import find, next_actor
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.games import game
from bot.model.puzzles.puzzle import Puzzle, puzzle_id
from bot.present.views import view_of

SEED = "boneyard 1"
FILTERS = ((300, 0.09), (1_200, 0.11))
"""Playouts, and the least lead of the best move with these, before a position is judged in full."""


def tried(source: Source, seed: str, number: int) -> Tried:
    """Play a round between steady computers up to its first puzzle that something explains.

    If nothing explains any, the first of these is returned.
    """
    began, found = process_time(), None
    for each in _puzzles(source, f"{seed}/{source.name}/{number}"):
        found = each if found is None or each.themes else found
        if each.themes:
            break
    return Tried(source.name, number, process_time() - began, found)


def _puzzles(source: Source, seed: str) -> Iterator[Puzzle]:
    rules, player = game(source.game), Steady()
    options = puzzle_options(rules.info)
    chance, rng = MatchRandomness(hashlib.sha256(seed.encode()).digest(), ()), Random(seed)
    state, log, shuffles = rules.start(prepare(rules.info, source.seats, options)), list[str](), 0
    while asked := rules.to_act(state):
        actor = next_actor(rules, state)
        if isinstance(asked, Shuffle | Lot):
            move = chance.answer(asked, shuffles)
            shuffles += 1
        else:
            seat = min(asked)
            seen = rules.observe(state, seat)
            move = find(rules, state, seat, player.choose(rules, seen, rng))
            found = _found(rules, seen, move.code, f"{seed}/{len(log)}")
            if found is not None:
                version, so_far = rules.info.rules, tuple(log)
                id_ = puzzle_id(source.game, version, source.seats, options, so_far)
                told = found.moves, move.code, found.insights, found.themes, found.reason
                yield Puzzle(id_, source.game, version, source.seats, options, so_far, seat, *told)
        log.append(move.code)
        state = rules.apply(state, actor, move).state


def _found(rules: Rules[Any, Any], seen: Observation, played: str, seed: str) -> Solution | None:
    if len(seen.legal) not in CHOICES or len(seen.to_act) > 1 or seen.is_guess:
        return None
    view, table = view_of(seen)
    if len({view.offered(move, table).code for move in seen.legal}) < CHOICES.start:
        return None
    for playouts, lead in FILTERS:
        judgement = judge(rules, seen, Random(f"{seed}/{playouts}"), playouts, keep={played})
        best, second, *_ = judgement.moves
        if best.move.code == played or best.chance - second.chance < lead:
            return None
    return solve(rules, seen, played, seed)


def make(sources: Sequence[Source], kept: Kept, processes: int, seed: str = SEED) -> None:
    """Try rounds until each source has as many puzzles as are wanted."""
    with ProcessPoolExecutor(processes) as pool:
        running: dict[Future[Tried], tuple[str, int]] = {}
        while True:
            lacking = [each for each in sources if kept.count(each) < each.wanted]
            while lacking and len(running) < processes:
                source = max(lacking, key=kept.promise)
                numbers = {number for name, number in running.values() if name == source.name}
                number = kept.next_number(source, numbers)
                running[pool.submit(tried, source, seed, number)] = source.name, number
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                del running[each]
                kept.add(each.result())
