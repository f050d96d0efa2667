"""The Fair Folk: nests with offers, a secret location card, and the search for their queen (H7, H8)."""
