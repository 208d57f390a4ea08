"""Encrypted connections: real TLS over real TCP, certificates on disk, and those who get it wrong."""

import signal
import socket
import ssl
import stat
from pathlib import Path

import pytest
import structlog
import trio
import trustme
from cryptography.hazmat.primitives import serialization as s
from cryptography.hazmat.primitives.asymmetric import rsa
from msgspec.structs import replace

from protocol import messages as m
from server.certificates import CERTIFICATE, KEY, CertificateError, Certificates, fingerprint, make
from server.config import Config
from server.tunnel import Tunnel
from tests.server.site import Far, Site, serving
from tests.server.stand import config
from tests.server.test_reactor import looped, read_all, until


def encrypted(folder: Path, certificate: str = "", key: str = "") -> Config:
    """The default configuration with TLS."""
    plain = config(folder)
    return replace(plain, tls=replace(plain.tls, mode="on", certificate=certificate, key=key))


def trusting(folder: Path) -> ssl.SSLContext:
    """A client that knows the server's own certificate."""
    context = ssl.create_default_context(cafile=folder / CERTIFICATE)
    context.check_hostname = False
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    return context


async def shown(far: Far) -> str:
    """The fingerprint of the certificate that a client was shown."""
    assert isinstance(far.stream, trio.SSLStream)
    der = far.stream.getpeercert(binary_form=True)
    assert der is not None
    return fingerprint(ssl.DER_cert_to_PEM_cert(der))


async def test_a_first_start_makes_a_certificate_that_is_kept(tmp_path: Path) -> None:
    async with serving(encrypted(tmp_path)) as site:
        first = site.fingerprint
        assert await shown(await site.greeted(trusting(tmp_path))) == first
    assert stat.S_IMODE((tmp_path / KEY).stat().st_mode) == 0o600
    async with serving(encrypted(tmp_path)) as site:
        assert await shown(await site.greeted(trusting(tmp_path))) == first == site.fingerprint
    key = (tmp_path / KEY).read_bytes()
    (tmp_path / CERTIFICATE).unlink()
    with pytest.raises(CertificateError, match="is there without its certificate"):
        Certificates(encrypted(tmp_path))
    assert (tmp_path / KEY).read_bytes() == key


async def test_who_speaks_in_clear_to_a_server_with_tls_is_told_so(tmp_path: Path) -> None:
    async with serving(encrypted(tmp_path)) as site:
        with structlog.testing.capture_logs() as log:
            far = await site.connect()
            await far.say(m.Hello(m.PROTOCOL))
            assert (await far.wait(m.Goodbye)).code == "tls"
            assert await far.stream.receive_some() == b""
            await site.clients.pop().stream.aclose()
            await site.greeted(trusting(tmp_path))
    assert log == [], "every first visit begins so"


async def test_who_encrypts_to_a_server_without_tls_costs_one_line(tmp_path: Path) -> None:
    make(tmp_path / CERTIFICATE, tmp_path / KEY)
    async with serving(config(tmp_path)) as site:
        with structlog.testing.capture_logs() as log, pytest.raises(trio.BrokenResourceError):
            await site.greeted(trusting(tmp_path))
        await site.clients.pop().stream.aclose()
        await site.greeted()
    assert [(line["event"], line["reason"]) for line in log] == [("turned away", "frame_size")]


async def test_who_refuses_the_certificate_or_leaves_without_reading_harms_nobody(tmp_path: Path) -> None:
    async with serving(encrypted(tmp_path)) as site:
        with structlog.testing.capture_logs() as log:
            with pytest.raises(trio.BrokenResourceError):
                await site.greeted(ssl.create_default_context(cafile=trustme_authority(tmp_path)))
            await site.clients.pop().stream.aclose()
            for _ in range(3):
                with socket.create_connection(("127.0.0.1", site.port)) as sock:
                    sock.sendall(b"\x16\x03\x01\x00\x05hello and no handshake")
            hasty = await site.connect(trusting(tmp_path))
            await hasty.say(m.Hello(m.PROTOCOL))
            stream = site.clients.pop().stream
            assert isinstance(stream, trio.SSLStream)
            await stream.transport_stream.aclose()
            await site.greeted(trusting(tmp_path))
    told = [(line["reason"], line["times"]) for line in log if line["event"] == "turned away"]
    assert told == [("tls UNEXPECTED_MESSAGE", 1)], "and the others later, together"


def trustme_authority(folder: Path) -> Path:
    """The certificate of an authority that has vouched for nobody here."""
    file = folder / "authority.pem"
    trustme.CA().cert_pem.write_to_path(str(file))
    return file


async def test_a_changed_certificate_is_taken_without_dropping_anybody(tmp_path: Path) -> None:
    async with serving(encrypted(tmp_path)) as site:
        older = await site.greeted(trusting(tmp_path))
        make(tmp_path / CERTIFICATE, tmp_path / KEY)
        signal.raise_signal(signal.SIGHUP)
        newer = await met(site, tmp_path)
        assert await shown(newer) != await shown(older)
        for far in (older, newer):
            await far.say(m.Ping(1))
            await far.wait(m.Pong)


async def met(site: Site, folder: Path) -> Far:
    """A client that knows the newest certificate; the server takes a moment to read it."""
    with trio.fail_after(10):
        while True:
            try:
                return await site.greeted(trusting(folder))
            except trio.BrokenResourceError:
                await site.clients.pop().stream.aclose()
                await trio.sleep(0.01)


def test_files_that_change_are_noticed_and_bad_ones_are_not_taken(tmp_path: Path) -> None:
    certificates = Certificates(encrypted(tmp_path))
    first = certificates.fingerprint
    (tmp_path / "other").mkdir()
    make(tmp_path / "other" / CERTIFICATE, tmp_path / "other" / KEY)
    with structlog.testing.capture_logs() as log:
        certificates.follow()
        assert log == []
        # The certificate is there and its key not yet.
        (tmp_path / "other" / CERTIFICATE).replace(tmp_path / CERTIFICATE)
        certificates.follow()
        certificates.follow()
    assert [line["event"] for line in log] == ["the certificate is not changed"]
    assert "do not belong together" in log[0]["reason"]
    assert certificates.fingerprint == first
    (tmp_path / "other" / KEY).replace(tmp_path / KEY)
    certificates.follow()
    assert certificates.fingerprint not in ("", first)
    (tmp_path / KEY).unlink()
    certificates.follow()
    assert certificates.tunnel() is not None


async def test_a_certificate_of_an_authority_is_shown_with_its_chain(tmp_path: Path) -> None:
    authority = trustme.CA()
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    issued = authority.issue_cert("localhost")
    issued.private_key_pem.write_to_path(str(key))
    for blob in issued.cert_chain_pems:
        blob.write_to_path(str(chain), append=True)
    context = ssl.create_default_context()
    authority.configure_trust(context)
    context.check_hostname = False
    async with serving(encrypted(tmp_path, str(chain), str(key))) as site:
        await site.greeted(context)
    assert not (tmp_path / CERTIFICATE).exists()


@pytest.mark.parametrize(
    ("certificate", "key", "sentence"),
    [
        (b"", b"", "the first is no certificate in PEM form and the second is no key in PEM form."),
        (b"nonsense", b"nonsense", "the first is no certificate in PEM form"),
        (None, None, "cannot be read: No such file or directory."),
    ],
)
def test_what_is_no_certificate_is_a_sentence(
    tmp_path: Path, certificate: bytes | None, key: bytes | None, sentence: str
) -> None:
    for name, content in (("c.pem", certificate), ("k.pem", key)):
        if content is not None:
            (tmp_path / name).write_bytes(content)
    with pytest.raises(CertificateError, match=sentence):
        Certificates(encrypted(tmp_path, str(tmp_path / "c.pem"), str(tmp_path / "k.pem")))


def test_a_pair_that_is_none_is_told_what_is_wrong_with_it(tmp_path: Path) -> None:
    for name in ("one", "two"):
        make(tmp_path / f"{name}.pem", tmp_path / f"{name}.key")
    private = rsa.generate_private_key(65_537, 2048)
    (tmp_path / "rsa.key").write_bytes(private.private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, s.NoEncryption()))
    (tmp_path / "cut.pem").write_bytes((tmp_path / "one.pem").read_bytes()[:-90])
    (tmp_path / "cut.key").write_bytes((tmp_path / "one.key").read_bytes()[:-90])
    (tmp_path / "text").write_text("hello")
    wrong = {
        "one.key one.pem": "the first is a key and the second is a certificate.",
        "one.pem one.pem": "used: the second is a certificate.",
        "one.key one.key": "used: the first is a key.",
        "one.pem two.key": "they do not belong together.",
        "one.pem rsa.key": "they do not belong together.",
        "one.pem cut.key": "one of them is damaged.",
        "cut.pem one.key": "one of them is damaged.",
        "one.pem text": "used: the second is no key in PEM form.",
        "text one.key": "used: the first is no certificate in PEM form.",
    }
    for pair, sentence in wrong.items():
        with pytest.raises(CertificateError) as told:
            Certificates(encrypted(tmp_path, *(str(tmp_path / name) for name in pair.split())))
        assert str(told.value).endswith(sentence), pair


def test_a_key_with_a_password_is_a_sentence_and_no_question(tmp_path: Path) -> None:
    make(tmp_path / "c.pem", tmp_path / "k.pem")
    private = s.load_pem_private_key((tmp_path / "k.pem").read_bytes(), None)
    locked = private.private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, s.BestAvailableEncryption(b"x"))
    (tmp_path / "k.pem").write_bytes(locked)
    with pytest.raises(CertificateError, match="has a password"):
        Certificates(encrypted(tmp_path, str(tmp_path / "c.pem"), str(tmp_path / "k.pem")))


async def test_a_slow_reader_gets_everything_whole_and_in_order_through_the_tunnel(tmp_path: Path) -> None:
    certificates = Certificates(encrypted(tmp_path))
    with looped() as loop:
        peer, wire = loop.pair("ann", limit=1 << 24, tunnel=certificates.tunnel())
        text = b"".join(number.to_bytes(4, "big") * 4096 for number in range(300))
        received: list[bytes] = []

        def client() -> None:
            with trusting(tmp_path).wrap_socket(peer, server_hostname="x") as secure:
                secure.sendall(b"hello")
                received.append(read_all(secure))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.to_thread.run_sync, client)
            await until(loop.reactor, lambda: loop.heard)
            assert loop.heard[0][1] == b"hello"
            for at in range(0, len(text), 65_536):
                wire.send(text[at : at + 65_536])
            wire.close(b"the end")
            await until(loop.reactor, lambda: received)
    assert received == [text + b"the end"]


async def test_a_farewell_before_the_handshake_waits_for_it(tmp_path: Path) -> None:
    certificates = Certificates(encrypted(tmp_path))
    with looped() as loop:
        peer, wire = loop.pair("ann", tunnel=certificates.tunnel())
        wire.close(b"full")
        assert not wire.outbox
        received: list[bytes] = []

        def client() -> None:
            with trusting(tmp_path).wrap_socket(peer, server_hostname="x") as secure:
                received.append(read_all(secure))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.to_thread.run_sync, client)
            await until(loop.reactor, lambda: received)
    assert received == [b"full"]


def test_nothing_is_told_of_a_tunnel_that_never_was(tmp_path: Path) -> None:
    tunnel: Tunnel = Certificates(encrypted(tmp_path)).tunnel()
    assert tunnel.farewell() == b""
