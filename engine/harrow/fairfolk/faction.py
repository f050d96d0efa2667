"""H7  The Fair Folk: before every turn of a jar faction they play nests and cards, and look for sword, crown and queen."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from engine.flow import Done, Flow, Option, ask, shuffle
from engine.harrow.choices import PickHex
from engine.harrow.data import FACTS as PRINTED
from engine.harrow.data import TABLE, Hex
from engine.harrow.faction import BEFORE, Act, Faction, register
from engine.harrow.fairfolk.board import FACTS, FOLK, QUEEN, SWORD, FolkBoard, board_of
from engine.harrow.fairfolk.cards import PlayCharm, asked, play_charm
from engine.harrow.fairfolk.hand import Fulfil, draw_quests, fulfil, fulfilments
from engine.harrow.fairfolk.nests import (
    PlayNest,
    TakeNest,
    TakeOffer,
    bars_nest_on,
    fill_supply,
    move_nest,
    nest_options,
    play_a_nest,
)
from engine.harrow.fairfolk.offers import take_offers, usable, use_offer
from engine.harrow.fairfolk.search import add_silver, ask_silver
from engine.harrow.menu import legal, refuses
from engine.harrow.setup import deal_cards
from engine.harrow.state import Harrow, Owner, Unit
from engine.harrow.turn import end_turn
from engine.harrow.verbs import draw_card, renew_deck, spend_cubes
from engine.harrow.view import ArrowView, FairFolkView
from engine.rules import Refusal


class WriteItem(Option, frozen=True, tag="write_item"):
    """H7.1.5  The item is on this hex."""

    PRIVATE = True
    hex: Hex


WRITTEN = Refusal("H7.1.5", "Each of the three is on another hex.")
CALM = Refusal("FC03", "Nobody attacks or infects until everybody else has taken a turn.")


@refuses(WriteItem)
def bars_writing(game: Harrow, owner: Owner, option: WriteItem) -> Refusal | None:
    """H7.1.5  Any hex, but three different ones."""
    return WRITTEN if option.hex in board_of(game).card.values() else None


# --- H7.3 a turn ------------------------------------------------------------------------------------------


def act(game: Harrow, owner: Owner) -> Flow[bool]:
    """H7.3, HP.5.1 to HP.5.3  Cards, one nest, one objective; everything may be left out. Until the player has done enough."""
    game.cursor.window = True
    options: list[Option] = [
        *nest_options(game),
        *fulfilments(game, owner),
        *legal(game, owner, [PlayCharm(card) for card in sorted(game.players[owner].hand)]),
    ]
    board = board_of(game)
    choice = yield from ask(
        owner, "folk", "H7.3", [*options, Done()], secret=True, item=board.searching, nests=board.nests_left
    )
    game.cursor.window = False
    if isinstance(choice, (PlayNest, TakeNest, TakeOffer)):
        yield from play_a_nest(game, choice)
    elif isinstance(choice, Fulfil):
        yield from fulfil(game, choice.quest)
    elif isinstance(choice, PlayCharm):
        yield from play_charm(game, owner, choice.card)
    return not isinstance(choice, Done) and bool(board.searching)


def cleanup(game: Harrow, owner: Owner) -> Flow[bool]:
    """H7.8.2  At most six silver cubes; three objective cards, three cards, three offers."""
    board = board_of(game)
    surplus = game.battleground[FOLK] - TABLE.most_cubes
    if surplus > 0:
        spend_cubes(game, FOLK, surplus, "H7.8.2")
    board.nests_left, board.quest_done = 1, False
    if board.searching:
        yield from draw_quests(game, "H7.8.2")
        while len(game.players[owner].hand) < FACTS.hand and (yield from draw_card(game, owner, "H7.8.2")):
            pass
        yield from renew_deck(game, owner)
        yield from fill_supply(game)
    return False


@register
class FairFolk(Faction):
    """H7.1.7  No units, no home, no jars, no points; nobody can attack them."""

    id = FOLK
    turns = BEFORE
    steps = {"folk": act, "cleanup": cleanup, "end": end_turn}

    def new_board(self) -> FolkBoard:
        return FolkBoard()

    # --- H7.1 setup ------------------------------------------------------------------------------------------

    def lay_out(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H7.1.1 to H7.1.4  Objective cards, Fair Folk cards, offers in nests."""
        board = board_of(game)
        board.quest_deck = yield from shuffle("quests", sorted(FACTS.conditions))
        yield from draw_quests(game, "H7.1.2")
        yield from deal_cards(game, owner, FACTS.hand, "H7.1.2")
        board.bag = sorted(PRINTED.offers)
        board.nests_left = 1
        yield from fill_supply(game)

    def finish_setup(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H7.1.5, H7.1.6, HP.1.8, HP.1.9  Somebody else writes the location card; then the first silver cube."""
        board = board_of(game)
        writer = game.lantern if game.lantern in asked(game) else asked(game)[0]
        for item in FACTS.items:
            options = [WriteItem(hex) for hex in game.county.ids if hex not in board.card.values()]
            choice = yield from ask(writer, "setup.item", "H7.1.5", options, secret=True, item=item)
            board.card[item] = choice.hex
        game.note("card.written", "H7.1.5", owner=writer)
        places = tuple(board.card[item] for item in FACTS.items)
        game.note("card.read", "H7.1.5", tuple(asked(game)), owner=writer, hexes=places)
        yield from ask_silver(game, "setup.silver", "H7.1.6")

    # --- turns and the end -----------------------------------------------------------------------------------

    def plays_on(self, game: Harrow, owner: Owner) -> bool:
        """H7.7.4  No more turns once the queen is found."""
        return not self.has_won(game, owner)

    def has_won(self, game: Harrow, owner: Owner) -> bool:
        """H7.9.1, H7.9.2  The queen is found."""
        return QUEEN in board_of(game).found

    # --- what happens to others ------------------------------------------------------------------------------

    def haint_fell(self, game: Harrow, owner: Owner, unit: Unit, hex: Hex) -> None:
        """H7.7.2  With the sword, every haint that is killed or infected gives a silver cube."""
        if SWORD in board_of(game).found:
            add_silver(game, 1, "H7.7.2")

    def bars_fighting(self, game: Harrow, owner: Owner) -> Refusal | None:
        """FC03"""
        return CALM if board_of(game).calm else None

    def turn_ended(self, game: Harrow, owner: Owner, by: Owner) -> None:
        """FC03  Another player has taken a turn."""
        board = board_of(game)
        if by in board.calm:
            board.calm.remove(by)
            if not board.calm:
                game.note("calm.over", "FC03", owner=owner)

    def after_goals(self, game: Harrow, owner: Owner, by: Owner) -> Flow[None]:
        """H7.6.1, H7.6.3  Offers under the units of whoever cleans up."""
        yield from take_offers(game, by)

    def free_actions(self, game: Harrow, owner: Owner, by: Owner) -> Mapping[Option, Act]:
        """H7.6.4  Offers that a player can use now."""
        return {option: partial(use_offer, game, by, option.offer) for option in usable(game, by)}

    def pieces_merged(self, game: Harrow, owner: Owner, origin: Hex, to: Hex) -> None:
        """HA.F.U8, H7.4.1  A nest goes along, unless one lies there already."""
        nests = board_of(game).nests
        if origin in nests and to not in nests:
            move_nest(game, origin, to, "HA.F.U8", owner)

    def hex_burns(self, game: Harrow, owner: Owner, hex: Hex, by: Owner) -> Flow[None]:
        """H5.7.3  A nest on a fire is pushed to a hex where it may lie; without one it stays."""
        if hex in board_of(game).nests:
            free = [PickHex(to) for to in sorted(game.county.near[hex]) if bars_nest_on(game, to) is None]
            if free:
                choice = yield from ask(by, "fire.push", "H5.7.3", free, piece="nest", hex=hex)
                move_nest(game, hex, choice.hex, "H5.7.3", by)

    # --- what can be seen ------------------------------------------------------------------------------------

    def hex_view(self, game: Harrow, owner: Owner, hex: Hex, seat: Owner | None) -> dict[str, Any]:
        """H0.9, H7.1.5  Nests, offers and X tokens; the location card for all players but the Fair Folk's."""
        board = board_of(game)
        here = next((item for item, place in board.card.items() if place == hex), "")
        marked = "x" if hex in board.crosses else ""
        return {
            "nest": hex in board.nests,
            "offer": board.nests.get(hex, ""),
            "cross": here if here in board.found else marked,
            "secret": here if here not in board.found and seat in asked(game) else "",
        }

    def table_view(self, game: Harrow, owner: Owner, seat: Owner | None) -> dict[str, Any]:
        return {"arrows": tuple(ArrowView(one.hex, one.axis, one.side) for one in board_of(game).arrows)}

    def lies_before(self, game: Harrow, owner: Owner, other: Owner) -> dict[str, Any]:
        """H7.6.1  Offers that a player has taken."""
        return {"offers": tuple(board_of(game).taken.get(other, ()))}

    def public(self, game: Harrow, owner: Owner, seat: Owner | None) -> dict[str, Any]:
        board = board_of(game)
        return {
            "cubes": game.cubes[FOLK],
            "fairfolk": FairFolkView(
                found=tuple(board.found),
                searching=board.searching,
                silver=tuple(board.silver),
                nests=board.empty,
                loaded=tuple(board.loaded),
                loose=tuple(board.loose),
                arrows=FACTS.arrows - len(board.arrows),
                crosses=board.crosses_left,
                bag=len(board.bag),
                objectives=len(board.quests),
                own_objectives=tuple(sorted(board.quests)) if seat == owner else None,
                discarded=tuple(board.quest_discard),
                could_be=tuple(board.could_be(game.county.ids)) if board.card and board.searching else (),
                whispers=tuple((one.kind, one.yes) for one in board.whispers),
                calm=tuple(board.calm),
            ),
        }

    def hide_anew(
        self, game: Harrow, owner: Owner, seat: Owner | None, dice: random.Random, keep_on_top: int
    ) -> None:
        """H0.9  Objective cards for others; for the Fair Folk, and whoever only watches, where the items are."""
        board = board_of(game)
        bottom = max(0, len(board.quest_deck) - keep_on_top)
        cards, kept = board.quest_deck[:bottom], board.quest_deck[bottom:]
        if seat != owner:
            cards += board.quests
        dice.shuffle(cards)
        board.quest_deck = [*cards[:bottom], *kept]
        if seat != owner:
            board.quests = cards[bottom:]
        if seat not in asked(game) and board.searching in board.card:
            taken = [board.card[item] for item in board.found]
            for item in FACTS.items[len(board.found) :]:
                free = board.could_be(game.county.ids) if item == board.searching else game.county.ids
                place = dice.choice([hex for hex in free if hex not in taken])
                board.card[item] = place
                taken.append(place)

    # --- what must be true -----------------------------------------------------------------------------------

    def cubes_kept(self, game: Harrow, owner: Owner) -> dict[Owner, int]:
        """H7.1.6"""
        return {FOLK: len(board_of(game).silver)}

    def wrong(self, game: Harrow, owner: Owner) -> Iterator[str]:
        """H0.5, H7.1  Nests, offers, tokens and cards are somewhere, and the card says something that was not denied."""
        board = board_of(game)
        if board.empty < 0 or len(board.nests) + board.empty + len(board.loaded) != FACTS.nests:
            yield f"nests are lost: {board.nests}, {board.empty}, {board.loaded} (H0.5)"
        taken = [offer for offers in board.taken.values() for offer in offers]
        lying = [offer for offer in board.nests.values() if offer]
        if sorted([*lying, *board.offers, *board.bag, *taken]) != sorted(PRINTED.offers):
            yield "offers are lost (H0.5)"
        if sorted([*board.quests, *board.quest_deck, *board.quest_discard]) != sorted(FACTS.conditions):
            yield "objective cards are lost (H7.1.2)"
        if len(set(board.card.values())) != len(FACTS.items):
            yield f"the location card says {board.card} (H7.1.5)"
        elif board.searching and board.card[board.searching] not in board.could_be(game.county.ids):
            yield f"the {board.searching} is where it was denied to be (H7.5.5)"
        if len(board.arrows) > FACTS.arrows or board.crosses_left < 0:
            yield "more arrows or X tokens than there are (H7.5.7)"
