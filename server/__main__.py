"""The command line of the server."""

import argparse
import contextlib
import os
import signal
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn

from server.commands import add_commands

# Only what the help page needs is imported here; the server itself comes when it is known that it shall run.
if TYPE_CHECKING:
    import trio

    from server.config import Config

PROGRAM = "fivefold-server"
STANDARD_INPUT = 0
PORT = "port"
"""The file in an embedded server's data folder that says where it listened the last time."""
REFUSED = 2
"""The status of a start that is not possible before somebody changes something."""
FOR_NOW = 75
"""The status of a start that is not possible now and may be later; sysexits.h calls it a temporary failure."""

ABOUT = """\
A card room for the terminal. Players connect with: fivefold HOST:PORT

  fivefold-server                       for this machine, on port 5555
  fivefold-server --config server.toml  with a configuration of your own
  fivefold-server --print-config        shows every setting and why it is so
"""

NOTES = """\
The data folder keeps what must survive: accounts, ratings and finished games.

By default only this machine can connect. With --host 0.0.0.0 others can too,
and connections are encrypted (TLS): the first start makes a certificate in the
data folder; every start prints its fingerprint. Give that to your players: the
client shows it at their first visit. For a certificate from an authority
see --print-config. SIGHUP makes the server read a changed certificate.

Ctrl-C or SIGTERM ends the server in order: running games stand still, and go on
after the next start. A second signal ends it at once. A start that is not
possible ends with one sentence and status 2, or 75 if it may be possible later
(a full disk, a port in use).
"""


def main() -> None:
    """Run the server until it is told to end."""
    arguments = parser().parse_args()
    if arguments.print_config:
        print_config()
        return
    from server.config import ConfigError
    from server.logs import configure

    try:
        config = configured(arguments)
        refuse_open_plaintext(config, arguments.insecure_plaintext)
    except ConfigError as error:
        fail(str(error))
    if arguments.command is not None:
        carry_out(config, arguments)
        return
    configure(config.log)
    run(config, embedded=arguments.embedded)


def parser() -> argparse.ArgumentParser:
    """The command line's grammar and help page."""
    page = argparse.ArgumentParser(
        PROGRAM, description=ABOUT, epilog=NOTES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    page.add_argument("--host", help="the address to listen on (default: 127.0.0.1)")
    page.add_argument("--port", type=port, help="the port; 0 takes a free one and prints it (default: 5555)")
    page.add_argument("--data", metavar="DIR", help="the data folder (default: this system's usual place)")
    page.add_argument("--config", metavar="FILE", type=Path, help="a TOML file with the settings that you change")
    page.add_argument(
        "--insecure-plaintext", action="store_true", help="do not encrypt, even where others can listen in"
    )
    page.add_argument(
        "--drain-after",
        metavar="MINUTES",
        type=int,
        help="on SIGTERM, tell everybody, and end so many minutes later or after the last game (default: 0)",
    )
    page.add_argument("--print-config", action="store_true", help="print the commented default configuration and end")
    page.add_argument(
        "--embedded",
        action="store_true",
        help="for programs: a free port of this machine, and the end when standard input is closed",
    )
    page.add_argument("--version", action=Version, nargs=0, help="print the version and end")
    page.set_defaults(command=None)
    add_commands(page)
    return page


def carry_out(config: "Config", arguments: argparse.Namespace) -> None:
    """Carry out an admin's command; where it is not possible, say why and end with status 2."""
    from server.store.errors import StoreError

    try:
        print(arguments.command(config, arguments))
    except (StoreError, ValueError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename or 'A file'} cannot be used: {error.strerror}.")


class Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, page: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print it and end."""
        from importlib.metadata import version

        print(PROGRAM, version("fivefold"))
        page.exit()


def port(text: str) -> int:
    """A port from the command line."""
    if not text.isascii() or not text.isdigit() or int(text) > 65_535:
        raise argparse.ArgumentTypeError("a port is a whole number from 0 to 65535")
    return int(text)


def print_config() -> None:
    """Print the commented default configuration, which is also its manual."""
    from server.config import DEFAULT_FILE

    print(DEFAULT_FILE.read_text(encoding="utf-8"), end="")


def configured(arguments: argparse.Namespace) -> "Config":
    """The configuration after the command line had its say.

    Raises:
        ConfigError: It cannot be used.
    """
    from msgspec.structs import replace

    from server.config import ConfigError, load

    host, number = arguments.host, arguments.port
    if arguments.embedded:
        if host is not None or number is not None:
            raise ConfigError("--embedded chooses the address itself; leave --host and --port out.")
        host, number = "127.0.0.1", 0
    tls: Literal["off"] | None = "off" if arguments.insecure_plaintext else None
    config = load(arguments.config, host=host, port=number, folder=arguments.data, tls=tls, drain=arguments.drain_after)
    return replace(config, listen=replace(config.listen, port=last_port(config))) if arguments.embedded else config


def last_port(config: "Config") -> int:
    """The port that an embedded server had the last time, so that its player's client comes back to it; else 0, any."""
    with contextlib.suppress(OSError, ValueError, OverflowError), socket.socket() as trial:
        number = int((config.folder / PORT).read_text("ascii"))
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        trial.bind((config.listen.host, number))
        return number
    return 0


def refuse_open_plaintext(config: "Config", allowed: bool) -> None:
    """Passwords leave this machine in clear only if the admin has asked for that by name.

    Raises:
        ConfigError: Others could connect, encryption is off, and that was not asked for on the command line.
    """
    from server.config import ConfigError

    if not config.encrypted and not config.listen.loopback and not allowed:
        raise ConfigError(
            f"Listening on {config.listen.host} without TLS would let passwords travel readable. Leave [tls] mode at"
            ' "auto", or add --insecure-plaintext if that network is yours.'
        )


def run(config: "Config", *, embedded: bool = False) -> None:
    """Serve until the end; a start that is impossible ends the process with a sentence and a status."""
    import trio

    started = False

    async def serve_and_tell() -> None:
        nonlocal started
        async with trio.open_nursery() as nursery:
            number, fingerprint = await nursery.start(serve_until_end, config, nursery.cancel_scope)
            started = True
            announce(config.listen.host, number, fingerprint)
            if config.testing:
                warn_of_testing()
            if embedded:
                with contextlib.suppress(OSError):
                    (config.folder / PORT).write_text(str(number), "ascii")
                nursery.start_soon(end_with_parent)

    try:
        trio.run(serve_and_tell)
    except BaseException as error:
        if interrupted(error):
            sys.exit(130)
        sentence = None if started else explained(error, config)
        if sentence is None:
            raise
        fail(sentence, REFUSED if lasting(error) else FOR_NOW)


async def serve_until_end(
    config: "Config", others: "trio.CancelScope", *, task_status: "trio.TaskStatus[tuple[int, str]]"
) -> None:
    """Serve; when that ends, nothing else needs to run."""
    from server.app import serve

    await serve(config, task_status=task_status)
    others.cancel()


async def end_with_parent() -> None:
    """Wait until standard input is closed, then end the server as SIGTERM does: whoever started it is gone."""
    import trio

    # A plain read in a thread: unlike epoll it works for a pipe, a terminal and a file alike.
    with contextlib.suppress(OSError):
        while await trio.to_thread.run_sync(os.read, STANDARD_INPUT, 4096, abandon_on_cancel=True):
            pass
    signal.raise_signal(signal.SIGTERM)


def announce(host: str, number: int, fingerprint: str) -> None:
    """Print where the server listens, which programs that start it read, and how players know it for the real one."""
    with contextlib.suppress(OSError):
        print(f"listening on {f'[{host}]' if ':' in host else host}:{number}", flush=True)
        if fingerprint:
            print(f"the fingerprint of its certificate (SHA-256) is\n{fingerprint}", flush=True)


def interrupted(error: BaseException) -> bool:
    """Whether Ctrl-C came before the server could end in order, and nothing else happened."""
    if isinstance(error, BaseExceptionGroup):
        return all(map(interrupted, error.exceptions))
    return isinstance(error, KeyboardInterrupt)


def warn_of_testing() -> None:
    """Say that secrets are shown, whatever the log is set to."""
    words = "TESTING MODE (APP_ENV=testing): tables show answers or let decks be stacked. This is not for real play."
    with contextlib.suppress(OSError):
        print(f"{PROGRAM}: {words}", file=sys.stderr)


def explained(error: BaseException, config: "Config") -> str | None:
    """The sentence for an error that kept the server from starting; None for a fault of the server itself."""
    from server.certificates import CertificateError
    from server.store.errors import StoreError

    if isinstance(error, BaseExceptionGroup):
        sentences = [explained(one, config) for one in error.exceptions]
        return sentences[0] if all(sentences) else None
    if isinstance(error, StoreError | CertificateError):
        return str(error)
    if isinstance(error, socket.gaierror):
        return f"The address {config.listen.host} is not known."
    if isinstance(error, OSError) and error.strerror:
        return f"Listening on {config.listen.host} port {config.listen.port} is not possible: {error.strerror}."
    return None


def lasting(error: BaseException) -> bool:
    """Whether an error that kept the server from starting will be there at the next try too."""
    from server.certificates import CertificateError
    from server.store.errors import NeedsAdmin, NewerSchema

    if isinstance(error, BaseExceptionGroup):
        return any(map(lasting, error.exceptions))
    return isinstance(error, NeedsAdmin | NewerSchema | CertificateError | PermissionError)


def fail(sentence: str, status: int = REFUSED) -> NoReturn:
    """End with a sentence for the admin."""
    print(f"{PROGRAM}: {sentence}", file=sys.stderr)
    sys.exit(status)


if __name__ == "__main__":
    main()
