"""The game itself: the board message for everybody, the private panel, choices by click and by command."""
