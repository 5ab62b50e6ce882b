"""Pictures that show what a game looks like, before anybody plays it."""

from dataclasses import dataclass
from functools import lru_cache

from bot.engine.game_info import GameInfo
from bot.model.preferences import ThemeChoice
from bot.present.i18n import Words
from bot.present.screen import Picture
from bot.present.text.seats import TableInfo
from bot.present.views import view_of_game
from renderers.ink.theme import Theme
from renderers.ink.themes import theme_of
from renderers.paint import render
from renderers.scene.bones import FramedScene, Scene

BANNER_RATIO = 0.3
"""The height of a lobby's picture as a part of its width: the buttons below stay in view."""
THUMBNAIL_WIDTH = 400
"""The width and height of a small picture, in pixels; Discord shows it about 85 points wide."""

MAX_PAINTED = 128
"""The most PNGs kept in memory, about 20 KB each."""


@dataclass(frozen=True, slots=True)
class SamplePicture(Picture):
    """A picture that is always the same, so it is drawn only once in each theme."""

    width: int = 1200
    """Its width in pixels."""

    def paint(self, theme: ThemeChoice) -> bytes:
        return _painted(self.scene, self.width, theme_of(theme.felt, theme.bones))


def banner(table_info: TableInfo, say: Words) -> SamplePicture:
    info = table_info.info
    view, codes = view_of_game(info.id), info.wide_sample or info.sample
    sample = view.sample(codes, table_info.options, wide=True)
    scene = FramedScene(sample, BANNER_RATIO, cut=view.sample_cut)
    return SamplePicture(scene, say("An example of this game's table."), "game.png")


def thumbnail(info: GameInfo, say: Words) -> SamplePicture:
    sample = view_of_game(info.id).sample(info.sample, info.default_options)
    scene = FramedScene(sample, 1.0)
    alt = say("An example of {game}.", game=say(info.name))
    return SamplePicture(scene, alt, f"{info.id}.png", width=THUMBNAIL_WIDTH)


@lru_cache(maxsize=MAX_PAINTED)
def _painted(scene: Scene, width: int, theme: Theme) -> bytes:
    return render(scene, width=width, theme=theme)
