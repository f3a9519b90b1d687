import json
import socket
import threading

import pytest

from contest.sandbox.wire import (
    LINE,
    Broken,
    Closed,
    Connection,
    Late,
    receive_line,
    send_message,
)


@pytest.fixture
def ends():
    """Return a connection and the other end of its socket."""
    ours, theirs = socket.socketpair()
    connection = Connection(ours)
    yield connection, theirs
    connection.close()
    theirs.close()


@pytest.fixture
def answer(ends):
    """Return the answer that our end reads from a line of the other end."""
    connection, theirs = ends

    def send(line):
        theirs.sendall(line.encode() + b"\n")
        return connection.ask({}, late=lambda: False)

    return send


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


NESTED = "over 3 levels of brackets"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"id":1,"x":[[[1]]]}', NESTED),
        ('{"id":1,"x":{"y":{"z":{}}}}', NESTED),
        pytest.param('{"id":1,"x":' + 1500 * "[" + 1500 * "]" + "}", "", id="deep"),
        ("[1]", "not a JSON object"),
        ('{"id":2}', "expected the id 1"),
        ('{"id":true}', "expected the id 1"),
        ('{"id":1}\n{"id":1}', "more than one line"),
        ('{"id":1,"x":NaN}', "not JSON (NaN is not JSON)"),
        pytest.param('{"id":1}' + (LINE - 8) * " ", "over 4,096 bytes", id="long"),
    ],
)
def test_any_other_answer_breaks_the_channel_and_is_explained(
    ends, answer, line, fault
):
    with pytest.raises(Broken):
        answer(line)

    assert fault in ends[0].fault


# With the end of the line, these are exactly as many bytes as are allowed.
def test_the_longest_line_is_an_answer(answer):
    assert answer('{"id":1}' + (LINE - 9) * " ") == {"id": 1}


def test_requests_are_lines_with_numbers_from_one(ends):
    connection, theirs = ends

    for number in (1, 2):
        theirs.sendall(b'{"id":%d}\n' % number)
        connection.ask({"turn": ["crane", None]}, late=lambda: False)
        line = receive_line(theirs)
        assert line == b'{"id":%d,"turn":["crane",null]}\n' % number
        assert connection.sent == line
        assert (connection.received, connection.fault) == (b'{"id":%d}\n' % number, "")


@pytest.mark.parametrize("line", [b"", b'{"id":1}\n'])
def test_after_the_deadline_no_answer_counts(ends, line):
    connection, theirs = ends
    theirs.sendall(line)

    with pytest.raises(Late):
        connection.ask({}, late=lambda: True)


@pytest.mark.parametrize("part", [b"", b'{"id":1'])
def test_an_end_that_is_closed_gives_no_answer(ends, part):
    connection, theirs = ends
    theirs.sendall(part)
    theirs.shutdown(socket.SHUT_WR)

    with pytest.raises(Closed):
        connection.ask({}, late=lambda: False)


def test_a_peer_that_does_not_read_breaks_the_channel(ends):
    connection, _ = ends

    with pytest.raises(Broken):
        # More than the buffers of a socket hold.
        connection.ask({"text": "x" * (8 << 20)}, late=lambda: False)

    assert connection.fault == "the program does not read its input"


def test_a_line_in_parts_is_read_whole(ends):
    connection, theirs = ends
    message = {"words": "crane " * 20_000}
    sender = threading.Thread(target=send_message, args=(theirs, message))
    connection.end.settimeout(60)
    sender.start()

    line = receive_line(connection.end)
    sender.join()

    assert json.loads(line) == message
    theirs.sendall(b"half")
    theirs.shutdown(socket.SHUT_WR)
    assert receive_line(connection.end) == b""
