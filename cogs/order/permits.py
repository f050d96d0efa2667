"""Who may do what, in one table. Checked by user id and seat, never by role name or by who can see a channel.

A server manager is somebody whom Discord lets manage the server; the owner of the bot is the owner of its
application. Neither sees another's hand: looking into a hand is no permit here, it belongs to the seat alone.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Any

import discord

from cogs import texts
from cogs.errors import Sorry
from engine.store import GameRow, SeatRow


class Role(enum.Enum):
    """What somebody is to a game."""

    SEAT = "a player"
    HOST = "the host"
    SPECTATOR = "a spectator"
    MANAGER = "a server manager"
    OWNER = "the owner of the bot"


S, H, W, M, O = Role.SEAT, Role.HOST, Role.SPECTATOR, Role.MANAGER, Role.OWNER
EVERYBODY = frozenset(Role)

PERMITS: dict[str, frozenset[Role]] = {
    # what is public
    "look": EVERYBODY,  # map, boards, log, replay, export of what everybody may know, rules, info
    "open a table": EVERYBODY,
    "study": EVERYBODY,  # bring a game in a file: it belongs to nobody
    "join": EVERYBODY,
    # what belongs to a seat
    "play": frozenset({S}),  # answer, undo, hand, why, orders, recap: only one's own seat
    "share": frozenset({S, H}),  # post a film or a recap: what all may know
    "leave": frozenset({S}),
    "propose": frozenset({S}),  # pause, go on, take back, replace, abandon: the seated people decide
    # the lobby
    "settings": frozenset({H}),  # map, deck, bots, pace …
    "start": frozenset({H}),
    "close lobby": frozenset({H, M}),
    # order in the server: never a look into a hand
    "pause": frozenset({M}),
    "archive": frozenset({M}),
    # the house
    "health": frozenset({O}),
}


def roles(
    user: discord.abc.User,
    permissions: discord.Permissions | None,
    game: GameRow | None,
    seats: Iterable[SeatRow] = (),
    owner: bool = False,
) -> frozenset[Role]:
    """Everything somebody is to a game."""
    me = str(user.id)
    found = {Role.SPECTATOR}
    if any(seat.user == me for seat in seats):
        found.add(Role.SEAT)
    if game is not None and game.host == me:
        found.add(Role.HOST)
    if permissions is not None and (permissions.manage_guild or permissions.administrator):
        found.add(Role.MANAGER)
    if owner:
        found.add(Role.OWNER)
    return frozenset(found)


def may(permit: str, held: frozenset[Role]) -> bool:
    """Does one of these roles allow it?"""
    return bool(PERMITS[permit] & held)


def manages(interaction: discord.Interaction[Any], game: GameRow) -> bool:
    """A manager of this server, for a game of this server."""
    here = interaction.guild_id is not None and str(interaction.guild_id) == game.guild
    allowed = interaction.permissions
    return here and (allowed.manage_guild or allowed.administrator)


def held_by(
    interaction: discord.Interaction[Any], game: GameRow | None, seats: Iterable[SeatRow] = ()
) -> frozenset[Role]:
    """What the person behind an interaction is to a game."""
    permissions = interaction.permissions if game is None or manages(interaction, game) else None
    return roles(interaction.user, permissions, game, seats)


async def require(
    permit: str, interaction: discord.Interaction[Any], game: GameRow | None, seats: Iterable[SeatRow] = ()
) -> frozenset[Role]:
    """The roles of a person, or a kind refusal that says who may."""
    held = held_by(interaction, game, seats)
    if Role.OWNER in PERMITS[permit] and await interaction.client.is_owner(interaction.user):
        held |= {Role.OWNER}
    if not may(permit, held):
        who = sorted(role.value for role in PERMITS[permit])
        raise Sorry(texts.ONLY_FOR.format(who=" or ".join(who)))
    return held
