"""A server that gives Discord's answers to everything that the bot asks before the gateway."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

SLOW = b"slow"
"""Stands for an answer that comes after a minute, or when the server stops."""


class HttpStub(ThreadingHTTPServer):
    """Answers ``GET`` by path, and records the requests with their authorization."""

    def __init__(self, answers: dict[str, tuple[int, object]]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = answers
        self.asked: list[tuple[str, str | None]] = []
        self.stopping = Event()
        self.url = f"http://127.0.0.1:{self.server_port}"

    @contextmanager
    def serving(self) -> Iterator[HttpStub]:
        thread = Thread(target=self.serve_forever, args=(0.01,))
        thread.start()
        yield self
        self.stopping.set()
        self.shutdown()
        thread.join()
        self.server_close()

    def handle_error(self, request: Any, client_address: object) -> None:
        """Ignore a client that has hung up."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, HttpStub)
        path = self.path.split("?")[0]
        server.asked.append((path, self.headers["Authorization"]))
        answers = server.answers
        status, answer = answers.get(self.path) or answers.get(path, (404, {}))
        body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        if answer is SLOW:
            server.stopping.wait(60)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")  # discord.py wants no charset
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass
