"""Every state of whole matches, over the whole catalogue, can be drawn and told in every language.

Rare ends are among them (:data:`tests.games.extremes.REACHED`), each reached on purpose.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

from bot.domino.board import BOARDS, Board
from bot.engine.choices import chooses_openly
from bot.engine.contract import Event
from bot.engine.rounds import RoundScored
from bot.engine.story import Story
from bot.games import CATALOGUE
from bot.model.scores import SoloResult
from bot.present.catalogues import LANGUAGES
from bot.present.i18n import Words, words
from bot.present.screen import Animation, Picture, Screen
from bot.present.screens.lookback.replay import animation_screen, replay_screen
from bot.present.screens.lookback.share import share_screen, shared_result
from bot.present.screens.match.choices import places_screen
from bot.present.screens.match.hand import hand_screen
from bot.present.screens.match.match_end import (
    SoloSummary,
    alone_screen,
    match_screen,
    round_screen,
)
from bot.present.screens.match.table import table_screen
from bot.present.text.shortening import in_words
from bot.present.views import view_of
from renderers.animation import animated_gif
from renderers.paint import MIN_WIDTH, render
from tests.games.extremes import REACHED, Extreme, styled
from tests.games.playing import Match
from tests.present.sights import table_info
from tests.present.test_screens import BIG, check
from tests.seeds import SEEDS

Events = Sequence[Event]
SOME, FRAMES = 2, 3
"""The states that a short test looks at besides the last; the most frames drawn of an animation."""
FIRST = tuple(next(styled(rules)) for rules in CATALOGUE)
EVERY = [*(each for rules in CATALOGUE for each in styled(rules)), *REACHED]


class Shown:
    def __init__(self, match: Match) -> None:
        info, seats = match.rules.info, match.setup.seat_count
        self.match, self.rules = match, match.rules
        self.who = table_info(*range(BIG - seats, BIG), game_id=info.id, match_id=BIG)
        self.story = Story(match.rules, match.setup, match.log)
        self.steps = {self.story.moment(step).ply: step for step in range(len(self.story))}

    def after(self, at: int, news: Events, chapter: Events, say: Words) -> Iterator[Screen]:
        """Yield everything that can be shown after a ply, except the places for pieces."""
        ply, who = self.match.plies[at], self.who
        seen = self.rules.observe(ply.state, None)
        if any(isinstance(event, RoundScored) for event in ply.events):
            yield round_screen(who, chapter, say)
        if at in self.steps:
            yield replay_screen(who, self.story, self.steps[at], say)
        if self.rules.outcome(ply.state) is not None:
            yield from self._result(seen, say)
        elif seen.to_act:
            yield from self._play(ply.state, at + 1, news, say)

    def places_after(self, at: int, say: Words) -> Iterator[Screen]:
        for seat in range(len(self.who.sitters)):
            seen = self.rules.observe(self.match.plies[at].state, seat)
            view, table = view_of(seen)
            keys = {group.key for group in view.groups(table, say) if group.key and seen.legal}
            screens = (places_screen(self.who, seen, at + 1, key, say) for key in keys)
            yield from filter(None, screens)

    def _play(self, state: Any, ply: int, news: Events, say: Words) -> Iterator[Screen]:
        who = self.who
        for seat in range(len(who.sitters)):
            seen = self.rules.observe(state, seat)
            yield hand_screen(who, seen, ply, say)
            if seen.legal and chooses_openly(who.info, seen):
                yield table_screen(who, self.rules.observe(state, None), news, say, seen, ply)
        yield table_screen(who, self.rules.observe(state, None), news, say)

    def _result(self, seen: Any, say: Words) -> Iterator[Screen]:
        if seen.outcome.tally is None:
            result = match_screen(self.who, seen, say)
            head = str(result.parts[0]).splitlines()[0]
            assert all(self.who.name(seat, say) in head for seat in seen.outcome.winners)
        else:
            summary = SoloSummary(SoloResult(BIG, True, seen.outcome.tally, 75), None, 1, 0, seen)
            result = alone_screen(self.who, summary, say)
        names = {sitter.user_id or 0: "x" * 32 for sitter in self.who.sitters}
        yield result
        yield shared_result(BIG, result, BIG, say)
        yield share_screen(BIG, result, names, say, elsewhere=True)
        yield animation_screen(self.who, self.story, say)


def check_all(match: Match, told: Mapping[int, Sequence[str]]) -> None:
    """Check what is shown after plies, each in its languages, and draw each picture once. The
    places for pieces, and pictures in words, are checked in the first of the languages."""
    shown, drawn = Shown(match), set[Any]()
    news: list[Event] = []
    chapter: list[Event] = []
    for ply in match.plies:
        public = [event.for_seat(None) for event in ply.events]
        news, chapter = news + public, chapter + public
        for number, language in enumerate(told.get(ply.index, ())):
            say = words(language)
            screens = [*shown.after(ply.index, news, chapter, say)]
            if not number:
                screens += shown.places_after(ply.index, say)
                screens += [in_words(screen) for screen in screens]
            for screen in screens:
                check_told(screen)
                draw(screen, drawn)
        if any(isinstance(event, RoundScored) for event in ply.events):
            chapter = []
        if shown.rules.observe(ply.state, None).to_act:
            news = []


def check_told(screen: Screen) -> None:
    check(screen)
    texts = [part for part in screen.parts if isinstance(part, str)]
    assert all("{" not in text for text in (*texts, *(each.alt for each in screen.pictures)))


def draw(screen: Screen, drawn: set[Any]) -> None:
    for shown in screen.attachments:
        if isinstance(shown, Picture) and shown.scene not in drawn:
            drawn.add(shown.scene)
            assert render(shown.scene, width=MIN_WIDTH)
        elif isinstance(shown, Animation) and shown.name not in drawn:
            drawn.add(shown.name)
            frames = shown.frames[:: 1 + len(shown.frames) // FRAMES]
            assert animated_gif((*frames, shown.frames[-1]), width=MIN_WIDTH)


def some(match: Match, *languages: str) -> dict[int, Sequence[str]]:
    """Return a few plies, the last one among them, with the languages for each."""
    plies = (*(match.last * at // SOME for at in range(SOME)), match.last - 1)
    return dict.fromkeys(plies, languages)


def languages_after(ply: int) -> Sequence[str]:
    """Return all languages, another one first each time; if there is little time, two."""
    first = ply % len(LANGUAGES)
    turned = (*LANGUAGES[first:], *LANGUAGES[:first])
    return turned if len(SEEDS) > 1 else turned[:2]


@pytest.mark.deep
@pytest.mark.parametrize("extreme", EVERY, ids=lambda each: each.id)
def test_every_state_can_be_drawn_and_told_in_every_language(extreme, record_property):
    match = extreme.match()
    check_all(match, {ply: languages_after(ply) for ply in range(match.last)})
    record_property("states", match.last)


@pytest.mark.parametrize(
    ("extreme", "language"),
    [*zip(FIRST + REACHED, cycle(LANGUAGES), strict=False)],
    ids=lambda each: getattr(each, "id", each),
)
def test_some_states_of_every_game_and_rare_ends_can_be_drawn_and_told(extreme, language):
    match = extreme.match()
    check_all(match, some(match, language))


SMALLEST = Board("own", 3, (1, 1), {(0, 0): 5}, (6,))
SHORT = replace(BOARDS["own"], track=(0, 1, 2, 3, 4, 5))


@pytest.mark.parametrize("board", [SMALLEST, SHORT], ids=["3 by 3", "6 spaces"])
def test_another_board_can_be_drawn_even_if_score_pieces_go_beyond_its_track(monkeypatch, board):
    monkeypatch.setitem(BOARDS, "own", board)
    match = Extreme("another board", "double-double", 6, options=(("board", "own"),)).match()
    assert board is SMALLEST or min(match.states[-1].round.positions) > len(SHORT.track)
    check_all(match, some(match, LANGUAGES[0]))
