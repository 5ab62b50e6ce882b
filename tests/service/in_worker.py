"""Functions that tests have a worker process carry out."""

import os
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from bot.ai.players import Strong, decide
from bot.games import game


def decide_when_allowed(folder: str, _: str, *decision: Any) -> str:
    """Leave the number of the process in the folder, and choose once the file `go` is there."""
    Path(folder, str(os.getpid())).touch()
    while not Path(folder, "go").exists():
        time.sleep(0.005)
    return decide("steady", *decision)


def choose_well(game_id: str, seen: Any, seed: int) -> str:
    return Strong(playouts=20).choose(game(game_id), seen, Random(seed))


def think_for_ever(*_: Any) -> None:
    sys.stdout.write("it thinks\n")
    sys.stdout.flush()
    time.sleep(3600)


def same(value: Any) -> tuple[int, Any]:
    return os.getpid(), value


def fail(hand: str) -> None:
    raise ValueError(hand)
