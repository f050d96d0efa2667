"""Edge cases of the specification that wait for a part of the game that is not built yet."""

PENDING: dict[str, str] = {
    "CORE-T37": "an effect that swaps pieces: the Corvid Conspiracy (13)",
}
