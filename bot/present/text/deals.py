"""How deals of the day are called."""

from datetime import date

from bot.games import game
from bot.model.daily import number_of
from bot.present.i18n import Words


def deal_title(day: date, game_id: str, say: Words) -> str:
    # Translators: {number} is that of the deal of the day.
    return say("Deal {number} · {game}", number=number_of(day), game=say(game(game_id).info.name))
