"""H7.1.2, H7.5, H7.8.2  Objective cards in hand: drawing them, and fulfilling one with four nests."""

from __future__ import annotations

from engine.flow import Flow, Option, ask, shuffle
from engine.harrow.data import Hex
from engine.harrow.fairfolk.board import FACTS, FOLK, board_of
from engine.harrow.fairfolk.nests import to_bag
from engine.harrow.fairfolk.quests import Nests, fours
from engine.harrow.fairfolk.search import Guess, PlaceArrow, arrows_at, guess, guesses, place_arrow
from engine.harrow.menu import legal, refuses
from engine.harrow.state import Harrow, Owner
from engine.rules import Refusal


class Fulfil(Option, frozen=True, tag="fulfil"):
    """H7.5.1  Reveal an objective card that four nests meet."""

    PRIVATE = True
    quest: str


NOT_HELD = Refusal("H7.5.1", "You do not hold that objective card.")
QUEST_DONE = Refusal("H7.5.1", "You have fulfilled an objective this turn; one is the limit.")
NOT_MET = Refusal("H7.5.1", "No four of your nests meet that objective.")
NOT_YOUR_TURN = Refusal("H7.5.1", "Objectives are fulfilled in your own turn.")


# --- H7.8.2 drawing ---------------------------------------------------------------------------------------


def draw_quest(game: Harrow, clause: str) -> Flow[None]:
    """H7.1.2, H7.8.2  The top objective card; an empty deck is made anew of the discard pile at once."""
    board = board_of(game)
    yield from renew_quests(game)
    if not board.quest_deck:
        return
    quest = board.quest_deck.pop()
    board.quests.append(quest)
    game.learned = True
    game.note("drew.quests", clause, owner=FOLK)
    game.note("drew.quest", clause, (FOLK,), owner=FOLK, quest=quest)
    yield from renew_quests(game)


def renew_quests(game: Harrow) -> Flow[None]:
    """H7.8.2  Shuffle the discard pile into a new deck, once the deck is empty."""
    board = board_of(game)
    if not board.quest_deck and board.quest_discard:
        pile, board.quest_discard = board.quest_discard, []
        board.quest_deck = yield from shuffle("quests", sorted(pile))
        game.note("quests.reshuffled", "H7.8.2", owner=FOLK, cards=len(board.quest_deck))


def draw_quests(game: Harrow, clause: str) -> Flow[None]:
    """H7.1.2, H7.8.2  Up to three objective cards in hand."""
    board = board_of(game)
    while len(board.quests) < FACTS.hand and (board.quest_deck or board.quest_discard):
        yield from draw_quest(game, clause)


# --- H7.5 fulfilling --------------------------------------------------------------------------------------


@refuses(Fulfil)
def bars_fulfil(game: Harrow, owner: Owner, option: Fulfil) -> Refusal | None:
    """H7.5.1  A card of the hand that is met, once in a turn."""
    board = board_of(game)
    if option.quest not in board.quests:
        return NOT_HELD
    if owner != game.active:
        return NOT_YOUR_TURN
    if board.quest_done:
        return QUEST_DONE
    return None if fours(game, option.quest) else NOT_MET


def fulfilments(game: Harrow, owner: Owner) -> list[Fulfil]:
    """H7.5.1, HP.5.3  The objective cards that are met now."""
    if board_of(game).quest_done:
        return []
    return legal(game, owner, [Fulfil(quest) for quest in sorted(board_of(game).quests)])


def pointed_out(met: list[Nests], nest: Hex = 0) -> Nests:
    """H7.5.1  Four nests that meet the objective, with this one among them if there are such."""
    return next((four for four in met if nest in four), met[0])


def fulfil(game: Harrow, quest: str) -> Flow[None]:
    """H7.5.1 to H7.5.4, HP.5.4  The card is revealed; then an arrow at one of the nests that has an offer, or a guess."""
    board = board_of(game)
    met = fours(game, quest)
    board.quest_done = True
    board.quests.remove(quest)
    board.quest_discard.append(quest)
    game.note("quest.revealed", "H7.5.1", owner=FOLK, quest=quest)
    nests = [hex for hex in sorted({hex for four in met for hex in four}) if board.nests[hex]]
    options: list[Option] = [*arrows_at(nests), *guesses(game)]
    choice = yield from ask(FOLK, "quest.use", "H7.5.2", options, quest=quest, item=board.searching)
    hex = choice.hex if isinstance(choice, PlaceArrow) else 0
    game.note("quest.nests", "H7.5.1", owner=FOLK, hexes=pointed_out(met, hex))
    if isinstance(choice, PlaceArrow):
        offer = board.nests[hex]
        board.nests[hex] = ""
        to_bag(board, offer)
        game.note("offer.back", "H7.5.3", owner=FOLK, offer=offer, hex=hex)
        yield from place_arrow(game, choice)
    elif isinstance(choice, Guess):
        yield from guess(game, choice.hex)
