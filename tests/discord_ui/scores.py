from datetime import datetime, timedelta

from bot.scores.rating import SHOWN_FROM
from tests.discord_ui.simulation import DiscordSim, Person, Shown
from tests.service.played import Who, played


async def finish(
    sim: DiscordSim,
    *order: Who | tuple[Who, ...],
    at: datetime | None = None,
    game: str = "block",
    guild: int | None = None,
) -> int:
    """Store a scored match that ended now with people in this order; return its id."""
    store, here = sim.client.service.store, guild or sim.guild.id
    moment = at or sim.clock.now()
    match_id = await played(store, *order, at=moment, game_id=game, guild=here)
    await sim.client.service.scoring.of(match_id)
    return match_id


async def rated(sim: DiscordSim, *people: Person) -> None:
    for nth in range(SHOWN_FROM):
        at = sim.clock.now() - timedelta(days=40 + nth)
        await finish(sim, *(each.id for each in people), at=at, guild=1)


def lines(shown: Shown) -> list[str]:
    return [line for line in shown.text.splitlines() if line.startswith("**") and "<@" in line]


def people(shown: Shown) -> list[int]:
    return [int(line.split("<@")[1].split(">")[0]) for line in lines(shown)]
