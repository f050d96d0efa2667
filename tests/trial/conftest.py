"""What lies in `house` is put into a copy of the house and run there."""

collect_ignore = ["house"]
