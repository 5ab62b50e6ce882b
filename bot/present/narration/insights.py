"""Why the best move of a puzzle is the best, in words."""

from bot.engine.contract import Observation
from bot.engine.translatable import N_
from bot.games.themes import Insight, Theme
from bot.present.i18n import Words
from bot.present.text.seats import TableInfo
from bot.present.views import view_of

_SENTENCES = {
    Theme.KNOCKS: N_(
        "{who} has shown that they hold no {pips}: this leaves them fewer ends to play at."
    ),
    Theme.PARTNER: N_("This keeps {pips} open, which your partner {who} has opened."),
    Theme.FIVES: N_(
        "What it scores, minus the most that one bone can score in answer: {count} (second-best"
        " move: {otherwise})."
    ),
    Theme.BLOCK: N_(
        "Bones you can't see that fit after it: {count} (second-best move: {otherwise})."
    ),
    Theme.DOUBLE: N_("Laying a double early is a good habit, but here {bone} can wait."),
}


def explain(insight: Insight, table_info: TableInfo, seen: Observation, say: Words) -> str:
    """Return what the best move does that the second-best, or a good habit, does not."""
    view, _ = view_of(seen)
    # Translators: {pips} are numbers of a bone's halves, such as “4” or “2 and 5”.
    return say(
        _SENTENCES[insight.theme],
        who="" if insight.seat is None else table_info.name(insight.seat, say),
        pips=say.listed([str(each) for each in insight.pips]),
        bone=view.piece_name(insight.bone) if insight.bone else "",
        count=say.number(insight.count),
        otherwise=say.number(insight.otherwise),
    )
