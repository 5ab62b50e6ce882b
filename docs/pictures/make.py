"""Makes the pictures of the README again: ``python docs/pictures/make.py [FOLDER]``.

The tables are moments of a match between computers with a fixed seed, drawn as the bot draws
them; the ranking and the profile are of people who do not exist. The page is the demo's,
photographed in a Chromium that has to be on the PATH.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from datetime import date, timedelta
from io import BytesIO
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402 - the root comes first
from playwright.sync_api import ViewportSize  # noqa: E402

from bot.cli.replay import read  # noqa: E402
from bot.engine.story import Story  # noqa: E402
from bot.present.scenes import replay_scene  # noqa: E402
from bot.present.screens.lookback.replay import caption_of  # noqa: E402
from bot.scores.achievements.catalogue import ACHIEVEMENTS  # noqa: E402
from renderers.animation import Frame, animated_gif  # noqa: E402
from renderers.paint import render  # noqa: E402
from renderers.scene.scores import (  # noqa: E402
    Badge,
    CurvePoint,
    GameBar,
    ProfileLabels,
    ProfileScene,
    RankingScene,
    RankRow,
)
from tests.browser.conftest import NAMES, demo_running  # noqa: E402
from tests.browser.page import DemoPage, chromium  # noqa: E402

SEED = "pictures"
MOMENTS = {"table.png": (16, None), "hand.png": (13, 2), "round.png": (23, None)}
"""For each picture the length of the log, and whose hand it shows."""
GALLERY = {
    "lucky-draw": (3, 22, None),
    "maltese-cross": (3, 22, None),
    "blind": (3, 22, None),
    "squares": (3, 24, None),
    "double-double": (3, 20, None),
    "memory": (2, 21, None),
    "solitaire": (1, 23, 0),
}
"""For each game of the gallery how many play, the length of the log, and as whose it is seen."""
GAINED = (184, 151, 122, 96, 96, 71, 54, 38, 21, 6)
"""What the first ten of a week have gained."""
PEOPLE = ("Ana", "Łukasz", "Ελένη", "Дмитрий", "Chen", "Zoë", "Ingeborg", "Tomás", "Ayşe", "Noor")
PLAYED = ((96, 41), (60, 33), (31, 9), (22, 12), (14, 5), (8, 6), (3, 1))
"""Matches and wins of somebody's games."""
GAMES = (
    *("Draw", "Block", "All Fives", "Maltese Cross", "Lucky Draw", "Memory"),
    "Double Double Dominoes",
)
MATCHES, EARNED = 200, 19
SHOWN, HELD = 0.8, 4.0
"""Seconds for which a move is shown in the animation, and the end."""
WINDOW: ViewportSize = {"width": 860, "height": 1900}
MOVES = 3


def boneyard(*arguments: object) -> None:
    """Run the command line."""
    command = [sys.executable, "-m", "bot", *map(str, arguments)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)  # noqa: S603


def draw(folder: Path, record: Path) -> None:
    """The pictures the bot posts."""
    boneyard("simulate", "block", "--seats", 3, "--seed", SEED, "--out", record)
    for name, (length, seat) in MOMENTS.items():
        whose = () if seat is None else ("--seat", seat)
        boneyard("render", record, "--ply", length, *whose, "--out", folder / name)


def draw_gallery(folder: Path, record: Path) -> None:
    """A table of each game of the gallery."""
    for game, (seats, length, seat) in GALLERY.items():
        whose = () if seat is None else ("--seat", seat)
        boneyard("simulate", game, "--seats", seats, "--seed", "gallery", "--out", record)
        boneyard("render", record, "--ply", length, *whose, "--out", folder / f"{game}.png")


def draw_animation(folder: Path, record: Path) -> None:
    """The first round of a match, as a replay shows it."""
    boneyard("simulate", "block", "--seats", 4, "--seed", "gallery", "--out", record)
    tale = read(str(record))
    story = Story(tale.rules, tale.setup, tale.record.log)
    end = story.ends[0]
    moments = [story.moment(step) for step in range(end + 1)]
    frames = [
        Frame(replay_scene(now), HELD if now.step == end else SHOWN, caption=caption_of(now))
        for now in moments
    ]
    (folder / "replay.gif").write_bytes(animated_gif(frames, width=480))


def draw_scores(folder: Path) -> None:
    """A ranking of a week, and a profile."""
    rows = (
        RankRow(GAINED.index(gain) + 1, f"+{gain}", gain / GAINED[0], gained=True, name=name)
        for gain, name in zip(GAINED, PEOPLE, strict=True)
    )
    (folder / "ranking.png").write_bytes(render(RankingScene(tuple(rows))))
    rng, rating, curve = Random(SEED), 1000.0, []  # noqa: S311 - it draws a curve
    day = date(2026, 9, 1)
    for nth in range(MATCHES):
        rating += rng.gauss(1 + 2500 / (400 + 9 * nth), 18)
        at = day + timedelta(days=nth * 80 // MATCHES)
        curve.append(CurvePoint(round(rating), f"{at.month}/{at.day}"))
    games = (
        GameBar(letter, *each, name)
        for letter, each, name in zip("ABCDEFG", PLAYED, GAMES, strict=True)
    )
    has = rng.sample(ACHIEVEMENTS, EARNED)
    badges = tuple(Badge(each.symbol, each in has) for each in ACHIEVEMENTS)
    labels = ProfileLabels(
        "Rating",
        "won/played",
        "Winning streak",
        "Longest streak",
        f"{EARNED} of {len(ACHIEVEMENTS)} achievements",
    )
    scene = ProfileScene(tuple(curve), tuple(games), 3, 11, badges, labels)
    (folder / "profile.png").write_bytes(render(scene))


def photograph(target: Path, folder: Path) -> None:
    """The demo's page in the middle of a round."""
    path = next(filter(None, map(shutil.which, NAMES)))
    with demo_running(folder) as address, chromium(path) as browser:
        page = DemoPage.open(browser, address, WINDOW)
        page.page.locator("#messages-toggle").click()
        lobby = page.saying("open table")
        for _ in range(2):
            page.press(lobby, "Add computer")
        page.press(lobby, "Start")
        page.press(page.table, "Hand")
        for _ in range(MOVES):
            page.move()
        page.live_hands.last.scroll_into_view_if_needed()
        page.page.mouse.move(0, 0)
        shot = Image.open(BytesIO(page.page.screenshot())).convert("RGB")
        shot.quantize(256, dither=Image.Dither.NONE).save(target, optimize=True)


def main() -> None:
    """Everything."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    with tempfile.TemporaryDirectory() as folder:
        draw(target, Path(folder) / "record.json")
        draw_gallery(target, Path(folder) / "record.json")
        draw_animation(target, Path(folder) / "record.json")
        draw_scores(target)
        photograph(target / "demo.png", Path(folder))


if __name__ == "__main__":
    main()
