"""4.3  Battle, step by step. What a faction or a card changes, it says itself, by hook."""

from __future__ import annotations

from typing import cast

from engine.flow import Answer, Ask, Done, Flow, Option, ask, ask_all, roll
from engine.root.cards import EFFECTS, effects_of
from engine.root.data import CARDS
from engine.root.faction import Losses, faction_of, factions
from engine.root.happen import settle
from engine.root.menu import does, refuses
from engine.root.rule import enemies, is_enemy, matches
from engine.root.state import CLEARINGS, Owner, Piece, Root
from engine.root.verbs import Taking, discard, put_in_discard, remove, score
from engine.rules import Refusal

AMBUSH_HITS = 2
DICE, FACES = 2, 4


class Fight(Option, frozen=True, tag="battle"):
    """4.3  Battle a defender in a clearing."""

    clearing: int
    defender: Owner


class Ambush(Option, frozen=True, tag="ambush"):
    """4.3.1  Spend this ambush card."""

    PRIVATE = True

    card: str


class Use(Option, frozen=True, tag="use"):
    """4.3.3  Use this effect in the battle."""

    effect: str


class First(Option, frozen=True, tag="first"):
    """4.3.3  This side uses its effects first."""

    side: Owner


class Enlist(Option, frozen=True, tag="enlist"):
    """D.5.2  Enlist this player to protect the defender."""

    protector: Owner


class Side:
    """One side of a battle."""

    def __init__(self, battle: Battle, owner: Owner, attacks: bool) -> None:
        self.battle = battle
        self.owner = owner
        self.attacks = attacks
        self.rolled = 0
        self.extra = 0
        self.more_rolled = 0
        """Added to the most rolled hits (4.3.2.I)."""
        self.ignores_rolled = False
        """Takes no rolled hits (card text)."""
        self.deals_no_rolled = False
        self.ally: Owner = ""
        """Warriors of this owner fight as the side's own (9.2.9.II.c)."""
        self.lost: list[Losses] = []
        self.used: set[str] = set()

    @property
    def enemy(self) -> Side:
        return self.battle.defender if self.attacks else self.battle.attacker

    @property
    def chooser(self) -> Owner:
        """4.3.4  Who chooses this side's losses."""
        return self.battle.instigator or self.owner

    @property
    def remover(self) -> Owner:
        """3.2.1, RULING V2  Who removes what the enemy side loses: an instigator, unless in the battle as a side."""
        instigator = self.battle.instigator
        return self.owner if instigator in ("", self.owner, self.enemy.owner) else instigator

    def buildings_and_tokens(self, game: Root) -> list[Piece]:
        c = self.battle.clearing
        return game.buildings_of(self.owner, c) + game.tokens_of(self.owner, c)


class Battle:
    """A battle under way. It lives inside one flow; a replay builds it again."""

    def __init__(self, attacker: Owner, clearing: int, defender: Owner, instigator: Owner = "") -> None:
        self.clearing = clearing
        self.instigator = instigator
        self.attacker = Side(self, attacker, True)
        self.defender = Side(self, defender, False)
        self.dice: tuple[int, int] | None = None

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.attacker, self.defender


NO_FIGHTER = Refusal("4.3", "You need a warrior or pawn of your own in that clearing to battle there.")
NOT_ENEMY = Refusal("G.1.27", "You can only battle an enemy.")
NO_TARGET = Refusal("4.3", "That enemy has no pieces in that clearing.")


def can_fight(game: Root, owner: Owner, clearing: int) -> bool:
    """4.3  The attacker needs a warrior or pawn of its own there."""
    return game.warriors_of(owner, clearing) > 0 or game.has_pawn(owner, clearing)


@refuses(Fight)
def why_no_battle(game: Root, owner: Owner, wish: Fight) -> Refusal | None:
    """4.3  Why this battle is not allowed."""
    if wish.clearing not in CLEARINGS or not can_fight(game, owner, wish.clearing):
        return NO_FIGHTER
    if wish.defender not in game.order or not is_enemy(game, owner, wish.defender):
        return NOT_ENEMY
    if not game.has_piece(wish.defender, wish.clearing):
        return NO_TARGET
    return None


def battles(game: Root, owner: Owner, clearings: range | list[int] = CLEARINGS) -> list[Fight]:
    """4.3  Every battle an owner may start in these clearings."""
    targets = enemies(game, owner)
    return [
        Fight(clearing, target)
        for clearing in clearings
        if can_fight(game, owner, clearing)
        for target in targets
        if game.has_piece(target, clearing)
    ]


@does(Fight)
def fight(game: Root, owner: Owner, option: Fight) -> Flow[None]:
    """4.3  Start a chosen battle."""
    yield from battle(game, owner, option.clearing, option.defender)


def battle(game: Root, attacker: Owner, clearing: int, defender: Owner, instigator: Owner = "") -> Flow[None]:
    """4.3  Battle."""
    fought = Battle(attacker, clearing, defender, instigator)
    game.note("battle", "4.3", attacker=attacker, defender=defender, clearing=clearing)
    for side in fought.sides:
        yield from faction_of(game, side.owner).battle_starts(game, side.owner, fought)
    if (yield from ambush(game, fought)):  # 4.3.1
        for owner, faction in factions(game):
            yield from faction.before_roll(game, owner, fought)
        if game.has_piece(defender, clearing):
            yield from roll_dice(game, fought)  # 4.3.2
            yield from battle_effects(game, fought)  # 4.3.3
            yield from deal_hits(game, fought)  # 4.3.4
    for side in fought.sides:
        yield from faction_of(game, side.owner).battle_ends(game, side.owner, fought)


# --- 4.3.1 ------------------------------------------------------------------------------------------------


def ambush(game: Root, battle: Battle) -> Flow[bool]:
    """4.3.1, 4.3.1.II  The defender may ambush: two hits. False: no attacker is left and the battle is over."""
    if ambush_is_useless(game, battle):
        return True
    card = yield from ask_ambush(game, battle.defender, "battle.ambush", "4.3.1")
    if card is None:
        return True
    game.note("ambush", "4.3.1", owner=battle.defender.owner, card=card, clearing=battle.clearing)
    foil = yield from ask_ambush(game, battle.attacker, "battle.foil", "4.3.1.I")
    if foil is not None:
        game.note("foiled", "4.3.1.I", owner=battle.attacker.owner, card=foil, clearing=battle.clearing)
        discard(game, battle.attacker.owner, foil, "4.3.1.I")
        discard(game, battle.defender.owner, card, "4.3.1.I")
        return True
    game.players[battle.defender.owner].hand.remove(card)
    yield from deal(game, {battle.attacker: AMBUSH_HITS})
    put_in_discard(game, card)
    return can_fight(game, battle.attacker.owner, battle.clearing)


def ambush_is_useless(game: Root, battle: Battle) -> bool:
    """RB 2.8.2 and card texts  May no ambush be played in this battle?"""
    if not all(faction_of(game, side.owner).has_hand for side in battle.sides):
        return True
    return any(e.stops_ambush(game, battle.attacker) for e in effects_of(game, battle.attacker.owner))


def ask_ambush(game: Root, side: Side, key: str, clause: str) -> Flow[str | None]:
    """2.1.5, 4.3.1  Ask for an ambush card that matches the clearing. Whoever holds cards is asked (1.2.1)."""
    hand = game.players[side.owner].hand
    if not hand:
        return None
    suit = game.suit(side.battle.clearing)
    cards = sorted({card for card in hand if CARDS[card].kind == "ambush" and matches(card, suit)})
    options: list[Option] = [Ambush(card) for card in cards]
    choice = yield from ask(
        side.owner,
        key,
        clause,
        [*options, Done()],
        secret=True,
        clearing=side.battle.clearing,
        enemy=side.enemy.owner,
    )
    return choice.card if isinstance(choice, Ambush) else None


def offer_protection(game: Root, battle: Battle, protector: Owner, hits: int) -> Flow[None]:
    """D.5.2, RB 7.7.6  The defender may enlist a protector, who scores a point and raises its most rolled hits."""
    side = battle.defender
    enlisted = faction_of(game, side.owner).enlists(game, side, protector, hits)
    if enlisted is None and side.owner not in game.bots:
        options: list[Option] = [Enlist(protector), Done()]
        choice = yield from ask(
            side.owner, "battle.enlist", "D.5.2", options, clearing=battle.clearing, hits=hits
        )
        enlisted = isinstance(choice, Enlist)
    if enlisted:
        side.more_rolled += hits
        game.note("enlisted", "D.5.2", owner=side.owner, protector=protector, hits=hits)
        score(game, protector, 1, "D.5.2")


# --- 4.3.2 ------------------------------------------------------------------------------------------------


def roll_dice(game: Root, battle: Battle) -> Flow[None]:
    """4.3.2  The attacker deals the higher roll, the defender the lower, each capped (4.3.2.I)."""
    low, high = sorted((yield from roll("battle.roll", DICE, FACES)))
    battle.dice = (high, low)
    attacks, defends = high, low
    if faction_of(game, battle.defender.owner).defends_with_higher_roll(game, battle):
        attacks, defends = low, high
    battle.attacker.rolled = rolled_hits(game, battle.attacker, attacks)
    battle.defender.rolled = rolled_hits(game, battle.defender, defends)
    game.note(
        "rolled",
        "4.3.2",
        clearing=battle.clearing,
        attacker=battle.attacker.owner,
        defender=battle.defender.owner,
        dice=(high, low),
        attacker_hits=battle.attacker.rolled,
        defender_hits=battle.defender.rolled,
    )


def rolled_hits(game: Root, side: Side, die: int) -> int:
    """4.3.2.I  Rolled hits are capped by the side's own warriors now."""
    if side.deals_no_rolled:
        return 0
    return min(die, faction_of(game, side.owner).max_rolled_hits(game, side) + side.more_rolled)


# --- 4.3.3 ------------------------------------------------------------------------------------------------


def battle_effects(game: Root, battle: Battle) -> Flow[None]:
    """4.3.3  Extra hits, and the optional effects of both sides; the attacker chooses who goes first."""
    for side in battle.sides:
        side.extra += faction_of(game, side.owner).extra_hits(game, side)
    if faction_of(game, battle.defender.owner).is_defenseless(game, battle.defender):  # 4.3.3.II
        battle.attacker.extra += 1
        game.note("defenseless", "4.3.3.II", owner=battle.defender.owner, clearing=battle.clearing)
    order = battle.sides
    if all(usable_effects(game, side) for side in order):
        first = yield from ask(
            battle.attacker.owner, "battle.first", "4.3.3", [First(side.owner) for side in order]
        )
        if first.side == battle.defender.owner:
            order = (battle.defender, battle.attacker)
    for side in order:
        yield from use_effects(game, side)


def usable_effects(game: Root, side: Side) -> list[Use]:
    """4.3.3  The optional effects a side may use now, each once in a battle."""
    names = [e.id for e in effects_of(game, side.owner) if e.usable_in_battle(game, side)]
    names += faction_of(game, side.owner).usable_in_battle(game, side)
    return [Use(name) for name in names if name not in side.used]


def use_effects(game: Root, side: Side) -> Flow[None]:
    """4.3.3  One side uses as many of its optional effects as it likes."""
    while options := usable_effects(game, side):
        choice = yield from ask(
            side.owner,
            "battle.effects",
            "4.3.3",
            [*options, Done()],
            clearing=side.battle.clearing,
            enemy=side.enemy.owner,
            deals=side.rolled + side.extra,
            takes=hits_on(side),
        )
        if not isinstance(choice, Use):
            return
        side.used.add(choice.effect)
        game.note("used.effect", "4.3.3", owner=side.owner, effect=choice.effect)
        if choice.effect in EFFECTS:
            yield from EFFECTS[choice.effect].use_in_battle(game, side)
        else:
            yield from faction_of(game, side.owner).use_in_battle(game, side, choice.effect)


# --- 4.3.4 ------------------------------------------------------------------------------------------------


def hits_on(side: Side) -> int:
    """The hits a side is going to take."""
    rolled = 0 if side.ignores_rolled else side.enemy.rolled
    return rolled + side.enemy.extra


def deal_hits(game: Root, battle: Battle) -> Flow[None]:
    """4.3.4  Both sides take their hits at the same time."""
    yield from deal(game, {side: hits_on(side) for side in battle.sides})


def deal(game: Root, hits: dict[Side, int]) -> Flow[None]:
    """4.3.4  Sides choose their losses unseen by each other (RULING 9); all pieces leave together."""
    hits = {side: faction_of(game, side.owner).hits_taken(game, side, n) for side, n in hits.items()}
    hits = {side: n for side, n in hits.items() if n > 0}
    answers = yield from ask_losses(game, hits)
    takings = []
    for side, count in hits.items():
        faction = faction_of(game, side.owner)
        losses = yield from faction.losses(game, side, count, answers.get(side))
        side.lost.append(losses)
        faction.take_losses(game, side, losses)
        takings.append(
            Taking(
                side.battle.clearing, losses.warriors, losses.pieces, side.enemy.remover, orders=side.chooser
            )
        )
    remove(game, takings, "4.3.4", in_battle=True)
    yield from settle(game)


def ask_losses(game: Root, hits: dict[Side, int]) -> Flow[dict[Side, tuple[Option, ...]]]:
    """4.3.4, RULING 9  The questions about losses, asked together; one chooser for both sides answers in turn."""
    asked: dict[Side, Ask] = {}
    answers: dict[Side, tuple[Option, ...]] = {}
    for side, count in hits.items():
        question = faction_of(game, side.owner).loss_question(game, side, count)
        if question is not None and question.seat in game.bots:
            answers[side] = yield from faction_of(game, question.seat).answers_losses(game, side, question)
        elif question is not None:
            asked[side] = question
    if len({question.seat for question in asked.values()}) == len(asked):
        together = yield from ask_all(asked.values())
        return answers | {side: chosen(together[question.seat]) for side, question in asked.items()}
    for side, question in asked.items():
        alone = yield from ask_all([question])
        answers[side] = chosen(alone[question.seat])
    return answers


def chosen(answer: Answer) -> tuple[Option, ...]:
    return answer if isinstance(answer, tuple) else cast(tuple[Option, ...], (answer,))
