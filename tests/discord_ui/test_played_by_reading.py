import re

import pytest

from bot.games import CATALOGUE, game
from tests.discord_ui.readers.played import play_round
from tests.discord_ui.readers.reader import Missing
from tests.seeds import SEEDS


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
@pytest.mark.parametrize(
    ("most", "seed"),
    [
        (2, 1),
        *(pytest.param(n, 1 + seed, marks=pytest.mark.deep) for n in (2, 5) for seed in SEEDS),
    ],
)
async def test_a_round_is_played_to_its_end_by_reading(sim, deals, rules, most, seed):
    """Each player expects from the texts what the buttons offer, and moves by that alone."""
    deals(seed)
    info = rules.info
    seats = [n for n in info.seat_counts if n <= max(most, info.min_seats)][-1]
    assert await play_round(sim, info, seats)


@pytest.mark.parametrize(
    ("game_id", "part", "instead"),
    [
        ("block", r"Waiting for Player \w\.", ""),
        ("block", r"Open ends: [^.]+\.", ""),
        ("block", r"(Open ends: \w+) \d", r"\1 7"),
        ("block", r"Last bone played: [^.]+\.", ""),
        ("block", r"Bones in hand: A \d", "Bones in hand: A 9"),
        ("draw", r"Just drawn: [^.]+\.", ""),
        ("all-fives", r"Added up: [^.]+\.", ""),
        ("all-fives", r"(The line[^:]*: \d-\d \d-)\d", r"\g<1>9"),
        ("maltese-cross", r"\d+ bones in the boneyard\.", ""),
        ("maltese-cross", r"Ends that need their double first: [^.]+\.", ""),
        ("lucky-draw", r"You can play [^.]+\.", ""),
        ("blind", r"\d-\d turned over, ", ""),
        ("memory", r"Face up: [^.]+\.", ""),
        ("memory", r" and \w\d \d-\d: no pair", ": no pair"),
        ("memory", r"Face down: \w\d, ", "Face down: "),
        ("solitaire", r"\d-\d can be removed: \d on both sides\.", ""),
        ("double-double", r"Diamonds within reach: [^.]+\.", ""),
        ("double-double", r"(on a \d, [A-F] \d+) on a \d", r"\1"),
        ("double-double", r"(Squares that join a number: \d) \w+", r"\1"),
        ("squares", r"(above it|below it) \([^)]+\)", r"\1"),
        ("squares", r"\d+ pieces in the boneyard\.", ""),
        ("squares", r"Just drawn: [^.]+\.", ""),
        ("squares-blind", r"\S+ ?\S+ turned over, ", ""),
    ],
)
async def test_readers_notice_what_a_text_lacks(sim, game_id, part, instead):
    info = game(game_id).info

    def spoken(alt: str) -> str:
        return re.sub(part, instead, alt)

    with pytest.raises(Missing):
        await play_round(sim, info, info.seat_counts[0], spoken)
