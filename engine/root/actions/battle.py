"""4.3  Battle, step by step. What a faction or a card changes, it says itself, by hook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.flow import Answer, Ask, Done, Flow, Option, ask, ask_all, roll
from engine.root.data import CARDS
from engine.root.faction import Losses, army_of, hides_hand
from engine.root.happen import settle
from engine.root.menu import does, refuses
from engine.root.rule import armies, clearings, enemies, fits, is_enemy, is_shielded, lenders
from engine.root.state import Owner, Piece, Root
from engine.root.verbs import Taking, discard, put_in_discard, remove, score
from engine.root.voice import Voice
from engine.rules import Refusal

AMBUSH_HITS = 2
DICE, FACES = 2, 4
DEFENSELESS = "defenseless"
COST_A_CARD: set[Owner] = set()
"""1.2.1  Who can be attacked only by those who hold the right card: that such a battle is on offer tells of a hand."""


class Fight(Option, frozen=True, tag="battle"):
    """4.3  Battle a defender in a clearing."""

    STARTS = True
    clearing: int
    defender: Owner

    def is_private(self) -> bool:
        return self.defender in COST_A_CARD


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
        self.lent: list[Owner] = []
        """Warriors of these owners fight as the side's own (G.1.21): mercenaries, an ally."""
        self.speaker = owner
        """Who answers for the side: its player, a hireling's controller."""
        self.spared = False
        """It has ignored its first hit (14.7.7)."""
        self.causes: dict[str, int] = {}
        """Where its extra hits come from (4.3.3.I)."""
        self.lost: list[Losses] = []
        self.used: set[str] = set()

    @property
    def enemy(self) -> Side:
        return self.battle.defender if self.attacks else self.battle.attacker

    @property
    def fighters(self) -> tuple[Owner, ...]:
        """G.1.21  Whose warriors fight on this side, its own first."""
        return (self.owner, *self.lent)

    @property
    def chooser(self) -> Owner:
        """4.3.4  Who chooses this side's losses."""
        return self.battle.instigator or self.speaker

    def add_hits(self, hits: int, cause: str) -> None:
        """4.3.3.I  Extra hits, and what they come from."""
        self.extra += hits
        self.causes[cause] = self.causes.get(cause, 0) + hits

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
        self.defender_rolls_higher = False
        """The defender deals the higher roll, the attacker the lower (4.3.2)."""

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.attacker, self.defender


NO_FIGHTER = Refusal("4.3", "You need a warrior or pawn of your own in that clearing to battle there.")
NOT_ENEMY = Refusal("G.1.27", "You can only battle an enemy.")
NO_TARGET = Refusal("4.3", "That enemy has no pieces in that clearing.")
SHIELDED = Refusal("4.3", "Something protects the pieces of that enemy there.")


def can_fight(game: Root, owner: Owner, clearing: int, enemy: Owner = "") -> bool:
    """4.3, G.1.21  The attacker needs a warrior or pawn there, of its own or one it treats as its own."""
    return (
        game.warriors_of(owner, clearing) > 0
        or game.has_pawn(owner, clearing)
        or bool(game.cast["lends_warriors"] and lenders(game, owner, clearing, enemy))
        or (owner in game.guests and army_of(game, owner).reaches(game, owner, clearing))
    )


def bars_battle(game: Root, attacker: Owner, defender: Owner, clearing: int) -> Refusal | None:
    """4.3  What forbids a battle between these two, though both are there."""
    for me, voice in game.cast["bars_battle"]:
        refusal = voice.bars_battle(game, me, attacker, defender, clearing)
        if refusal:
            return refusal
    return SHIELDED if is_shielded(game, defender, clearing, attacker) else None


@refuses(Fight)
def why_no_battle(game: Root, owner: Owner, wish: Fight) -> Refusal | None:
    """4.3  Why this battle is not allowed."""
    if wish.clearing not in clearings(game) or not can_fight(game, owner, wish.clearing, wish.defender):
        return NO_FIGHTER
    if wish.defender not in armies(game) or not is_enemy(game, owner, wish.defender):
        return NOT_ENEMY
    if not game.has_piece(wish.defender, wish.clearing):
        return NO_TARGET
    return bars_battle(game, owner, wish.defender, wish.clearing)


def battles(game: Root, owner: Owner, where: Sequence[int] | None = None) -> list[Fight]:
    """4.3  Every battle an owner may start in these clearings."""
    targets = enemies(game, owner)
    lent = bool(game.cast["lends_warriors"])
    banned = bool(game.cast["bars_battle"] or game.cast["shields"])
    return [
        Fight(clearing, target)
        for clearing in (clearings(game) if where is None else where)
        if lent or can_fight(game, owner, clearing)
        for target in targets
        if game.has_piece(target, clearing)
        and (not lent or can_fight(game, owner, clearing, target))
        and (not banned or bars_battle(game, owner, target, clearing) is None)
    ]


@does(Fight)
def fight(game: Root, owner: Owner, option: Fight) -> Flow[None]:
    """4.3  Start a chosen battle."""
    yield from battle(game, owner, option.clearing, option.defender)


def granted_battle(game: Root, owner: Owner, key: str, clause: str) -> Flow[None]:
    """4.3  An effect grants a battle, which costs nothing usual in whatever step it is fought."""
    game.cursor.granted = True
    choice = yield from ask(owner, key, clause, battles(game, owner))
    game.cursor.granted = False
    yield from battle(game, owner, choice.clearing, choice.defender)


def battle(game: Root, attacker: Owner, clearing: int, defender: Owner, instigator: Owner = "") -> Flow[None]:
    """4.3  Battle."""
    fought = Battle(attacker, clearing, defender, instigator)
    game.note("battle", "4.3", attacker=attacker, defender=defender, clearing=clearing)
    for me, voice in game.cast["battle_declared"]:
        yield from voice.battle_declared(game, me, fought)
    for side in fought.sides:
        side.speaker = army_of(game, side.owner).chooser(game, side.owner)
        side.lent = lenders(game, side.owner, clearing, side.enemy.owner)
    for me, voice in game.cast["battle_starts"]:
        yield from voice.battle_starts(game, me, fought)
    if (yield from ambush(game, fought)):  # 4.3.1
        for me, voice in game.cast["before_roll"]:
            yield from voice.before_roll(game, me, fought)
        if game.has_piece(defender, clearing):
            yield from roll_dice(game, fought)  # 4.3.2
            yield from battle_effects(game, fought)  # 4.3.3
            yield from deal_hits(game, fought)  # 4.3.4
    for me, voice in game.cast["battle_ends"]:
        yield from voice.battle_ends(game, me, fought)


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
    game.note("discarded", "4.3.1", owner=battle.defender.owner, card=card)
    put_in_discard(game, card)
    return can_fight(game, battle.attacker.owner, battle.clearing, battle.defender.owner)


def ambush_is_useless(game: Root, battle: Battle) -> bool:
    """RB 2.8.2 and card texts  May no ambush be played in this battle?"""
    return any(voice.stops_ambush(game, me, battle) for me, voice in game.cast["stops_ambush"])


def ask_ambush(game: Root, side: Side, key: str, clause: str) -> Flow[str | None]:
    """2.1.5, 4.3.1, E.3.5  Ask for an ambush card that matches the clearing. Whoever hides cards is asked (1.2.1)."""
    hand = game.players[side.owner].hand if side.owner in game.players else []
    if not hand:
        return None
    clearing = side.battle.clearing
    cards = sorted({card for card in hand if CARDS[card].kind == "ambush" and fits(game, card, clearing)})
    options: list[Option] = [Ambush(card) for card in cards]
    choice = yield from ask(
        side.owner,
        key,
        clause,
        [*options, Done()],
        secret=hides_hand(game, side.owner),
        clearing=clearing,
        enemy=side.enemy.owner,
    )
    return choice.card if isinstance(choice, Ambush) else None


def offer_protection(game: Root, battle: Battle, protector: Owner, hits: int) -> Flow[None]:
    """D.5.2, RB 7.7.6  The defender may enlist a protector, who scores a point and raises its most rolled hits."""
    side = battle.defender
    enlisted = army_of(game, side.owner).enlists(game, side, protector, hits)
    if enlisted is None and side.speaker not in game.bots:
        options: list[Option] = [Enlist(protector), Done()]
        choice = yield from ask(
            side.speaker, "battle.enlist", "D.5.2", options, clearing=battle.clearing, hits=hits
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
    swaps = game.cast["takes_higher_roll"]
    if battle.defender_rolls_higher or any(v.takes_higher_roll(game, me, battle) for me, v in swaps):
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
    return min(die, army_of(game, side.owner).max_rolled_hits(game, side) + side.more_rolled)


# --- 4.3.3 ------------------------------------------------------------------------------------------------


def battle_effects(game: Root, battle: Battle) -> Flow[None]:
    """4.3.3  Extra hits, and the optional effects of both sides; the attacker chooses who goes first."""
    for side in battle.sides:
        for me, voice in game.cast["extra_hits"]:
            hits = voice.extra_hits(game, me, side)
            if hits:
                side.add_hits(hits, voice.id)
                game.note("extra.hits", "4.3.3.I", owner=side.owner, hits=hits, cause=f"{voice.id}.hits")
    if army_of(game, battle.defender.owner).is_defenseless(game, battle.defender):  # 4.3.3.II
        battle.attacker.add_hits(1, DEFENSELESS)
        game.note("defenseless", "4.3.3.II", owner=battle.defender.owner, clearing=battle.clearing)
    order = battle.sides
    if all(usable_effects(game, side) for side in order):
        first = yield from ask(
            battle.attacker.speaker, "battle.first", "4.3.3", [First(side.owner) for side in order]
        )
        if first.side == battle.defender.owner:
            order = (battle.defender, battle.attacker)
    for side in order:
        yield from use_effects(game, side)


def usable_effects(game: Root, side: Side) -> dict[str, tuple[Owner, Voice]]:
    """4.3.3  The optional effects a side may use now, each once in a battle, and whose they are."""
    return {
        name: (me, voice)
        for me, voice in game.cast["usable_in_battle"]
        for name in voice.usable_in_battle(game, me, side)
        if name not in side.used
    }


def use_effects(game: Root, side: Side) -> Flow[None]:
    """4.3.3  One side uses as many of its optional effects as it likes."""
    while usable := usable_effects(game, side):
        options: list[Option] = [Use(name) for name in usable]
        choice = yield from ask(
            side.speaker,
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
        me, voice = usable[choice.effect]
        yield from voice.use_in_battle(game, me, side, choice.effect)


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
    hits = {side: taken for side, n in hits.items() if (taken := hits_after_all(game, side, n)) > 0}
    answers = yield from ask_losses(game, hits)
    takings = []
    for side, count in hits.items():
        army = army_of(game, side.owner)
        losses = yield from army.losses(game, side, count, answers.get(side))
        side.lost.append(losses)
        army.take_losses(game, side, losses)
        takings.append(
            Taking(
                side.battle.clearing,
                losses.warriors,
                losses.pieces,
                side.enemy.remover,
                orders=side.chooser,
                side=side.owner,
                defended=not side.attacks,
            )
        )
    remove(game, takings, "4.3.4", in_battle=True)
    yield from settle(game)


def hits_after_all(game: Root, side: Side, hits: int) -> int:
    """4.3.4, 14.7.7, 15.2.4  The hits a side takes after what it ignores; the first one only once in a battle."""
    hits = army_of(game, side.owner).hits_taken(game, side, hits)
    if hits > 0 and not side.spared:
        for me, voice in game.cast["ignores_first_hit"]:
            if voice.ignores_first_hit(game, me, side):
                side.spared = True
                game.note("ignored.hit", "4.3.4", owner=side.owner, effect=voice.id)
                return hits - 1
    return hits


def ask_losses(game: Root, hits: dict[Side, int]) -> Flow[dict[Side, tuple[Option, ...]]]:
    """4.3.4, RULING 9  The questions about losses, asked together; one chooser for both sides answers in turn."""
    asked: dict[Side, Ask] = {}
    answers: dict[Side, tuple[Option, ...]] = {}
    for side, count in hits.items():
        question = army_of(game, side.owner).loss_question(game, side, count)
        if question is not None and question.seat in game.bots:
            answers[side] = yield from army_of(game, question.seat).answers_losses(game, side, question)
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
