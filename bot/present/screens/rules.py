"""The rules of a game: in short with a worked example, and the rest in chapters."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from bot.engine.game_info import GameInfo, Length, Shown, WorkedExample
from bot.engine.options import Option
from bot.engine.replay import ExamplePosition, example_position
from bot.games import game
from bot.games.common.events import RoundEndEvent
from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.scenes import SamplePicture, close_up, hand_picture, round_picture, table_picture
from bot.present.screen import Entry, Menu, Part, Picture, Screen, in_lines
from bot.present.screens.help import about_preset, options_set, usual_players, with_those_on_request
from bot.present.text.lengths import length_name
from renderers.scene.bones import FramedScene

RULES = "rules"
"""The feature's name in custom ids; the id of a game follows."""
IN_SHORT = "short"
"""The chapter that is shown first."""
HIGHEST_BELOW_CARD, HIGHEST = 1.0, 1.3
"""The largest height of an example's picture, as a multiple of its width: below the card, and in a
chapter of its own. So a phone shows the whole chapter."""
MAX_HELD = 64
"""The most positions of examples kept in memory; there are fewer."""


def rules_screen(info: GameInfo, say: Words, chapter: str = IN_SHORT) -> Screen:
    """Show a chapter of a game's rules above a menu of all of them.

    Raises ``KeyError`` if there is no such chapter.
    """
    chapters = {key: (name, parts) for key, name, parts in _chapters(info, say)}
    name, parts = chapters[chapter]
    title = f"### {say(info.name)} · {name}"
    if chapter == IN_SHORT:
        title = with_those_on_request(
            say.count(
                "### {game} · {players} player",
                "### {game} · {players} players",
                info.max_seats,
                game=say(info.name),
                players=usual_players(info, say),
            ),
            info,
            say,
        )
    entries = tuple(Entry(key, each, chosen=key == chapter) for key, (each, _) in chapters.items())
    menu = Menu(custom_ids.feature(RULES, info.key), say("Chapter"), entries)
    return Screen((title, *parts), (menu,))


def _chapters(info: GameInfo, say: Words) -> Iterator[tuple[str, str, tuple[Part, ...]]]:
    examples = [_example(info, number, say) for number in range(len(info.examples))]
    card = "\n".join(f"> {say(line, value=value)}" for line, value in info.card_under())
    set_to = "".join(
        f"-# {options_set(info, preset, say)}"
        for preset in game(info.id).info.presets
        if preset.id == info.preset and preset.options
    )
    yield IN_SHORT, say("In short"), (in_lines(card, about_preset(info, say), set_to), *examples[0])
    for number, parts in enumerate(examples[1:], 2):
        yield f"example-{number}", say("Example {number}", number=number), parts
    paragraphs = zip(info.topics, info.page, strict=True)
    for topic, together in groupby(paragraphs, key=lambda each: each[0]):
        text = "\n\n".join(say(paragraph) for _, paragraph in together)
        yield topic.name.lower(), say(topic.value), (text,)
    if info.options:
        options = "\n".join(f"- {_option(option, say)}" for option in info.options)
        yield "options", say("Options"), (options,)
    if info.presets:
        yield "presets", say("Variants"), ("\n".join(_presets(info, say)),)
    if info.shorter:
        yield "lengths", say("Lengths"), ("\n".join(_lengths(info, say)),)


def _lengths(info: GameInfo, say: Words) -> Iterator[str]:
    """Say what each length is, by the options that make it."""
    yield say("In the lobby, the host chooses how long the match is:")
    options = {option.key: option for option in info.options}
    for length, values in info.lengths.items():
        set_to = [
            say.labelled(say(options[key].help), say(options[key].label(value)))
            for key, value in values.items()
            if length is Length.FULL or value != options[key].default
        ]
        yield f"- {say.labelled_in_bold(length_name(length, say), ' · '.join(set_to))}"


def _presets(info: GameInfo, say: Words) -> Iterator[str]:
    """Say which options each variant stands for, and what is not as its name promises."""
    yield say("Other names, and the options that each sets:")
    for preset in info.presets:
        told = [options_set(info, preset, say), say(preset.differs) if preset.differs else ""]
        # Translators: a variant with the same options as the game itself.
        about = " · ".join(filter(None, told)) or say("the usual options")
        yield f"- {say.labelled_in_bold(say(preset.name), about)}"


def _option(option: Option, say: Words) -> str:
    labels = {choice: say(option.label(choice)) for choice in option.choices}
    marked = (f"**{text}**" if each == option.default else text for each, text in labels.items())
    return say.labelled(say(option.help), " · ".join(marked))


# Worked examples.


def _example(info: GameInfo, number: int, say: Words) -> tuple[Part, ...]:
    example = info.examples[number]
    picture = _picture(example, _position(info.id, number), say)
    highest = HIGHEST if number else HIGHEST_BELOW_CARD
    scene = FramedScene(close_up(picture.scene), highest, highest=True)
    return SamplePicture(scene, picture.alt, f"{info.id}-example.png"), say(example.text)


@lru_cache(maxsize=MAX_HELD)
def _position(game_id: str, number: int) -> ExamplePosition:
    """Return where an example leads, which is the same for everybody."""
    rules = game(game_id)
    return example_position(rules, rules.info.examples[number])


def _picture(example: WorkedExample, position: ExamplePosition, say: Words) -> Picture:
    match example.shown:
        case Shown.TABLE:
            return table_picture(position.public, say, position.events)
        case Shown.HAND:
            return hand_picture(position.seen, say)
        case Shown.ROUND_END:
            ends = (each for each in position.events if isinstance(each, RoundEndEvent))
            return round_picture(next(ends), say)
