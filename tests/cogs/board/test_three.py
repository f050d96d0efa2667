"""Three people at one table: every panel follows, nobody sees another's hand, who must act is called, undo asks the others."""

from __future__ import annotations

import random

import msgspec

from cogs.tables import kind_of
from engine.live import read_event
from engine.root.data import CARDS
from tests.cogs.board.test_play import learned_something
from tests.cogs.board.test_turn import look_of
from tests.cogs.players import Typist, filled
from tests.cogs.tables import begin, board_of, row_of, waiting

THREE = ("alice", "bob", "carol")


async def seated(house):
    """A table of three with an open panel each."""
    game = await begin(house, list(THREE), plays=("marquise", "eyrie", "alliance"))
    people = [house.person(name) for name in THREE]
    panels = {person.name: await filled(await person.slash("play")) for person in people}
    return game, people, panels


def named(value):
    """Every card that is named anywhere in a value."""
    if isinstance(value, str):
        return {CARDS[value].name} if value in CARDS else set()
    if isinstance(value, dict):
        return {name for one in (*value, *value.values()) for name in named(one)}
    if isinstance(value, (list, tuple)):
        return {name for one in value for name in named(one)}
    return set()


class Witness:
    """What somebody may have heard of, by the rules: their own cards, what lies open, and what was told to them."""

    def __init__(self, house, game, person):
        self.house, self.game, self.person = house, game, person
        self.known: set[str] = set()

    async def look(self):
        look = await look_of(self.house, self.game, self.person)
        events = [read_event(row.data) for row in await self.house.store.events(self.game)]
        told = [event.about for event in events if event.seen_by(look.view.seat)]
        self.known |= named(told) | named(msgspec.to_builtins(look.view))
        return look

    def read(self):
        """All that this person can read now."""
        return [part for one in self.person.sees() for part in (one.text, *map(str, one.buttons))]


async def test_a_round_of_three_people(house):
    game, people, panels = await seated(house)
    witnesses = {person.name: Witness(house, game, person) for person in people}
    source = random.Random("three")
    rounds = 0
    for _ in range(160):
        await house.settled()
        looks = {name: await witness.look() for name, witness in witnesses.items()}
        rounds = looks[people[0].name].view.round
        if rounds > 2:
            break
        waits = [person for person in people if looks[person.name].ask is not None]
        assert waits
        held = {name: named(look.view.held()) for name, look in looks.items()}
        for person in people:
            # then nobody reads the name of a card that only another holds
            hidden = set().union(*(held[other] for other in held if other != person.name))
            hidden -= witnesses[person.name].known
            shown = [text for text in witnesses[person.name].read() if any(card in text for card in hidden)]
            assert shown == [], person.name
            # and everybody's panel says what they are asked now, or whom the game waits for
            look, panel = looks[person.name], panels[person.name]
            words = kind_of(look.game).words
            expected = (
                words.question(look.view, look.ask)
                if look.ask
                else words.seat(look.view, look.names.get(look.open[0].seat, look.open[0].seat))
            )
            assert expected in panel.text, (person.name, panel.text)
        # when one of them decides by typing, their panel is a new one; the others' follow by themselves
        person = source.choice(waits)
        await Typist(house, person, source).decide()
        panels[person.name] = next(one for one in reversed(person.sees()) if one.ephemeral)
    assert rounds > 2


async def test_who_must_act_is_called_once_and_nobody_else(house):
    game, people, _ = await seated(house)
    for person in people:
        await person.slash("settings", every=2, times=2, wakes=0, sleeps=0)
    source = random.Random("called")
    calls = {person.name: person.unread()[1] for person in people}
    for _ in range(80):
        await house.settled()
        before = (await look_of(house, game, people[0])).view
        person = await waiting(house, game)
        await Typist(house, person, source).decide()
        await house.settled()
        after = (await look_of(house, game, people[0])).view
        now = {one.name: one.unread()[1] for one in people}
        if after.turn != before.turn and before.turn:
            acting = await waiting(house, game)
            others = [one.name for one in people if one is not acting]
            assert now[acting.name] == calls[acting.name] + 1
            assert [now[name] for name in others] == [calls[name] for name in others]
            # and hours later a reminder goes to the same person alone
            await house.pass_time(hours=2.1)
            reminded = {one.name: one.unread()[1] for one in people}
            assert reminded[acting.name] > now[acting.name]
            assert [reminded[name] for name in others] == [now[name] for name in others]
            return
        calls = now
    raise AssertionError("no turn ended")


async def test_each_finds_what_happened_since_their_last_turn(house):
    game, people, _ = await seated(house)
    source = random.Random("since")
    found: dict[str, str] = {}
    for _ in range(160):
        await house.settled()
        person = await waiting(house, game)
        look = await look_of(house, game, person)
        if look.view.round >= 2 and look.view.active == look.view.seat and person.name not in found:
            found[person.name] = board_of(person).text
        if len(found) == len(people):
            break
        await Typist(house, person, source).decide()
    assert len(found) == len(people)
    for text, who in zip((found[one.name] for one in people), ("Marquise", "Eyrie", "Alliance"), strict=True):
        assert f"**Since the last turn of the {who}**" in text


async def test_both_others_are_asked_before_something_known_is_taken_back(house, dora):
    game, people, _ = await seated(house)
    person = await learned_something(house, game, people)
    one, two = (other for other in people if other is not person)
    panels = {other.name: await filled(await other.slash("play")) for other in people}
    answer = await person.slash("undo")
    assert "asked the others" in answer.text
    before = await row_of(house, game)
    # when a guest, the person and only one of the others agree, nothing happens
    for voter in (dora, person, one):
        await voter.click("Agree")
        await house.settled()
        assert (await row_of(house, game)).rev == before.rev
    # and when the last agrees, it is taken back, and every open panel shows where the game is now
    await two.click("Agree")
    await house.settled()
    assert (await row_of(house, game)).rev > before.rev
    for other in people:
        look = await look_of(house, game, other)
        words = kind_of(look.game).words
        if look.ask is not None:
            assert words.question(look.view, look.ask) in panels[other.name].text
        else:
            assert words.seat(look.view, look.open[0].seat) in panels[other.name].text
