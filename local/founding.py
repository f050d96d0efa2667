"""The first day of the local server: who lives there and which channels there are."""

from __future__ import annotations

from local.clock import Clock, Snowflakes
from local.permissions import EVERYONE, INVITED, MANAGER
from local.state import FORUM, TEXT, Application, Channel, Guild, Member, Role, Tag, User, World

PEOPLE = [
    ("alice", "Alice", "#c2571a"),
    ("bob", "Bob", "#2f6fb0"),
    ("carol", "Carol", "#8a4fa3"),
    ("dora", "Dora", "#4d7c3a"),
]
BOT_NAME, BOT_COLOUR = "Glade", "#3f7d4e"
GUILD_NAME = "The Clearing"
TAGS = [("recruiting", "🪧"), ("your turn", "🟢"), ("finished", "🏁")]


def found_world(ids: Snowflakes, clock: Clock) -> World:
    people = {key: User(ids.new(), key, name, colour=colour) for key, name, colour in PEOPLE}
    bot = User(ids.new(), BOT_NAME.lower(), BOT_NAME, bot=True, colour=BOT_COLOUR)
    application = Application(ids.new(), BOT_NAME, bot.id, owner_id=people["dora"].id)
    world = World(application, users={one.id: one for one in (*people.values(), bot)})
    found_guild(world, ids, clock, GUILD_NAME, people["dora"].id)
    return world


def found_guild(
    world: World, ids: Snowflakes, clock: Clock, name: str, manager_id: str, *, with_bot: bool = True
) -> Guild:
    """A server with a text channel and a forum. Its owner is nobody who plays: not even Dora may do everything."""
    guild = Guild(ids.new(), name, owner_id=ids.new(), has_bot=with_bot)
    guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE)
    managers = Role(ids.new(), "Managers", MANAGER, position=2)
    guild.roles[managers.id] = managers
    joined = clock.iso()
    for user in world.people:
        roles = [managers.id] if user.id == manager_id else []
        guild.members[user.id] = Member(user.id, joined, roles)
    if with_bot:
        own = Role(ids.new(), world.bot.name, INVITED, position=1, managed_by=world.bot.id)
        guild.roles[own.id] = own
        guild.members[world.bot.id] = Member(world.bot.id, joined, [own.id])
    world.guilds[guild.id] = guild
    for position, (kind, channel_name, topic) in enumerate(
        [
            (TEXT, "lobby", "Open a table with /game new. Everybody is welcome."),
            (FORUM, "tables", "One post for every game."),
        ]
    ):
        channel = Channel(ids.new(), kind, channel_name, guild.id, position, topic, created_at=joined)
        if kind == FORUM:
            channel.tags = [Tag(ids.new(), tag, emoji) for tag, emoji in TAGS]
        world.channels[channel.id] = channel
    return guild
