"""How long the longest tests take: ``BONEYARD_SEEDS=50 make test-all`` plays for hours."""

import os

SEEDS = range(1, 1 + int(os.environ.get("BONEYARD_SEEDS", "2")))
"""The seeds of a deep test's matches, which plays each kind of match once with each of them.

Deep tests that count scenes, matches or kills take as many times more as there are seeds.
"""
