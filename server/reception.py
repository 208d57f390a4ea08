"""Who comes in, and what becomes of their account. Every check of a password or code is throttled here."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import structlog

from protocol import messages as m
from server.accounts import Account, Denied
from server.house import House
from server.people import Person
from server.throttle import GUESSES, account_key

if TYPE_CHECKING:
    from server.lobby import Lobby

LOG = structlog.get_logger()


async def come_in(house: House, request: m.SigningIn, network: str) -> Person:
    """Who somebody is who signs in from a network.

    Raises:
        Denied: they are not let in.
    """
    accounts, people = house.accounts, house.people
    match request:
        case m.Register(name=name, password=password):
            people.check_free(name)
            with checked(house, request, name, network):
                account = await accounts.register(name, password)
            LOG.info("an account was made", name=account.name, network=network)
            return people.of_account(account)
        case m.SignIn(name=name, password=password):
            with checked(house, request, name, network):
                account = await accounts.sign_in(name, password)
            return people.of_account(account)
        case m.Reset(name=name, code=code, password=password):
            with checked(house, request, name, network):
                account = await accounts.reset(name, code, password)
            person = people.of_account(account)
            people.renew(person)
            await accounts.sign_out(account)
            return person
        case m.Guest(name=name):
            return people.guest(await accounts.free_name(name))


async def see_to(house: House, lobby: "Lobby", request: m.OwnAccount, person: Person, network: str) -> None:
    """Carry out what somebody wants of their own account.

    Raises:
        Denied: it is refused, and nothing has changed, or older tokens alone if the database failed on the way.
    """
    account = person.account
    if account is None:
        raise Denied("guest", "Guests have no account.")
    match request:
        case m.ChangePassword(old=old, new=new):
            with checked(house, request, account.name, network):
                await house.accounts.change(account, old, new)
            await renew(house, account)
        case m.SignOutEverywhere():
            await renew(house, account)
        case m.DeleteAccount(password=password):
            lobby.demand_settled(account)
            with checked(house, request, account.name, network):
                await house.accounts.confirm(account, password)
            await _delete(house, lobby, person, account)


@contextmanager
def checked(house: House, request: m.SigningIn | m.OwnAccount, name: str, network: str) -> Iterator[None]:
    """Around a check, which counts as a guess or as a new account: many of them at once are sent away.

    The log tells of each wrong password or code, for people and for what shuts addresses out. Those are bounded by the
    throttle; of those whom it sends away the log tells how many they were.

    Raises:
        Denied: somebody is sent away, or the check itself denies it.
    """
    throttle, new = house.throttle, isinstance(request, m.Register)
    try:
        with throttle.new_account(network) if new else throttle.guess(name, network):
            yield
    except Denied as denied:
        kind = type(request).__struct_config__.tag
        if denied.code in GUESSES:
            LOG.info("a sign-in failed", request=kind, name=account_key(name), network=network, code=denied.code)
        elif denied.code in {"throttled", "busy"}:
            house.turned.tell(f"{denied.code} {kind}", network)
        raise


async def renew(house: House, account: Account) -> None:
    """Whoever holds an older token of an account is nobody from now on; its own connection is told the new one.

    Raises:
        Denied: the database does not take it, so that a restart may bring an older token back.
    """
    person = house.people.present(account)
    if person is not None:
        house.people.renew(person)
        if person.session is not None:
            with house.hub.batch():
                person.session.introduce(person)
    await house.accounts.sign_out(account)


async def _delete(house: House, lobby: "Lobby", person: Person, account: Account) -> None:
    lobby.demand_settled(account)
    # From here on no game can begin with this account in it.
    person.leaving = True
    try:
        with house.hub.batch():
            if person.asking is not None:
                person.asking.settle(person, "cancelled", "Your account is being deleted.")
            for room in tuple(person.rooms.values()):
                with suppress(Denied):
                    room.leave(person)
        await house.accounts.remove(account)
        house.archive.forget()
    finally:
        person.leaving = False
