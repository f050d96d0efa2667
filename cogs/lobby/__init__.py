"""Before the game: opening a table, agreeing on it, a newcomer's first game, and where a game lives."""
