"""Who this server is to those who connect encrypted: its certificate and key, made at the first start if need be."""

import hashlib
import os
import ssl
from pathlib import Path
from typing import Final

import structlog

from server.config import Config
from server.store.errors import unusable
from server.tunnel import Tunnel

LOG = structlog.get_logger()
CERTIFICATE: Final = "certificate.pem"
KEY: Final = "certificate-key.pem"
YEARS: Final = 30
"""How long a certificate of our own is valid: clients know it by its fingerprint, and nobody renews it."""


class CertificateError(Exception):
    """The certificate or its key cannot be used. The text is a sentence for the admin."""


class Certificates:
    """The server's certificate as new connections get it. Those that exist keep theirs when it is changed.

    Raises:
        CertificateError: It cannot be used.
        StoreUnavailable: None could be made.
    """

    def __init__(self, config: Config) -> None:
        self._certificate, self._key = files(config)
        if not config.tls.certificate and not self._certificate.exists():
            if self._key.exists():  # a key that was copied here first, or all that is left: nobody makes it again
                raise CertificateError(
                    f"The key {self._key} is there without its certificate {self._certificate}."
                    " Put that beside it, or the key away."
                )
            make(self._certificate, self._key)
        self._tried = self._stamps()
        self._context, self.fingerprint = self._load()

    def tunnel(self) -> Tunnel:
        """The server's end of a new connection."""
        return Tunnel(self._context)

    def reload(self) -> None:
        """Take the files as they are now; if they cannot be used, go on with what there is and log why."""
        self._tried = self._stamps()
        try:
            self._context, self.fingerprint = self._load()
        except CertificateError as error:
            LOG.warning("the certificate is not changed", reason=str(error))
        else:
            LOG.info("the certificate was read", fingerprint=self.fingerprint)

    def follow(self) -> None:
        """Reload if a file has changed since the last time. Called now and then."""
        if self._stamps() != self._tried:
            self.reload()

    def _load(self) -> tuple[ssl.SSLContext, str]:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.options |= ssl.OP_NO_RENEGOTIATION
        # Sessions are never resumed: a connection lasts for an evening, and a ticket costs two writes and memory.
        context.num_tickets = 0
        try:
            context.load_cert_chain(self._certificate, self._key, password=_no_password)
            text = self._certificate.read_text(encoding="ascii")
        except ssl.SSLError as error:
            reason = _unfit(error.reason or "", *(path.read_bytes() for path in (self._certificate, self._key)))
            raise CertificateError(
                f"The certificate {self._certificate} and its key {self._key} cannot be used: {reason}."
            ) from error
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise CertificateError(
                f"The certificate {self._certificate} or its key {self._key} cannot be read: {why}."
            ) from error
        return context, fingerprint(text)

    def _stamps(self) -> tuple[tuple[int, int] | None, ...]:
        return tuple(_stamp(path) for path in (self._certificate, self._key))


def files(config: Config) -> tuple[Path, Path]:
    """The PEM files of certificate (with its chain) and key: the configured ones, or our own in the data folder."""
    if config.tls.certificate:
        return Path(config.tls.certificate).expanduser(), Path(config.tls.key or config.tls.certificate).expanduser()
    return config.folder / CERTIFICATE, config.folder / KEY


def fingerprint(pem: str) -> str:
    """The SHA-256 of the first certificate in a PEM text, as openssl writes it: pairs of hex digits with colons."""
    end = "-----END CERTIFICATE-----"
    der = ssl.PEM_cert_to_DER_cert(pem[pem.index("-----BEGIN CERTIFICATE-----") : pem.index(end) + len(end)])
    return hashlib.sha256(der).digest().hex(":").upper()


def make(certificate: Path, key: Path) -> None:
    """Write a new key, which nobody else can read, and a certificate that it has signed itself.

    Raises:
        StoreUnavailable: The folder cannot be written to.
    """
    # Only the first start of all needs this, and loading it takes a while.
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "fivefold")])
    yesterday = datetime.now(UTC) - timedelta(days=1)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(yesterday)
        .not_valid_after(yesterday + timedelta(days=365 * YEARS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(private, hashes.SHA256())
    )
    secret = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        certificate.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        both = {key: secret, certificate: signed.public_bytes(serialization.Encoding.PEM)}
        fresh = {path: path.with_name(f"{path.name}.new") for path in both}
        for path, content in both.items():
            with os.fdopen(os.open(fresh[path], os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
                file.write(content)
        for path in both:  # the key first: a certificate that is there has its key
            fresh[path].replace(path)
    except OSError as error:
        raise unusable(certificate.parent, error) from error


def _unfit(reason: str, certificate: bytes, key: bytes) -> str:
    """Why OpenSSL does not take two files as certificate and key, beyond the `reason` that it gives, if any."""
    if "MISMATCH" in reason or reason == "NO_CERTIFICATE_ASSIGNED":  # the latter where one is RSA's and the other not
        return "they do not belong together"
    if reason:
        return f"OpenSSL says {reason.replace('_', ' ').lower()}"
    head, private = b"-----BEGIN CERTIFICATE-----", b"PRIVATE KEY-----"
    wrong = []
    if head not in certificate:
        wrong.append("the first is a key" if private in certificate else "the first is no certificate in PEM form")
    if private not in key:
        wrong.append("the second is a certificate" if head in key else "the second is no key in PEM form")
    return " and ".join(wrong) or "one of them is damaged"


def _no_password() -> str:
    # Without this a key with a password would make OpenSSL ask for it on the terminal.
    raise ValueError("the key has a password; the server needs one without")


def _stamp(path: Path) -> tuple[int, int] | None:
    """What changes with a file's content: its time and its inode. None while it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino
