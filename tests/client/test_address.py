"""What a player may type to name a server."""

import pytest

from client.address import Address, address


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("localhost", "localhost", 5555),
        ("  cards.example.org:7000 ", "cards.example.org", 7000),
        ("192.0.2.7", "192.0.2.7", 5555),
        ("::1", "::1", 5555),
        ("[::1]", "::1", 5555),
        ("[2001:db8::7]:99", "2001:db8::7", 99),
    ],
)
def test_reads_hosts_and_ports(text: str, host: str, port: int) -> None:
    assert address(text) == Address(host, port)


@pytest.mark.parametrize(
    "text",
    ["", ":5555", "a b", "host:0", "host:65536", "host:٣", "[::1", "[::1]x", "me@host", "a/b", "\x1b]0;x\x07"],
)
def test_refuses_what_is_no_address_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        address(text)


@pytest.mark.parametrize("text", ["localhost", "h:7", "[::1]", "[::1]:7"])
def test_writes_what_it_reads(text: str) -> None:
    assert str(address(text)) == text
