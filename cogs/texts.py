"""Every text that is not a game's own: English templates, filled in by whoever says them.

A translation is keyed by the template (see `data/locales`). Sentence case in messages, title case on buttons,
short words, no jargon. An error says what to do next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cogs.locales import Text as T
from engine.rules import Refusal

MESSAGE = 1900
"""Characters of a plain message that leave room for a few more."""

# --- errors -----------------------------------------------------------------------------------------------

BROKEN = T(
    "Something went wrong on my side and nothing has changed. Please try again. "
    "If it stays, tell the owner this number: {reference}."
)
AWAY = T(
    "I cannot reach my notes at the moment. Nothing that was confirmed is lost. "
    "Please look at the board again in a minute before you repeat it."
)
SLOW_DOWN = T("That was a lot at once. Please try again in {seconds} s.")
NOT_ALLOWED = T("You cannot do that here.")
ONLY_FOR = T("Only {who} can do that.")
BAD_VALUE = T("I cannot read {value}. Please choose from the list.")
OLD_COMMAND = T("This command has changed. Please reload Discord and try again.")
OLD_BUTTON = T("This button is from an older message. Use `/games` to find your game.")
NO_GAME_HERE = T(
    "There is no game in this channel. Use `/games` to find yours, or `/game new` to open a table."
)
WHICH_GAME = T("Several games are played here. Name the one you mean with `game`.")
NOT_SEATED = T("You do not sit at this table. You can look on with `/map` and `/log`.")
NOT_YOUR_MOVE = T("Nothing waits for you here. It is up to {who}.")
GAME_OVER = T("This game is over.")
NOT_PAUSED = T("This game is not paused.")
GAME_PAUSED = T("This game is paused. `/game resume` goes on.")
MOVED_ON = T("The board has moved on since then. This is how it stands now.")
NOT_STARTED = T("This game has not begun. `/game start` begins it.")
ALREADY_STARTED = T("This game has begun already.")
NOT_IN_SERVER = T("Please use this in a server where I am a member.")
BUSY = T("One moment, please.")

# --- the board --------------------------------------------------------------------------------------------

TITLE = T("### {title} · {game}, turn {turn}")
TITLE_ROUND = T("### {title} · {game}, turn {turn} (round {round})")
TITLE_SETUP = T("### {title} · {game}, setup")
PHASE = T("**{who}** · {phase}")
WAITS = T("⏳ **{who}** {mention}: {what} · asked <t:{since}:R>")
TIME_LEFT = T("time runs out <t:{until}:R>")
A_DECISION = T("a decision is open")
HAPPENED = T("**What happened**\n{lines}")
SINCE = T("**Since the last turn of {who}**")
SINCE_MORE = T("-# {count} more: press Recap.")
RECAP = T("Recap")
MORE_HAPPENED = T("-# {count} more before that: `/log` has it all.")
SKIPPED = T("-# {count} earlier turns are in `/log`.")
FINISHED = T("🏁 **{who}** won by {how}. Thank you for playing!")
FINISHED_BY_NOBODY = T("🏁 **Nobody** won: {how}. Thank you for playing!")
PAUSED = T("⏸️ The game is paused. `/game resume` goes on.")
ARCHIVED = T("🗄️ The game is archived.")
NOBODY = T("nobody")
STANDIN = T("stand-in for {mention}")

MY_TURN = T("My Turn")
ANSWER = T("Answer")
MORE = T("More…")
MORE_TITLE = T(
    "**What else would you like?**\n-# `/map` shows the map, close or as it was; `/help` lists everything."
)
HAND = T("My Hand")
UNDO = T("Undo")
BOARDS = T("Boards")
BATTLE = T("Last Battle")
RULES = T("Rules")
BACK = T("Back")
CONFIRM = T("Yes, Do It")
CANCEL = T("No, Go Back")
AGAIN = T("Play Again")
FILM = T("Film")
REPLAY = T("Replay")
START_OVER = T("Start Over")

# --- the table's own events -------------------------------------------------------------------------------

EVENTS = {
    "table.pledge": T("The dice are sealed ({hash}): nobody can change them now."),
    "table.seed": T("The dice are open: seed {seed}. Whoever likes can check them with `/export`."),
    "table.rewound": T("The rules were mended; {answers} answers of this step are asked again."),
    "table.paused": T("The game is paused{by}."),
    "table.paused.place": T("The game's place was deleted, so the game is paused."),
    "table.paused.nobody": T(
        "Nobody is here to play, so the game waits. Whoever comes back (`/back`) lets it go on."
    ),
    "table.paused.endless": T(
        "This turn came to no end, so I paused the game. Please tell us with `/report`."
    ),
    "table.running": T("The game goes on{by}."),
    "table.archived": T("The game is archived{by}."),
    "table.seat.human": T("{user} plays {seat}{by}."),
    "table.seat.standin": T("A stand-in plays {seat}{by}."),
}
BY = T(" (by {mention})")

# --- the panel --------------------------------------------------------------------------------------------

CHOOSE = T("Choose {what}")
CHOOSE_FOR = T("{verb}: choose {what}")
NONE = T("None")
CHOOSE_MANY = T("Choose {least}")
CHOOSE_RANGE = T("Choose {least} to {most}")
PAGE = T("Page {page} of {pages}")
DONE_SO_FAR = T("✓ {what}")
NOW = T("**{question}**")
WENT_ON = T("-# The game has gone on.")
PANEL_CLOSED = T("-# This panel is closed: a newer one is open.")
CLAUSE = T("-# {clause} · {title}")
NOTHING_NOW = T("Nothing waits for you. It is up to {who}.")
OUTCOME = T("-# {what}: {outcome}")
SURE = T("**{what}?** This cannot be taken back.")
SURE_END = T("**{what}?** Your turn ends with it, and it cannot be taken back.")
NOTHING_FITS = T("{what}: nothing like that is possible now. `/why` tells the reason.")
OTHER_COMMANDS = T("{game} has no `/{name}`. It has {known}, and `/play` finds everything you can do.")
NO_COMMANDS = T("{game} has no `/{name}`. `/play` finds everything you can do.")
OTHER_FIELDS = T("In {game}, `/{name}` has no `{field}`. It has: {known}.")
FIELD_NEEDED = T("In {game}, `/{name}` needs `{field}`.")
NO_SUCH_CHOICE = T("I do not know that choice. The question is: {question}")

# --- the lobby --------------------------------------------------------------------------------------------

LOBBY_TITLE = T("## {title}\n{game} · host {host} · table `{id}`")
LOBBY_SEATS = T("**Seats** ({count} taken, {least} to {most} can play)")
LOBBY_SEATS_EXACT = T("**Seats** ({count} taken, {most} play)")
CHAIR_PERSON = T("{number}. {mention} · {plays}")
CHAIR_BOT = T("{number}. 🤖 {plays}{details}")
SURPRISE = T("any faction, by chance")
DRAFTED = T("drafts a faction")
EMPTY = T("*Nobody sits here yet.*")
AGREED = T("**Agreed**\n{lines}")
PROBLEM = T("⚠️ {text}")
ADVICE = T("💡 {text}")
READY = T("✅ Ready. {host} can press Start.")
NEED_MORE = T("⚠️ One more player is needed: somebody presses Join, or the host adds a bot.")
NEED_SEVERAL = T("⚠️ {count} more players are needed: people press Join, or the host adds bots.")
NEED_PERSON = T("⚠️ At least one person should sit at the table.")

JOIN = T("Join")
LEAVE = T("Leave")
ADD_BOT = T("Add Bot")
BOTS = T("Bots…")
SETTINGS = T("Settings…")
START = T("Start")
REMOVE = T("Remove")
MY_FACTION = T("Choose your faction")
SURPRISE_ME = T("Any faction, by chance")
DEFAULT_TITLE = T("{host}'s table")

PACE, REACTIONS, UNDOS = T("Pace"), T("Questions out of turn"), T("Taking back")
PALETTE = T("Colours of the board")
"""What every table agrees on, whatever the game."""

SETTINGS_TITLE = T("**Settings of the table.** Choose what you want; it holds at once.")
BOTS_TITLE = T("**Bots.** Choose one to change it.")
NO_BOTS = T("There is no bot at the table. Press Add Bot.")
WHICH_BOT = T("Which bot")
BOT_FACTION = T("What it plays")
BOT_PLAYS = T("Plays: {name}")
FULL = T("The table is full: {most} can play.")
SEATED_ALREADY = T("You sit at this table already.")
NOT_IN_LOBBY = T("You do not sit at this table. Press Join first.")
FACTION_TAKEN = T("{name} is taken. Choose another faction.")
TOO_FEW_FACTIONS = T("There are {count} factions for {seats} seats. Somebody has to leave.")
NO_BOT_LEFT = T("There is no faction left for another bot.")
LOBBY_LEFT = T("You have left the table.")
LOBBY_JOINED = T("You sit at the table. Choose a faction, or leave it to chance.")
LOBBY_CLOSED = T("This table was closed.")
LOBBY_WHERE = T("The table is open: {link}")
STARTED = T("▶️ **{title}** has begun. Play here: {place}")
STARTING = T("The game begins here.")
TOO_MANY_GAMES = T("You host {count} games that are not over. Finish or archive one first.")
SERVER_FULL = T("This server has {count} games that are not over. Finish or archive one first.")
CLOSED = T("The table is closed.")
INFO = T("**{title}** · {game} · table `{id}` · {status}\n{lines}")
HOST_OF = T("Host: {mention}")
INFO_OPTION = T("{name}: {value}")
NOTHING_CHOSEN = T("none")
STATUS = {
    "lobby": T("in the lobby"),
    "running": T("running"),
    "paused": T("paused"),
    "finished": T("finished"),
    "archived": T("archived"),
}
GAMES_TITLE = T("## Your games")
NO_GAMES = T("You are in no game. `/game new` opens a table; `/help` shows how to begin.")
GAME_LINE = T("- {mark} **{title}** · {game} · {status}{where}{waits}")
WAITS_FOR_YOU = T(" · **waits for you**, asked <t:{since}:R>")
WAITS_FOR = T(" · waits for {who}")
MORE_GAMES = T("-# … and {count} more.")
GO_THERE = T(" · <#{channel}>")
NO_PLACE = T(" · its channel was deleted: `/play game:{id}` goes on with it from anywhere")

# --- places -----------------------------------------------------------------------------------------------

LACKS = T("I lack a permission here: **{permissions}**. Ask a server manager to allow it, then try again.")
NO_THREAD = T(
    "-# The game is played in this channel: to give it a thread of its own I need **{permissions}**."
)
NO_THREAD_ROOM = T("-# The game is played in this channel: the server has no room for another thread.")
MOVED_HERE = T("↪️ The place of **{title}** was deleted. Nothing is lost: it goes on here. Table `{id}`")
PLACE_GONE = T(
    "🗑️ The place of **{title}** was deleted, so the game is paused. Nothing is lost. Table `{id}`\n"
    "If you want to go on, press the button: I open a new thread."
)
GO_ON = T("Go On in a New Thread")
GOES_ON = T("The game goes on in a new place.")
STILL_THERE = T("The game has its place: {place}")
SHUT = T(
    "🔒 I can no longer write in {place}, where **{title}** is played and waits for you: the thread is locked or hidden from "
    "me. Ask a server manager to open it again. `/play game:{id}` works from anywhere meanwhile."
)
PERMISSIONS = {
    "view_channel": T("View Channel"),
    "send_messages": T("Send Messages"),
    "attach_files": T("Attach Files"),
    "create_public_threads": T("Create Public Threads"),
    "send_messages_in_threads": T("Send Messages in Threads"),
}

# --- seeing -----------------------------------------------------------------------------------------------

NO_SUCH_TURN = T("There is no turn {turn}. The game is in turn {now}.")
NO_SUCH_PLACE = T("There is no {place} on this map.")
NO_SUCH_SEAT = T("Nobody plays {seat} here.")
MAP_TITLE = T("**{title}**, turn {turn}")
HAND_TITLE = T("**Your hand**")
HAND_EMPTY = T("Your hand is empty.")
NO_HAND = T("You have no hand yet.")
LOG_TITLE = T("**{title}**, log")
LOG_TURN = T("**Turn {turn}** · {who}")
LOG_ROUND = T("**Turn {turn}** (round {round}) · {who}")
LOG_SETUP = T("**Setup**")
LOG_EMPTY = T("Nothing has happened yet.")
LOG = T("Log")
LOG_MORE = T("Earlier")
LOG_LESS = T("Later")
RECAP_TITLE = T("**Since you were away** (from <t:{since}:f>)")
RECAP_MINE = T("**What touched you**")
RECAP_REST = T("**What else happened**")
RECAP_NOTHING = T("Nothing has happened since you last looked.")
REPLAY_TITLE = T("**{title}**, turn {turn} of {last}")
REPLAY_FIRST, REPLAY_BACK, REPLAY_NEXT, REPLAY_LAST = T("⏮ First"), T("◀ Back"), T("Next ▶"), T("Last ⏭")
REPLAY_MINE = T("My Last Turn")
FILM_TITLE = T("**{title}**, the film")
FILM_BUSY = T("Others wait for their films already. Please try again in a few minutes.")
FILM_LATER = T("The film is made when the game is over. `/replay` steps through the turns now.")
BOARD_OF = T("**{who}**")
BATTLE_TITLE = T("The last battle of turn {turn}.")
NO_BATTLE = T("Nobody fought in that turn.")
ALL_BOARDS = T("**Boards** in order of play. Choose one to see it alone, with every printed number.")
WHICH_BOARD = T("Which board")
EXPORT_WHOLE = T("The whole game with its seed. `python bot.py verify FILE` checks every die.")
EXPORT_RECORD = T("The game in {notation}, the notation of its players.")
EXPORT_RECORD_PUBLIC = T("The game so far in {notation}, with nothing that is hidden from anybody.")
EXPORT_NO_RECORD = T("{notation} is the notation of another game.")
EXPORT_PUBLIC = T("What everybody may know so far. The whole game can be exported when it is over.")
EXPORT_STUDY = T("The whole game as it was read. Its dice come from a record, not from a seed.")

IMPORT_READING = T("📖 Reading the file and playing it by the rules… This may take a minute.")
IMPORT_NOT_TEXT = T("{name} is no text. I read records of games, and files of `/export`.")
IMPORT_TOO_LARGE = T("This file is too large: it may have {most} KB.")
IMPORT_GONE = T("I could not fetch this file from Discord. Please try again.")
IMPORT_REFUSED = T("I could not read this file, and nothing was kept.\n{reason}")
IMPORT_TOO_LONG = T(
    "This file took too long, and nothing was kept. A shorter record, or one with every card and die, is found sooner."
)
IMPORT_FAILED = T("Something went wrong on my side with this file, and nothing was kept.")
IMPORT_BUSY_PERSON = T("I am reading a file of yours already. Please wait until it is done.")
IMPORT_BUSY_SERVER = T("I am reading a file for this server already. Please try again in a minute.")
IMPORT_BUSY = T("Others wait for their files already. Please try again in a few minutes.")
IMPORT_ENOUGH = T("That is enough for a day. Please bring the next file tomorrow.")
IMPORTED = T("📖 The game was played by the rules, {turns} turns to its end. Study it here: {place}")
IMPORTED_OPEN = T(
    "📖 The game was played by the rules, {turns} turns as far as it is written. Study it here: {place}"
)
STUDY_TITLE = T("Study: {title}")
STUDY_HERE = T("📖 **{title}** · {game}, read from {source} for {host}. Table `{id}`")
STUDY_EXPORT = T("a file of `/export`")
STUDY_FROM = T("Read from {source} for {host}; nobody plays here.")
STUDY_WON = T("📖 A study, read from {source}. 🏁 **{who}** won by {how}.")
STUDY_WON_BY_NOBODY = T("📖 A study, read from {source}. 🏁 **Nobody** won: {how}.")
STUDY_OPEN = T("📖 A study, read from {source}. It ends here: the rest of the game is not written.")
STUDY_GUESSED = T("Cards and dice that the record does not tell are likely ones.")
STUDY_HOW = T(
    "-# Nobody plays here. `/replay` steps through the turns, `/log` tells them, `/map turn:` shows one."
)

REPORTS_ENOUGH = T("Thank you, but that is enough for a day. Please report the rest tomorrow.")
REPORTED = T(
    "Thank you. Your report has the number **{number}**. It holds what you wrote and the game's state at this "
    "moment; the hidden part is read only when the game is over."
)
TEXT_BOARD_CUT = T("-# The rest is in the file.")

# --- rules ------------------------------------------------------------------------------------------------

RULE = T("**{clause} {title}**\n{text}")
NO_RULE = T("I know no clause {clause}. Type its number, or part of its title.")
RULES_NOW = T("**The decision at hand**\n{question}")
RULINGS = T("**Our rulings**")
RULINGS_CHOICE = T("Our rulings")
ENTRY = T("**{name}** · {kind}\n{text}")
ENTRY_CLAUSE = T("-# Rules: {clause}. `/rules` with the number shows them.")
CARDS_IN = T("Cards in This Message")
NO_CARDS_IN = T("I find no card that I know in this message.")
CARDS_FOUND = T("Cards in this message")
NO_RULES_NOW = T("No decision is open here. `/rules clause:` with a number shows any clause.")
WHY_OFFERED = T("That is on offer: {option}")
AND_MORE = T("and {count} more")
WHY_NOT = T("{wish}: {reason}")
WHY_NOTHING = T("{what}: there is nothing here that it could be about.")
WHY = T("Why Not…")
WHY_WHICH = T("**What is not on offer that you would like to do?**")
WHY_CHOOSE = T("Choose a wish")
NO_WISHES = T("There is nothing to wish for now.")
WHY_UNKNOWN = T("I do not understand that wish. Choose one from the list.")

# --- waiting ----------------------------------------------------------------------------------------------

NOTICE = T("{mention} **{title}**: {what} · asked <t:{since}:R>{board}")
NOTICE_BOARD = T(" · [board]({link})")
REMINDER = T(
    "{mention} a reminder ({number} of {most}): **{title}** waits for you, asked <t:{since}:R>. {what}{board}"
)
LAST_REMINDER = T("-# I will not remind you of this decision again.")
MUTE = T("Mute")
MUTED = T("I will not remind you of this decision again.")
NOTHING_TO_MUTE = T("Nothing waits for you here, so there is nothing to mute.")
AWAY_SET = T("You are away until <t:{until}:F>. {what} `/back` ends it at any time.")
AWAY_KINDS = {
    "wait": T("Your games wait for you."),
    "orders": T("Your standing orders answer, other questions out of turn are declined; your turns wait."),
    "bot": T("A stand-in plays for you."),
}
AWAY_NOTE = T("{mention} is away until <t:{until}:D>")
BACK_AGAIN = T("Welcome back. You decide again in {count} games.")
NOT_AWAY = T("You are here already.")
SEAT_BACK = T("You have your seat back.")
SEAT_YOURS = T("The seat is yours already.")
I_AM_BACK = T("I Am Back")
TIME_OUT = T("{mention} ran out of time. A stand-in plays on; `/back` takes the seat back at any time.")
ORDERS = T("Standing Orders")
ORDERS_TITLE = T("**Standing orders** for {seat}\n-# Only you see this. They hold until you change them.")
NO_ORDERS = T("Nothing is ever asked of {seat} in others' turns, so there are no standing orders to give.")
ORDER_ASK = T("Ask me")
ORDER_ASK_FOR = T("{what}: ask me")
ORDER_ALWAYS = T("Always: {what}")
MY_SETTINGS = T("My Settings")
SETTINGS_LINES = T(
    "**Your settings**\nReminders: {reminders}\nAwake: {awake}\nTime zone: {zone}\nWhere: {where}\nColours: {palette}\n"
    "My turn ends: {end_turn}\n"
    "-# Type `/settings` with what you want to change, for example `/settings every:12`."
)
SETTINGS_EVERY = T("every {hours} h, at most {times} times")
SETTINGS_OFF = T("off")
END_TURN = {False: T("when I say so"), True: T("by itself, when nothing is left to choose")}
WHERE = {"here": T("in the game's thread"), "dm": T("in a direct message")}
BAD_ZONE = T("I do not know the time zone {zone}. Try a name such as Europe/Prague, or an offset such as +2.")
ONE_DAY = T("{start}:00 to {end}:00")

# --- votes ------------------------------------------------------------------------------------------------

AGREE, REFUSE = T("Agree"), T("Refuse")
VOTE = T("🗳️ {by} asks: **{what}** Agreement needed from {needed}. Agreed: {agreed}.")
VOTES = {
    "pause": T("Pause the game?"),
    "resume": T("Go on with the game?"),
    "abandon": T("End the game without a winner?"),
    "undo": T("Take back {what}?"),
    "replace": T("Hand the seat {seat} of {whom} over to {to}?"),
}
VOTE_YES = T("✅ {what} Agreed.")
VOTE_NO = T("❌ {what} {who} refused.")
VOTE_OLD = T("❌ {what} The board has moved on, so the question is settled.")
VOTE_LATE = T("❌ {what} Not everybody agreed in time.")
VOTE_SLOW = T("-# Whoever it concerns may refuse; otherwise it counts as agreed <t:{until}:R>.")
VOTE_OVER = T("This vote is over.")
VOTE_NOT_YOURS = T("Your agreement is not needed here.")
VOTE_ASKED = T("I have asked the others.")
VOTE_OPEN = T("A vote on this is open already.")
VOTED = T("Thank you, your answer is noted.")
SURE_UNDO = T(
    "**Take back your last choice?** What came after it by dice, by cards or by bots is taken back with it."
)
SURE_UNDO_TURNS = T(
    "**Take back your last choice?** It was in turn {turn}. Everything since then is taken back with it, the bots' turns, too: "
    "{turns} in all."
)
TAKEN_BACK = T("It is taken back. The board shows it.")
UNDO_OFF = T("This table agreed on no taking back.")
UNDO_STRICT = T("Something was learned since, and this table agreed not to take back after that.")
DONE_PAUSED = T("The game is paused.")
DONE_RUNNING = T("The game goes on.")
DONE_ARCHIVED = T("The game is archived. Nothing is lost; `/replay` still shows it.")
SURE_ARCHIVE = T("**Archive this game?** It ends without a winner. This cannot be taken back.")
SURE_ABANDON = T("**End this game without a winner?** This cannot be taken back.")
SURE_RESIGN = T(
    "**Leave this game?** A stand-in plays on for you, and the others are told. `/back` takes the seat back at any time; "
    "`/game leave to:` hands it to somebody else for good, if they want it and the others agree."
)
RESIGNED = T("You have left the game. A stand-in plays on; `/back` takes the seat back.")
SHARE = T("Post for Everybody")
SHARED = T("Posted.")
SHARED_ALREADY = T("That was posted here already.")
SHARED_RECAP = T("**{title}**: what happened since <t:{since}:f>\n{lines}")
SURE_CLOSE = T("**Close this table?** Everybody has to sit down anew.")
NOT_ABSENT = T(
    "{who} is not absent: the game has not waited for them for a day, or they said that they are away."
)
REPLACED = T("{mention}, somebody else plays on in your place. You may take your seat back at any time.")
SEAT_TAKEN_BACK = T("You have your seat back. The table sees it.")
ONLY_PEOPLE = T("That seat is not held by a person.")
NO_BOT_USER = T("A bot cannot take a seat like that.")
ALREADY_AT_TABLE = T("{who} sits at this table already.")

# --- one's own data ---------------------------------------------------------------------------------------

A_TABLE = T("A table")
SOMEBODY = T("somebody")
KEPT = T(
    "**What I keep about you**\n{settings}\n"
    "- your seat in {running} games that run and {over} that are over, and {lobbies} tables that have not begun, with your "
    "Discord id and the name you had\n- {reports} reports you have written\n"
    "I keep no messages, no lists of members, nothing of people who never used me. More: "
    "`docs/privacy.md` of the program."
)
FORGET = T("Delete It All")
SURE_FORGET = T(
    "**Delete everything about you?** Your settings go at once. In games that run a stand-in plays on for nobody; games that "
    "only you play are archived. In games that are over your name goes. This cannot be taken back."
)
FORGOTTEN = T("Done. Nothing about you is left here. Copies for emergencies still have it for some weeks.")
FORGOTTEN_NOT_ALL = T(
    "These games cannot be loaded, so you are still in them: {games}. Please tell the owner of the bot."
)

# --- the guide --------------------------------------------------------------------------------------------

HELP = T(
    "## Glade\n"
    "I keep a table for board games here. You play by clicking or by typing; I offer exactly what is legal and draw "
    "the board.\n"
    "**Begin**\n"
    "`/tutorial` a first game against bots, step by step\n"
    "`/game new` open a table · `/games` all your games\n"
    "**Play** (in the game's thread)\n"
    "Press *My Turn* under the board, or `/play` and start typing. {commands} do the same by words.\n"
    "`/hand` your cards · `/undo` take back · `/why` why something is not on offer\n"
    "**See**\n"
    "`/map` `/board` `/log` `/recap` `/replay` `/rules` `/export` `/import`\n"
    "**Wait**\n"
    "`/forget` what I keep about you, and how to have it deleted\n"
    "`/settings` reminders, waking hours, colours · `/away` · `/mute` · `/orders` standing orders\n"
    "**Trouble**\n"
    "`/report` tells the makers what went wrong. `/game pause`, `/game replace` and `/game abandon` go by vote."
)
GREETING = T(
    "## 🌿 Welcome to Glade\n"
    "I keep a table for deep board games:\n{games}\n"
    "I know the rules: I offer exactly what is legal, you press what you like, and I draw the board after every move "
    "and play the bots.\n"
    "**New here?** Press *First Game*: you against easy bots, with a hint at every step. It takes a minute to "
    "begin, and you can stop and come back at any time.\n"
    "**With friends?** Press *Open a Table*. The others press Join, bots take the empty seats, and everybody plays "
    "when they have time."
)
FIRST_GAME = T("First Game")
OPEN_TABLE = T("Open a Table")
GAME_ABOUT = T("- **{game}**: {line}")
WHICH_GAME_NEW = T("**Which game?** Then you choose how it is played.")
WHICH_FIRST = T("**Which game would you like to learn?**")
NO_FIRST_GAME = T("{game} has no first game yet. `/game new` opens a table for it.")
CHOOSE_GAME = T("Choose a game")
CHOSEN_GAME = T("**{game}.** The table is open below. Choose how it is played; it holds at once.")
HELP_BUTTON = T("Help")
LESSON_GOAL = T("🎯 **Goal:** {goal}")
LESSON_DONE = T("✅ {goal}")
LESSON_FREE = T("🎯 The goals of this step are reached. Go on as you like.")
LESSON_HOW = T(
    "-# Round {round} of {rounds} of your lesson. `/tutorial leave:True` ends it; the game goes on."
)
LESSON_OVER = T(
    "🎓 That was the lesson: two rounds, and you know your faction. From here on you play by yourself."
)
LESSON_LEFT = T("The lesson is over. The game goes on without goals and hints.")
NO_LESSON = T("{game} has no lesson for that. It teaches: {known}.")
TUTORIAL_TITLE = T("{host}'s first game")
TUTORIAL_BEGUN = T(
    "▶️ Your first game is open: {place}\nYou play **{faction}** against easy bots. **My Turn** under the board "
    "shows all you can do, and I tell you what each phase is for. Nothing you press can break anything: **Undo** takes it back."
)
# --- the owner --------------------------------------------------------------------------------------------

HEALTH = T(
    "**Health**\nstarted <t:{since}:R> · {servers} servers · {delay} ms to Discord\n"
    "games: {games}\nin memory: {memory} · unsaid: {unsaid} · pictures drawn: {drawn}, bands kept: {shelf} MB\n{lines}"
)


def read_from(study: str) -> str:
    """What a study was read from, in words."""
    return STUDY_EXPORT.format() if study == "export" else study


def refused(refusal: Refusal, sentence: str | None = None) -> str:
    """A refusal with its clause."""
    text = sentence or refusal.sentence.format_map(_Blank(refusal.about))
    clause = f" ({refusal.clause})" if refusal.clause else ""
    return f"{text}{clause}"


class _Blank(dict[str, object]):
    """A missing name becomes nothing."""

    def __missing__(self, key: str) -> str:
        return ""


MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<@:-])")


def plain(text: str, limit: int = 60) -> str:
    """A text written by a person: no markdown, no mentions, no links, one line, not too long."""
    flat = " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())
    short = flat if len(flat) <= limit else flat[: limit - 1] + "…"
    return (
        MARKDOWN.sub(r"\\\1", short).replace("http", "http\u200b").replace("discord.gg", "discord\u200b.gg")
    )


def one_line(text: str, limit: int) -> str:
    """A text written by a person for a place without markdown: a label, a file's or a thread's name."""
    return cut(" ".join("".join(c for c in text if c.isprintable() or c.isspace()).split()), limit)


def cut(text: str, limit: int) -> str:
    """A text that fits, with an ellipsis if it had to be cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def lines_within(lines: Sequence[str], limit: int) -> list[str]:
    """As many of the last lines as fit."""
    shown: list[str] = []
    size = 0
    for line in reversed(lines):
        size += len(line) + 1
        if size > limit:
            break
        shown.insert(0, line)
    return shown


def mention(user: str) -> str:
    """A person by their id; nobody is pinged unless the message allows it."""
    if not user:
        return str(SOMEBODY)
    return f"<@{user}>" if user.isdigit() else user
