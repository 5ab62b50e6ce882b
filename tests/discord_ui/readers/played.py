import re
from collections.abc import Callable

from bot.engine.game_info import GameInfo
from bot.present.text.unbroken import HARD_HYPHEN
from tests.discord_ui.readers.board import BoardReader
from tests.discord_ui.readers.grid import GridReader
from tests.discord_ui.readers.lines import LineReader, RowReader
from tests.discord_ui.readers.reader import FOLLOWS, Heard, Missing, Reader
from tests.discord_ui.readers.solitaire import SolitaireReader
from tests.discord_ui.readers.squares import SquareRowReader, SquaresReader
from tests.discord_ui.simulation import DiscordSim, Shown

ON_LINES = ("block", "draw", "all-fives", "maltese-cross", "classic", "star", "lucky-draw", "duos")
READERS: dict[str, type[Reader]] = {
    **dict.fromkeys(ON_LINES, LineReader),
    "blind": RowReader,
    "memory": GridReader,
    "solitaire": SolitaireReader,
    "double-double": BoardReader,
    **dict.fromkeys(("squares", "squares-block", "squares-draw"), SquaresReader),
    "squares-blind": SquareRowReader,
}
MOST_MOVES = 300
"""No round of readers takes as many moves as this."""
END = "round.png"
"""The picture of the end of a round."""


async def play_round(
    sim: DiscordSim, info: GameInfo, seats: int, spoken: Callable[[str], str] = str
) -> str:
    """Let readers play a round; return the alt text of its end.

    ``spoken`` turns an alt text into what is heard of it. Raises :class:`Missing` if that is not
    enough to play by.
    """
    await sim.start(*list(sim.people.values())[1:seats], game_id=info.id)
    seated = dict(re.findall(r"`([A-F])` <@(\d+)>", sim.table().text))
    readers = {letter: READERS[info.id](letter, info.id) for letter in seated}
    for _ in range(MOST_MOVES):
        if ended := [each for each in sim.public() if each.is_(END)]:
            return alt_of(ended[0])
        table = Heard(spoken(alt_of(sim.table())))
        for reader in readers.values():
            reader.hear(table)
        whose = r"Waiting for Player ([A-F])"
        letter = table.find(whose, "whose turn it is") if len(readers) > 1 else "A"
        await _move(sim, int(seated[letter]), readers[letter], spoken)
    raise Missing(f"no round ended within {MOST_MOVES} moves")


async def _move(
    sim: DiscordSim, user_id: int, reader: Reader, spoken: Callable[[str], str]
) -> None:
    who, shown = sim.person(user_id), sim.table()
    if not labels_of(shown):
        shown = await sim.hand(who)
    choices = labels_of(shown)
    label = reader.choose(Heard(spoken(alt_of(shown))), list(choices))
    await sim.choose(who, shown, choices[label])
    if FOLLOWS in label:
        shown = sim.now(shown)
        choices = labels_of(shown)
        label = reader.place(Heard(spoken(alt_of(shown))), list(choices))
        await sim.choose(who, shown, choices[label])


def alt_of(shown: Shown) -> str:
    (alt,) = shown.alts
    return plain(alt)


def labels_of(shown: Shown) -> dict[str, str]:
    offered = [(button.label, button.id) for button in shown.buttons if not button.disabled]
    offered += [(entry["label"], entry["value"]) for entry in shown.options]
    found: dict[str, str] = {}
    for label, id_ in ((plain(label), id_) for label, id_ in offered if id_[:2] in {"m:", "b:"}):
        if label in found:
            raise Missing(f"two choices are called {label!r}")
        found[label] = id_
    return found


def plain(text: str) -> str:
    return text.replace(HARD_HYPHEN, "-").replace("\N{NO-BREAK SPACE}", " ")
