"""Finished matches, played to their end by the rules alone in one commit."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.games import game
from bot.model.deadlines import NOTHING
from bot.model.match import Moved, NewMatch, Occupant, Stage, WaitingFor
from bot.service.lobby.start import begin
from bot.service.play.auto_moves import MoveSequence
from bot.service.play.final_results import final_places
from bot.service.play.match_cache import chance_of
from tests.discord_ui.simulation import DiscordSim, Person, Shown


async def finish(sim: DiscordSim, *others: Person, game_id: str = "block") -> Shown:
    """Play a short match of Ana and others in the channel; return its result as all see it."""
    return await _finish(sim, game_id, (sim.ana, *(others or (sim.bruno,))), target=25)


async def finish_alone(sim: DiscordSim) -> Shown:
    return await _finish(sim, "solitaire", (sim.ana,))


async def _finish(sim: DiscordSim, game_id: str, people: Sequence[Person], **changed: int) -> Shown:
    service, info = sim.client.service, game(game_id).info
    seats = tuple(Occupant(seat, who.id, salt=str(who.id)) for seat, who in enumerate(people))
    options = {option.key: option.default for option in info.options} | changed
    channel, host = sim.channel.id, people[0].id
    new = NewMatch(
        game=game_id,
        rules=info.rules,
        options=options,
        guild_id=sim.guild.id,
        channel_id=channel,
        host_id=host,
        secret=bytes(32),
        seats=seats,
    )
    match = await service.store.open_match(new, sim.clock.now())
    async with service.cache.locked(match.id) as loaded:
        await begin(service.matches.executor, loaded, loaded.match, "1001")
    await play_out(sim, match.id)
    return result(sim)


async def begin_alone_in_dms(sim: DiscordSim) -> None:
    await sim.ana.user.slash("play", game="solitaire")
    await sim.click(sim.ana, sim.lobby_in_dms(sim.ana), "Start")


async def errands_done(sim: DiscordSim) -> None:
    service = sim.client.service
    while tasks := [task for each in service.queues for task in each._tasks.values()]:
        await asyncio.wait(tasks)
    await sim.settle()


async def play_out(sim: DiscordSim, match_id: int = 1) -> None:
    """Let everybody make the first of their moves; only the last move is shown."""
    service = sim.client.service
    async with service.cache.locked(match_id) as loaded:
        match, rules = loaded.match, loaded.rules
        sequence = MoveSequence(
            rules, chance_of(match), loaded.state, match.ply, loaded.nature_moves
        )
        while acting := rules.to_act(sequence.state):
            seat = min(acting)
            sequence.apply(seat, rules.legal_moves(sequence.state, seat)[0])
            sequence.run_automatic()
        came_to = final_places(match, rules.outcome(sequence.state), rules.info)
        moved = Moved(sequence.entries, WaitingFor.NOBODY, sim.clock.now(), places=came_to)
        await service.store.commit_moves(match_id, match.revision, match.ply, moved)
        loaded.match = replace(
            match,
            ply=sequence.ply,
            version=match.version + 1,
            revision=match.revision + 1,
            stage=Stage.OVER,
            awaits=WaitingFor.NOBODY,
            agenda=NOTHING,
        )
        loaded.state, loaded.nature_moves, loaded.turns = sequence.state, sequence.nature_moves, {}
        loaded.news += (*sequence.news,)
    await service.outbox.record_shown(match_id, match.version, sequence.ply - 1)
    service.attend(match_id)
    await errands_done(sim)


def result(sim: DiscordSim) -> Shown:
    """Return the result of the newest match in the channel."""
    return [each for each in sim.public() if "Rematch" in each.labels][-1]
