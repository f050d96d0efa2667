"""What Pebbles says of itself."""

from engine.about import About, Command, Field, FirstGame

ABOUT = About(
    "players take pebbles from a heap",
    commands=(
        Command("take", "Take pebbles.", (Field("pebbles", "How many"),)),
        Command("recruit", "Dare a roll.", verbs=("dare",)),  # another game has a command of this name
        Command("bid", "Bid a card.", (Field("card", "Which card", needed=True),)),
    ),
    first=FirstGame("red", bots=2, options={"heap": "12"}, bot_options={"difficulty": "easy"}),
    tips={"take": "Take as many as you dare.", "other": "Others take pebbles."},
)
