"""The program of a worker process: it carries out one call after another until its input ends.

The bot starts it with ``python -m bot.service.thinking.worker``. Calls come in on standard input
and answers leave on standard output, each as a pickle after its length. It imports only what its
calls need. If the bot ends, however it does, standard input is closed, and the worker ends at
once, even in the middle of a call.
"""

import os
import pickle
import signal
import struct
import sys
import threading
import traceback
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO

LENGTH = struct.Struct("!Q")
"""The number of bytes of a call or an answer, which goes before it."""
NICENESS = 10
"""Added to the bot's own, so that the bot gets the processor first."""


def main() -> None:
    """Carry out calls until standard input ends; this never returns."""
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    for stop in (signal.SIGINT, signal.SIGTERM):  # a terminal or systemd sends them to everybody
        signal.signal(stop, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    calls: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, calls), daemon=True).start()
    while True:
        answer = _carry_out(calls.get())
        try:
            answers.write(LENGTH.pack(len(answer)) + answer)
            answers.flush()
        except OSError:  # the bot has ended
            os._exit(0)


def _receive(requests: BinaryIO, calls: SimpleQueue[bytes]) -> None:
    while len(length := requests.read(LENGTH.size)) == LENGTH.size:
        calls.put(requests.read(*LENGTH.unpack(length)))
    os._exit(0)


def _carry_out(call: bytes) -> bytes:
    """Return the pickled answer: whether the call succeeded, and its result or its error.

    Of an error only its type and place are told: its message may quote a hand.
    """
    try:
        function, arguments = pickle.loads(call)  # noqa: S301 - only the bot writes here
        return pickle.dumps((True, function(*arguments)))
    except Exception as error:  # noqa: BLE001 - whatever it was, the bot has to know
        place = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__} in {Path(place.filename).name}, line {place.lineno}"
        return pickle.dumps((False, what))


if __name__ == "__main__":
    main()
