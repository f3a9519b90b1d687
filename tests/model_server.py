"""A server on the loopback address that scripts a model, and fails as asked."""

import hashlib
import json
import re
import threading
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from contest.models.endpoint import Reply

CLUE = re.compile(r"^([A-Z]+): .*?\(([.ic]+)\)", re.MULTILINE)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        server = self.server
        with server.lock:
            server.requests.append((self.path, dict(self.headers), json.loads(body)))
            key = hashlib.sha256(body).digest()
            attempt = server.attempts[key]
            server.attempts[key] += 1
        fault = server.faults[attempt] if attempt < len(server.faults) else ""
        if fault in ("401", "404", "429", "500", "503"):
            said = f"wrong: {self.headers.get('Authorization')}\nsecond line"
            return self.send(said.encode(), int(fault), {"Retry-After": "0"})
        if fault == "redirect":
            return self.send(b"", 307, {"Location": "http://127.0.0.1:1/other"})
        if fault == "slow":
            server.over.wait(5)
            self.close_connection = True
            return None
        if fault == "broken":
            return self.send(b'{"choices": [')
        if fault == "other":
            return self.send(b'{"choices": []}')
        asked = json.loads(body)
        reply = server.model(asked["messages"])
        if asked.get("stream"):  # our client never asks for it, and others do
            return self.send_events(reply)
        answer = {
            "choices": [
                {"message": {"content": reply.text}, "finish_reason": "stop"},
            ],
            "usage": {
                "prompt_tokens": int(reply.read),
                "completion_tokens": int(reply.written),
            },
        }
        data = json.dumps(answer).encode()
        if fault == "cut":
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[:20])
            self.close_connection = True
            return None
        if fault == "dropped":
            self.close_connection = True
            return None
        return self.send(data)

    def send(self, data, status=200, headers=()):
        self.send_response(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def send_events(self, reply):
        """Send a reply as a stream of two events."""
        said = {"role": "assistant", "content": reply.text}
        usage = dict.fromkeys(("prompt_tokens", "completion_tokens", "total_tokens"), 1)
        events = [
            {"choices": [{"index": 0, "delta": said, "finish_reason": None}]},
            {
                "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}],
                "usage": usage,
            },
        ]
        common = {"id": "1", "object": "chat.completion.chunk", "created": 1}
        texts = [json.dumps(common | {"model": "m"} | event) for event in events]
        data = "".join(f"data: {text}\n\n" for text in (*texts, "[DONE]"))
        self.send(data.encode(), headers={"Content-Type": "text/event-stream"})

    def log_message(self, *_):
        pass


@contextmanager
def serve(model, faults=()):
    """Serve a model; the attempts of each request fail with these faults, in order."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.model, server.faults = model, faults
        server.requests, server.attempts = [], Counter()
        server.lock, server.over = threading.Lock(), threading.Event()
        server.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()


def right_model(words, fits):
    """Return a model that plays the first word that fits all its clues."""

    def reply(messages):
        said = "\n".join(m["content"] for m in messages if m["role"] == "user")
        clues = CLUE.findall(said)
        left = [w for w in words if all(fits(w, g.lower(), c) for g, c in clues)]
        return Reply(f"I think hard.\nguess: {left[0]}", 10.0, 5.0)

    return reply
