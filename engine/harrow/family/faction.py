"""HA.F, H1.5.2, H1.14.4  The Family: tokens out of the bag, storms, and buildings at the end of a storm path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from engine.flow import Done, Flow, Option, ask, ask_many, shuffle
from engine.harrow.actions.basic import basic_options, perform_basic
from engine.harrow.data import (
    ABILITIES,
    ADVANCE,
    BOARDS,
    BUILDING,
    FACTS,
    SPAWN,
    STRENGTHEN,
    TABLE,
    TOWNSFOLK,
    Hex,
)
from engine.harrow.faction import Faction, register
from engine.harrow.family.board import (
    FAMILY,
    UPGRADES,
    FamilyBoard,
    board_of,
    draws_and_returns,
    free_slots,
    lay_on_jar,
    may_storm,
    new_board,
    place_storm,
    to_bag,
    to_line,
)
from engine.harrow.menu import legal, refuses
from engine.harrow.state import Budget, Harrow, Owner
from engine.harrow.verbs import reach_objective
from engine.harrow.view import RowView
from engine.rules import Refusal

if TYPE_CHECKING:
    from engine.harrow.actions.attack import Attacking

WEAVING_RANGE = 2
KNIFE_CUBES = 2


class GiveBack(Option, frozen=True, tag="give_back"):
    """H2.2.2  A drawn token goes back into the bag."""

    token: str


class Activate(Option, frozen=True, tag="activate"):
    """H2.5.3  Use an upgrade token."""

    token: str


class PlayUpgrade(Option, frozen=True, tag="play_upgrade"):
    """H2.5.2  Play an upgrade card: a drawn token goes to the box and the new one takes its place."""

    PRIVATE = True
    card: str


class ToBoard(Option, frozen=True, tag="to_board"):
    """H1.13.2  A token goes onto the board for good, not into the bag."""

    token: str


NOT_DRAWN = Refusal("H2.5.2", "The price is a token of that kind, drawn this turn, kept and not used yet.")
ONE_UPGRADE = Refusal("H2.5.1", "One upgrade card is played in an Ability action.")
NO_UPGRADE_CARD = Refusal("H2.5.1", "You do not hold that card.")
ONLY_IN_ABILITY = Refusal("H2.5.1", "Upgrade cards are played while you use drawn tokens.")
NO_TOKEN = Refusal("H2.5.3", "You have no such token to use now.")


@register
class Family(Faction):
    id = FAMILY
    home = FAMILY
    goal = BUILDING
    hostile = (TOWNSFOLK,)
    pays_storms = False
    cards_in_windows = False
    first_legend = "levi"

    def new_board(self) -> FamilyBoard:
        return FamilyBoard()

    def lay_out(self, game: Harrow, owner: Owner) -> Flow[None]:
        new_board(game)
        yield from ()

    # --- H1.5.2, H2.2.2 ------------------------------------------------------------------------------------

    def ability(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H1.5.2, H2.2.2  Draw tokens, give some back, use the others one by one in any order."""
        yield from self.draw(game, owner)
        yield from self.use_tokens(game, owner)

    def draw(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H1.5.3, H2.2.2, H2.2.3  As many as the board says; a bag too small lets fewer go back."""
        board = board_of(game)
        draws, returns = draws_and_returns(game)
        mixed = yield from shuffle("bag", board.bag)
        drawn, board.bag = sorted(mixed[:draws]), sorted(mixed[draws:])
        game.note("drew.tokens", "H1.5.2", owner=owner, tokens=tuple(drawn))
        for token in [one for one in drawn if one in UPGRADES and UPGRADES[one].waits]:
            drawn.remove(token)
            lay_on_jar(game, owner, token)
        missing = draws - len(mixed)
        back = min(max(0, returns - max(0, missing)), len(drawn))
        options = [GiveBack(token) for token in drawn]
        board.front, board.used = drawn, []
        if back:
            for choice in (yield from ask_many(owner, "ability.return", "H2.2.2", options, back, back)):
                board.front.remove(choice.token)
                to_bag(game, choice.token)
                game.note("gave.back", "H2.2.2", owner=owner, token=choice.token)

    def use_tokens(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H1.5.2, H1.5.4, H2.5  Each token once. ADVANCEs in a row are added together; another token ends that."""
        board, pool, played = board_of(game), 0, False
        while unused(game) or pool:
            ready = Counter(unused(game))
            budget = Budget(
                advance=pool + ready[ADVANCE], spawn=ready[SPAWN], strengthen=ready[STRENGTHEN], free=True
            )
            game.cursor.budget = budget
            options: list[Option] = [*basic_options(game, owner)]
            options += [Activate(token) for token in sorted(ready) if token in UPGRADES]
            hand = game.players[owner].hand if not played else []
            options += legal(game, owner, [PlayUpgrade(card) for card in sorted(hand)])
            if not options and not hand:
                break
            left = {token: ready[token] for token in ABILITIES}
            choice = yield from ask(
                owner, "ability.tokens", "H1.5.2", [*options, Done()], secret=bool(hand), **left
            )
            if isinstance(choice, Done):
                break
            if isinstance(choice, PlayUpgrade):
                played, pool = True, 0
                self.play_upgrade(game, owner, choice.card)
            elif isinstance(choice, Activate):
                mark_used(game, choice.token)
                upgrade = UPGRADES[choice.token]
                game.note("activated", upgrade.clause, owner=owner, token=choice.token)
                if upgrade.advances:
                    pool += upgrade.advances
                else:
                    pool = 0
                    yield from upgrade.use(game, owner)
            else:
                ability = yield from perform_basic(game, owner, choice)
                pool = self.pay(game, budget, ability, pool, ready)
        board.used = sorted(board.used)
        game.cursor.budget = None

    def pay(self, game: Harrow, budget: Budget, ability: str, pool: int, ready: Counter[str]) -> int:
        """H1.5.4  The tokens behind what was just done are used; what is left of a pool of ADVANCEs is returned."""
        if not ability:
            return pool
        if ability != ADVANCE:
            for _ in range(ready[ability] - getattr(budget, ability)):
                mark_used(game, ability)
            return 0
        cost = pool + ready[ADVANCE] - budget.advance
        for _ in range(max(0, cost - pool)):
            mark_used(game, ADVANCE)
        return max(0, pool - cost)

    def play_upgrade(self, game: Harrow, owner: Owner, card: str) -> None:
        """H2.5.1, H2.5.2, H2.5.5, H2.5.7  The price goes to the box, the upgrade token takes its place."""
        board, player = board_of(game), game.players[owner]
        player.hand.remove(card)
        player.played.append(card)
        game.cursor.card_played = True
        price = FACTS.cards[card].price
        place = next(n for n, token in enumerate(board.front) if token == price and n not in board.used)
        game.box[price] += 1
        board.upgrades.remove(card)
        game.note("upgraded", "H2.5.2", owner=owner, card=card, token=price)
        if UPGRADES[card].waits:
            board.front.pop(place)
            board.used = [n - (n > place) for n in board.used]
            lay_on_jar(game, owner, card)
        else:
            board.front[place] = card

    # --- H1.13.2 -------------------------------------------------------------------------------------------

    def collect(self, game: Harrow, owner: Owner, token: str, clause: str) -> Flow[None]:
        """H1.13.2  Collected tokens lie in front until they are put away."""
        board_of(game).front.append(token)
        yield from ()

    def store(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H1.13.2  Every token in front goes onto the board for good, or into the bag."""
        board = board_of(game)
        if not board.front:
            return
        options = [ToBoard(token) for token in sorted(board.front)]
        most = min(len(options), free_slots(game))
        chosen: tuple[ToBoard, ...] = ()
        if most:
            chosen = yield from ask_many(owner, "store", "H1.13.2", options, 0, most)
        for choice in chosen:
            board.front.remove(choice.token)
            yield from to_line(game, owner, choice.token)
        for token in board.front:
            to_bag(game, token)
        board.front, board.used = [], []

    # --- H1.14 ---------------------------------------------------------------------------------------------

    def goals(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H1.14.4, H1.14.5  A storm under the legend; then every building on the storm path from home falls."""
        legend = game.where(owner)
        if legend and may_storm(game, legend) and not game.has_storm(legend) and board_of(game).storms:
            place_storm(game, owner, legend, "H1.14.4")
        reached = storm_path(game, game.homes[owner])
        for hex in [hex for hex in game.objectives[BUILDING] if hex in reached]:
            reach_objective(game, owner, BUILDING, hex, "H1.14.5")
        yield from ()

    # --- H5.12.1 -------------------------------------------------------------------------------------------

    def tokens_to_lose(self, game: Harrow, owner: Owner) -> list[tuple[str, str]]:
        """H5.12.1  A type named from the bag, whose contents nobody sees, or any token of the line; no upgrade."""
        board = board_of(game)
        named = [(token, "bag") for token in ABILITIES if board.bag]
        return named + [(token, "board") for token in ABILITIES if token in board.line]

    def lose_token(self, game: Harrow, owner: Owner, token: str, place: str) -> bool:
        """H5.12.1  Tokens to its right move one slot to the left."""
        lying = board_of(game).bag if place == "bag" else board_of(game).line
        if token not in lying:
            return False
        lying.remove(token)
        return True

    # --- H2.5.5 --------------------------------------------------------------------------------------------

    def attack_range(self, game: Harrow, owner: Owner) -> int:
        """HA.F.U9, H2.5.6"""
        return WEAVING_RANGE if "U9" in board_of(game).waiting else 0

    def attack_begins(self, game: Harrow, owner: Owner, attack: Attacking) -> None:
        """HA.F.U7  Two majority cubes whatever the numbers, the defender none."""
        if "U7" in board_of(game).waiting:
            attack.majority = {owner: KNIFE_CUBES}

    def attack_ends(self, game: Harrow, owner: Owner, attack: Attacking) -> None:
        """H2.5.5  What waited has acted and goes back into the bag."""
        waiting, board_of(game).waiting = board_of(game).waiting, []
        for token in waiting:
            to_bag(game, token)
            game.note("token.back", "H2.5.5", owner=owner, token=token)

    # --- what can be seen ------------------------------------------------------------------------------------

    def public(self, game: Harrow, owner: Owner, seat: Owner | None) -> dict[str, Any]:
        board, upgraded = board_of(game), game.chapter > 1
        line = BOARDS.line
        values = (
            line.draws if upgraded else tuple(d - r for d, r in zip(line.draws, line.returns, strict=True))
        )
        row = RowView(
            kind="draw",
            values=values,
            returns=line.returns if upgraded else (),
            cards=line.cards if upgraded else (),
            filled=("printed", *board.line),
        )
        looks = seat == owner and game.players[owner].legend == "willa"
        return {
            "rows": (row,),
            "storms": board.storms,
            "bag": len(board.bag),
            "bag_open": dict(Counter(board.bag)) if looks else None,
            "drawn": tuple(board.front),
            "drawn_used": tuple(board.used),
            "upgrades": tuple(board.upgrades),
            "held": board.held,
        }

    def waiting(self, game: Harrow, owner: Owner) -> list[str]:
        return board_of(game).waiting

    def tokens_kept(self, game: Harrow, owner: Owner) -> list[str]:
        board = board_of(game)
        return [*board.bag, *board.line, *board.front, *board.waiting]

    def cubes_kept(self, game: Harrow, owner: Owner) -> dict[Owner, int]:
        return {owner: board_of(game).held}

    def wrong(self, game: Harrow, owner: Owner) -> Iterator[str]:
        board = board_of(game)
        storms = board.storms + sum(game.storms)
        if storms != TABLE.storms:
            yield f"{storms} storm tokens (H1.1.9)"
        if game.storms[game.county.brambles]:
            yield "a storm lies on the brambles (H1.2.4)"
        upgrades = sorted([*board.upgrades, *(t for t in self.tokens_kept(game, owner) if t in UPGRADES)])
        if game.chapter > 1 and upgrades != sorted(UPGRADES):
            yield f"upgrade tokens are {upgrades} (H2.1.4)"


def unused(game: Harrow) -> list[str]:
    """H1.5.2  Tokens in front that were not activated yet."""
    board = board_of(game)
    return [token for place, token in enumerate(board.front) if place not in board.used]


def mark_used(game: Harrow, token: str) -> None:
    board = board_of(game)
    board.used.append(next(n for n, one in enumerate(board.front) if one == token and n not in board.used))


def storm_path(game: Harrow, home: Hex) -> set[Hex]:
    """H1.14.5, H1.14.6  Every storm hex connected with the home by storms; both ends hold one themselves."""
    if not game.has_storm(home):
        return set()
    found, line = {home}, [home]
    while line:
        for hex in game.county.near[line.pop()]:
            if hex not in found and game.has_storm(hex):
                found.add(hex)
                line.append(hex)
    return found


@refuses(PlayUpgrade)
def bars_upgrade(game: Harrow, owner: Owner, option: PlayUpgrade) -> Refusal | None:
    """H2.5.1, H2.5.2"""
    if owner != FAMILY or option.card not in game.players[owner].hand:
        return NO_UPGRADE_CARD
    if game.cursor.budget is None or owner != game.active:
        return ONLY_IN_ABILITY
    if game.cursor.card_played:
        return ONE_UPGRADE
    return None if FACTS.cards[option.card].price in unused(game) else NOT_DRAWN


@refuses(Activate)
def bars_activate(game: Harrow, owner: Owner, option: Activate) -> Refusal | None:
    """H2.5.3"""
    here = owner == FAMILY and game.cursor.budget is not None and option.token in UPGRADES
    return None if here and option.token in unused(game) else NO_TOKEN
