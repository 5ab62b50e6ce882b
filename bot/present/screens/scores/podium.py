"""The podium of a week: a picture of the first three, and the same in words."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from bot.model.match import UserId
from bot.model.scores import Podium, RankingRow
from bot.present.i18n import Words
from bot.present.screen import Picture, Screen, in_lines
from bot.present.screens.match.match_end import place_sign
from bot.present.screens.scores.league import league_part, week_dates
from bot.scores.achievements.catalogue import known
from renderers.scene.scores import PodiumScene, PodiumStep


def podium_screen(podium: Podium, say: Words, names: Mapping[UserId, str]) -> Screen:
    """Show a podium and the league, or the one of them that has anybody; nobody is pinged.

    People's ``names`` are in its picture as far as they are known.
    """
    table = league_part(podium.league, say)
    if not podium.leaders:
        return Screen((table,))
    dates = week_dates(podium.week, podium.week + timedelta(days=6), say)
    head = "### " + say("Weekly podium") + f"\n-# {dates}"
    lines = "\n".join(_line(each, say) for each in podium.leaders)
    earned = in_lines(*(_earned(podium, each, say) for each in podium.leaders))
    foot = say(
        "The players who gained the most rating here, Monday to Sunday (UTC). A new week has"
        " begun: see /leaderboard."
    )
    parts = (head, _picture(podium.leaders, say, names), lines, earned, f"-# {foot}", table)
    return Screen(tuple(filter(None, parts)))


def _picture(steps: Sequence[RankingRow], say: Words, names: Mapping[UserId, str]) -> Picture:
    drawn = (
        PodiumStep(each.place, f"+{each.rating}", names.get(each.user_id, "")) for each in steps
    )
    scene = PodiumScene(tuple(drawn))
    places = (
        say("place {place}: {gained}", place=each.place, gained=say.signed(each.rating))
        for each in steps
    )
    alt = say("A podium with the week's top players: {places}.", places=say.listed(places))
    return Picture(scene, alt, "podium.png")


def _line(step: RankingRow, say: Words) -> str:
    facts = (
        f"<@{step.user_id}>",
        f"**{say.signed(step.rating)}**",
        say.count("{n} match", "{n} matches", step.matches),
        # Wins can be fractions, as repeated matches among few people count less.
        say.count("{n} win", "{n} wins", step.wins),
    )
    return f"{place_sign(step.place)} {' · '.join(facts)}"


def _earned(podium: Podium, step: RankingRow, say: Words) -> str:
    """Say what somebody earned with their place; empty if it is nothing new."""
    if not (earned := known(podium.earned.get(step.user_id, ()))):
        return ""
    names = (f"{each.symbol} **{say(each.name)}**" for each in earned)
    return say("{who} has earned {names}.", who=f"<@{step.user_id}>", names=say.listed(names))
