"""Ends that are alike: the rules tell them apart by no more than their names."""

import random
from collections import Counter

import pytest

from bot.engine.contract import NATURE, Lot, Shuffle
from bot.engine.replay import by_chance
from bot.games import CATALOGUE
from bot.games.connecting.moves import Play
from bot.games.connecting.observation import TableSeen
from bot.present.views import round_seen, view_of_game
from bot.present.views.bones import BonesView
from tests.games.cases import all_cases

LINES = [each for each in CATALOGUE if isinstance(view_of_game(each.info.id), BonesView)]


def without_names(case, state, seat):
    """Return what a seat sees and may do, with ends as what they are instead of their names."""
    seen = case.rules.observe(state, seat)
    table = round_seen(seen)
    assert isinstance(table, TableSeen)
    ends, limits = table.layout.ends, table.limits
    kinds = {
        name: (ends.shows[at], ends.at[at], limits.get(name)) for at, name in enumerate(ends.names)
    }
    moves = Counter(
        (move.bone.code, kinds.get(move.at), move.crosswise, table.gains.get(move.code))
        if isinstance(move, Play)
        else move.code
        for move in table.legal
    )
    total = table.total and sorted(table.total.terms)
    return Counter(kinds.values()), moves, table.counts, table.earned, total, seen.to_act


@pytest.mark.parametrize("rules", LINES, ids=lambda rules: rules.info.id)
def test_plays_at_ends_that_are_alike_lead_to_the_same_table(rules):
    compared = 0
    for number, case in enumerate(list(all_cases(rules))[::3]):
        chance, state = random.Random(number), rules.start(case.setup)
        for _ in range(40):
            asked = rules.to_act(state)
            if isinstance(asked, Shuffle | Lot):
                state = rules.apply(state, NATURE, by_chance(asked, chance)).state
                continue
            if not asked:
                break
            seat = min(asked)
            seen = round_seen(rules.observe(state, seat))
            for move in seen.legal:
                kept = view_of_game(rules.info.id).offered(move, seen)
                if kept is not move:
                    compared += 1
                    after = [rules.apply(state, seat, each).state for each in (kept, move)]
                    one, other = (
                        [without_names(case, each, at) for at in case.setup.seats] for each in after
                    )
                    assert one == other, f"{case.id}: {kept.code} and {move.code}"
            state = rules.apply(state, seat, chance.choice(rules.legal_moves(state, seat))).state
    assert compared
