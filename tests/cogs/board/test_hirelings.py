"""Hirelings and landmarks as people meet them: in the lobby's menu, at a marker, in the panel, on `/board`, out of turn."""

from __future__ import annotations

from engine.root.hiring.control import market
from engine.table import Look
from local import Person
from local.people import Answer, Seen
from tests.cogs.conftest import House
from tests.cogs.players import confirmed, filled
from tests.cogs.tables import begin, lay, row_of
from tests.engine.root.factions.test_eyrie import decree
from tests.engine.root.hirelings.camp import Camp, camp

PATROL, PHYSICIANS, EXILE, BAND, STREET = (
    "forest-patrol",
    "feline-physicians",
    "exile",
    "popular-band",
    "street-band",
)


def eyrie_and_duchy() -> Camp:
    """The Eyrie with a roost in 8 and warriors in 1, the Duchy beside them."""
    table = camp("eyrie", "duchy")
    table.board("eyrie", leader="despot").building("eyrie", "roost", at=8)
    table.warriors("eyrie", 2, at=1).warriors("duchy", 1, at=1)
    return table


async def laid(house: House, table: Camp) -> str:
    """Alice plays the Eyrie, Bob the Duchy, and the table lies like this."""
    game = await begin(house, ["alice", "bob"], plays=("eyrie", "duchy"), any_reach="on")
    await lay(house, game, table)
    return game


async def look_of(house: House, game: str, person: Person) -> Look:
    """What the person sees and is asked."""
    seat = next(row.seat for row in await house.store.seats(game) if row.user == person.id)
    return await house.table.look(game, seat)


async def pick(person: Person, panel: Seen, start: str) -> Answer:
    """Press the button, or choose the line of a menu, that begins like this."""
    for label in panel.buttons:
        if label.startswith(start):
            return await confirmed(person, await person.click(label, panel))
    for menu in panel._parts({3}):
        for option in menu["options"]:
            if option["label"].startswith(start):
                return await confirmed(
                    person, await person.choose(menu["custom_id"], option["value"], message=panel)
                )
    raise AssertionError(f"no {start}: {panel.buttons} {panel.menus}")


# --- the lobby --------------------------------------------------------------------------------------------


async def test_A_6_hirelings_are_chosen_in_one_menu_each_with_its_line(house, alice, bob):
    # given a table at which Bob wants to play the Marquise
    lobby = await alice.slash("game new", game="root")
    await bob.click("Join")
    await bob.choose("Choose your faction", "marquise")
    assert "**Marquise de Cat**" in lobby.text
    # when the host opens the settings, then one menu has all cards, each with what it is
    panel = await alice.click("Settings…")
    (menu,) = (menu for menu in panel._parts({3}) if menu["placeholder"].startswith("Hirelings"))
    lines = {one["value"]: one["description"] for one in menu["options"]}
    assert len(lines) == 14
    assert "No Marquise" in lines[PATROL]
    assert menu["max_values"] == 3
    # when she picks two, then everybody sees them, and who cannot be played beside them
    await alice.choose("Hirelings", PATROL, EXILE, message=panel)
    await house.settled()
    assert "Hirelings: Forest Patrol / Feline Physicians, The Exile / The Brigand" in lobby.text
    assert (
        "Marquise de Cat cannot be played: it lends its pieces to Forest Patrol / Feline Physicians (A.6.5)."
        in lobby.text
    )
    assert "Vagabond cannot be played" in lobby.text
    # and Bob chooses anew
    assert "**Marquise de Cat**" not in lobby.text
    factions = {one["value"] for one in lobby._parts({3})[0]["options"]}
    assert not factions & {"marquise", "vagabond", "vagabond2"}
    refused = await bob.slash("game join", faction="marquise")
    assert refused.ephemeral
    assert "lends its pieces to Forest Patrol" in refused.text
    assert "(A.6.5)" in refused.text


async def test_A_6_bad_input_for_hirelings_changes_nothing(house, alice):
    lobby = await alice.slash("game new", game="root")
    before = lobby.text
    for value in ("dragons", "forest-patrol+dragons", "forest-patrol+exile+popular-band+last-dynasty"):
        answer = await alice.slash("game options", option="hirelings", value=value)
        assert answer.ephemeral
        assert "cannot read" in answer.text
    await house.settled()
    assert lobby.text == before


async def test_A_5_A_6_a_game_begins_with_what_was_chosen(house, alice, bob):
    game = await begin(
        house,
        ["alice", "bob"],
        plays=("eyrie", "duchy"),
        any_reach="on",
        hirelings=f"{PATROL}+{EXILE}+{BAND}",
        landmarks="ferry+black-market",
        map_landmark="drop",
    )
    look = await look_of(house, game, alice)
    assert (await row_of(house, game)).status == "running"
    assert {guest.owner for guest in look.view.guests} >= {"ferry", "black-market"}


# --- E.1.1 hiring -----------------------------------------------------------------------------------------


async def test_E_1_1_who_took_a_marker_hires_at_the_end_of_the_turn(house, alice, bob):
    # given Alice, who has taken a marker and whose turn ends
    table = eyrie_and_duchy().with_hireling(PATROL).with_hireling(EXILE).put(PATROL, 2, at=5)
    table.turn("eyrie", "evening.discard")
    market(table.state).waiting["eyrie"] = 1
    game = await laid(house, table)
    panel = await filled(await alice.slash("play"))
    if "Which hireling" not in panel.text:
        panel = await confirmed(alice, await filled(await alice.click("End Turn", panel)))
        await house.settled()
        panel = await filled(await alice.slash("play"))
    # then she chooses among what is for hire, and reads what each does
    assert "You took a hireling marker. Which hireling do you hire?" in panel.text
    assert "Move, then battle" in panel.text
    # when she hires the Patrol, then everybody is told for how long
    await pick(alice, panel, "Hire the Forest Patrol")
    await house.settled()
    guest = next(one for one in (await look_of(house, game, bob)).view.guests if one.owner == PATROL)
    assert guest.controller == "eyrie"
    assert any("Forest Patrol for" in message.text for message in bob.sees()), bob.screen()


# --- E.2.4 using it ---------------------------------------------------------------------------------------


async def test_E_2_4_a_hireling_is_used_by_a_menu_in_the_panel(house, alice, bob):
    # given Alice in Daylight, who controls the Street Band and a Patrol
    table = eyrie_and_duchy().with_hireling(STREET, by="eyrie").with_hireling(PATROL, by="eyrie")
    table.put(PATROL, 2, at=5)
    game = await laid(house, table.turn("eyrie", "daylight.craft"))
    # when she opens her panel, then their lines are one menu, each with what the card says
    panel = await filled(await alice.slash("play"))
    (menu,) = panel._parts({3})
    assert menu["placeholder"].startswith("Use a hireling")
    lines = {one["label"]: one["description"] for one in menu["options"]}
    assert list(lines) == [
        "The Street Band: place a Band warrior",
        "The Forest Patrol: move the Patrol, then battle",
    ]
    assert lines["The Street Band: place a Band warrior"] == "Place a Band warrior in any clearing."
    # when she chooses the Band and a clearing, then a warrior stands there and everybody is told
    shown = await pick(alice, panel, "The Street Band")
    assert "Where do you place the Street Band?" in shown.text
    await pick(alice, shown, "7")
    await house.settled()
    view = (await look_of(house, game, bob)).view
    assert next(c for c in view.clearings if c.id == 7).warriors == {STREET: 1}
    # and it is not on offer again this turn
    panel = await filled(await alice.slash("play"))
    assert not any(
        "Street Band" in label for menu in panel._parts({3}) for label in map(str, menu["options"])
    )
    assert not any("Street Band" in label for label in panel.buttons)


async def test_E_2_4_a_hireling_marches_by_the_command_for_moves(house, alice, bob):
    # given Alice, who has told the Patrol in 5 to move
    table = eyrie_and_duchy().with_hireling(PATROL, by="eyrie").put(PATROL, 2, at=5)
    game = await laid(house, table.turn("eyrie", "daylight.craft"))
    await pick(alice, await filled(await alice.slash("play")), "Move the Patrol")
    await house.settled()
    assert "You may move" in (await filled(await alice.slash("play"))).text
    # when she types /move, then it is the Patrol that goes; where it is not, it is refused
    refused = await filled(await alice.slash("move", origin="1", to="5", warriors="1"))
    assert "(" in refused.text
    await filled(await alice.slash("move", origin="5", to="1", warriors="2"))
    await house.settled()
    view = (await look_of(house, game, bob)).view
    assert next(c for c in view.clearings if c.id == 1).warriors[PATROL] == 2


# --- what is refused --------------------------------------------------------------------------------------


async def test_bad_input_is_refused_with_a_clause_of_E_or_F_and_changes_nothing(house, alice, bob):
    # given a Furious Protector beside Alice's warriors, and the Legendary Forge with all tea and bags far from them
    table = eyrie_and_duchy().with_hireling("furious-protector").with_hireling(PATROL, by="duchy")
    table.put(PATROL, 1, at=5).pawn("furious-protector", 1).landmark("legendary-forge", at=2)
    assert table.state.suit(2) == "mouse"
    table.hand("eyrie", "root-tea-mouse").building("eyrie", "roost", at=9).turn("eyrie", "daylight.craft")
    game = await laid(house, table)
    before = await row_of(house, game)
    # when she battles the Protector, crafts tea, or moves a Patrol that is not hers
    battle = await filled(await alice.slash("battle", clearing="1", defender="furious-protector"))
    craft = await filled(await alice.slash("craft", card="root-tea-mouse"))
    move = await filled(await alice.slash("move", origin="5", to="1", warriors="1"))
    # then each is refused, with the clause where a hireling or a landmark is the reason
    assert "can be neither battled nor removed. (E.2.2)" in battle.text
    assert "lies at the Legendary Forge" in craft.text
    assert "(F.6)" in craft.text
    assert all(answer.ephemeral for answer in (battle, craft, move))
    assert await row_of(house, game) == before


# --- /board -----------------------------------------------------------------------------------------------


async def test_the_card_of_a_hireling_and_of_a_landmark_is_shown_to_anybody(house, alice, carol):
    table = (
        eyrie_and_duchy()
        .with_hireling(PATROL, by="duchy")
        .put(PATROL, 2, at=5)
        .landmark("black-market", at=3)
    )
    await laid(house, table.turn("eyrie", "daylight.craft"))
    offered = {choice.value: choice.name for choice in await carol.autocomplete("board", "faction", "")}
    assert offered == {
        "eyrie": "Eyrie Dynasties",
        "duchy": "Underground Duchy",
        PATROL: "Forest Patrol",
        "black-market": "Black Market",
    }
    for owner in (PATROL, "black-market"):
        shown = await carol.slash("board", faction=owner)
        assert shown.ephemeral
        assert shown.attachments[0].filename == f"board-{owner}.png"
        assert offered[owner] in shown.text
    nobody = await carol.slash("board", faction="exile")
    assert "exile" in nobody.text
    assert not nobody.attachments


# --- out of turn ------------------------------------------------------------------------------------------


def attacked() -> Camp:
    """Alice's five beside Bob's two moles in 1, who would come back to 5 with his Physicians for a bird."""
    table = eyrie_and_duchy().with_hireling(PHYSICIANS, by="duchy").warriors("eyrie", 3, at=1)
    table.warriors("duchy", 1, at=1).warriors("duchy", 1, at=5).warriors("duchy", 1, at=9).hand(
        "duchy", "armorers"
    )
    table.board("eyrie", decree=decree(battle=["sappers"]))
    return table


async def attack(house: House, alice: Person) -> None:
    """Alice battles Bob, as her decree says."""
    panel = await filled(await alice.slash("play"))
    assert "Decree, Battle" in panel.text
    await pick(alice, panel, "Battle")
    await house.settled()


async def test_E_2_2_who_is_asked_out_of_turn_answers_by_clicks(house, alice, bob):
    # given Alice's battle, in which Bob has lost warriors
    game = await laid(house, attacked().turn("eyrie", "daylight.decree"))
    await attack(house, alice)
    look = await look_of(house, game, bob)
    assert look.ask.key == "physicians.nurse"
    assert "Nothing waits for you" in (await alice.slash("play")).text
    # when he opens his panel, then he reads how many he lost, and what his Physicians want for them
    panel = await filled(await bob.slash("play"))
    assert "Spend a card for the Feline Physicians?" in panel.text
    # when he spends the card and says where, then they are there
    shown = await pick(bob, panel, "Physicians with Armorers")
    assert "Where do the Physicians bring your warriors?" in shown.text
    lost = 2 - next(c for c in look.view.clearings if c.id == 1).warriors.get("duchy", 0)
    await pick(bob, shown, "9")
    await house.settled()
    view = (await look_of(house, game, bob)).view
    assert next(c for c in view.clearings if c.id == 9).warriors["duchy"] == 1 + lost
    assert (await look_of(house, game, bob)).ask is None


async def test_E_2_2_a_standing_order_answers_out_of_turn(house, alice, bob):
    # given Bob, who leaves his fallen to their fate
    game = await laid(house, attacked().turn("eyrie", "daylight.decree"))
    offered = {choice.value for choice in await bob.autocomplete("orders", "question", "physicians")}
    assert offered == {"physicians.nurse"}
    await bob.slash("orders", question="physicians.nurse", answer="done")
    # when Alice battles him, then nobody waits for him
    await attack(house, alice)
    await house.pass_time(minutes=5)
    look = await look_of(house, game, bob)
    assert look.ask is None
    assert look.view.players[1].hand == ("armorers",)
