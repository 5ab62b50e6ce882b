"""Latin Partners: two against two, in the Dominican way unless options say otherwise."""

from dataclasses import replace

from bot.engine.game_info import CardLine, Length, Preset, Shown, Topic, WorkedExample
from bot.engine.match_formats import RaceTo
from bot.engine.options import OptionValue, choice, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.lengths import TARGET, shorter_races, target_of, target_option
from bot.games.connecting.earned_points import EarnedPoints
from bot.games.connecting.knocks import Award, BonusReason, Knocks
from bot.games.connecting.leading import DealtHands, Lead, Void, six_six
from bot.games.connecting.rules import Connecting
from bot.games.duos import DUOS, SET_UP_FOR_PAIRS, TURN, TWO_AGAINST_TWO
from bot.games.partners import customs

LEADS = N_(
    "In the first round, whoever has 6-6 leads it. After that, the player who won the last round"
    " leads, with any bone: whoever went out, or whose hand won the block. Play goes"
    " counter-clockwise, to the right."
)
OPENING_PASS: dict[OptionValue, tuple[int, int]] = {
    **{points: (points, points) for points in (0, 10, 25)},
    "25/50": (25, 50),
    "30/60": (30, 60),
}
"""What an opening pass scores after a double, and after another bone, by its option (PART-10)."""


def lead(deal: DealtHands) -> Lead | Void:
    """Let 6-6 lead first, then the player who won the last round (PART-2, PART-3, BORI-2)."""
    return customs.later_lead(six_six, deal)


def knock_bonus(knocks: Knocks) -> Award | None:
    """Return what the knocks since a bone score, if anything (PART-9, PART-10).

    The bonus for an opening pass is due when the leader's partner has played.
    """
    agreed = knocks.setup.options
    if knocks.count == len(knocks.setup.seats) - 1 and not knocks.over:
        award = Award(BonusReason.ALL_KNOCKED, int(agreed["passAll"]))
    elif knocks.laid == 1 and knocks.count == 1 and knocks.over:
        after_double, after_other = OPENING_PASS[agreed["openingPass"]]
        points = after_double if knocks.bone.double else after_other
        award = Award(BonusReason.LEAD_KNOCKED, points)
    else:
        return None
    return award if award.points and not _too_much(knocks, award.points) else None


def _too_much(knocks: Knocks, points: int) -> bool:
    """Return whether the limit for bonuses forbids this one (PART-12)."""
    limit, target = knocks.setup.options["bonusLimit"], target_of(knocks.setup)
    if limit == "must-fit":
        return target is not None and knocks.total + points > target
    return isinstance(limit, int) and knocks.total >= limit


_PLAIN: dict[str, OptionValue] = {"count": "losers", "capicua": 0, "passAll": 0, "openingPass": 0}
_TO_100: dict[str, OptionValue] = {TARGET: 100, **_PLAIN}
_PAIRS: dict[str, OptionValue] = {"block": "pairs", "blockTie": "nobody"}
_LOWEST: dict[str, OptionValue] = {"block": "lowest", "blockTie": "nobody"}
_SHORT = {Length.SHORT: {TARGET: 25}}

_PRESETS = (
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

_INFO = replace(
    DUOS.info,  # the same seats, partners and direction
    id="partners",
    name=N_("Latin Partners"),
    aliases=("dominó en parejas", "parejas", "dominó latino", "capicúa", "tranque"),
    at_home=("es-419",),
    presets=_PRESETS,
    options=(
        target_option(200, 100, 150, 250, 500),
        customs.shared("count", "all"),
        customs.shared("block", "duel"),
        customs.shared("blockTie", "leader"),
        customs.shared("nextLead", "winner"),
        customs.points_option("capicua", 25, N_("Capicúa"), 30, 50, "double"),
        flag("capicuaBlank", N_("A bone with a blank can make a capicúa"), default="on"),
        customs.points_option("passAll", 25, N_("All others knock"), 30),
        customs.points_option("openingPass", "25/50", N_("Opening pass"), 10, 25, "30/60"),
        customs.points_option("chuchazo", 0, N_("Points for going out with 0-0"), 25, 50),
        choice(
            "bonusLimit",
            N_("When knocks score nothing"),
            {
                "off": N_("never"),
                170: N_("from 170 points"),
                "must-fit": N_("if they would pass the target"),
            },
        ),
    ),
    card=(
        TWO_AGAINST_TWO,
        N_(
            "6-6 leads first, then whoever won. Go out, and your pair scores the pips left in"
            " hands."
        ),
        N_("A last bone that fits both ends (capicúa) or making others knock can score extra."),
    ),
    other_lines=(
        CardLine(2, "capicua", 0, N_("A last bone that fits both ends (capicúa) scores no extra.")),
    ),
    page=(
        SET_UP_FOR_PAIRS,
        LEADS,
        TURN,
        N_(
            "When somebody goes out, their pair scores the pips in all hands. If nobody can play,"
            " the hand of whoever played last is compared with the next player's, and the lower"
            " one wins all pips for its pair; if they are tied, the pair that led the round wins."
        ),
        N_(
            "Capicúa: if you go out with a bone whose two different halves fit the two ends, your"
            " pair scores 25 more. Pass all round: if the other three knock after your bone, your"
            " pair scores 25 at once. Opening pass: if the player after the leader knocks and the"
            " leader's partner then plays, the leader's pair scores 25 if the lead was a double, 50"
            " if not."
        ),
        N_(
            "Once a pair has 200 points or more at the end of a round, the pair with more points"
            " wins."
        ),
    ),
    topics=(Topic.SET_UP, Topic.SET_UP, Topic.TURN, Topic.END, Topic.END, Topic.END),
    goal=3,
    examples=(
        WorkedExample(
            N_(
                "The ends show 5 and 4, and A goes out with 5-4: a capicúa. The hands hold 0 + 2"
                " + 10 = 12, so A and C score 12 + 25 = **37**."
            ),
            4,
            "deal 6-6 6-3 5-4 4-3 5-3 6-2 4-2 2-1 3-3 6-5 4-0 1-0 0-0 4-4 4-1 6-1 3-2 2-0 1-1 3-0"
            " 5-2 5-0 3-1 5-1 2-2 5-5 6-4; 6-6; 6-4@r; 6-1@l; 4-4@r; 4-2@r; 3-1@l; 3-2@l; 2-1@l;"
            " 6-2@r; 5-1@l; 5-2@l; 6-5@r; 5-3@r; 2-2@l; 2-0@l; 3-3@r; 4-3@r; 6-0@l; 4-1@r; 1-0@r;"
            " 6-3@l; 5-0@r; 3-0@l; 4-0@l; 5-4@l",
            shown=Shown.ROUND_END,
        ),
        WorkedExample(
            N_(
                "D blocks the round. D's 0-0 is compared with the hand of the next player, C's"
                " 5-5, and is lower: B and D score all pips, 2 + 8 + 10 + 0 = **20**."
            ),
            4,
            "deal 3-3 6-5 6-1 4-3 6-4 1-1 3-2 5-0 5-1 5-3 4-1 5-2 6-0 4-4 1-0 5-4 2-0 2-2 5-5 2-1"
            " 6-6 4-0 4-2 3-1 6-3 6-2 3-0; 6-6; 6-0@l; 6-1@r; 3-0@l; 1-0@r; 5-0@r; 4-3@l; 4-0@l;"
            " 2-0@l; 5-2@r; 3-2@r; 3-1@r; 2-1@l; 4-1@r; 6-4@r; 6-2@r; 2-2@r; 5-1@l; 6-5@l; 4-2@r;"
            " 5-4@r; 5-3@r; 3-3@r; 6-3@r",
            shown=Shown.ROUND_END,
        ),
    ),
    scoring_plays=False,
    shorter=shorter_races(40),
)

LATIN_PARTNERS = Rounds(
    Connecting(
        info=_INFO, lead=lead, score=customs.by_pips, points=EarnedPoints(knock_bonus=knock_bonus)
    ),
    RaceTo(target_of, play_off=lambda _: True, counted=True, by_points=True),
)
