"""What Discord sends: the JSON of users, channels, messages and the rest, from our own data."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from local import permissions
from local.state import (
    DM,
    FORUM,
    Attachment,
    Channel,
    Guild,
    Member,
    Message,
    Role,
    Tag,
    Used,
    User,
    World,
)

Json = dict[str, Any]


class Payloads:
    def __init__(self, world: World):
        self.world = world
        self.base_url = ""

    def user(self, user: User) -> Json:
        return {
            "id": user.id,
            "username": user.username,
            "discriminator": "0",
            "global_name": user.name,
            "avatar": None,
            "bot": user.bot,
            "system": False,
            "public_flags": 0,
        }

    def member(self, guild: Guild, member: Member, *, with_user: bool = True) -> Json:
        data: Json = {
            "roles": member.roles,
            "nick": member.nick,
            "avatar": None,
            "joined_at": member.joined_at,
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }
        if with_user:
            data["user"] = self.user(self.world.users[member.user_id])
        return data

    def role(self, role: Role) -> Json:
        data: Json = {
            "id": role.id,
            "name": role.name,
            "color": role.colour,
            "colors": {"primary_color": role.colour, "secondary_color": None, "tertiary_color": None},
            "hoist": role.hoist,
            "icon": None,
            "unicode_emoji": None,
            "position": role.position,
            "permissions": str(role.permissions),
            "managed": role.managed_by is not None,
            "mentionable": role.mentionable,
            "flags": 0,
        }
        if role.managed_by is not None:
            data["tags"] = {"bot_id": role.managed_by}
        return data

    def tag(self, tag: Tag) -> Json:
        return {
            "id": tag.id,
            "name": tag.name,
            "moderated": tag.moderated,
            "emoji_id": None,
            "emoji_name": tag.emoji,
        }

    def channel(self, channel: Channel, *, sees: str | None = None) -> Json:
        """`sees`: the user whose own membership of a thread is told along (the bot's, as a rule)."""
        if channel.type == DM:
            others = [one for one in channel.recipients if one != self.world.application.bot_id]
            return {
                "id": channel.id,
                "type": DM,
                "last_message_id": channel.last_message_id,
                "flags": 0,
                "recipients": [self.user(self.world.users[one]) for one in others],
            }
        data: Json = {
            "id": channel.id,
            "type": channel.type,
            "guild_id": channel.guild_id,
            "name": channel.name,
            "parent_id": channel.parent_id,
            "rate_limit_per_user": channel.slow_mode,
            "flags": channel.flags,
            "last_message_id": channel.last_message_id,
        }
        if channel.is_thread:
            data |= {
                "owner_id": channel.owner_id,
                "message_count": channel.message_count,
                "total_message_sent": channel.total_messages,
                "member_count": min(50, len(channel.members)),
                "applied_tags": channel.applied_tags,
                "thread_metadata": {
                    "archived": channel.archived,
                    "archive_timestamp": channel.archived_at or channel.created_at,
                    "auto_archive_duration": channel.auto_archive,
                    "locked": channel.locked,
                    "invitable": channel.invitable,
                    "create_timestamp": channel.created_at,
                },
            }
            if sees is not None and sees in channel.members:
                data["member"] = self.thread_member(channel, sees)
            return data
        data |= {
            "position": channel.position,
            "topic": channel.topic,
            "nsfw": channel.nsfw,
            "last_pin_timestamp": channel.last_pin_at,
            "default_auto_archive_duration": channel.default_auto_archive,
            "permission_overwrites": [
                {"id": one.id, "type": one.type, "allow": str(one.allow), "deny": str(one.deny)}
                for one in channel.overwrites.values()
            ],
        }
        if channel.type == FORUM:
            data |= {
                "available_tags": [self.tag(tag) for tag in channel.tags],
                "default_reaction_emoji": None,
                "default_sort_order": None,
                "default_forum_layout": 0,
                "default_thread_rate_limit_per_user": 0,
            }
        return data

    def thread_member(self, channel: Channel, user_id: str) -> Json:
        return {"id": channel.id, "user_id": user_id, "join_timestamp": channel.members[user_id], "flags": 0}

    def guild(self, guild: Guild, *, full: bool = False) -> Json:
        """`full` is what GUILD_CREATE carries: channels, threads and members too."""
        data: Json = {
            "id": guild.id,
            "name": guild.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "owner_id": guild.owner_id,
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "roles": [self.role(role) for role in guild.roles.values()],
            "emojis": [],
            "stickers": [],
            "features": ["COMMUNITY"],
            "mfa_level": 0,
            "application_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "vanity_url_code": None,
            "description": None,
            "banner": None,
            "premium_tier": guild.boost_level,
            "premium_subscription_count": 0,
            "preferred_locale": guild.locale,
            "public_updates_channel_id": None,
            "nsfw_level": 0,
            "premium_progress_bar_enabled": False,
            "safety_alerts_channel_id": None,
        }
        if full:
            bot = self.world.application.bot_id
            own = [one for one in self.world.channels.values() if one.guild_id == guild.id]
            seen = [one for one in own if permissions.may_see(self.world, one, bot)]
            data |= {
                "joined_at": guild.members[bot].joined_at,
                "large": False,
                "unavailable": False,
                "member_count": len(guild.members),
                "voice_states": [],
                "presences": [],
                "stage_instances": [],
                "guild_scheduled_events": [],
                "soundboard_sounds": [],
                "members": [self.member(guild, guild.members[bot])],
                "channels": [self.channel(one) for one in own if not one.is_thread],
                "threads": [
                    self.channel(one, sees=bot) for one in seen if one.is_thread and not one.archived
                ],
            }
        return data

    def attachment_url(self, attachment: Attachment) -> str:
        return f"{self.base_url}/cdn/attachments/{attachment.channel_id}/{attachment.id}/{quote(attachment.filename)}"

    def attachment(self, attachment: Attachment) -> Json:
        url = self.attachment_url(attachment)
        data: Json = {
            "id": attachment.id,
            "filename": attachment.filename,
            "size": attachment.size,
            "url": url,
            "proxy_url": url,
            "content_type": attachment.content_type,
            "flags": 32 if attachment.spoiler else 0,
        }
        if attachment.width is not None:
            data |= {"width": attachment.width, "height": attachment.height}
        if attachment.description is not None:
            data["description"] = attachment.description
        if attachment.ephemeral:
            data["ephemeral"] = True
        return data

    def used(self, used: Used) -> Json:
        data: Json = {
            "id": used.id,
            "type": used.type,
            "user": self.user(self.world.users[used.user_id]),
            "authorizing_integration_owners": {"1": used.user_id} if used.user_installed else {"0": "0"},
        }
        if used.name:
            data["name"] = used.name
        if used.original_id is not None:
            data["original_response_message_id"] = used.original_id
        if used.on_message is not None:
            data["interacted_message_id"] = used.on_message
        return data

    def message(self, message: Message, *, referenced: bool = True) -> Json:
        world = self.world
        data: Json = {
            "id": message.id,
            "channel_id": message.channel_id,
            "author": self.user(world.users[message.author_id]),
            "content": message.content,
            "timestamp": message.timestamp,
            "edited_timestamp": message.edited,
            "tts": False,
            "mention_everyone": message.mention_everyone,
            "mentions": [self.user(world.users[one]) for one in message.mentions],
            "mention_roles": message.mention_roles,
            "attachments": [self.attachment(one) for one in message.attachments],
            "embeds": message.embeds,
            "components": message.components,
            "pinned": message.pinned_at is not None,
            "type": message.type,
            "flags": message.flags,
        }
        if message.reactions:
            bot = world.application.bot_id
            data["reactions"] = [
                {
                    "emoji": {"id": None, "name": one.emoji},
                    "count": len(one.users),
                    "count_details": {"burst": 0, "normal": len(one.users)},
                    "burst_colors": [],
                    "me": bot in one.users,
                    "me_burst": False,
                }
                for one in message.reactions
            ]
        if message.nonce is not None:
            data["nonce"] = message.nonce
        if message.webhook:
            data |= {"webhook_id": world.application.id, "application_id": world.application.id}
        if message.used is not None:
            data["interaction_metadata"] = self.used(message.used)
            if message.used.type == 2:
                data["interaction"] = {
                    "id": message.used.id,
                    "type": 2,
                    "name": message.used.name,
                    "user": self.user(world.users[message.used.user_id]),
                }
        if message.reference is not None:
            data["message_reference"] = message.reference
            if referenced and message.type in (19, 21):  # a reply, the start of a thread
                other = world.message(message.reference.get("message_id", ""))
                data["referenced_message"] = self.message(other, referenced=False) if other else None
        if message.thread_id is not None and message.thread_id in world.channels:
            data["thread"] = self.channel(world.channels[message.thread_id])
        return data

    def message_event(self, message: Message) -> Json:
        """A message as the gateway tells it: with the server and the author's membership."""
        data = self.message(message)
        channel = self.world.channels[message.channel_id]
        if channel.guild_id is not None:
            guild = self.world.guilds[channel.guild_id]
            data["guild_id"] = guild.id
            member = guild.members.get(message.author_id)
            if member is not None:
                data["member"] = self.member(guild, member, with_user=False)
        return data

    def application(self) -> Json:
        app = self.world.application
        return {
            "id": app.id,
            "name": app.name,
            "icon": None,
            "description": app.description,
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "",
            "flags": 0,
            "owner": self.user(self.world.users[app.owner_id]),
            "team": None,
            "bot": self.user(self.world.bot),
            "approximate_guild_count": len(self.world.guilds),
            "approximate_user_install_count": 1,
            "integration_types_config": {"0": {}, "1": {}},
        }
