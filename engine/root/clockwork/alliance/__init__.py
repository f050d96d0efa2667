"""RB 6  Automated Alliance."""
