"""The games and their options, as text and as JSON; loads nothing that only a match needs."""

from collections.abc import Iterator
from typing import Any

from bot.engine.game_info import GameInfo


def game_text(info: GameInfo) -> Iterator[str]:
    """Yield a game of the catalogue: seats, rules in three lines, options."""
    counts = info.seat_counts
    low, high = counts[0], counts[-1]
    unbroken = len(counts) > 1 and len(counts) == high - low + 1
    seats = f"{low}–{high}" if unbroken else " or ".join(map(str, counts))
    more = "".join(
        f" ({count} with {option.key}=on)" for option in info.options for count in option.admits
    )
    yield f"{info.name} ({info.id}), {seats} seats{more}, rules {info.rules}"
    yield from (f"  {sentence}" for sentence in info.card)
    width = max((len(option.key) for option in info.options), default=0)
    lengths = ", ".join(
        f"{length} ({', '.join(f'{key}={value}' for key, value in values.items())})"
        for length, values in info.shorter.items()
    )
    for option in info.options:
        needs = (
            f", {value} only with {'='.join(map(str, n))}" for value, n in option.needs.items()
        )
        values = f"{' | '.join(option.allowed)} ({option.default}{''.join(needs)})"
        yield f"  --option {option.key:<{width}}  {option.help}: {values}"
    for preset in info.presets:
        values = ", ".join(f"{key}={value}" for key, value in preset.options.items())
        yield f"  as {preset.id}: {preset.name}{values and f' ({values})'}"
    if lengths:
        yield f"  --option {'length':<{width}}  How long the match is: {lengths}, or full"


def plain_game(info: GameInfo) -> dict[str, Any]:
    names = ("id", "name", "min_seats", "max_seats", "rules")
    options = [
        {name: getattr(option, name) for name in ("key", "default", "choices", "help", "admits")}
        for option in info.options
    ]
    presets = [
        {"id": each.id, "name": each.name, "options": dict(each.options)} for each in info.presets
    ]
    lengths = {length.value: dict(values) for length, values in info.lengths.items()}
    told = {name: getattr(info, name) for name in names}
    return {**told, "options": options, "lengths": lengths, "presets": presets}
