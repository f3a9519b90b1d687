import socket

import pytest

from contest.sandbox.wire import Broken, Connection


@pytest.fixture
def answer():
    """Return what our end makes of a line from the other."""
    ours, theirs = socket.socketpair()
    connection = Connection(ours)

    def send(line):
        theirs.sendall(line.encode() + b"\n")
        return connection.ask({}, late=lambda: False)

    yield send
    connection.close()
    theirs.close()


@pytest.mark.parametrize(
    "more",
    [
        pytest.param('"move":["crane",5.0]', id="a move"),
        pytest.param('"x":[[1]]', id="as deep as our side answers"),
        pytest.param('"x":[[1],[2],{"y":3}]', id="wide"),
        pytest.param('"x":"[[[[{{{{"', id="brackets in a text"),
    ],
)
def test_an_answer_may_nest_three_levels(answer, more):
    assert answer(f'{{"id":1,{more}}}')["id"] == 1


@pytest.mark.parametrize(
    "line",
    [
        pytest.param('{"id":1,"x":[[[1]]]}', id="one level more"),
        pytest.param('{"id":1,"x":{"y":{"z":{}}}}', id="objects"),
        pytest.param('{"id":1,"x":' + "[" * 1500 + "]" * 1500 + "}", id="very deep"),
        pytest.param("[1]", id="no object"),
        pytest.param('{"id":2}', id="of another request"),
        pytest.param('{"id":true}', id="a number that is none"),
    ],
)
def test_any_other_answer_breaks_the_channel(answer, line):
    with pytest.raises(Broken):
        answer(line)
