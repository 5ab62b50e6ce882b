"""The podium of a week: a picture of the first three, and the same in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType

from bot.present.i18n import Words
from bot.present.screen import Picture, Screen
from bot.scores.achievements.catalogue import known
from renderers.scene.scores import PodiumScene, PodiumStep

MEDALS = ("🥇", "🥈", "🥉")
NAMELESS: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Step:
    """A person on a podium."""

    place: int
    """From 1; equal gains share a place."""
    user_id: int
    gained: int
    """The rating gained in the week."""
    matches: int
    wins: float
    """Wins, each weighted by how much its match counted."""
    earned: tuple[str, ...] = ()
    """Ids of the achievements earned with this podium place."""


def podium_screen(
    steps: Sequence[Step], week: datetime, say: Words, names: Mapping[int, str] = NAMELESS
) -> Screen:
    """Show the podium of the week that began at ``week``; nobody is pinged.

    ``names``: people's names for the picture, by id, as far as they are known.
    """
    dates = say(
        "{first} – {last}",
        first=say.date(week, "MMMd"),
        last=say.date(week + timedelta(days=6), "MMMd"),
    )
    title = say("Weekly podium")
    head = f"### {title}\n-# {dates}"
    lines = "\n".join(_line(each, say) for each in steps)
    earned = "\n".join(_earned(each, say) for each in steps if known(each.earned))
    foot = say(
        "The players who gained the most rating here, Monday to Sunday (UTC). A new week has"
        " begun: see /leaderboard."
    )
    return Screen(
        tuple(filter(None, (head, _picture(steps, say, names), lines, earned, f"-# {foot}")))
    )


def _picture(steps: Sequence[Step], say: Words, names: Mapping[int, str]) -> Picture:
    drawn = (
        PodiumStep(each.place, f"+{each.gained}", names.get(each.user_id, "")) for each in steps
    )
    scene = PodiumScene(tuple(drawn))
    places = (
        say("place {place}: {gained}", place=each.place, gained=_gained(each, say))
        for each in steps
    )
    alt = say("A podium with the week's top players: {places}.", places=say.listed(places))
    return Picture(scene, alt, "podium.png")


def _line(step: Step, say: Words) -> str:
    facts = (
        f"<@{step.user_id}>",
        f"**{_gained(step, say)}**",
        say.count("{n} match", "{n} matches", step.matches),
        _wins(step, say),
    )
    return f"{MEDALS[step.place - 1]} {' · '.join(facts)}"


def _wins(step: Step, say: Words) -> str:
    """Format the wins; they can be fractions, as repeated matches among few people count less."""
    return say.count("{n} win", "{n} wins", step.wins)


def _gained(step: Step, say: Words) -> str:
    return say.signed(step.gained)


def _earned(step: Step, say: Words) -> str:
    names = (f"{each.symbol} **{say(each.name)}**" for each in known(step.earned))
    return say("{who} has earned {names}.", who=f"<@{step.user_id}>", names=say.listed(names))
