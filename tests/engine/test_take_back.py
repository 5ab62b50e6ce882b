from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from random import Random
from typing import Any

import pytest

from bot.engine.chance import MatchRandomness
from bot.engine.choices import Choices, PastChoice, choices_after
from bot.engine.contract import NATURE, Lot, Seat, Setup, Shuffle, as_seen_by
from bot.engine.errors import IllegalMove, Refusal
from bot.engine.record import Entry, Record, load
from bot.engine.replay import (
    TakenBack,
    kept_moves,
    remaining,
    replay,
    replay_kept,
    returns_to,
    take_back_code,
)
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.engine.story import Story, check_shuffles
from bot.games import CATALOGUE, game
from bot.games.blind.events import DirectionsShown
from bot.games.common.events import RoundEndEvent, TransferEvent
from tests.games.playing import played
from tests.games.secrecy import lookalikes

BLOCK = game("block")
CHANCE = MatchRandomness(b"a secret of exactly thirty-two b", ("1", "2"))


def last_choice(
    rules: Rules[Any, Any], setup: Setup, log: Iterable[Entry], seat: Seat
) -> PastChoice[Any] | None:
    choices: Choices = ()
    state = rules.start(setup)
    for ply in replay(rules, setup, log):
        choices = choices_after(rules, state, ply, choices, seat)
        state = ply.state
    return choices[-1] if choices else None


class Table:
    """A match that is played at random, in which seat 0 takes moves back now and then."""

    def __init__(self, rules: Rules[Any, Any], setup: Setup, seed: int) -> None:
        self.rules, self.setup, self.rng = rules, setup, Random(seed)
        self.log: list[Entry] = []
        self.states = [rules.start(setup)]
        """The state after each length of the log."""
        self.chances = self.taken_back = self.refused = 0

    def play(self, moves: int) -> None:
        for _ in range(moves):
            asked = self.rules.to_act(self.states[-1])
            if not asked:
                return
            if isinstance(asked, Shuffle | Lot):
                move = CHANCE.answer(asked, self.chances)
                self.chances += 1
                self.add(NATURE, move.code, self.rules.apply(self.states[-1], NATURE, move).state)
                continue
            seat = self.rng.choice(sorted(asked))
            move = self.rng.choice(self.rules.legal_moves(self.states[-1], seat))
            self.add(seat, move.code, self.rules.apply(self.states[-1], seat, move).state)
            if self.rng.random() < 0.3:
                self.take_back()

    def take_back(self) -> None:
        choice = last_choice(self.rules, self.setup, self.log, 0)
        if choice is None or choice.has_uncovered or self.rules.outcome(self.states[-1]):
            self.refused += 1
            return
        assert choice.state == self.states[choice.ply]
        self.taken_back += 1
        self.add(0, take_back_code(choice.ply), self.states[choice.ply])

    def add(self, actor: Any, code: str, state: Any) -> None:
        self.log.append((actor, code))
        self.states.append(state)


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_after_a_move_was_taken_back_everybody_sees_what_they_saw_before(rules):
    info = rules.info
    seats = max(info.min_seats, min(info.seat_counts[-1], 2))
    setup = prepare(info, seats, {})
    taken_back = 0
    for seed in range(3):
        table = Table(rules, setup, seed)
        table.play(80)
        taken_back += table.taken_back
        plies = list(replay(rules, setup, table.log))
        assert [ply.state for ply in plies] == table.states[1:]
        for ply in plies:
            to = returns_to(*table.log[ply.index])
            if to is not None:
                assert ply.events == (TakenBack(0),)
                for seat in (*range(seats), None):
                    before = rules.observe(table.states[to], seat)
                    assert rules.observe(ply.state, seat) == before

        entries = [table.log[index] for index in kept_moves(table.log)]
        alone = [(ply.actor, ply.move.code, ply.state) for ply in replay(rules, setup, entries)]
        kept = replay_kept(rules, setup, table.log)
        assert [(ply.actor, ply.move.code, ply.state) for ply in kept] == alone
        assert len(Story(rules, setup, table.log)) == len(Story(rules, setup, entries))
        checks = list(check_shuffles(rules, setup, table.log, CHANCE))
        assert all(each.agrees for each in checks)
        assert len(checks) == table.chances

        record = Record(info.id, info.rules, seats, setup.options, tuple(table.log))
        assert load(record.dump()) == record
    assert taken_back or info.id in NEVER


NEVER = {"solitaire", "memory"}
"""Games in which nearly every choice turns over something hidden."""


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_codes_differ_from_those_that_take_back_and_events_say_when_a_hidden_piece_leaves(rules):
    setup = prepare(rules.info, rules.info.seat_counts[-1], {})
    match = played(rules, setup, 7)
    unseen = face_down(match.places[0])
    for ply in match.plies[:150]:
        before, unseen = unseen, face_down(match.places[ply.index + 1])
        if ply.actor is not NATURE and not before <= unseen:
            assert any(event.uncovers for event in ply.events), ply
        for seat in setup.seats:
            moves = rules.legal_moves(ply.state, seat)
            assert not [move for move in moves if move.code.startswith("back@")]


def face_down(places: Mapping[str, tuple[str, ...]]) -> Counter[str]:
    stocks = (pieces for place, pieces in places.items() if place.startswith("stock"))
    return Counter(chain.from_iterable(stocks))


@pytest.mark.parametrize("game_id", ["squares", "blind"])
def test_a_move_cannot_be_taken_back_after_it_showed_what_others_kept_secret(game_id):
    """Whoever was handed a piece, or saw secret choices of others, has chosen for good."""
    rules, shown = game(game_id), 0
    setup = prepare(rules.info, 2, {})
    for seed in range(8):
        match = played(rules, setup, seed)
        for ply in match.plies[:60]:
            for event in ply.events:
                handed = isinstance(event, TransferEvent) and event.reaches(0)
                if handed or isinstance(event, DirectionsShown):
                    choice = last_choice(rules, setup, match.log[: ply.index + 1], 0)
                    shown += choice is not None
                    assert choice is None or choice.has_uncovered, event
    assert shown


TOGETHER = [rules for rules in CATALOGUE if rules.info.max_seats > 1]


@pytest.mark.parametrize("rules", TOGETHER, ids=lambda rules: rules.info.id)
def test_until_something_is_uncovered_all_worlds_look_alike(rules):
    """What a person sees after a choice that they may take back follows from what they knew. They
    learn what others do: which piece they play, and that they knock. So the same moves are made in
    worlds that the person could not tell apart, as far as they can be made there. Two players of
    Cut-throat hold all bones, so each knows the other's."""
    setup = prepare(rules.info, max(rules.info.min_seats, 2), {})
    same = 0
    for seed in range(3):
        match, worlds = played(rules, setup, seed), list[Any]()
        for at, ply in enumerate(match.plies[:100]):
            seat, move, state = ply.actor, ply.move, ply.state
            if seat is NATURE:
                worlds = []
                continue
            if seat == 0 and len(rules.legal_moves(match.states[at], seat)) > 1:
                worlds = [plies[-1].state for _, plies in lookalikes(match, at, 0, 8)]
            if any(event.uncovers_for(0) for event in ply.events):
                worlds = []
            able = [world for world in worlds if move in rules.legal_moves(world, seat)]
            assert seat != 0 or able == worlds, "their own moves tell nothing of others' pieces"
            steps = [rules.apply(world, seat, move) for world in able]
            # That a round goes on is known to everybody, whatever they hold.
            steps = [
                each
                for each in steps
                if not any(isinstance(event, RoundEndEvent) for event in each.events)
            ]
            for each in steps:
                assert as_seen_by(each.events, 0) == as_seen_by(ply.events, 0)
                assert rules.observe(each.state, 0) == rules.observe(state, 0)
            worlds = [each.state for each in steps]
            same += len(worlds)
    assert same or rules.info.id in {"memory", "cut-throat"}


def block(*codes: str) -> list[Entry]:
    """Return a log of Block for two: a deal, a lot if one is asked, and moves in turn."""
    return played(BLOCK, prepare(BLOCK.info, 2, {}), 5).log[:6] + [(0, code) for code in codes]


def first_choice() -> int:
    return next(at for at, (actor, _) in enumerate(block()) if actor == 0)


@pytest.mark.parametrize("ply", ["0", "1", "99", "06", "-1", "x"])
def test_a_log_that_returns_to_where_the_seat_had_no_choice_is_refused(ply):
    with pytest.raises(Refusal):
        list(replay(BLOCK, prepare(BLOCK.info, 2, {}), block(f"back@{ply}")))


def test_what_was_taken_back_cannot_be_returned_to():
    setup, first, length = prepare(BLOCK.info, 2, {}), first_choice(), len(block())
    later = next(at for at in range(first + 1, length) if block()[at][0] == 0)
    codes = take_back_code(later), take_back_code(first)
    ends = [list(replay(BLOCK, setup, log))[-1].state for log in (block(*codes), block()[:first])]
    assert ends[0] == ends[1]
    with pytest.raises(IllegalMove):
        list(replay(BLOCK, setup, block(*reversed(codes))))


def test_the_entry_itself_remains_until_it_is_taken_back_too():
    log: list[Entry] = [(NATURE, "deal"), (0, "a"), (1, "b"), (0, "back@1"), (0, "c")]
    assert remaining(log) == (0, 3, 4)
    assert kept_moves(log) == (0, 4)
    assert remaining([*log, (0, "back@4")]) == (0, 3, 5)
    assert kept_moves([*log, (0, "back@1")]) == (0,)
