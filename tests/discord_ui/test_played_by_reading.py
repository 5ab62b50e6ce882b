import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.engine.game_info import GameInfo
from bot.games import CATALOGUE, game
from tests.discord_ui.readers.board import BoardReader, GridReader, SolitaireReader
from tests.discord_ui.readers.lines import LineReader, RowReader
from tests.discord_ui.readers.reader import FOLLOWS, Heard, Missing, Reader, plain
from tests.discord_ui.readers.squares import SquareRowReader, SquaresReader
from tests.discord_ui.readers.trains import TrainReader
from tests.discord_ui.simulation import DiscordSim, Shown
from tests.seeds import SEEDS

ON_LINES = (
    *("block", "draw", "all-fives", "fives-and-threes", "maltese-cross", "classic", "star"),
    *("lucky-draw", "duos"),
    *("partners", "puerto-rican", "cuban", "brazilian"),
    *("jamaican", "cut-throat", "kozel"),
)
READERS: dict[str, type[Reader]] = {
    **dict.fromkeys(ON_LINES, LineReader),
    "blind": RowReader,
    "memory": GridReader,
    "solitaire": SolitaireReader,
    "double-double": BoardReader,
    **dict.fromkeys(("squares", "squares-block", "squares-draw"), SquaresReader),
    "squares-blind": SquareRowReader,
    "mexican-train": TrainReader,
}
MOST_MOVES = 300
"""No round of readers takes as many moves as this."""
END = "round.png"
Spoken = Callable[[str], str]


async def play_round(sim: DiscordSim, info: GameInfo, seats: int, spoken: Spoken = str) -> str:
    """Let readers play a round by what ``spoken`` makes of alt texts; return that of its end."""
    await sim.start(*list(sim.people.values())[1:seats], game_id=info.id)
    seated = dict(re.findall(r"`([A-F])` <@(\d+)>", sim.table().text))
    readers = {letter: READERS[info.id](letter, info.id) for letter in seated}
    for _ in range(MOST_MOVES):
        if ended := [each for each in sim.public() if each.is_(END)]:
            return alt_of(ended[0])
        table = Heard(spoken(alt_of(sim.table())))
        for reader in readers.values():
            reader.hear(table)
        whose = r"Waiting for Player ([A-H])"
        letter = table.find(whose, "whose turn it is") if len(readers) > 1 else "A"
        await _move(sim, int(seated[letter]), readers[letter], spoken)
    raise Missing(f"no round ended within {MOST_MOVES} moves")


async def _move(sim: DiscordSim, user_id: int, reader: Reader, spoken: Spoken) -> None:
    who, shown = sim.person(user_id), sim.table()
    if not labels_of(shown):
        shown = await sim.hand(who)
    choices = labels_of(shown)
    label = reader.choose(Heard(spoken(alt_of(shown))), list(choices))
    await sim.choose(who, shown, choices[label])
    if FOLLOWS in label:
        shown = sim.now(shown)
        choices = labels_of(shown)
        label = reader.place(Heard(spoken(alt_of(shown))), list(choices))
        await sim.choose(who, shown, choices[label])


def alt_of(shown: Shown) -> str:
    (alt,) = shown.alts
    return plain(alt)


def labels_of(shown: Shown) -> dict[str, str]:
    offered = [(button.label, button.id) for button in shown.buttons if not button.disabled]
    offered += [(entry["label"], entry["value"]) for entry in shown.options]
    found: dict[str, str] = {}
    for label, id_ in ((plain(label), id_) for label, id_ in offered if id_[:2] in {"m:", "b:"}):
        if label in found:
            raise Missing(f"two choices are called {label!r}")
        found[label] = id_
    return found


def rounds_to_read() -> Iterator[Any]:
    """Yield the rounds of a game for two people, and of the deep tests one for up to five; once,
    if they are the same since the game has only one number of seats."""
    for info in (rules.info for rules in CATALOGUE):
        few, many = (
            [n for n in info.seat_counts if n <= max(most, info.min_seats)][-1] for most in (2, 5)
        )
        yield pytest.param(info, few, 1, id=f"{info.id}-{few}-1")
        for seats in dict.fromkeys((few, many)):
            for seed in SEEDS:
                called = f"{info.id}-{seats}-{1 + seed}"
                yield pytest.param(info, seats, 1 + seed, id=called, marks=pytest.mark.deep)


@pytest.mark.parametrize(("info", "seats", "seed"), list(rounds_to_read()))
async def test_a_round_is_played_to_its_end_by_reading(sim, deals, info, seats, seed):
    """Each player expects from the texts what the buttons offer, and moves by that alone."""
    deals(seed)
    assert await play_round(sim, info, seats)


async def test_eight_play_a_round_by_reading(sim, deals):
    deals(1)
    assert await play_round(sim, game("mexican-train").info, 8)


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
        ("mexican-train", r"Trains end in: [^.]+\.", ""),
        ("mexican-train", r"To be covered first: [^.]+\.", ""),
        ("mexican-train", r"With a marker: [^.]+\.", ""),
        ("mexican-train", r"(Train A: .*-)\d+\.", r"\g<1>9."),
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
