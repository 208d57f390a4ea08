"""Who a server is: certificates that are accepted at the first visit, vouched for, or another than the accepted one."""

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trustme
from syrupy.assertion import SnapshotAssertion

from client import link as module
from client.address import Address, address
from client.link import Link, LinkError, UnknownCertificateError
from client.trust import Trust, fingerprint, loopback
from protocol.messages import Goodbye, Hello
from tests.client.peer import Peer, served
from tests.client.play import enter, playing

pytestmark = pytest.mark.asyncio
ONE, TWO = (Path(__file__).parents[1] / "data" / f"certificate-{name}.pem" for name in ("one", "two"))


@pytest.fixture
def far_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's own server counts as one on another machine."""
    monkeypatch.setattr(module, "loopback", lambda _: False)


def showing(file: Path) -> ssl.SSLContext:
    """A server with a certificate from a file."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


async def greet(peer: Peer) -> None:
    """Welcome a client, and wait until it goes. Who only looks at the certificate says nothing."""
    with leaving_early():
        await peer.welcome()
        await peer.gone()


async def let_in(peer: Peer) -> None:
    """Show a client the lobby, and wait until it goes. Who only looks at the certificate says nothing."""
    with leaving_early():
        await enter(peer)
        await peer.gone()


@contextmanager
def leaving_early() -> Iterator[None]:
    """Somebody may go without a word."""
    try:
        yield
    except AssertionError as fault:
        if not str(fault).startswith("the client left while Hello"):
            raise


async def met(where: Address, trust: Trust) -> None:
    """Connect and go again."""
    link = Link(lambda: None, lambda _: None, trust)
    await link.open(where)
    await link.close()


@pytest.mark.usefixtures("far_away")
async def test_an_unknown_certificate_is_judged_once_and_another_one_again(tmp_path: Path) -> None:
    trust = Trust(tmp_path / "certificates")
    async with served(greet, showing(ONE)) as where:
        with pytest.raises(UnknownCertificateError) as found:
            await met(where, trust)
        assert found.value.accepted is None
        trust.accept(where, found.value.certificate)
        await met(where, trust)
        # A server set up anew, or somebody in between.
        trust.accept(where, TWO.read_text().partition("-----BEGIN PRIVATE")[0])
        with pytest.raises(UnknownCertificateError, match="not the one that you accepted") as found:
            await met(where, trust)
        assert found.value.accepted is not None
        assert fingerprint(found.value.accepted) != fingerprint(found.value.certificate)
        trust.forget(where)
        assert trust.accepted(where) is None


@pytest.mark.usefixtures("far_away")
async def test_a_certificate_that_an_authority_vouches_for_is_no_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    async with served(greet, context) as where:
        await met(where, Trust(tmp_path))
        with pytest.raises(UnknownCertificateError):
            await met(Address("localhost", where.port), Trust(tmp_path))


@pytest.mark.usefixtures("far_away")
async def test_a_server_without_encryption_is_met_only_when_asked_for_by_name(tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        try:
            await peer.welcome()
        except Exception:  # what encrypts does not speak as this server does
            return
        await peer.gone()

    async with served(script) as where:
        await met(address(f"plain:{where}"), Trust(tmp_path))
    # The way out and the warning both stand there, whole, however narrow the window; and no row more than they need.
    async with playing(script) as play:
        for width in (120, 80, 60):
            await play.pilot.resize_terminal(width, 24)
            words = " ".join((await play.until("password.")).split())
            assert f"Connect to plain:{play.app._last[0]} if that network is yours alone" in words
            assert "does not seem to encrypt, and others there could read your password." in words
        await play.press("tab")
        play.app.tell("short")
        await play.gone("password.")
        assert play.app.screen.query_one("#message").size.height == 1


async def test_a_plain_wish_is_told_when_the_server_encrypts(tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.expect(Hello)
        peer.send(Goodbye("tls", "This server takes encrypted connections only."))

    async with served(script) as where:
        with pytest.raises(LinkError, match=f"^Connect to {where} without plain:, since {where.host} encrypts.$"):
            await met(address(f"plain:{where}"), Trust(tmp_path))


async def test_what_is_kept_of_a_server_has_a_name_that_no_host_can_escape(tmp_path: Path) -> None:
    trust = Trust(tmp_path / "certificates")
    for host in ("../../x", "::1", "CARDS.example.org"):
        trust.accept(Address(host), ONE.read_text().partition("-----BEGIN PRIVATE")[0])
        assert trust.accepted(Address(host)) is not None
    assert trust.accepted(Address("cards.EXAMPLE.org")) is not None
    assert sorted(path.name for path in tmp_path.rglob("*.pem")) == sorted(
        ["..%2F..%2Fx@5555.pem", "%3A%3A1@5555.pem", "cards.example.org@5555.pem"]
    )
    (tmp_path / "certificates" / "cards.example.org@5555.pem").write_text("damaged")
    assert trust.accepted(Address("cards.example.org")) is None


@pytest.mark.parametrize(
    ("host", "here"),
    [("127.0.0.1", True), ("::1", True), ("LocalHost", True), ("192.0.2.1", False), ("localhost.example.org", False)],
)
async def test_which_servers_are_on_this_machine(host: str, here: bool) -> None:
    assert loopback(Address(host)) is here


@pytest.mark.usefixtures("far_away")
async def test_a_player_judges_a_certificate_by_its_fingerprint() -> None:
    changed = asyncio.Event()

    async def script(peer: Peer) -> None:
        with leaving_early():
            await enter(peer)
            await changed.wait()

    context = showing(ONE)
    async with playing(script, context=context) as play:
        seen = await play.until("First visit")
        lines = [line.strip(" │┃║|") for line in seen.splitlines()]
        pairs = fingerprint(ONE.read_text().partition("-----BEGIN PRIVATE")[0]).split(":")
        assert f"{':'.join(pairs[:16])}:" in lines
        assert ":".join(pairs[16:]) in lines
        assert "Somebody" not in seen
        await play.press("enter")
        await play.until("has to be accepted first")
        await play.press("enter")
        await play.until("First visit")
        await play.press("a")
        await play.until("Play now")
        # Who comes back to another certificate is shown both at once, as at the first screen.
        context.load_cert_chain(TWO)
        changed.set()
        seen = await play.until("Another certificate", "Forget the old one")
        for file in (ONE, TWO):
            pairs = fingerprint(file.read_text().partition("-----BEGIN PRIVATE")[0]).split(":")
            assert ":".join(pairs[:16]) in seen
        await play.press("enter")
        await play.until("not the one that you accepted.", "Enter to see both.")


@pytest.mark.usefixtures("far_away")
async def test_another_certificate_is_shown_beside_the_accepted_one(screen: SnapshotAssertion) -> None:
    async with playing(let_in, context=showing(ONE)) as play:
        await play.until("First visit")
        where = address(play.app._last[0])
        play.app._trust.accept(where, TWO.read_text().partition("-----BEGIN PRIVATE")[0])
        await play.press("l")
        await play.until("has to be accepted first")
        await play.press("enter")
        assert _portless(await play.until("Another certificate"), where) == screen
        await play.press("enter")
        await play.until("not the one that you accepted")
        await play.press("enter")
        await play.until("Another certificate")
        await play.press("f")
        assert "that you accepted" not in await play.until("forgotten. Press Enter to connect and see the new one.")
        await play.press("enter")
        await play.until("First visit")


def _portless(seen: str, where: Address) -> str:
    """A screen with a port that is the same in every run."""
    return seen.replace(str(where.port), "5" * len(str(where.port)))
