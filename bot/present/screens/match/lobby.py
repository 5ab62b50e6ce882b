"""The lobby: a table where people are still taking their seats, perhaps for a rematch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.engine.errors import Refusal
from bot.engine.translatable import N_
from bot.games import game
from bot.games.names import has_own_options
from bot.model.terms import HintRule
from bot.present import custom_ids
from bot.present.custom_ids import LobbyMenu, LobbyVerb
from bot.present.i18n import Words
from bot.present.scenes import SamplePicture
from bot.present.screen import Button, Entry, Menu, Row, Screen, Tone, in_lines, in_rows, note
from bot.present.screens.help import about_preset, first_line, options_set, players_now
from bot.present.screens.lookback.buttons import sealed_button
from bot.present.text.lengths import expected_time, length_name
from bot.present.text.seats import LEVEL_NAMES, PACES, TableInfo, letter
from bot.present.text.shortening import MAX_ENTRY, cut_to
from bot.present.text.unbroken import heading
from bot.present.views import view_of_game
from renderers.scene.bones import FramedScene

BANNER_RATIO = 0.3
"""The height of a lobby's picture as a part of its width: the buttons below stay in view."""


@dataclass(frozen=True, slots=True)
class Lobby:
    table_info: TableInfo
    levels: Sequence[str]
    """Levels of the computers that can be added."""
    obstacle: Refusal | None
    """The reason why the match can't start yet."""
    is_dm: bool = False
    """True if it is open in somebody's direct messages, where nobody else can join."""
    is_rematch: bool = False
    former_preset: str = ""
    """The name of the preset that it was opened with, if the options aren't the preset's now."""
    expected: tuple[int, ...] = ()
    """People invited to a rematch who have not joined yet."""
    computers_to_add: int = 0
    """The computers that it lacks to start; 0 if they are not offered."""
    is_alone: bool = False
    """True if one person would play with computers, as it is now."""
    rated_chosen: bool = False
    ratings: Mapping[str, int] = field(default_factory=dict)
    """The rounded ratings of computers in this game, by level, on the scale of people's ratings.

    Levels that have not been measured are missing.
    """
    days: float | None = None
    """About how many days the match takes if people look in every few hours, if that is known."""

    @property
    def is_rated(self) -> bool:
        """Return whether the match would be rated if it started now with the computers it lacks."""
        return self.table_info.rated and (self.rated_chosen or not self.is_alone)


def lobby_screen(lobby: Lobby, say: Words) -> Screen:
    table_info = lobby.table_info
    expected = () if is_full(table_info) else lobby.expected  # others may have taken the seats
    named = N_("{game} · rematch") if lobby.is_rematch else N_("{game} · open table")
    title = heading(say(named, game=say(table_info.info.name)))
    line, value = table_info.info.card_under(table_info.options)[0]
    rule = f"-# {say(line, value=value)}"
    variant = about_preset(table_info.info, say) or _changed(lobby, say)
    head = in_lines(title, _call(expected, say), rule, variant)
    hints = ""
    if table_info.hints is not HintRule.OFF:
        hints = say("-# Hints: **on**. If anybody takes one, nobody's rating goes up.")
    lasting = ""
    if lobby.days is not None:
        lasting = f"-# {expected_time(lobby.days, table_info.pace, say)}"
    terms = (_agreed(table_info, say), lasting, hints, _ratings(lobby, say))
    state = in_lines(_seats(lobby, say), _next_step(lobby, say), *terms)
    return Screen((head, banner(table_info, say), state), _rows(lobby, say), ping=expected)


def _changed(lobby: Lobby, say: Words) -> str:
    """Say that a preset's name is gone with one of its options; empty if none is."""
    if not lobby.former_preset:
        return ""
    name = say(lobby.former_preset)
    # Translators: {name} is a local name of a game or a variant of it, as “Gaple”.
    return say("-# An option was changed, so this is no longer {name}.", name=name)


def banner(table_info: TableInfo, say: Words) -> SamplePicture:
    info = table_info.info
    view, codes = view_of_game(info.id), info.wide_sample or info.sample
    sample = view.sample(codes, table_info.options, wide=True)
    scene = FramedScene(sample, BANNER_RATIO, cut=view.sample_cut)
    return SamplePicture(scene, say("An example of this game's table."), "game.png")


def started_screen(lobby: Lobby, say: Words) -> Screen:
    """Show what a lobby becomes once the match has begun: its seats, and a button for the proof."""
    table_info = lobby.table_info
    head = say("{game} · the match has started", game=say(table_info.info.name))
    sealed = sealed_button(table_info.match_id, say)
    return Screen((f"{heading(head)}\n{_seats(lobby, say)}",), ((sealed,),))


def _seats(lobby: Lobby, say: Words) -> str:
    table_info, lines = lobby.table_info, []
    for sitter in table_info.sitters:
        marks = []
        if sitter.user_id == table_info.host_id and sitter.user_id is not None:
            marks.append(say("host"))
        if sitter.level is not None:
            rating = lobby.ratings.get(sitter.level)
            level = say(LEVEL_NAMES.get(sitter.level, sitter.level))
            marks.append(level if rating is None else f"{level} {say.number(rating)}")
        partners = [each for each in table_info.side(sitter.seat) if each != sitter.seat]
        if partners:
            marks.append(say("with {partner}", partner=f"`{letter(partners[0])}`"))
        lines.append(" · ".join((table_info.lettered_name(sitter.seat, say), *marks)))
    return "\n".join(lines)


def _next_step(lobby: Lobby, say: Words) -> str:
    """Say how many seats are free, and what is needed to start; empty if neither matters."""
    free = lobby.table_info.info.max_seats - len(lobby.table_info.sitters)
    told = [_why_not(lobby, say)]
    if lobby.computers_to_add:
        added = say.count(
            "Play now adds a computer.", "Play now adds {n} computers.", lobby.computers_to_add
        )
        told = [added, say("With Start, you play alone.") if lobby.obstacle is None else ""]
    if free > 0 and lobby.is_dm:
        told.insert(0, say("Only computers can join you in DMs."))
    elif free > 0:
        told.insert(0, say.count("{n} seat is free.", "{n} seats are free.", free))
    info, taken = lobby.table_info.info, len(lobby.table_info.sitters)
    may_vary = info.min_seats < info.partnered_seats != taken
    if may_vary and info.allows_partners(lobby.table_info.options):
        told.append(say("With {n} players, you play in pairs.", n=info.partnered_seats))
    text = say.in_a_row(told)
    return f"-# {text}" if text else ""


def _why_not(lobby: Lobby, say: Words) -> str:
    """Say why the match can't start yet, with the player counts that the options allow."""
    refusal, table_info = lobby.obstacle, lobby.table_info
    if refusal is None:
        return ""
    if "allowed" not in refusal.places:
        return say.refusal(refusal)
    allowed = players_now(table_info.info, table_info.options, say)
    return say(refusal.sentence, **{**refusal.places, "allowed": allowed})


def _agreed(table_info: TableInfo, say: Words) -> str:
    """Sum up what is agreed: numbers, options that differ from the usual ones, and the pace."""
    agreed = table_info.options
    told = [
        say.labelled(say(option.help), f"**{say(option.label(agreed[option.key]))}**")
        for option in table_info.info.options
        if agreed[option.key] != option.default
        or (option.kind == "number" and isinstance(option.default, int))
    ]
    told.append(say.labelled(say("Pace"), f"**{say(PACES[table_info.pace])}**"))
    return f"-# {' · '.join(told)}"


def _ratings(lobby: Lobby, say: Words) -> str:
    """Say whether the match changes ratings, and what follows; empty in a game for one."""
    if lobby.is_rated:
        several = lobby.table_info.info.max_seats > 1
        return say("-# Ratings: **on**. The result changes your rating.") if several else ""
    if not lobby.rated_chosen and not lobby.is_dm:
        return say(
            "-# Ratings: **off**, unless another person joins. Alone with computers, you can take"
            " back moves."
        )
    return say("-# Ratings: **off**. Alone with computers, you can take back moves.")


def _rows(lobby: Lobby, say: Words) -> tuple[Row, ...]:
    table_info, match_id = lobby.table_info, lobby.table_info.match_id
    full, stuck = is_full(table_info), lobby.obstacle is not None
    alone = table_info.info.max_seats == 1

    def id_of(verb: LobbyVerb) -> str:
        return custom_ids.lobby(match_id, verb)

    first = [Button(id_of(LobbyVerb.START), say("Start"), Tone.GOOD, disabled=stuck)]
    if not alone:
        tone = Tone.MAIN if lobby.is_dm and stuck else Tone.PLAIN  # only computers can join
        first.append(Button(id_of(LobbyVerb.ADD), say("Add computer"), tone, disabled=full))
    if not alone and not lobby.is_dm:
        first.insert(0, Button(id_of(LobbyVerb.JOIN), say("Join"), Tone.MAIN, disabled=full))
        first.append(Button(id_of(LobbyVerb.INVITE), say("Invite"), disabled=full))
    if lobby.computers_to_add:
        first.insert(0, Button(id_of(LobbyVerb.PLAY_NOW), say("Play now"), Tone.GOOD))
    second = [
        Button(id_of(LobbyVerb.OPTIONS), say("Options")),
        Button(id_of(LobbyVerb.RULES), say("Rules")),
        Button(id_of(LobbyVerb.LEAVE), say("Leave")),
        sealed_button(match_id, say),
    ]
    if table_info.info.allows_partners(table_info.options):
        complete = len(table_info.sitters) == table_info.info.partnered_seats
        swap = Button(id_of(LobbyVerb.PARTNERS), say("Swap partners"), disabled=not complete)
        second.insert(0, swap)
    if lobby.is_alone:
        verb, label = LobbyVerb.RATED, say("Make it rated")
        if lobby.is_rated:
            verb, label = LobbyVerb.UNRATED, say("Make it unrated")
        second.append(Button(id_of(verb), label))
    presets, lengths = _presets(table_info, say), _lengths(table_info, say)
    return tuple(first), *in_rows(tuple(second)), *lengths, *presets


def _presets(table_info: TableInfo, say: Words) -> tuple[Row, ...]:
    """Offer the game and its presets, if it has any.

    None is marked unless the options are its own: Discord sends nothing if the marked one is chosen
    again, and choosing one brings its options back.
    """
    now, plain = table_info.info, game(table_info.info.id).info
    marked = now.key if has_own_options(now, table_info.options) else ""
    offered = [each for each in plain.presets if not each.differs or each.id == now.preset]
    if not offered:
        return ()
    details = {each.id: cut_to(options_set(plain, each, say), MAX_ENTRY) for each in offered}
    names = {plain.id: plain.name, **{each.id: each.name for each in offered}}
    entries = tuple(
        Entry(key, say(name), details.get(key) or first_line(plain, say), chosen=key == marked)
        for key, name in names.items()
    )
    menu_id = custom_ids.lobby_menu(table_info.match_id, LobbyMenu.PRESET)
    return (Menu(menu_id, say("Variants"), entries),)


def _lengths(table_info: TableInfo, say: Words) -> tuple[Row, ...]:
    """Offer the lengths of the game, if there are several; the present one is marked."""
    offered, now = table_info.info.lengths, table_info.info.length_of(table_info.options)
    if len(offered) == 1:
        return ()
    names = {each: length_name(each, say) for each in offered}
    return (
        tuple(
            Button(
                custom_ids.lobby(table_info.match_id, LobbyVerb(each)),
                f"✓ {name}" if each is now else name,
            )
            for each, name in names.items()
        ),
    )


def is_full(table_info: TableInfo) -> bool:
    return len(table_info.sitters) >= table_info.info.max_seats


def _call(expected: Sequence[int], say: Words) -> str:
    if not expected:
        return ""
    who = say.listed(f"<@{user}>" for user in expected)
    return say("{who}: press Rematch or Join. The match starts when everybody is here.", who=who)


def seated_note(where: str, say: Words) -> Screen:
    return note(say("You're in the rematch: {where}", where=where))


def begun_note(where: str, say: Words) -> Screen:
    return note(say("The rematch has already started: {where}", where=where))
