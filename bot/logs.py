"""The format of log records: one line each, with their context, and without secrets.

Code logs with the standard library; structlog renders. What is bound to the present task with
``structlog.contextvars`` (the match, its ply, the interaction) is added to every line.

Tracebacks are for defects. Expected failures of Discord, the network and the store are logged in
one line, whichever library logs them: discord.py logs lost connections with a traceback.

More people read logs than may see hands. So nothing is written that quotes what was sent or
received; a traceback has no variables, and no message of an error that a game may have raised; and
whatever still looks like a piece, a move or a token is masked.
"""

import logging
import re
import socket
import sys
import traceback
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TextIO

import aiohttp
import discord
import structlog
from structlog.processors import ExceptionRenderer, JSONRenderer, LogfmtRenderer, TimeStamper
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name
from structlog.typing import EventDict, ExcInfo, Processor, WrappedLogger

from bot.config import LogFormat, LogLevel
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import PublishFailed

_QUOTING = ("discord.http", "discord.gateway", "discord.ui", "discord.webhook")
"""Loggers that at ``DEBUG`` write what is sent and received, hands and tokens included."""

_SAFE_ERRORS = (
    OSError,
    aiohttp.ClientError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
    PublishFailed,
    StoreFault,
)
"""External errors, whose messages are always written."""

_EXPECTED = (
    ConnectionError,
    TimeoutError,
    socket.gaierror,
    aiohttp.ClientError,
    discord.ConnectionClosed,
    discord.DiscordServerError,
    discord.Forbidden,
    discord.GatewayNotFound,
    discord.NotFound,
    PublishFailed,
    StoreFault,
)
"""Errors that tell of no defect: an outage, a lost connection, a missing permission."""
_TOO_MANY_REQUESTS = 429

_WITHOUT_HANDS = (
    "bot.__main__",
    "bot.bootstrap",
    "bot.config",
    "bot.discord_ui.client",
    "bot.discord_ui.interactions.command_tree",
    "bot.discord_ui.guild_events",
    "bot.discord_ui.publishing.permissions",
    "bot.discord_ui.interactions.translator",
    "bot.discord_ui.identify_gate",
    "bot.metrics",
    "bot.scores",
    "bot.service.clock",
    "bot.service.guilds",
    "bot.service.people",
    "bot.service.retry_queue",
    "bot.service.settings_cache",
    "bot.store.coordination",
)
"""Modules and packages that never meet a hand; an error that passed through no other of ours may
say what happened."""
_PREFIXES = tuple(f"{name}." for name in _WITHOUT_HANDS)

_REST = LogfmtRenderer(key_order=["match", "ply"], drop_missing=True)
_SYMBOL = r"(?:[0-9w★➜⊕⊘↻⇄]|(?:give|draw|pass)1|skip|again)"
# Letters of other scripts may touch a piece: Japanese has no spaces.
_BEFORE, _AFTER = r"(?<![0-9A-Za-z_-])", r"(?![0-9A-Za-z_-])"
_REDACTIONS = (
    # A move in the id of a button, and an interaction's token in an address.
    (re.compile(r"\b([mb]:\d+:\d+:)[^\s'\"]+"), r"\1…"),
    (re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s'\"?]+"), r"\1…"),
    (re.compile(rf"{_BEFORE}{_SYMBOL}(?:-{_SYMBOL}){{1,3}}{_AFTER}", re.IGNORECASE), "…"),
    (re.compile(r"\bbone\(\d, \d\)"), "bone(…)"),
)


def start_logging(
    level: LogLevel,
    form: LogFormat = "plain",
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Start writing log records, one per line, of this level or worse, with ``secrets`` masked.

    The libraries log only warnings and errors; with ``DEBUG`` discord.py logs what it does, though
    not what it sends and receives. By default the stream is standard error.
    """
    wanted = logging.getLevelNamesMapping()[level]
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(formatter(form, secrets))
    logging.basicConfig(handlers=[handler], level=max(wanted, logging.WARNING))
    logging.getLogger("bot").setLevel(wanted)
    if wanted == logging.DEBUG:
        logging.getLogger("discord").setLevel(wanted)
        for name in _QUOTING:
            logging.getLogger(name).setLevel(logging.INFO)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot uses no voice


def formatter(form: LogFormat, secrets: Iterable[str] = ()) -> logging.Formatter:
    gathered: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        ExtraAdder(),  # fields of the line itself win over bound ones
        add_log_level,
        add_logger_name,
        TimeStamper(fmt="iso", utc=True, key="time"),
        _in_a_line,
        ExceptionRenderer(_traceback),
        _Redactor(secrets),
    ]
    rendered: list[Processor] = [ProcessorFormatter.remove_processors_meta]
    rendered.append(_plain if form == "plain" else JSONRenderer(ensure_ascii=False))
    return ProcessorFormatter(foreign_pre_chain=gathered, processors=rendered)


def _plain(logger: WrappedLogger, name: str, record: EventDict) -> str:
    """Render time, level, logger, message, the rest as ``key=value``, and tracebacks below."""
    head = [record.pop("time"), f"{record.pop('level').upper():<8}", f"{record.pop('logger')}:"]
    below = [record.pop(key) for key in ("exception", "stack") if key in record]
    words = " ".join(str(record.pop("event")).split())
    line = " ".join([*head, words])
    if record:
        line += " " + str(_REST(logger, name, record))
    return "\n".join([line, *below])


def _in_a_line(logger: WrappedLogger, name: str, record: EventDict) -> EventDict:
    """Log an expected error as a one-line warning with its message instead of a traceback."""
    del logger, name
    error = record["exc_info"][1] if record.get("exc_info") else None
    if _is_expected(error):
        del record["exc_info"]
        what = str(error) or type(error).__name__
        if what not in record["event"]:
            record["event"] += f": {what}"
        if record["level"] in {"error", "critical"}:
            record["level"] = "warning"
    return record


def _is_expected(error: BaseException | None) -> bool:
    limited = isinstance(error, discord.HTTPException) and error.status == _TOO_MANY_REQUESTS
    return limited or isinstance(error, _EXPECTED)


class _Redactor:
    def __init__(self, secrets: Iterable[str]) -> None:
        known = "|".join(map(re.escape, filter(None, secrets)))
        self._redactions = ((re.compile(known), "…"), *_REDACTIONS) if known else _REDACTIONS

    def __call__(self, logger: WrappedLogger, name: str, record: EventDict) -> EventDict:
        del logger, name
        for key, value in record.items():
            if key not in {"time", "level", "logger", "_record", "_from_structlog"}:
                record[key] = value if isinstance(value, int | None) else self._redacted(str(value))
        return record

    def _redacted(self, text: str) -> str:
        for pattern, instead in self._redactions:
            text = pattern.sub(instead, text)
        return text


def _traceback(exc_info: ExcInfo) -> str:
    """Render a traceback without variables, and without messages that may name a piece."""
    return "\n".join(_chain(exc_info[1], exc_info[2]))


def _chain(error: BaseException, trace: TracebackType | None) -> Iterator[str]:
    """Yield the lines of the errors that led to an error, oldest first, and of the error itself."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _chain(before, before.__traceback__)
        yield ""
    yield "Traceback (most recent call last):"
    yield "".join(traceback.format_tb(trace)).rstrip()
    kind = type(error)
    message = f": {error}" if isinstance(error, _SAFE_ERRORS) or _knows_no_hand(trace) else ""
    yield f"{kind.__module__}.{kind.__qualname__}{message}".removeprefix("builtins.")
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _chain(each, each.__traceback__)


def _knows_no_hand(trace: TracebackType | None) -> bool:
    """Return whether an error passed only through modules of ours that never meet a hand."""
    names = [str(frame.f_globals.get("__name__")) for frame, _ in traceback.walk_tb(trace)]
    ours = [f"{name}." for name in names if name.split(".")[0] in {"bot", "renderers"}]
    return bool(ours) and all(name.startswith(_PREFIXES) for name in ours)
