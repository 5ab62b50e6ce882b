"""How deals of the day are called."""

from bot.games import game
from bot.present.i18n import Words


def deal_title(number: int, game_id: str, say: Words) -> str:
    # Translators: {number} is that of the deal of the day.
    return say("Deal {number} · {game}", number=number, game=say(game(game_id).info.name))
