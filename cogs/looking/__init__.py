"""Looking without changing anything: map, boards, hand, log, replay, export, rules."""
