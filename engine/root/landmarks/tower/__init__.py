"""C.3.4, F.3  The Tower."""
