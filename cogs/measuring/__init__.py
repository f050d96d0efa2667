"""What `bench` measures of the bot on Discord."""
