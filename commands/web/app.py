"""Flask application of the web game: the page and its JSON API."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from flask import Flask, Response, abort, render_template, request
from werkzeug.exceptions import HTTPException

from commands.terminal import advice
from commands.web.rounds import Kind, Round
from contest.entries.entry import Entry
from game.clues import Rule
from game.errors import InputError, nearest
from game.protocol import Mode
from game.wording import MARK_MEANINGS, number, repeated_letters
from game.words import Vocabulary

_MOST_GAMES = 1000  # the oldest is dropped
_MOST_BYTES = 10_000  # of a request
_USUAL = "entropy"  # default strategy of hints
_HOSTS = ("127.0.0.1", "localhost")

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}

Json = dict[str, Any]


def create_app(
    vocabulary: Vocabulary, entries: Mapping[Mode, Sequence[Entry]]
) -> Flask:
    """Return the application.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words of all games.
    entries : dict of Mode to sequence of Entry
        Entries that may give hints; no other strategy code is run.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = _MOST_BYTES
    rounds = _Rounds()
    app.before_request(_only_our_page)
    app.after_request(_with_headers)
    app.register_error_handler(HTTPException, _refuse)
    app.register_error_handler(InputError, _mistake)

    @app.get("/")
    def page() -> str:
        names = {str(mode): [e.text for e in own] for mode, own in entries.items()}
        return render_template(
            "page.html",
            length=vocabulary.length,
            names=names,
            usual=_USUAL,
            marks=MARK_MEANINGS,
            repeated={rule.value: repeated_letters(rule) for rule in Rule},
        )

    @app.post("/api/games")
    def start() -> tuple[Json, int]:
        kind = _kind(_body().get("kind"))
        key = rounds.add(Round(kind, vocabulary, secrets.token_hex(16)))
        return rounds.state(key), 201

    @app.get("/api/games/<key>")
    def look(key: str) -> Json:
        return rounds.state(key)

    @app.post("/api/games/<key>/moves")
    def move(key: str) -> Json:
        body = _body()
        with rounds.lock:
            rounds[key].move(body.get("guess"), body.get("epsilon"))
        return rounds.state(key)

    @app.post("/api/games/<key>/end")
    def end(key: str) -> Json:
        with rounds.lock:
            rounds[key].given_up = True
        return rounds.state(key)

    @app.get("/api/games/<key>/posterior")
    def posterior(key: str) -> Json:
        with rounds.lock:
            return {"steps": rounds[key].posteriors()}

    @app.get("/api/games/<key>/hint")
    def hint(key: str) -> Json:
        with rounds.lock:
            game = rounds[key]
            turns, over = game.played()
        if over or game.given_up:
            raise InputError("the game is over: expected a new one")
        name = request.args.get("strategy", "")
        known = {entry.text: entry for entry in entries[game.setting.mode]}
        if name not in known:
            raise InputError(
                f"strategy {name!r:.80}: expected one of {', '.join(known)}"
                f"{nearest(name, known)}"
            )
        guess, epsilon = advice(known[name], game.setting, turns)
        return {"guess": guess, "epsilon": number(epsilon)}

    return app


class _Rounds:
    """Games in progress, by an unguessable key."""

    def __init__(self) -> None:
        self.lock = Lock()
        self._games: OrderedDict[str, Round] = OrderedDict()

    def add(self, game: Round) -> str:
        key = secrets.token_urlsafe(16)
        with self.lock:
            self._games[key] = game
            if len(self._games) > _MOST_GAMES:
                self._games.popitem(last=False)
        return key

    def __getitem__(self, key: str) -> Round:
        if key not in self._games:
            abort(404, f"no game {key!r:.40}: expected one of this server, still kept")
        return self._games[key]

    def state(self, key: str) -> Json:
        with self.lock:
            return {"id": key, **self[key].state()}


def _kind(text: object) -> Kind:
    try:
        return Kind(str(text))
    except ValueError:
        hint = nearest(text, Kind) if isinstance(text, str) else ""
        raise InputError(
            f"kind {text!r:.80}: expected {', '.join(Kind)}{hint}"
        ) from None


def _body() -> Json:
    body = request.get_json()  # refuses what is no JSON
    if not isinstance(body, dict):
        raise InputError(f"{body!r:.80}: expected an object")
    return body


def _only_our_page() -> None:
    """Refuse cross-site requests.

    DNS rebinding is visible in Host; a script of another page in Origin or in
    Sec-Fetch-Site.
    """
    if request.host.rpartition(":")[0] not in _HOSTS and request.host not in _HOSTS:
        abort(403, f"host {request.host!r:.80}: expected {' or '.join(_HOSTS)}")
    origin = request.headers.get("Origin", "")
    if origin and origin != f"http://{request.host}":
        abort(403, f"origin {origin!r:.80}: expected the game's own page")
    site = request.headers.get("Sec-Fetch-Site", "none")
    if request.path.startswith("/api/") and site not in ("same-origin", "none"):
        abort(403, f"a request from a {site} page: expected the game's own")


def _with_headers(response: Response) -> Response:
    response.headers.update(_HEADERS)
    return response


def _refuse(error: HTTPException) -> tuple[Json, int]:
    return {"error": error.description}, error.code or 500


def _mistake(error: InputError) -> tuple[Json, int]:
    return {"error": " ".join(str(error).split())}, 400
