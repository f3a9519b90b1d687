import pytest

from contest.models.endpoint import (
    ATTEMPTS,
    Endpoint,
    PlayerError,
    Reply,
    public_address,
)
from game.errors import InputError
from tests.model_server import serve

MESSAGES = [{"role": "user", "content": "Hello?"}]
KEY = "sk-1234567890"


def echo(messages):
    return Reply(f"You said {messages[-1]['content']} with {KEY}", 7.0, 3.0)


def test_a_request_has_the_options_and_the_reply_its_tokens():
    with serve(echo) as server:
        options = {"temperature": 0.5, "seed": 7}
        reply = Endpoint(server.url, "small", options)(MESSAGES)

    assert reply[:3] == (f"You said Hello? with {KEY}", 7.0, 3.0)
    assert reply.finish == "stop"
    assert 0 < reply.seconds < 600
    [(path, headers, body)] = server.requests
    assert path == "/v1/chat/completions"
    assert body == {
        "model": "small",
        "messages": MESSAGES,
        "stream": False,
        "temperature": 0.5,
        "seed": 7,
    }
    assert "Authorization" not in headers


def test_the_key_is_sent_and_never_returned():
    with serve(echo, ["", "401"]) as server:
        endpoint = Endpoint(server.url, "small", key=KEY)
        reply = endpoint(MESSAGES)
        with pytest.raises(PlayerError) as error:
            endpoint(MESSAGES)

    assert server.requests[0][1]["Authorization"] == f"Bearer {KEY}"
    assert reply.text == "You said Hello? with [key]"
    assert str(error.value) == "status 401: wrong: Bearer [key] second line"
    assert KEY not in repr(endpoint)


@pytest.mark.parametrize(
    "fault", ["429", "500", "503", "broken", "other", "cut", "dropped", "slow"]
)
def test_another_attempt_is_made_after_a_fault_that_may_pass(fault):
    timeout = 0.3 if fault == "slow" else 60.0
    with serve(echo, [fault, fault]) as server:
        endpoint = Endpoint(server.url, "small", timeout=timeout, backoff=0.0)

        assert endpoint(MESSAGES).text.startswith("You said Hello?")

    # A machine under load may be slow once more.
    assert len(server.requests) in ((3,) if fault != "slow" else (3, 4, 5, ATTEMPTS))


@pytest.mark.parametrize(
    ("fault", "attempts", "message"),
    [
        *(
            (f, ATTEMPTS, "no reply after 6 attempts: ")
            for f in ("500", "broken", "cut")
        ),
        *((fault, 1, r"^status \d+") for fault in ("401", "404", "redirect")),
    ],
)
def test_a_refusal_and_the_last_of_several_attempts_end_a_request(
    fault, attempts, message
):
    with serve(echo, [fault] * ATTEMPTS) as server:
        endpoint = Endpoint(server.url, "small", backoff=0.0)
        with pytest.raises(PlayerError, match=message) as error:
            endpoint(MESSAGES)

    assert len(server.requests) == attempts
    assert "\n" not in str(error.value)


def test_nobody_listens():
    with serve(echo) as server:
        url = server.url

    with pytest.raises(PlayerError, match="refused"):
        Endpoint(url, "small", backoff=0.0)(MESSAGES)


def test_half_a_pair_of_surrogates_in_a_reply_is_replaced():
    with serve(lambda _: Reply("crane \ud83d", 1, 1)) as server:
        assert Endpoint(server.url, "small")(MESSAGES).text == "crane ?"


@pytest.mark.parametrize("content", [None, [{"type": "text", "text": "crane"}], ""])
def test_a_reply_may_be_empty_or_in_parts(content):
    with serve(lambda _: Reply(content, 1, 1)) as server:
        reply = Endpoint(server.url, "small")(MESSAGES)

    assert reply.text == ("crane" if content else "")


@pytest.mark.parametrize(
    "address", ["", "example.org/v1", "file:///etc/passwd", "http://", "http://a:b/"]
)
def test_an_address_is_one_of_http(address):
    with pytest.raises(InputError, match="expected an address like"):
        Endpoint(address, "small")


def test_an_address_is_shown_without_its_secrets():
    assert public_address("http://me:s@[::1]:80/v1?key=s#s") == "http://[::1]:80/v1"
