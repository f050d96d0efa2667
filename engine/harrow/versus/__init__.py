"""The Fair Folk against Hester, with Protectors and Family who move by themselves (H8)."""
