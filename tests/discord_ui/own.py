from datetime import timedelta
from typing import Any

from tests.discord_ui.simulation import DiscordSim, Person, Shown

MENUS = ("letters", "calls", "forced", "quiet", "holiday", "listed")


async def choose(sim: DiscordSim, who: Person, shown: Shown, menu: str, value: str) -> Shown:
    await sim.pick(who, shown, value, menu=f"o:{menu}")
    return sim.now(shown)


async def sets(sim: DiscordSim, who: Person, menu: str, value: str) -> Shown:
    return await choose(sim, who, await sim.ask(who, "preferences"), menu, value)


async def fill(who: Any, form: Any, *typed: str) -> Any:
    assert form.modal is not None
    fields = [label["component"] for label in form.modal["components"]]
    texts = {field["custom_id"]: field.get("value") or "" for field in fields}
    return await who.submit_modal(form, texts | dict(zip(texts, typed, strict=False)))


async def quiet(sim: DiscordSim, who: Person, begins: str, ends: str, zone: str) -> Shown:
    shown = await sim.ask(who, "preferences")
    await fill(who, await sim.pick(who, shown, "…", menu="o:quiet"), begins, ends, zone)
    return sim.now(shown)


def chosen(shown: Shown) -> dict[str, str]:
    return {
        menu["custom_id"].removeprefix("o:"): option["label"]
        for menu in shown.menus
        for option in menu["options"]
        if option.get("default")
    }


def offered(shown: Shown, menu: str) -> list[str]:
    (found,) = [each for each in shown.menus if each["custom_id"] == f"o:{menu}"]
    return [option["value"] for option in found["options"]]


async def until(sim: DiscordSim, hour: int) -> None:
    now = sim.clock.now()
    there = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    await sim.pass_time(seconds=((there - now) % timedelta(days=1)).total_seconds())
