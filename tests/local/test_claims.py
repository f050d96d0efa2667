"""A mistake of the bot fails the test that caused it, unless the test claims it."""

from __future__ import annotations

import pytest

from local import LocalDiscord
from tests.discord_fixtures import claim_violations
from tests.local.conftest import Raw


async def plant(raw: Raw) -> None:
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "x" * 101}
    await raw("POST", raw.lobby + "/messages", {"components": [{"type": 1, "components": [button]}]})


async def test_an_unclaimed_mistake_fails_with_its_path(local: LocalDiscord, raw: Raw):
    await plant(raw)
    where = r"POST /channels/\{channel_id\}/messages: 50035 .* at components\.0\.components\.0\.custom_id"
    with pytest.raises(pytest.fail.Exception, match=where):
        claim_violations(local)
    local.expect_violation(50035, "custom_id")
    claim_violations(local)


async def test_a_claim_that_does_not_fit_is_no_claim(local: LocalDiscord, raw: Raw):
    await plant(raw)
    local.expect_violation(50035, "label")
    with pytest.raises(pytest.fail.Exception, match="custom_id"):
        claim_violations(local)
    local.expect_violation(50035, "custom_id")
    with pytest.raises(pytest.fail.Exception, match="did not happen"):
        claim_violations(local)
    local._expected.clear()
    local.expect_violation()


async def test_what_is_not_the_bots_fault_needs_no_claim(local: LocalDiscord, raw: Raw):
    status, answer = await raw("GET", raw.lobby + "/messages/1")
    assert (status, answer["code"]) == (404, 10008)
    assert [one.code for one in local.refusals] == [10008]
    claim_violations(local)
