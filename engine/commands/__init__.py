"""The commands of bot.py that need neither Discord nor pictures."""
