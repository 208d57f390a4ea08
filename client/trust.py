"""Which servers this client knows: certificates that the player has accepted, and how connections are encrypted.

A certificate from an authority is verified the usual way. Any other one is shown by its fingerprint at the first visit;
once the player has accepted it, it is the only one that this server may show.
"""

import hashlib
import ipaddress
import os
import ssl
from pathlib import Path
from urllib.parse import quote

from client.address import Address


class Trust:
    """The certificates that the player has accepted, each in a file of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def accepted(self, where: Address) -> str | None:
        """The accepted certificate of a server (PEM), or None where there is none that can be used."""
        try:
            text = self._file(where).read_text(encoding="ascii")
            ssl.PEM_cert_to_DER_cert(text)
        except (OSError, ValueError):
            return None
        return text

    def accept(self, where: Address, certificate: str) -> None:
        """Know this certificate (PEM) as the server's from now on.

        Raises:
            OSError: it cannot be kept.
        """
        file = self._file(where)
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.{os.getpid()}.new")
        fresh.write_text(certificate, encoding="ascii")
        fresh.replace(file)

    def forget(self, where: Address) -> None:
        """Know no certificate of a server any more.

        Raises:
            OSError: the file cannot be removed.
        """
        self._file(where).unlink(missing_ok=True)

    def _file(self, where: Address) -> Path:
        return self._folder / f"{quote(where.host.lower(), safe='')}@{where.port}.pem"


def loopback(where: Address) -> bool:
    """Whether a server is on this machine, so that nobody can listen in on the way."""
    try:
        return ipaddress.ip_address(where.host).is_loopback
    except ValueError:
        return where.host.lower() == "localhost"


def verified(accepted: str | None) -> ssl.SSLContext:
    """Only an accepted certificate will do, or if there is none, one that an authority vouches for."""
    if accepted is None:
        return ssl.create_default_context()
    context = unverified()
    context.verify_mode = ssl.CERT_REQUIRED
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.load_verify_locations(cadata=accepted)
    return context


def unverified() -> ssl.SSLContext:
    """Any certificate will do: to look at it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def fingerprint(certificate: str) -> str:
    """The SHA-256 of a certificate (PEM) as the server prints it: pairs of hex digits with colons."""
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest().hex(":").upper()
