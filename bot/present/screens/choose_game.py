"""The games to choose from, each with a picture."""

from collections.abc import Sequence

from bot.engine.game_info import GameInfo
from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.scenes import SamplePicture
from bot.present.screen import Button, Screen, Section, in_rows
from bot.present.screens.help import first_line, games_menus, with_game, with_players
from bot.present.views import view_of_game
from renderers.scene.bones import FramedScene

CHOOSE = "choose"
"""The feature's name in ids. Buttons add a page (from 0) and a letter, or a game; the first menu
adds nothing, others their number."""
THUMBNAIL_WIDTH = 400
"""The width and height of a small picture, in pixels; Discord shows it about 85 points wide."""
PAGE = 6
"""The number of pictures on a page, so that a phone shows them all at once."""


def chooser_screen(games: Sequence[GameInfo], page: int, say: Words) -> Screen:
    menus = games_menus(custom_ids.feature(CHOOSE, ""), say("Choose a game"), games, say)
    shown = (
        Section(
            f"{with_players(f'**{say(info.name)}**', info, say)}\n-# {first_line(info, say)}",
            thumbnail(info, say),
        )
        for info in games[page * PAGE : (page + 1) * PAGE]
    )
    last = pages(games) - 1
    turns = (("a", max(page - 1, 0), say("◀ Games")), ("b", min(page + 1, last), say("Games ▶")))
    row = tuple(
        Button(custom_ids.feature(CHOOSE, f"{to}{mark}"), label, disabled=to == page)
        for mark, to, label in turns
    )
    return Screen(
        ("### " + say("What would you like to play?"), *shown),
        (row,) if last else (),
        top_rows=menus,
    )


def thumbnail(info: GameInfo, say: Words) -> SamplePicture:
    sample = view_of_game(info.id).sample(info.sample, info.default_options)
    scene = FramedScene(sample, 1.0)
    alt = say("An example of {game}.", game=say(info.name))
    return SamplePicture(scene, alt, f"{info.key}.png", width=THUMBNAIL_WIDTH)


def guesses_screen(told: str, guesses: Sequence[GameInfo], say: Words) -> Screen:
    buttons = tuple(
        Button(custom_ids.feature(CHOOSE, info.key), with_game(info, say)) for info in guesses
    )
    return Screen((told,), in_rows(buttons))


def pages(games: Sequence[GameInfo]) -> int:
    return -(-len(games) // PAGE)
