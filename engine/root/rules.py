"""Root, as the platform sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from engine.flow import Ask, Flow, Option
from engine.root import actions, cards, clockwork, factions, hirelings, hiring, landmarks
from engine.root.cast import open_table
from engine.root.data import DECKS, LANDMARKS, MAPS, ROLES
from engine.root.faction import FACTIONS
from engine.root.menu import refusal
from engine.root.parts import discover
from engine.root.preview import preview
from engine.root.projection import opened, project
from engine.root.setup import landmarks as _landmarks  # noqa: F401  A.5
from engine.root.setup.advanced import UNDECIDED, advanced_step
from engine.root.setup.standard import standard_step
from engine.root.setup.table import Clearing, add_player, empty_table, free_owner, why_not_there
from engine.root.state import Board, Player, Root
from engine.root.turn import last_call, take_step
from engine.root.verbs import Won
from engine.root.view import RootView
from engine.root.voice import GUESTS
from engine.root.wishes import SETUP, how_near, meant, wished_kinds
from engine.rules import NOT_YOURS, OVER, Preview, Refusal, SeatSetup, Setup, Upgrade

discover(actions, cards, factions, clockwork, hiring, hirelings, landmarks)

NOT_YOUR_TURN = "It is not your decision now. It waits for {seat}."
NOT_NOW = "That is not possible at this point of the turn."


def landmarks_as_guests(state: dict[str, Any]) -> dict[str, Any]:
    """C.2.1, C.3.1  A table of version 2 knew the clearing of a map's landmark by its name alone."""
    for name in LANDMARKS:
        clearing, used = state.pop(name, 0), state.pop(f"{name}_used", [])
        if clearing:
            board = msgspec.to_builtins(GUESTS[name].new_board()) | {"clearing": clearing}
            if used:
                board |= {"used": used, "turn": state["turn"]}
            state.setdefault("guests", {})[name] = {"plays": name}
            state["boards"][name] = board
    return state


class RootRules:
    """Root."""

    game = "root"
    state_type = Root
    view_type = RootView
    version = 3
    upgrades: Mapping[int, Upgrade] = {1: lambda state: state, 2: landmarks_as_guests}
    """2: pieces may lie face down, and guests may sit at the table; what was saved before has none.

    3: the landmarks of a map are guests.
    """
    clauses: Mapping[str, str] = {NOT_YOURS: "1.4.1", OVER: "3.1"}

    def new(self, setup: Setup) -> Root:
        """5.1.1, 5.1.2  A table with the agreed seats, boards and scores, before the first step of setup."""
        game = Root(
            map_id=str(setup.options.get("map", next(iter(MAPS)))),
            deck_id=str(setup.options.get("deck", next(iter(DECKS)))),
            options=dict(setup.options),
        )
        empty_table(game)
        for seat in setup.seats:
            self.take_seat(game, seat)
        return game

    @staticmethod
    def take_seat(game: Root, seat: SeatSetup) -> None:
        """5.1.1  A player goes by the name of the faction; who drafts one, by the seat's until then (A.8)."""
        faction = ROLES[seat.plays].faction if seat.plays else ""
        named = ROLES.get(seat.seat)
        keeps_name = not faction or (named is not None and named.faction == faction)
        owner = seat.seat if keeps_name else free_owner(game, faction)
        game.order.append(owner)
        game.seats[seat.seat] = owner
        game.seat_options[owner] = dict(seat.options)
        if seat.board:
            game.bots.append(owner)
        if faction:
            add_player(game, owner, f"{seat.board}-{faction}" if seat.board else faction)
        else:
            game.plays[owner] = UNDECIDED
            game.players[owner] = Player()

    def flow(self, game: Root) -> Flow[None]:
        """The step under the cursor; a victory ends everything at once (3.1)."""
        open_table(game)
        try:
            if game.cursor.step.startswith("setup"):
                advanced = game.options.get("setup") == "advanced"
                yield from advanced_step(game) if advanced else standard_step(game)
                game.happened.clear()
            else:
                yield from take_step(game)
        except Won:
            game.happened.clear()

    def step(self, game: Root) -> str:
        return f"{game.active}.{game.cursor.step}"

    def last_call(self, game: Root) -> Ask | None:
        open_table(game)
        return last_call(game)

    def seat_of(self, game: Root, name: str) -> str:
        return next((seat for seat, owner in game.seats.items() if owner == name), name)

    def name_of(self, game: Root, seat: str) -> str:
        return game.seats.get(seat, seat)

    @cache  # noqa: B019  the rules live as long as the program
    def options(self) -> Mapping[str, type[Option]]:
        return {str(kind.__struct_config__.tag): kind for kind in option_kinds(Option)}

    def view(self, game: Root, seat: str | None) -> RootView:
        open_table(game)
        return project(game, seat)

    def opened(self, game: Root, seat: str, public: RootView) -> RootView:
        open_table(game)
        return opened(game, seat, public)

    def why_not(self, game: Root, questions: Sequence[Ask], seat: str, wish: Option) -> Refusal:
        """The refusal of the predicate that lists the wish, of the faction, or of the turn.

        Before all factions stand on the map only the choice of one, or of a clearing, can be explained.
        """
        open_table(game)
        question = next((q for q in questions if q.seat == seat), None)
        if question is None:
            waiting = ", ".join(q.seat for q in questions)
            return Refusal("1.4.1", NOT_YOUR_TURN, {"seat": waiting})
        reason = None
        explains = getattr(wish, "IN_SETUP", False) or not game.cursor.step.startswith("setup")
        if isinstance(wish, Clearing):
            reason = why_not_there(game, seat, question.options, wish)
        elif explains and seat in game.players and game.plays[seat] in FACTIONS:
            reason = refusal(game, seat, wish) or FACTIONS[game.plays[seat]].why_not(game, seat, wish)
        return reason or Refusal(question.clause, NOT_NOW)

    def wishes(self, game: Root, seat: str) -> Sequence[str]:
        open_table(game)
        first = SETUP if game.cursor.step.startswith("setup") else ()
        later = wished_kinds(game, seat) if seat in game.players else ()
        return [str(kind.__struct_config__.tag) for kind in (*first, *later)]

    def meant(self, game: Root, questions: Sequence[Ask], seat: str, verb: str) -> Iterable[Option]:
        open_table(game)
        in_setup = game.cursor.step.startswith("setup")
        return () if in_setup and verb == "faction" else meant(game, questions, seat, self.options()[verb])

    def nearness(self, game: Root, seat: str, wish: Option, refused: Refusal) -> int:
        """The check that fails last is the nearest; what no check refuses is refused by the moment."""
        open_table(game)
        if game.cursor.step.startswith("setup") or seat not in game.players:
            return 0
        return how_near(game, seat, wish, refused)

    def preview(self, game: Root, seat: str, option: Option) -> Sequence[Preview]:
        """What an option would cost and bring. Before all factions stand on the map nothing can be foreseen."""
        open_table(game)
        if game.cursor.step.startswith("setup") or seat not in game.players:
            return ()
        return preview(game, seat, option)

    def dec_hook(self, kind: type, value: Any) -> Any:
        """Faction boards are told apart by their tag."""
        if kind is Board:
            return msgspec.convert(value, board_kinds()[value["type"]], str_keys=True)
        raise NotImplementedError(kind)


@cache
def board_kinds() -> Mapping[str, type[Board]]:
    """Every faction's own state, by tag."""
    return {
        str(kind.__struct_config__.tag): kind for kind in _below(Board) if issubclass(kind, msgspec.Struct)
    }


def _below(kind: type[Board]) -> list[type[Board]]:
    found = kind.__subclasses__()
    return found + [deeper for sub in found for deeper in _below(sub)]


def option_kinds(kind: type[Option]) -> list[type[Option]]:
    """All option classes of Root, and those every game shares."""
    found = [
        sub for sub in kind.__subclasses__() if sub.__module__.startswith(("engine.root", "engine.flow"))
    ]
    return found + [deeper for sub in found for deeper in option_kinds(sub)]


RULES = RootRules()
