"""Between the moves: clocks, reminders, standing orders, what a person has chosen for all their games."""
