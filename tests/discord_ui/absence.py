from tests.discord_ui.simulation import DiscordSim, Person, Shown

HELD = "A computer is playing for you. Press Take back my seat first."
BACK = "Take back my seat"


async def turn_of(sim: DiscordSim, who: Person) -> None:
    while (moving := await sim.to_move()) is not who:
        await sim.move_by_command(moving)


async def is_held(sim: DiscordSim, who: Person) -> bool:
    match = await sim.match()
    seat = match.seat_of(who.id)
    assert seat is not None
    return match.seats[seat].is_held


async def stay_away(sim: DiscordSim, who: Person) -> None:
    while not await is_held(sim, who):
        await turn_of(sim, who)
        await sim.pass_time(hours=25)


def labels(shown: Shown) -> list[str]:
    return [button.label for button in shown.buttons]


def pings(sim: DiscordSim) -> list[int]:
    return [who for shown in sim.versions if not shown.edited for who in shown.pinged]
