"""Matches whose shuffles follow from a secret and salts, as the bot's do."""

import random
from typing import Any

from bot.engine.chance import MatchRandomness
from bot.engine.contract import NATURE, Lot, Setup, Shuffle
from bot.engine.record import Entry
from bot.engine.rules import Rules

SECRET = bytes(range(32))
SALTS = ("1001", "1002", "1003")
CHANCE = MatchRandomness(SECRET, SALTS)


def log_by_chance(rules: Rules[Any, Any], setup: Setup, seed: int = 0) -> list[Entry]:
    state, rng, ordinal = rules.start(setup), random.Random(seed), 0
    log: list[Entry] = []
    while asked := rules.to_act(state):
        if isinstance(asked, Shuffle | Lot):
            move = CHANCE.answer(asked, ordinal)
            ordinal += 1
            log.append((NATURE, move.code))
            state = rules.apply(state, NATURE, move).state
        else:
            seat = min(asked)
            move = rng.choice(rules.legal_moves(state, seat))
            log.append((seat, move.code))
            state = rules.apply(state, seat, move).state
    return log
