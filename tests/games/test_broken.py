"""The subtle checks have teeth: for each there is a game that leaks or errs, and is refused.

That sound games pass them is tried in test_contract.py.
"""

from dataclasses import fields, replace
from typing import Any

import pytest
from msgspec import structs

from bot.engine.contract import Actor, Belief, Event, Move, Rng, Seat, Step
from bot.engine.rounds import Rounds
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from bot.games.common.events import Drew, Passed
from bot.games.common.pieces import Pass
from bot.games.connecting.events import Dealt
from bot.games.connecting.moves import PASS
from bot.games.connecting.observation import TableSeen
from bot.games.connecting.rules import Connecting
from bot.games.connecting.table import LineTable
from bot.games.draw import DRAW
from bot.games.memory import MEMORY
from bot.games.memory.observation import MemorySeen
from bot.games.memory.rules import MemoryRules
from tests.games import contract, secrecy
from tests.games.playing import played


def broken(kind: type[Connecting], rules: Any) -> Rounds[Any, Any]:
    parts = {each.name: getattr(rules.game, each.name) for each in fields(rules.game)}
    return Rounds(kind(**parts), rules.match_format)


class ShowsANeighboursHand(Connecting):
    def observe(self, state: LineTable, seat: Seat | None) -> TableSeen:
        seen = super().observe(state, seat)
        if not state.history or state.outcome is not None:
            return seen
        dealt = state.history[0]
        assert isinstance(dealt, Dealt)
        shown = {seat, 0 if seat is None else (seat + 1) % len(dealt.hands)}
        hands = tuple(hand if at in shown else None for at, hand in enumerate(dealt.hands))
        return replace(seen, history=(structs.replace(dealt, hands=hands), *seen.history[1:]))


class HidesTheNextBoneInANumber(Connecting):
    """The observation contains the next bone to be drawn, in a form that names no bone."""

    def observe(self, state: LineTable, seat: Seat | None) -> TableSeen:
        seen = super().observe(state, seat)
        if not state.hands or not state.stock:
            return seen
        return replace(seen, boneyard=seen.boneyard + 100 * state.stock[0].index)


class LoudDrew(Drew):
    def for_seat(self, seat: Seat | None) -> Drew:
        return self


class TellsWhatIsDrawn(Connecting):
    def _draw(self, state: LineTable) -> Step[LineTable]:
        step = super()._draw(state)
        loud = LoudDrew(state.turn, state.stock[0], step.events[0].left)  # type: ignore[attr-defined]
        said: tuple[Event, ...] = (loud, *step.events[1:])
        kept = len(step.state.history) - len(said)
        history = (*step.state.history[:kept], *said)
        return Step(structs.replace(step.state, history=history), said)


class SpellsABoneIntoThePass(Connecting):
    def legal_moves(self, state: LineTable, seat: Seat) -> tuple[Move, ...]:
        legal = super().legal_moves(state, seat)
        if not legal or not isinstance(legal[0], Pass):
            return legal
        return (Pass(f"pass {state.hands[seat][0]}"),)


class ForgetsPasses(Connecting):
    """Beliefs ignore what a pass reveals."""

    def believe(self, seen: TableSeen) -> Belief:
        deaf = tuple(event for event in seen.history if not isinstance(event, Passed))
        return super().believe(replace(seen, history=deaf))


class SamplesTheStockInOrder(Connecting):
    def believe(self, seen: TableSeen) -> Belief:
        belief: Any = super().believe(seen)

        def sample(rng: Rng) -> Any:
            position = type(belief).sample(belief, rng)
            position.stock.sort()
            return position

        belief.sample = sample
        return belief


class LosesABone(Connecting):
    def _deal(self, state: LineTable, order: tuple[str, ...]) -> Step[LineTable]:
        return super()._deal(state, order[:-1])


class NeverEnds(Connecting):
    def _blocked(self, state: LineTable) -> bool:
        return False


class RemembersTheLastMatch(Connecting):
    deals: list[int] = []  # noqa: RUF012 - that it is shared is the fault

    def _deal(self, state: LineTable, order: tuple[str, ...]) -> Step[LineTable]:
        self.deals.append(1)
        turned = len(self.deals) % 7
        return super()._deal(state, order[turned:] + order[:turned])


class PeeksForTheAbsent(Connecting):
    """The timeout move looks into the hands of the table that was observed last."""

    tables: list[LineTable] = []  # noqa: RUF012 - that it is shared is the fault

    def observe(self, state: LineTable, seat: Seat | None) -> TableSeen:
        self.tables[:] = [state]
        return super().observe(state, seat)

    def timeout_move(self, seen: TableSeen) -> Move:
        (state,) = self.tables
        others = (hand for at, hand in enumerate(state.hands) if at != seen.seat)
        hidden = sum(bone.index for hand in others for bone in hand)
        return seen.legal[hidden % len(seen.legal)]


class SpellsTwoMovesAlike(Connecting):
    def legal_moves(self, state: LineTable, seat: Seat) -> tuple[Move, ...]:
        return super().legal_moves(state, seat) * 2


class LetsAnybodyAct(Connecting):
    """`apply` doesn't check whose turn it is."""

    def apply(self, state: LineTable, actor: Actor, move: Move) -> Step[LineTable]:
        return super().apply(state, state.turn if state.awaits is None else actor, move)


class PaysInDebts(Connecting):
    def _ended(
        self, state: LineTable, events: Any, out: Seat | None, *, reached: bool = False
    ) -> Step[LineTable]:
        step = super()._ended(state, events, out, reached=reached)
        outcome = step.state.outcome
        if outcome is None:
            return step
        points = tuple(each - 1 for each in outcome.points)
        owing = structs.replace(outcome, points=points)
        return Step(structs.replace(step.state, outcome=owing), step.events)


class ForgetsWhoActs(Connecting):
    def observe(self, state: LineTable, seat: Seat | None) -> TableSeen:
        return replace(super().observe(state, seat), to_act=frozenset(state.setup.seats))


class PassesForTheAbsent(Connecting):
    def timeout_move(self, seen: TableSeen) -> Move:
        return PASS


class ThinksAgain(Connecting):
    asked: list[int] = []  # noqa: RUF012 - that it is shared is the fault

    def timeout_move(self, seen: TableSeen) -> Move:
        self.asked.append(1)
        return seen.legal[len(self.asked) % len(seen.legal)]


class TurnsUpTheSameAgain(MemoryRules):
    def timeout_move(self, seen: MemorySeen) -> Move:
        return seen.legal[0]


FAULTS = [
    (BLOCK, ShowsANeighboursHand, secrecy.check_nothing_hidden_is_reachable),
    (DRAW, HidesTheNextBoneInANumber, secrecy.check_a_swap_changes_nothing_seen),
    (DRAW, TellsWhatIsDrawn, secrecy.check_nothing_hidden_is_told),
    (BLOCK, SpellsABoneIntoThePass, secrecy.check_nothing_hidden_is_told),
    (BLOCK, ForgetsPasses, secrecy.check_samples_could_have_happened),
    (BLOCK, SamplesTheStockInOrder, secrecy.check_every_place_is_sampled),
    (DRAW, LosesABone, contract.check_pieces),
    (BLOCK, RemembersTheLastMatch, contract.check_replay),
    (BLOCK, PeeksForTheAbsent, secrecy.check_the_safest_move_rests_on_what_is_seen),
    (BLOCK, SpellsTwoMovesAlike, contract.check_turns),
    (BLOCK, LetsAnybodyAct, contract.check_refusals),
    (BLOCK, PaysInDebts, contract.check_points_never_decrease),
    (BLOCK, ForgetsWhoActs, contract.check_observation_tells_whose_turn_it_is),
    (BLOCK, PassesForTheAbsent, contract.check_the_safest_move_is_a_legal_one),
    (BLOCK, ThinksAgain, contract.check_the_safest_move_is_a_legal_one),
]


def told(value):
    return value.info.id if value in (BLOCK, DRAW) else value.__name__.removeprefix("check_")


@pytest.mark.parametrize(("rules", "kind", "check"), FAULTS, ids=told)
def test_a_broken_game_is_found_out(rules, kind, check, monkeypatch):
    monkeypatch.setattr(secrecy, "WORLDS", 100)  # enough for what is never sampled
    match = played(broken(kind, rules), prepare(rules.info, 2))
    with pytest.raises((AssertionError, TypeError, pytest.fail.Exception)):
        check(match)


def test_a_game_without_end_is_found_out():
    with pytest.raises(AssertionError, match="does not end"):
        played(broken(NeverEnds, BLOCK), prepare(BLOCK.info, 2), limit=2000)


def test_absent_players_who_never_get_done_are_found_out(monkeypatch):
    monkeypatch.setattr(contract, "PLIES", 500)
    rules = Rounds(TurnsUpTheSameAgain(MEMORY.info), MEMORY.match_format)
    with pytest.raises(AssertionError, match="safest moves does not end"):
        contract.check_a_match_of_safest_moves_ends(played(rules, prepare(rules.info, 2)))
