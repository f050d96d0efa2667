"""A small bot of its own for the tests of the page: it shows everything that a page must draw."""

from __future__ import annotations

import asyncio
import io

import discord
import yarl
from discord import app_commands, ui
from PIL import Image, ImageDraw

PATHS = {"1": ["2", "5"], "2": ["1", "3"], "3": ["2", "4"], "4": ["3", "5"], "5": ["1", "4"]}
PLACES = {"1": (110, 120), "2": (330, 70), "3": (540, 130), "4": (480, 330), "5": (190, 340)}
NAMES = {"1": "Old Mill", "2": "Fox Hollow", "3": "High Beeches", "4": "Ferry", "5": "Stone Bridge"}

EVERY_MARK = """# Large heading
## Middle heading
### Small heading
-# Small text under it
Plain with **bold**, *italics*, __underlined__, ~~struck~~, ***both*** and `code`.
A [named link](https://example.org/rules) and https://example.org/bare, and \\*escaped\\*.
- a list
- of things
  - with a part
1. first
2. second
> a quote
> in two lines
```py
print("<b>not bold</b>")
```
The end comes ||as a surprise||."""


def point_at(address: str) -> None:
    """Turns discord.py to a local server."""
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{address.replace('http', 'ws', 1)}/gateway")


def board(fox: str, moves: int) -> discord.File:
    """A picture that changes with every move."""
    image = Image.new("RGB", (640, 440), "#dfe6c8")
    draw = ImageDraw.Draw(image)
    for start, ends in PATHS.items():
        for end in ends:
            draw.line([PLACES[start], PLACES[end]], fill="#b59d6e", width=10)
    for name, (x, y) in PLACES.items():
        draw.ellipse([x - 46, y - 46, x + 46, y + 46], fill="#8fae62", outline="#56713a", width=4)
        draw.text((x - 4, y - 40), name, fill="#2c3a1e", font_size=22)
    x, y = PLACES[fox]
    draw.ellipse([x - 20, y - 14, x + 20, y + 26], fill="#c2571a", outline="#5e2606", width=3)
    draw.text((16, 400), f"moves: {moves}", fill="#2c3a1e", font_size=24)
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    buffer.seek(0)
    return discord.File(buffer, "board.png")


class Walk:
    """The whole game: a fox walks."""

    fox = "1"
    moves = 0

    def go(self, to: str) -> None:
        self.fox, self.moves = to, self.moves + 1


class BoardView(ui.LayoutView):
    def __init__(self, walk: Walk):
        super().__init__(timeout=None)
        self.walk = walk
        words = f"## The fox is at {NAMES[walk.fox]}\nMoves so far: **{walk.moves}**\n-# Anybody may move the fox."
        picture = ui.MediaGallery(
            discord.MediaGalleryItem("attachment://board.png", description=f"The fox at clearing {walk.fox}")
        )
        steps: ui.ActionRow[BoardView] = ui.ActionRow()
        for to in PATHS[walk.fox]:
            steps.add_item(
                ui.Button(label=f"To {to}", style=discord.ButtonStyle.primary, custom_id=f"walk:{to}")
            )
        steps.add_item(ui.Button(label="My hand", emoji="🃏", custom_id="hand"))
        far: ui.ActionRow[BoardView] = ui.ActionRow(
            ui.Select(
                custom_id="far",
                placeholder="Or walk far",
                options=[
                    discord.SelectOption(label=f"Clearing {name}", value=name, description=NAMES[name])
                    for name in PATHS
                ],
            )
        )
        self.add_item(
            ui.Container(ui.TextDisplay(words), picture, ui.Separator(), steps, far, accent_colour=0xC2571A)
        )


def every_component() -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    thumbnail = ui.Thumbnail("attachment://board.png", description="A small board")
    styles = discord.ButtonStyle
    view.add_item(ui.TextDisplay("Above the container"))
    view.add_item(
        ui.Container(
            ui.Section("### A section", "with a picture at its side", accessory=thumbnail),
            ui.Section("A section with a button", accessory=ui.Button(label="Aside", custom_id="say:aside")),
            ui.Separator(spacing=discord.SeparatorSpacing.large),
            ui.ActionRow(
                ui.Button(label="Primary", style=styles.primary, custom_id="say:primary"),
                ui.Button(label="Secondary", style=styles.secondary, custom_id="say:secondary"),
                ui.Button(label="Success", style=styles.success, custom_id="say:success"),
                ui.Button(label="Danger", style=styles.danger, custom_id="say:danger"),
                ui.Button(label="Link", url="https://example.org/"),
            ),
            ui.ActionRow(
                ui.Button(label="Disabled", disabled=True, custom_id="say:never"),
                ui.Button(emoji="🎲", custom_id="say:dice"),
            ),
            ui.ActionRow(
                ui.Select(
                    custom_id="pick:suits",
                    placeholder="Two or three suits",
                    min_values=2,
                    max_values=3,
                    options=[
                        discord.SelectOption(label=suit, emoji=sign, description=f"The {suit.lower()} suit")
                        for suit, sign in [("Fox", "🦊"), ("Rabbit", "🐰"), ("Mouse", "🐭"), ("Bird", "🐦")]
                    ],
                )
            ),
            ui.ActionRow(ui.UserSelect(custom_id="pick:user", placeholder="A person")),
            ui.ActionRow(ui.RoleSelect(custom_id="pick:role", placeholder="A role")),
            ui.ActionRow(ui.ChannelSelect(custom_id="pick:channel", placeholder="A channel")),
            ui.ActionRow(
                ui.Select(
                    custom_id="pick:off",
                    placeholder="Closed",
                    disabled=True,
                    options=[discord.SelectOption(label="x")],
                )
            ),
            ui.MediaGallery(
                discord.MediaGalleryItem("attachment://board.png", description="The first board"),
                discord.MediaGalleryItem("attachment://second.png", description="The second board"),
            ),
            ui.File("attachment://log.txt"),
            accent_colour=0x3F7D4E,
        )
    )
    return view


class Form(ui.Modal, title="A new table"):
    name = ui.Label(
        text="Name of the table",
        description="Shown in the lobby",
        component=ui.TextInput(min_length=3, max_length=40, placeholder="The Long Evening"),
    )
    story = ui.Label(text="Story", component=ui.TextInput(style=discord.TextStyle.paragraph, required=False))
    chart = ui.Label(
        text="Map",
        component=ui.Select(
            placeholder="Which map",
            options=[discord.SelectOption(label="Autumn"), discord.SelectOption(label="Winter")],
        ),
    )
    pace = ui.Label(
        text="Pace",
        component=ui.RadioGroup(
            options=[
                discord.RadioGroupOption(label="Slow", value="slow", description="A move a day"),
                discord.RadioGroupOption(label="Quick", value="quick", description="A move an hour"),
            ]
        ),
    )
    extras = ui.Label(
        text="Extras",
        component=ui.CheckboxGroup(
            required=False,
            max_values=2,
            options=[
                discord.CheckboxGroupOption(label="Hirelings", value="hirelings"),
                discord.CheckboxGroupOption(label="Landmarks", value="landmarks"),
                discord.CheckboxGroupOption(label="Draft", value="draft"),
            ],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        values = [
            self.name.component.value,
            self.story.component.value,
            *self.chart.component.values,
            self.pace.component.value,
            *sorted(self.extras.component.values),
        ]
        await interaction.response.send_message("Opened: " + " | ".join(values))


class FileForm(ui.Modal, title="Bring a game"):
    games = ui.Label(text="Saved games", component=ui.FileUpload(max_values=2))
    sure = ui.Label(text="Start at once", component=ui.Checkbox())

    async def on_submit(self, interaction: discord.Interaction) -> None:
        names = ", ".join(file.filename for file in self.games.component.values)
        await interaction.response.send_message(f"Brought {names}; at once: {self.sure.component.value}")


class StageBot(discord.Client):
    def __init__(self, walk: Walk | None = None):
        super().__init__(intents=discord.Intents.default(), guild_ready_timeout=0)
        self.tree = app_commands.CommandTree(self)
        self.walk = walk or Walk()
        self.may_answer = asyncio.Event()
        self.said: list[str] = []
        for command in [table_group(self), *plain_commands(self)]:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Buttons and selects by their ids alone: they outlive the process."""
        if interaction.type is not discord.InteractionType.component:
            return
        kind, _, rest = str(interaction.data["custom_id"]).partition(":")
        if kind == "walk":
            await self.walked(interaction, rest)
        elif kind == "far":
            await self.walked(interaction, interaction.data["values"][0])
        elif kind == "hand":
            await interaction.response.send_message(
                f"Cards of {interaction.user.display_name}: Ambush, Favor", ephemeral=True
            )
        elif kind == "say":
            await interaction.response.send_message(f"Pressed {rest}", ephemeral=True)
        elif kind == "pick":
            await interaction.response.send_message(
                f"Chosen {rest}: {', '.join(interaction.data['values'])}", ephemeral=True
            )
        elif kind == "form":
            await interaction.response.send_modal(Form())

    async def walked(self, interaction: discord.Interaction, to: str) -> None:
        self.walk.go(to)
        await interaction.response.edit_message(
            view=BoardView(self.walk), attachments=[board(self.walk.fox, self.walk.moves)]
        )


def table_group(bot: StageBot) -> app_commands.Group:
    group = app_commands.Group(name="table", description="Tables")

    @group.command(description="Open a table")
    @app_commands.choices(
        game=[
            app_commands.Choice(name="Root", value="root"),
            app_commands.Choice(name="Fox Walk", value="walk"),
        ]
    )
    @app_commands.describe(game="Which game", guest="Who is asked to come", seats="How many chairs")
    async def open(
        interaction: discord.Interaction,
        game: str,
        guest: discord.Member | None = None,
        seats: app_commands.Range[int, 2, 6] = 4,
    ) -> None:
        await interaction.response.send_message(
            view=BoardView(bot.walk), file=board(bot.walk.fox, bot.walk.moves)
        )
        if guest is not None:
            await interaction.followup.send(
                f"{guest.mention}, a {game} table with {seats} seats waits for you."
            )

    @group.command(description="Close the table")
    async def close(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("There is no open table.", ephemeral=True)

    return group


def plain_commands(bot: StageBot) -> list[app_commands.Command | app_commands.ContextMenu]:
    @app_commands.command(description="Walk the fox along a path")
    @app_commands.describe(origin="From which clearing", to="To which clearing", why="A reason for the log")
    async def move(interaction: discord.Interaction, origin: str, to: str, why: str | None = None) -> None:
        if origin != bot.walk.fox or to not in PATHS.get(origin, []):
            await interaction.response.send_message(f"No path from {origin} to {to}.", ephemeral=True)
            return
        bot.walk.go(to)
        await interaction.response.send_message(
            view=BoardView(bot.walk), file=board(bot.walk.fox, bot.walk.moves)
        )

    @move.autocomplete("origin")
    async def origins(interaction: discord.Interaction, text: str) -> list[app_commands.Choice[str]]:
        here = bot.walk.fox
        found = [app_commands.Choice(name=f"Clearing {here} ({NAMES[here]})", value=here)]
        return [choice for choice in found if text.lower() in choice.name.lower()]

    @move.autocomplete("to")
    async def goals(interaction: discord.Interaction, text: str) -> list[app_commands.Choice[str]]:
        ends = PATHS.get(interaction.namespace.origin, [])
        found = [app_commands.Choice(name=f"Clearing {end} ({NAMES[end]})", value=end) for end in ends]
        return [choice for choice in found if text.lower() in choice.name.lower()]

    @app_commands.command(description="Your cards, only for you")
    async def hand(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            f"Cards of {interaction.user.display_name}: Ambush, Favor", ephemeral=True
        )

    @app_commands.command(description="Think before answering")
    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await bot.may_answer.wait()
        await interaction.edit_original_response(content="Thought about it.")

    @app_commands.command(description="Never answers")
    async def silence(interaction: discord.Interaction) -> None:
        await bot.may_answer.wait()

    @app_commands.command(description="A form to fill in")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    @app_commands.command(description="Read a file")
    async def read(interaction: discord.Interaction, file: discord.Attachment) -> None:
        await interaction.response.send_message(f"{file.filename} has {file.size} bytes")

    @app_commands.command(description="Bring files in a form")
    async def bring(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(FileForm())

    @app_commands.command(description="Everything a message can hold")
    @app_commands.choices(
        what=[app_commands.Choice(name=name, value=name) for name in ("text", "embed", "parts", "script")]
    )
    async def show(interaction: discord.Interaction, what: str) -> None:
        send = interaction.response.send_message
        if what == "text":
            await send(
                f"{EVERY_MARK}\n{interaction.user.mention} in {interaction.channel.mention} since <t:1700000000:D>, that is <t:1700000000:R>."
            )
        elif what == "embed":
            embed = discord.Embed(title="Scores", description="After **three** turns", colour=0xC2571A)
            embed.add_field(name="Marquise", value="12").add_field(name="Eyrie", value="9")
            embed.set_footer(text="Turn 3").set_image(url="attachment://board.png")
            await send(embed=embed, file=board("2", 1))
        elif what == "script":
            await send(
                "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script> **<b>x</b>**"
            )
        else:
            second = board("4", 9)
            second.filename = "second.png"
            log = discord.File(io.BytesIO(b"turn 1"), "log.txt")
            await send(view=every_component(), files=[board("1", 0), second, log])

    @app_commands.command(description="Start a thread and ask somebody in")
    async def thread(interaction: discord.Interaction, name: str, guest: discord.Member) -> None:
        await interaction.response.send_message(f"A thread: {name}")
        message = await interaction.original_response()
        channel = interaction.channel
        started = await channel.get_partial_message(message.id).create_thread(name=name)
        await started.send(f"{guest.mention}, here it is.")

    @app_commands.command(description="Edit the message that this thread began with")
    async def retell(interaction: discord.Interaction) -> None:
        here = interaction.channel
        await here.parent.get_partial_message(here.id).edit(content="A thread, told anew")
        await interaction.response.send_message("Done.", ephemeral=True)

    @app_commands.command(description="A post in the forum")
    async def post(interaction: discord.Interaction, name: str) -> None:
        forum = interaction.guild.forums[0]
        made = await forum.create_thread(
            name=name, content="The first words", applied_tags=forum.available_tags[:1]
        )
        await interaction.response.send_message(f"See {made.thread.mention}", ephemeral=True)

    @app_commands.context_menu(name="Quote")
    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"> {message.content}")

    return [move, hand, think, silence, form, read, bring, show, thread, retell, post, quote]
