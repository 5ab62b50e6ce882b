"""Draws any scene of scores: a ranking, a profile or a podium."""

from __future__ import annotations

from renderers.canvas import Canvas
from renderers.podium import draw_podium
from renderers.profile import draw_profile
from renderers.rankings import draw_ranking
from renderers.scores_scene import AnyScores, PodiumScene, ProfileScene, RankingScene
from renderers.theme import Theme


def draw_scores(scene: AnyScores, width: int, theme: Theme) -> Canvas:
    """Draw a scene of scores."""
    match scene:
        case RankingScene():
            return draw_ranking(scene, width, theme)
        case ProfileScene():
            return draw_profile(scene, width, theme)
        case PodiumScene():
            return draw_podium(scene, width, theme)
