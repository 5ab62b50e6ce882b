"""Draws any scene of scores: a ranking, a profile or a podium."""

from renderers.ink.canvas import Canvas
from renderers.ink.theme import Theme
from renderers.scene.scores import AnyScores, PodiumScene, ProfileScene, RankingScene
from renderers.scores.podium import draw_podium
from renderers.scores.profile import draw_profile
from renderers.scores.rankings import draw_ranking


def draw_scores(scene: AnyScores, width: int, theme: Theme) -> Canvas:
    """Draw a scene of scores."""
    match scene:
        case RankingScene():
            return draw_ranking(scene, width, theme)
        case ProfileScene():
            return draw_profile(scene, width, theme)
        case PodiumScene():
            return draw_podium(scene, width, theme)
