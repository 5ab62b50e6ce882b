"""The names of Latin Partners, which stand for ways to count."""

from bot.engine.game_info import Length, Preset
from bot.engine.options import OptionValue
from bot.engine.translatable import N_
from bot.games.common.lengths import TARGET

_PLAIN: dict[str, OptionValue] = {"count": "losers", "capicua": 0, "passAll": 0, "openingPass": 0}
_TO_100: dict[str, OptionValue] = {TARGET: 100, **_PLAIN}
_PAIRS: dict[str, OptionValue] = {"block": "pairs", "blockTie": "nobody"}
_LOWEST: dict[str, OptionValue] = {"block": "lowest", "blockTie": "nobody"}
_SHORT = {Length.SHORT: {TARGET: 25}}

PRESETS = (
    Preset("dominican", N_("Dominican"), {}, ("dominó dominicano", "dominicano")),
    Preset("dominican-club", N_("Dominican club"), {**_PLAIN, **_PAIRS}, shorter=_SHORT),
    Preset(
        "venezuelan",
        N_("Venezuelan"),
        {**_TO_100, "block": "lowest", "blockTie": "blocker"},
        ("dominó venezolano", "venezolano"),
        shorter=_SHORT,
    ),
    Preset("colombian", N_("Colombian"), {**_TO_100, **_PAIRS}, ("colombiano",), shorter=_SHORT),
    Preset(
        "spanish",
        N_("Spanish"),
        {**_TO_100, **_PAIRS, "nextLead": "rotate-right"},
        ("dominó español", "dominó por parejas"),
        at_home=("es-ES",),
        shorter=_SHORT,
    ),
    Preset("arab", N_("Arab"), {**_TO_100, **_LOWEST}, ("دومينو شراكة", "jawaker"), shorter=_SHORT),
)
