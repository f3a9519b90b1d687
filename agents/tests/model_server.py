"""A local server that replies as a language model does, in streams of events."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        text = self.server.model(json.loads(body)["messages"])

        # A stream of two events: the text, then the end with its usage.
        said = {"role": "assistant", "content": text}
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
        data = "".join(f"data: {text}\n\n" for text in (*texts, "[DONE]")).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


@contextmanager
def serve(model):
    """Yield the address of a server that replies until the ``with`` block ends.

    `model` is a function that returns the reply to a list of messages.
    """
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.model = model
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            server.shutdown()
            thread.join()
