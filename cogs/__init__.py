"""What people say and see on Discord. No rules."""
