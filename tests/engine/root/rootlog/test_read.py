"""Rootlog 2.8: what tokens say, and what is refused."""

from __future__ import annotations

import pytest

from engine.root.rootlog.read import BadRecord, read

HEAD = """Map: Mountain
Deck: Standard
Clearings: R1, F2, M3, R4, F5, M6, R7, F8, R9, M10, M11, F12
"""
LETTERS = "CEAVGLODPHK"

SAID = [
    (
        "E:wO$->/$_f->1",  # what is left of another's funds, without their letter
        ["move 1 eyrie warrior board:riverfolk -> supply", "set riverfolk funds 1"],
    ),
    (
        "C:t->5+9/2t9->/b_s->1/++2/B#C->/XL9(1,0)/Lw9->/2#->C",
        [
            "move 1 marquise wood supply -> 5",
            "move 1 marquise wood supply -> 9",
            "move 2 marquise wood 9 -> supply",
            "move 1 marquise sawmill supply -> 1",
            "score marquise +2",
            "card 1 bird - hand:marquise -> discard",
            "battle marquise lizards 9 dice=1,0",
            "move 1 lizards warrior 9 -> supply",
            "card 2 any - deck -> hand:marquise",
        ],
    ),
    (
        "E:F#E->$_x/(3w+f)1->10/#->E/XC10M@/2w10->/w10->/++2",
        [
            "card 1 fox - hand:eyrie -> board:eyrie:battle",
            "move 3 eyrie warrior 1 -> 10",
            "move 1 map ferry 1 -> 10",
            "card 1 any - deck -> hand:eyrie",
            "battle eyrie marquise 10 ambush=mouse",
            "move 2 eyrie warrior 10 -> supply",
            "move 1 eyrie warrior 10 -> supply",
            "score eyrie +2",
        ],
    ),
    (
        "A:(F+B)#$->/(2Cw+Cb_s)8->/++/b_f+2w->8/w->$/#A->$/F#A->/w->$/w8->7/w7->/t->7/++",
        [
            "card 1 fox - board:alliance -> discard",
            "card 1 bird - board:alliance -> discard",
            "move 2 marquise warrior 8 -> supply",
            "move 1 marquise sawmill 8 -> supply",
            "score alliance +1",
            "move 1 alliance base-fox supply -> 8",
            "move 2 alliance warrior supply -> 8",
            "move 1 alliance warrior supply -> board:alliance",
            "card 1 any - hand:alliance -> board:alliance",
            "card 1 fox - hand:alliance -> discard",
            "move 1 alliance warrior supply -> board:alliance",
            "move 1 alliance warrior 8 -> 7",
            "move 1 alliance warrior 7 -> supply",
            "move 1 alliance sympathy supply -> 7",
            "score alliance +1",
        ],
    ),
    (
        "E:2w2->10/^A/#->A$/XC10(2,1)/w10->/R#C->/2Cw10->4/--2/$_->/#commander->$",
        [
            "move 2 eyrie warrior 2 -> 10",
            "reveal eyrie hand to alliance",
            "card 1 any - deck -> board:alliance",
            "battle eyrie marquise 10 dice=2,1",
            "move 1 eyrie warrior 10 -> supply",
            "card 1 rabbit - hand:marquise -> discard",
            "move 2 marquise warrior 10 -> 4",
            "score eyrie -2",
            "set eyrie decree none",
            "card 1 any commander aside -> board:eyrie",
        ],
    ),
    (
        "V:%f+%r->r/%f->e/p->11/%r->e/%h11->$/++/%s->e/M#V->L/%bL$->$/$_L->1/++/M#domV->$/++->L$",
        [
            "item 1 vagabond boot refresh",
            "item 1 vagabond torch refresh",
            "item 1 vagabond boot exhaust",
            "move 1 vagabond pawn here -> 11",
            "item 1 vagabond torch exhaust",
            "item 1 vagabond hammer ruin:11 -> board:vagabond",
            "score vagabond +1",
            "item 1 vagabond sword exhaust",
            "card 1 mouse - hand:vagabond -> hand:lizards",
            "item 1 vagabond bag board:lizards -> board:vagabond",
            "set vagabond relation:lizards amiable",
            "score vagabond +1",
            "card 1 mouse dominance hand:vagabond -> board:vagabond",
            "marker vagabond -> board:lizards",
        ],
    ),
    (
        "L:$_ho->R/w$->/Ew5->/w->5/2R#^/b_r->4/w->3/B#^/w->$/F#L->/++2",
        [
            "set lizards hated rabbit",
            "move 1 lizards warrior board:lizards -> supply",
            "move 1 eyrie warrior 5 -> supply",
            "move 1 lizards warrior supply -> 5",
            "reveal lizards 2 rabbit to all",
            "move 1 lizards garden-rabbit supply -> 4",
            "move 1 lizards warrior supply -> 3",
            "reveal lizards 1 bird to all",
            "move 1 lizards warrior supply -> board:lizards",
            "card 1 fox - hand:lizards -> discard",
            "score lizards +2",
        ],
    ),
    (
        "D:2w->O$/#cobO->D",
        ["move 2 duchy warrior supply -> board:riverfolk", "card 1 any cobbler hand:riverfolk -> hand:duchy"],
    ),
    (
        "O:2Dw$->/(w+t_m)->7/++2/#bankO->/w->$/$_h->3/$_r+$_m->2/$_f->1",
        [
            "move 2 duchy warrior board:riverfolk -> supply",
            "move 1 riverfolk warrior supply -> 7",
            "move 1 riverfolk tradepost-mouse supply -> 7",
            "score riverfolk +2",
            "card 1 any better-burrow-bank hand:riverfolk -> discard",
            "move 1 riverfolk warrior supply -> board:riverfolk",
            "set riverfolk price:hand-card 3",
            "set riverfolk price:riverboats 2",
            "set riverfolk price:mercenaries 2",
            "set riverfolk funds 1",
        ],
    ),
    (
        "D:2w->0/F#D->/t->8/3w0->8/(2F+R)#^/#brigadier->$/++2",
        [
            "move 2 duchy warrior supply -> burrow",
            "card 1 fox - hand:duchy -> discard",
            "move 1 duchy tunnel supply -> 8",
            "move 3 duchy warrior burrow -> 8",
            "reveal duchy 2 fox to all",
            "reveal duchy 1 rabbit to all",
            "card 1 any brigadier aside -> board:duchy",
            "score duchy +2",
        ],
    ),
    (
        "C:XD8/Db_m8->/++/#D->/#brigadierD$->",
        [
            "battle marquise duchy 8",
            "move 1 duchy market 8 -> supply",
            "score marquise +1",
            "card 1 any - hand:duchy -> discard",
            "card 1 any brigadier board:duchy -> aside",
        ],
    ),
    (
        "P:t7^t_b/(2Cw+Cb_s)7->/t_b7->/++2/M#P->/w->2+7+9+11/w9->/t->9/t3<->t9",
        [
            "flip corvids 7 bomb",
            "move 2 marquise warrior 7 -> supply",
            "move 1 marquise sawmill 7 -> supply",
            "move 1 corvids bomb 7 -> supply",
            "score corvids +2",
            "card 1 mouse - hand:corvids -> discard",
            "move 1 corvids warrior supply -> 2",
            "move 1 corvids warrior supply -> 7",
            "move 1 corvids warrior supply -> 9",
            "move 1 corvids warrior supply -> 11",
            "move 1 corvids warrior 9 -> supply",
            "move 1 corvids plot supply -> 9",
            "swap corvids 3 9",
        ],
    ),
    (
        "C:#^P/?Pt_s9/#C->P",
        [
            "reveal marquise 1 any to corvids",
            "guess marquise 9 snare",
            "card 1 any - hand:marquise -> hand:corvids",
        ],
    ),
    (
        "H:(Ct+Cb_w)8->/++2/t->4/w6->/w_w->6/#wrathful->$/XC6/Cw6->/%sC$->$",
        [
            "move 1 marquise wood 8 -> supply",
            "move 1 marquise workshop 8 -> supply",
            "score hundreds +2",
            "move 1 hundreds mob supply -> 4",
            "move 1 hundreds warrior 6 -> supply",
            "move 1 hundreds warlord supply -> 6",
            "card 1 any wrathful aside -> board:hundreds",
            "battle hundreds marquise 6",
            "move 1 marquise warrior 6 -> supply",
            "item 1 hundreds sword board:marquise -> board:hundreds",
        ],
    ),
    (
        "K:w7->/b_t_j->7/M#K->$_1/t_t3_7_11_12->12/t12^t_2_t/#faith$_2->/t_3_t7->$/++3",
        [
            "move 1 keepers warrior 7 -> supply",
            "move 1 keepers waystation-tablet-jewelry supply -> 7",
            "card 1 mouse - hand:keepers -> board:keepers:1",
            "move 1 keepers relic-tablet forest:3_7_11_12 -> 12",
            "flip keepers 12 tablet-2",
            "card 1 any faithful-retainer board:keepers:2 -> out",
            "move 1 keepers tablet-3 7 -> board:keepers",
            "score keepers +3",
        ],
    ),
    (
        "E:M#E->/5_9->/++/h_J->E$2/h_Jw->5+9",
        [
            "card 1 mouse - hand:eyrie -> discard",
            "open 5_9",
            "score eyrie +1",
            "hire popular-band eyrie 2",
            "move 1 popular-band warrior supply -> 5",
            "move 1 popular-band warrior supply -> 9",
        ],
    ),
]
"""A turn, and everything it says, in order."""


def record(*turns: str) -> str:
    """A record in which everybody has set up, and then these turns."""
    names = "".join(f"{letter}: somebody\n" for letter in LETTERS)
    setups = "".join(f"{letter}:++\n" for letter in LETTERS)
    return HEAD + names + setups + "\n".join(turns)


def said(turn: str) -> list[str]:
    found = read(record(turn)).turns[-1]
    assert not found.is_setup
    return [str(change) for token in found.tokens for change in token.changes]


@pytest.mark.parametrize(("turn", "expected"), SAID, ids=[turn.split("/")[0] for turn, _ in SAID])
def test_what_a_turn_says(turn: str, expected: list[str]) -> None:
    assert said(turn) == expected


@pytest.mark.parametrize(
    ("turn", "column"),
    [
        ("C:w->13", 6),
        ("E:XE", 5),
        ("V:%q->e", 4),
        ("L:$_o->B", 8),
        ("O:$_h->5", 8),
        ("A:(M+F#$->", 4),
        ("K:t_4_f5->$", 3),
        ("P:t3<->5", 5),
        ("D:CB#->", 4),
    ],
)
def test_a_broken_token_is_refused_with_line_and_column(turn: str, column: int) -> None:
    text = record("C:t->2//3", turn)
    with pytest.raises(BadRecord) as refused:
        read(text)
    assert refused.value.line == len(text.splitlines())
    assert refused.value.column == column
    assert turn.split(":")[1] in refused.value.sentence


def test_a_comment_is_no_token() -> None:
    assert said("C:t->2//3") == ["move 1 marquise wood supply -> 2"]


def test_the_header_names_map_deck_suits_players_and_winners() -> None:
    found = read(record("C:++", "E:++") + "\nWinner: CV\n")
    assert (found.map, found.deck, found.suits[3]) == ("mountain", "base", "mouse")
    assert found.players[:2] == ("marquise", "eyrie")
    assert found.order[:2] == ("marquise", "eyrie")
    assert found.winners == ("marquise", "vagabond")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no players"),
        ("Map: Moon\nDeck: Standard\nC: x\n", "no map"),
        ("Map: Fall\nC: x\n", "«Deck» is missing"),
        ("Map: Fall\nDeck: Standard\nClearings: F1\nC: x\n", "twelve"),
        ("Map: Fall\nDeck: Standard\nRules: none\nC: x\n", "no header"),
        ("Map: Fall\nDeck: Standard\nnonsense\n", "colon"),
        ("Map: Fall\nDeck: Standard\nX: x\n", "no faction"),
        ("Map: Fall\nDeck: Standard\nC: x\nC:\n", "at least one action"),
        ("Map: Fall\nDeck: Standard\nC: x\nC:w->1/ /w->2\n", "empty"),
        ("Map: Fall\nDeck: Standard\nC: x\nC:XE4\n", "Nobody plays"),
        ("Map: Fall\nDeck: Standard\nLandmarks: moon->4\nC: x\n", "no landmark"),
        ("Map: Fall\nDeck: Standard\nHirelings: h_Q\nC: x\n", "no hireling"),
    ],
)
def test_a_broken_record_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        read(text)
