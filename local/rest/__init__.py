"""Discord's REST routes. Each handler is a plain function of one `Call`."""

from local.rest import applications, channels, guilds, interactions, messages, threads, users
from local.rest.routing import ROUTES, Call, Route

__all__ = [
    "ROUTES",
    "Call",
    "Route",
    "applications",
    "channels",
    "guilds",
    "interactions",
    "messages",
    "threads",
    "users",
]
