from tests.games.cases import match

__all__ = ["match"]
