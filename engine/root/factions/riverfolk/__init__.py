"""11  Riverfolk Company."""
