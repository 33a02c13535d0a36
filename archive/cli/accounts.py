"""`twenties account`: make accounts and change them, from the machine the archive runs on.

The first admin is made here: an operator who may run this may do anything with the archive already.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from archive.cli.serve import existing_archive, instance_option
from archive.cli.speech import _

if TYPE_CHECKING:
    from pathlib import Path

    from archive.services import Archive
    from archive.services.accounts import AccountView

ROLES = ("member", "arbiter", "moderator", "admin")

_role = click.option("--role", type=click.Choice(ROLES), default="member", show_default=True)
_name = click.argument("name")


@click.group("account")
def account_command() -> None:
    """Make accounts and change them."""


@account_command.command()
@_name
@_role
@instance_option
def create(name: str, role: str, instance: Path | None) -> None:
    """Make an account. The password is asked for, or read from standard input."""
    from archive.services.permissions import Role

    with existing_archive(instance) as archive:
        made = archive.accounts.create(name, _password(), Role(role))
    click.echo(_("Made the account {name}, {role}.", name=made.name, role=role))


@account_command.command("list")
@instance_option
def list_accounts(instance: Path | None) -> None:
    """List accounts: role, when it was made, name."""
    with existing_archive(instance) as archive:
        for one in archive.accounts.all(limit=1_000_000):
            state = f"  ({_('disabled')})" if one.disabled_at else ""
            click.echo(f"{one.role:<10} {one.created_at:%Y-%m-%d}  {one.name}{state}")


@account_command.command()
@_name
@click.argument("role", type=click.Choice(ROLES))
@instance_option
def role(name: str, role: str, instance: Path | None) -> None:
    """Give an account another role. Ends its sessions."""
    from archive.services.permissions import Role

    with existing_archive(instance) as archive:
        found = _named(archive, name)
        archive.accounts.set_role(found.id, Role(role))
    click.echo(_("{name} is {role} now.", name=found.name, role=role))


@account_command.command()
@_name
@click.option("--undo", is_flag=True, help="Allow signing in with it again.")
@instance_option
def disable(name: str, undo: bool, instance: Path | None) -> None:
    """Stop all signing in with an account, and the use of its tokens."""
    with existing_archive(instance) as archive:
        found = _named(archive, name)
        archive.accounts.disable(found.id, again=undo)
    if undo:
        click.echo(_("{name} can sign in again.", name=found.name))
    else:
        click.echo(_("{name} can no longer sign in.", name=found.name))


@account_command.command()
@_name
@instance_option
def password(name: str, instance: Path | None) -> None:
    """Give an account another password. Ends its sessions."""
    with existing_archive(instance) as archive:
        found = _named(archive, name)
        archive.accounts.set_password(found, _password())
    click.echo(_("{name} has another password now.", name=found.name))


def _named(archive: Archive, name: str) -> AccountView:
    found = archive.accounts.named(name)
    if found is None:
        raise click.ClickException(_("There is no account named {name}.", name=name))
    return found


def _password() -> str:
    """Return a password typed twice at a terminal; else the first line of standard input."""
    if sys.stdin.isatty():
        typed: str = click.prompt(
            _("Password"), hide_input=True, confirmation_prompt=_("Once more")
        )
        return typed
    return sys.stdin.readline().rstrip("\r\n")
