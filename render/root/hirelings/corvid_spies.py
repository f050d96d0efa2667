"""How the Corvid Spies and the Raven Sentries look."""

from render.root.looks import Look

LOOKS = (
    Look(id="corvid-spies", name="Corvid Spies", short="Spies", kin="corvids", drawing="spy"),
    Look(id="raven-sentries", name="Raven Sentries", short="Sentries", kin="corvids", drawing="sentry"),
)
