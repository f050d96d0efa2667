"""RB 10  Drillbit Duchy."""
