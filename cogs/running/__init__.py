"""Keeping the bot itself well: fair shares, garbage, numbers for its owner."""
