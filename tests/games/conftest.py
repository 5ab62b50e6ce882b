from tests.games.by_chance import match

__all__ = ["match"]
