"""A small, ordinary discord.py bot that uses everything the local Discord offers.

    python -m tests.local.tiny_bot --port 8000

runs it with the page, so that the page can be tried without the game.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import struct
import zlib
from pathlib import Path
from typing import Any

import discord
from discord import app_commands, ui

Talk = discord.Interaction[Any]


def picture(width: int = 64, height: int = 48, colour: tuple[int, int, int] = (63, 125, 78)) -> bytes:
    """A plain PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(colour) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


class March(ui.DynamicItem[ui.Button], template=r"g:(?P<game>\d+):(?P<rev>\d+):march"):
    """Everything a click needs is in its id, so it outlives the process."""

    def __init__(self, game: int, rev: int):
        super().__init__(ui.Button(label="March", custom_id=f"g:{game}:{rev}:march"))
        self.game, self.rev = game, rev

    @classmethod
    async def from_custom_id(cls, interaction: Talk, item: Any, match: Any) -> March:
        return cls(int(match["game"]), int(match["rev"]))

    async def callback(self, interaction: Talk) -> None:
        await interaction.response.edit_message(
            view=board_view(self.rev + 1, f"{interaction.user.name} marched")
        )


def board_view(rev: int, words: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    box = ui.Container(accent_colour=0x3F7D4E)
    box.add_item(ui.TextDisplay(f"## Turn {rev}\n{words}"))
    box.add_item(
        ui.Section(
            "Autumn map, four clearings.",
            accessory=ui.Thumbnail("attachment://map.png", description="Small map"),
        )
    )
    gallery = ui.MediaGallery()
    gallery.add_item(media="attachment://map.png", description="The board after the last move")
    box.add_item(gallery)
    box.add_item(ui.Separator())
    row = ui.ActionRow()
    row.add_item(March(7, rev))
    row.add_item(ui.Button(label="My hand", custom_id="hand"))
    row.add_item(ui.Button(label="Report", custom_id="report", style=discord.ButtonStyle.danger))
    row.add_item(ui.Button(label="Later", custom_id="later", disabled=True))
    box.add_item(row)
    menu = ui.Select(placeholder="Choose a clearing", custom_id="clearing")
    for number in range(1, 5):
        menu.add_option(
            label=f"Clearing {number}", value=str(number), description="fox" if number % 2 else "mouse"
        )
    box.add_item(ui.ActionRow(menu))
    view.add_item(box)
    return view


class Report(ui.Modal, title="Report"):
    why = ui.Label(text="Why", component=ui.TextInput(custom_id="why", max_length=200))
    who = ui.Label(
        text="Who",
        component=ui.Select(
            custom_id="who",
            options=[
                discord.SelectOption(label="Ann", value="a"),
                discord.SelectOption(label="Ben", value="b"),
            ],
        ),
    )

    async def on_submit(self, interaction: Talk) -> None:
        why, who = self.why.component.value, self.who.component.values  # type: ignore[union-attr]
        await interaction.response.send_message(f"{why}/{','.join(who)}", ephemeral=True)


class TinyBot(discord.Client):
    def __init__(self, **options: Any):
        super().__init__(
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0,
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self.tree = app_commands.CommandTree(self)
        self.unanswered: list[Talk] = []
        self.interactions = 0
        add_commands(self, self.tree)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(March)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """discord.py waits five seconds between logins; nobody limits them here."""

    async def on_interaction(self, interaction: Talk) -> None:
        self.interactions += 1
        if interaction.type is not discord.InteractionType.component:
            return
        name = (interaction.data or {}).get("custom_id")
        if name == "hand":
            await interaction.response.send_message(
                f"{interaction.user.name}: ambush, sappers", ephemeral=True
            )
        elif name == "report":
            await interaction.response.send_modal(Report())
        elif name == "clearing":
            values = ", ".join((interaction.data or {}).get("values", []))
            await interaction.response.defer()
            await interaction.followup.send(f"{interaction.user.name} chose {values}")


def map_file() -> discord.File:
    return discord.File(io.BytesIO(picture()), "map.png", description="A green board")


def add_commands(bot: TinyBot, tree: app_commands.CommandTree[TinyBot]) -> None:
    @tree.command(description="Look at your cards")
    async def hand(interaction: Talk) -> None:
        await interaction.response.send_message(f"{interaction.user.name}: ambush, ambush", ephemeral=True)

    @tree.command(description="Say something for all")
    async def hello(interaction: Talk, text: str = "Hello") -> None:
        await interaction.response.send_message(text)

    @tree.command(name="map", description="Show the board")
    async def map_(interaction: Talk) -> None:
        await interaction.response.defer()
        await interaction.followup.send(view=board_view(1, "The game begins"), file=map_file())

    @tree.command(description="Move warriors")
    async def move(
        interaction: Talk, origin: str, to: str, warriors: app_commands.Range[int, 1, 10] = 1
    ) -> None:
        await interaction.response.send_message(f"{warriors} from {origin} to {to}")

    @move.autocomplete("to")
    async def to_choices(interaction: Talk, current: str) -> list[app_commands.Choice[str]]:
        origin = interaction.namespace.origin
        found = [str(number) for number in range(1, 13) if str(number) != origin]
        return [
            app_commands.Choice(name=f"clearing {one}", value=one) for one in found if one.startswith(current)
        ]

    game = app_commands.Group(name="game", description="Tables")

    @game.command(name="new", description="Open a table")
    @app_commands.choices(
        game=[
            app_commands.Choice(name="Root", value="root"),
            app_commands.Choice(name="Harrow", value="harrow"),
        ]
    )
    async def game_new(
        interaction: Talk, game: app_commands.Choice[str], host: discord.Member | None = None
    ) -> None:
        await interaction.response.send_message(f"A table for {game.name}, host {host or interaction.user}")
        message = await interaction.original_response()
        assert isinstance(interaction.channel, discord.TextChannel)
        thread = await interaction.channel.create_thread(name=f"{game.name} table", message=message)
        await thread.add_user(interaction.user)
        await thread.send(view=board_view(1, "Welcome"), file=map_file(), nonce="game1:1")

    @game.command(name="post", description="Open a table in the forum")
    async def game_post(interaction: Talk, name: str) -> None:
        await interaction.response.defer(ephemeral=True)
        assert interaction.guild is not None
        forum = next(one for one in interaction.guild.channels if isinstance(one, discord.ForumChannel))
        tags = [tag for tag in forum.available_tags if tag.name == "recruiting"]
        made = await forum.create_thread(
            name=name, view=board_view(1, "Who plays?"), file=map_file(), applied_tags=tags
        )
        await interaction.edit_original_response(content=f"Opened {made.thread.mention}")

    tree.add_command(game)

    @tree.command(description="Whisper in a private thread")
    async def whisper(interaction: Talk, to: discord.Member, text: str) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        thread = await interaction.channel.create_thread(
            name="whispers", type=discord.ChannelType.private_thread
        )
        await thread.add_user(interaction.user)
        await thread.add_user(to)
        await thread.send(text)
        await interaction.response.send_message("Done", ephemeral=True)

    @tree.command(description="Never answered by the bot itself")
    async def silent(interaction: Talk) -> None:
        bot.unanswered.append(interaction)

    @tree.command(description="Only for managers")
    @app_commands.default_permissions(manage_guild=True)
    async def manage(interaction: Talk) -> None:
        await interaction.response.send_message("managed", ephemeral=True)

    @tree.command(description="Read a file")
    async def upload(interaction: Talk, file: discord.Attachment) -> None:
        data = await file.read()
        await interaction.response.send_message(f"{file.filename}: {len(data)} bytes", ephemeral=True)

    @tree.command(description="Everywhere")
    @app_commands.allowed_installs(guilds=True, users=True)
    async def anywhere(interaction: Talk, follow_ups: int = 0) -> None:
        await interaction.response.send_message("here", ephemeral=True)
        for number in range(follow_ups):
            await interaction.followup.send(f"follow-up {number + 1}", ephemeral=True)

    @tree.context_menu(name="Quote")
    async def quote(interaction: Talk, message: discord.Message) -> None:
        await interaction.response.send_message(f"> {message.content or message.id}", ephemeral=True)


async def run(port: int, save_to: Path | None) -> None:
    from local import LocalDiscord
    from tests.discord_fixtures import logged_in, use_local

    async with LocalDiscord(port=port, save_to=save_to) as local:
        use_local(local)
        async with logged_in(TinyBot()):
            print(f"open {local.page_url}?as=alice", flush=True)
            await asyncio.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    try:
        asyncio.run(run(given.port, given.save))
    except KeyboardInterrupt:
        print("bye")
