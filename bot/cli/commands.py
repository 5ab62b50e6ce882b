"""The commands. Each loads only what it needs, so that the light ones answer at once."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from bot.cli.database import backup, migrate_to, restore
from bot.cli.errors import BAD_INPUT, TROUBLE, CannotDo, complain, in_one_line, silence_stdout
from bot.cli.puzzles.command import puzzle
from bot.engine.seating import STEADY

app = typer.Typer(
    name="boneyard",
    help="A Discord bot that runs domino games in channels.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

File = Annotated[str, typer.Argument(metavar="FILE", help="A record; - is standard input.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON instead of text.")]
AsSeat = Annotated[
    int | None, typer.Option("--seat", metavar="N", help="Only what that seat sees, from 0.")
]


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status; the console script ``service``."""
    given = list(sys.argv[1:] if args is None else args)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # some terminals cannot show our dashes
    try:
        status = app(given or ["--help"], prog_name="boneyard", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:  # an unknown command or option
        complain(f"{error.format_message()} (boneyard --help lists what there is)")
        return BAD_INPUT
    except BrokenPipeError:
        silence_stdout()
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return 130
    return status if isinstance(status, int) else 0


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games, their options and how many can play."""
    from bot.cli.catalogue import game_text, plain_game
    from bot.games import CATALOGUE

    with in_one_line():
        if as_json:
            listed = [plain_game(rules.info) for rules in CATALOGUE]
            typer.echo(json.dumps(listed, ensure_ascii=False, indent=2))
        else:
            typer.echo("\n\n".join("\n".join(game_text(rules.info)) for rules in CATALOGUE))


@app.command()
def replay(
    file: File,
    as_json: AsJson = False,
    seat: AsSeat = None,
    analyse: Annotated[
        bool, typer.Option("--analyse", help="Judge every choice instead, or those of --seat.")
    ] = False,
) -> None:
    """Replay a record move by move: actor, code, events, scores, and the next legal moves.

    With --analyse, list the moves that cost a chance to win and what would have been better, judged
    by what their players could know, then everybody's accuracy and chances.

    If the record has a secret and salts, check that its shuffles follow from them; exit with
    status 1 if they don't. With --json, print one object per line. The last one has the result of
    that check and the outcome, which is null if the match is not over.
    """
    from bot.cli.json_values import plain_line, plain_outcome, plain_proof
    from bot.cli.proof import prove
    from bot.cli.replay import lines, read
    from bot.cli.text import head_text, line_text, outcome_text, proof_text, seats_of

    with in_one_line():
        loaded = read(file)
        if analyse:
            from bot.cli import analysis

            judged = analysis.analyse(loaded, seat)
            if as_json:
                typer.echo(json.dumps(analysis.plain_analysis(judged)))
            else:
                typer.echo("\n".join(analysis.analysis_text(loaded, judged)))
            return
        seats, outcome = seats_of(loaded), None
        if not as_json:
            typer.echo(head_text(loaded))
        for line in lines(loaded, seat):
            outcome = line.outcome
            typer.echo(
                json.dumps(plain_line(line)) if as_json else "\n".join(line_text(line, seats))
            )
        proof = prove(loaded)
        if as_json:
            typer.echo(json.dumps({"outcome": plain_outcome(outcome), **plain_proof(proof)}))
        else:
            typer.echo("\n".join([outcome_text(outcome, seats), *proof_text(proof)]))
        for sentence in proof.wrong if proof is not None else ():
            complain(sentence)
        if proof is not None and proof.wrong:
            raise typer.Exit(TROUBLE)


@app.command()
def render(
    file: File,
    ply: Annotated[int, typer.Option(metavar="N", help="After that many entries of the log.")],
    out: Annotated[Path, typer.Option(metavar="PNG", help="Where the picture goes.")],
    seat: AsSeat = None,
) -> None:
    """Draw the table at a moment of a record, or with --seat that seat's hand.

    After an entry that ended a round, the picture is that round's end with all hands.
    """
    from bot.cli.pictures import scene_after
    from bot.cli.replay import read
    from renderers.paint import render as paint

    with in_one_line():
        picture = paint(scene_after(read(file), ply, seat))
        with writing(out) as written:
            written.write(picture)


@app.command()
def simulate(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The id of a game or preset, such as block.")
    ],
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="How many play; unless given, the fewest.")
    ] = None,
    matches: Annotated[int, typer.Option(metavar="K", min=1, help="How many matches.")] = 1,
    seed: Annotated[
        str | None, typer.Option(metavar="S", help="The same seed gives the same matches.")
    ] = None,
    players: Annotated[
        str,
        typer.Option(
            metavar="LEVEL,…", help="casual, steady or strong: one for all, or one for each seat."
        ),
    ] = STEADY,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the record; of several matches one JSON record a line (JSON Lines).",
        ),
    ] = None,
) -> None:
    """Let computers play, each seeing only what its seat sees, and print the results."""
    import secrets
    from time import perf_counter

    from bot.cli.simulation import Tally, match_text, record_text, series

    with in_one_line():
        seed = secrets.token_hex(4) if seed is None else seed
        levels = [level.strip() for level in players.split(",")]
        to_play = series(game, seats=seats, levels=levels, options=option or (), seed=seed)
        tally = Tally(to_play)
        with writing(out) as written:
            for number in range(1, matches + 1):
                begun = perf_counter()
                played = to_play.play(number)
                tally.add(played, perf_counter() - begun)
                written.write(record_text(played.record, alone=matches == 1).encode())
                typer.echo(match_text(played))
        typer.echo("\n".join(tally.text()))


@app.command()
def daily(
    secret: Annotated[str, typer.Option(metavar="HEX", help="The deal's secret, as /verify says.")],
    date: Annotated[str, typer.Option(metavar="DATE", help="Its day, such as 2026-12-01.")],
    moves: Annotated[
        list[str] | None, typer.Option(metavar="CODE", help="The player's moves, in order.")
    ] = None,
    more: Annotated[list[str] | None, typer.Argument(metavar="CODE", help="More of them.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play the deal of a day that is over: all hands, who leads, the course and the result.

    With --json, print a record that replay and the script of docs/verifying.md read, too.
    """
    from bot.ai.daily import deal_record
    from bot.cli.daily import deal_text, play

    with in_one_line():
        deal = play(secret, date, (*(moves or ()), *(more or ())))
        typer.echo(deal_record(deal)[0].dump() if as_json else "\n".join(deal_text(deal)))


@contextmanager
def writing(path: Path | None) -> Iterator[BinaryIO]:
    """Open a file to write, or the null device; raise :class:`CannotDo` if that fails."""
    try:
        with Path(os.devnull if path is None else path).open("wb") as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CannotDo(f"{path} cannot be written: {error.strerror}") from None


@app.command()
def doctor(
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Settings and database only; print what is wrong.")
    ] = False,
) -> None:
    """Check settings, database, token and permissions; exit with status 1 if something is wrong."""
    import asyncio

    from bot.cli.doctor import examine

    async def visit() -> bool:
        fine = True
        async for verdict in examine(discord=not quiet):
            fine = fine and verdict.fine
            if not (quiet and verdict.fine):
                typer.echo(str(verdict))
        return fine

    raise typer.Exit(0 if asyncio.run(visit()) else TROUBLE)


app.command()(backup)
app.command()(restore)
app.command()(migrate_to)
app.command()(puzzle)


@app.command()
def run() -> None:
    """Run the bot with the settings of the environment and .env."""
    from bot.config import SettingsError, load_settings

    with in_one_line():
        try:
            settings = load_settings()
        except SettingsError as error:
            raise CannotDo(str(error)) from None
        if settings.discord_token is None:
            raise CannotDo("DISCORD_TOKEN is not set; .env.example says where to get a token")

        from bot.bootstrap import run as run_bot

        raise typer.Exit(run_bot(settings))


@app.command()
def demo(
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Of the page; 0 for any free one.")
    ] = 0,
    game: Annotated[
        str, typer.Option(metavar="GAME", help="Whose table is open; others by /play, on the page.")
    ] = "block",
) -> None:
    """Play in a simulated Discord, in the browser, without a token."""
    with in_one_line():
        from bot.games.names import named

        info = named(game)
        try:
            from bot.demo import run as run_demo
        except ModuleNotFoundError as error:
            if (error.name or "bot").split(".")[0] in {"bot", "renderers"}:
                raise
            raise CannotDo(
                f"the demo needs {error.name}; install it with pip install 'boneyard[demo]'"
            ) from None
        try:
            raise typer.Exit(run_demo(info, port))
        except OSError as error:
            raise CannotDo(f"the demo cannot be served: {error.strerror or error}") from None
