"""Bones in play, as a scene and in words."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot.domino.bone import by_code
from bot.domino.counting import Sum
from bot.domino.ends import LEFT, RIGHT
from bot.domino.layout import DoublePlacement, Laid, Layout
from bot.engine.contract import Event
from bot.games.common.events import RoundEndEvent
from bot.games.connecting.events import Played
from bot.games.connecting.observation import Limit
from bot.present.i18n import Words
from bot.present.text.letters import LETTERS
from renderers.scene.bones import LaidBone, LineScene, OpenEnd


def laid_out(codes: Iterable[str]) -> Layout:
    """Return the layout of bones such as ``6-6@l``; a ``+`` at the end makes one a spinner."""
    layout = Layout()
    for code in codes:
        text, _, at = code.rstrip("+").partition("@")
        lie = DoublePlacement.SPINNER if code.endswith("+") else DoublePlacement.ACROSS
        layout = layout.lay(by_code(text), at, lie) if at else layout.lead(by_code(text), lie)
    return layout


def bare_line(layout: Layout) -> LineScene:
    """Return the bones in play without any mark, as in a sample or at the end of a round."""
    line = line_scene(layout)
    return replace(line, ends=tuple(replace(end, mark="none") for end in line.ends), newest=None)


def line_scene(
    layout: Layout, fitting: Container[str] | None = None, closed: Container[str] = ()
) -> LineScene:
    """Return the bones in play, the newest ringed, and the open ends with what they are called.

    ``closed`` names the openings that take no bone. Of the others, all but the ``fitting`` ones are
    greyed; by default none is.
    """
    bones = tuple(
        LaidBone(laid.near, laid.far, laid.parent, laid.side or RIGHT, laid.crosswise)
        for laid in layout.laid
    )
    names = names_of_ends(layout)
    ends = tuple(
        OpenEnd(
            each.at,
            each.side,
            each.pips,
            names.letter(end),
            "closed"
            if each.name in closed
            else "flag"
            if fitting is None or each.name in fitting
            else "greyed",
        )
        for end, each in enumerate(layout.openings)
    )
    newest = len(bones) - 1 if bones else None
    return LineScene(bones, ends, newest, branching=layout.branching)


def describe_ends(
    layout: Layout,
    say: Words,
    limits: Mapping[str, Limit] = MappingProxyType({}),
    total: Sum | None = None,
) -> Iterator[str]:
    """Describe the open ends, those in ``limits`` with their limits, and the newest bone."""
    if not layout.laid:
        return
    names = names_of_ends(layout)
    ends = [f"{names.letter(e)} {names.shows[e]}".lstrip() for e in open_now(layout, limits)]
    yield say("Open ends: {ends}.", ends=", ".join(ends)) if ends else say("No open ends.")
    if total is not None:
        yield say("Added up: {sum}.", sum=total)
    yield from describe_limits(layout, limits, say)
    if len(layout.laid) > 1:
        yield say("Last bone played: {bone}.", bone=layout.laid[-1].bone.code)


def open_now(layout: Layout, limits: Mapping[str, Limit]) -> list[int]:
    return [
        end
        for end, name in enumerate(layout.ends.names)
        if name not in limits or not limits[name].closes
    ]


def describe_bones(layout: Layout, say: Words) -> list[str]:
    """Describe the line from one end to the other, and every other arm from where it starts."""
    if not layout.laid:
        return [say("The table is empty.")]
    names, bones = names_of_ends(layout), " ".join(from_left(layout))
    told = [
        say(
            "The line from {first} to {last}: {bones}.",
            first=names.name_by_code(LEFT),
            last=names.name_by_code(RIGHT),
            bones=bones,
        )
        if names.has_letters
        else say("The line: {bones}.", bones=bones)
    ]
    arms = {each.opening for each in layout.laid[1:]} - {LEFT, RIGHT}
    for arm in sorted(arms, key=layout.ends.names.index):
        on_arm = [each for each in layout.laid if each.opening == arm]
        from_bone = layout.laid[on_arm[0].parent or 0].bone.code
        outwards, name = " ".join(map(_outwards, on_arm)), names.name_by_code(arm)
        told.append(
            say("From {spinner}, {arm}: {bones}.", spinner=from_bone, arm=name, bones=outwards)
        )
    return told


def describe_limits(layout: Layout, limits: Mapping[str, Limit], say: Words) -> Iterator[str]:
    """Say which open ends don't take every bone that fits, and why."""
    names = names_of_ends(layout)
    shown = {
        limit: [end for end, name in enumerate(layout.ends.names) if limits.get(name) is limit]
        for limit in Limit
    }
    doubles = {
        end: f"{layout.ends.shows[end]}-{layout.ends.shows[end]}"
        for limit in (Limit.DOUBLE, Limit.DOUBLE_ELSEWHERE)
        for end in shown[limit]
    }
    if shown[Limit.LEAD_FIRST]:
        lead, free = layout.laid[0].bone, open_now(layout, limits)
        yield say(
            "Each side of {lead} needs a bone first. Until then, only bones with a {pips} can be"
            " played, at {ends}.",
            lead=lead.code,
            pips=lead.high,
            ends=say.either(map(names.name, free)),
        )
    if needing := shown[Limit.DOUBLE]:
        ends = ", ".join(f"{names.name(end)} {doubles[end]}" for end in needing)
        yield say("Ends that need their double first: {ends}.", ends=ends)
    for end in shown[Limit.DOUBLE_ELSEWHERE]:
        yield say(
            "{end} is closed for the rest of the round: {double} was played on another arm.",
            end=names.name(end),
            double=doubles[end],
        )
    if waiting := shown[Limit.OTHER_ARMS_FIRST]:
        yield say.count(
            "{ends} is closed until every arm has its double.",
            "{ends} are closed until every arm has its double.",
            len(waiting),
            ends=say.listed(map(names.name, waiting)),
        )
    if tips := shown[Limit.LONG_SIDES_FIRST]:
        yield say(
            "{ends} are closed until both long sides of the spinner have bones.",
            ends=say.listed(map(names.name, tips)),
        )


def from_left(layout: Layout) -> list[str]:
    """Return the line's bones from the tip of arm ``l`` to that of arm ``r``, as one reads them."""
    left = [f"{each.far}-{each.near}" for each in layout.laid if each.opening == LEFT]
    right = [_outwards(each) for each in layout.laid if each.opening in ("", RIGHT)]
    return [*reversed(left), *right]


def boneyard(count: int, say: Words) -> str:
    return say.count("{n} bone in the boneyard.", "{n} bones in the boneyard.", count)


def _outwards(laid: Laid) -> str:
    return f"{laid.near}-{laid.far}"


@dataclass(frozen=True, slots=True)
class EndNames:
    """What open ends are called, all those that were open at the same time."""

    shows: Sequence[int]
    """The pips that the ends show, in the order in which they opened."""
    codes: str = ""
    """What the codes of moves call the same ends, a character each (:mod:`bot.domino.ends`)."""

    @property
    def has_letters(self) -> bool:
        return len(self.shows) > 2 or len(set(self.shows)) < len(self.shows)

    def letter(self, end: int) -> str:
        """Return the letter of an end; empty if the ends are called by their pips."""
        if not self.has_letters:
            return ""
        times, at = divmod(end, len(LETTERS))
        return LETTERS[at] * (times + 1)

    def name(self, end: int) -> str:
        return self.letter(end) or str(self.shows[end])

    def name_by_code(self, code: str) -> str:
        return self.name(self.codes.index(code))


def names_of_ends(layout: Layout) -> EndNames:
    return EndNames(layout.ends.shows, layout.ends.names)


def names_before(event: Played) -> EndNames:
    """Return what the ends were called when the player chose among them."""
    return EndNames(event.before)


def keeps_letters(event: Played, later: Sequence[Event]) -> bool:
    """Return whether ends have letters in the picture after a play and ``later``."""
    if any(isinstance(each, RoundEndEvent) for each in later):
        return False
    plays = [each for each in (event, *later) if isinstance(each, Played)]
    return EndNames(plays[-1].ends).has_letters
