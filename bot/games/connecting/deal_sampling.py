"""Deductions about hidden bones from the public history, and worlds that agree with it.

A seat that draws or passes shows that it holds no bone that can be laid. So a bone that could have
been laid cannot have been in that hand, unless it was drawn later. A seat that must lead a certain
bone holds it. Each slot of the deal therefore takes some bones and not others; a world puts every
hidden bone into a slot that takes it.
"""

from collections.abc import Callable

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.engine.contract import Setup
from bot.games.common.deal_constraints import Slots
from bot.games.common.events import Drew, Leads, Passed
from bot.games.connecting.events import Dealt, Lacking, Played, RoundEnded
from bot.games.connecting.observation import TableSeen

Fitting = Callable[[Setup, Layout], frozenset[Bone]]
"""A function that returns the bones that can be laid on a layout."""


def read(seen: TableSeen, fitting: Fitting) -> Slots[Bone]:
    facts, layout = Slots[Bone](), Layout()
    for when, event in enumerate(seen.history):
        match event:
            case Dealt(hands, counts):
                facts.deal(hands, counts, when)
            case Lacking(seats, bones):
                for seat in seats:
                    facts.lack(seat, frozenset(bones), when)
            case Leads(seat, bones=(bone,)):
                facts.holds[bone] = seat
            case Drew(seat, bone):
                facts.lack(seat, fitting(seen.setup, layout), when)
                facts.draw(seat, bone, when)
            case Passed(seat):
                facts.lack(seat, fitting(seen.setup, layout), when)
            case Played(seat, bone, at, lie=lie):
                facts.played[bone] = (seat, when)
                layout = layout.lay(bone, at, lie) if at else layout.lead(bone, lie)
            case RoundEnded(hands=hands):
                facts.show(hands)
            case _:
                pass
    facts.leave(seen.stock)
    return facts
