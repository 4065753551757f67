import asyncio
from datetime import date

import pytest
from conftest import MakeKey, url

from market_briefing import (
    AsyncClient,
    Client,
    Event,
    ForbiddenError,
    InvalidRequestError,
    KeyRejectedError,
    NotFoundError,
    PaymentRequiredError,
    RateLimitedError,
    UnreachableError,
    verify_fingerprint,
)


def test_waits_for_an_event(waited: tuple[Event, float, float]) -> None:
    event, caught, begun = waited
    assert caught > begun
    assert event["type"] in ("release.published", "state.changed")
    assert event["fetch"].startswith("/api/")


def test_reads_documents_whose_fingerprints_it_verifies(client: Client) -> None:
    documents = [
        *(client.briefing(row["id"]) for row in client.catalogue()["briefings"]),
        client.briefing("btc.full", part="summary"),
        client.metric("vix"),
        client.treasuries(),
    ]
    assert len(documents) > 30
    assert [document for document in documents if not verify_fingerprint(document)] == []
    assert documents[0].receipt is None
    assert "as-of=" in str(documents[0].freshness)


def test_sees_a_changed_document(client: Client) -> None:
    document = client.metric("vix")
    assert verify_fingerprint(document)
    assert not verify_fingerprint({**document, "value": document["value"] + 0.01})
    assert not verify_fingerprint(client.metric("vix", fields=["value"]))
    with pytest.raises(ValueError, match="no fingerprint"):
        verify_fingerprint(client.metrics("bitcoin"))


def test_reads_companies_and_news(client: Client) -> None:
    address = client.companies("marzipan")["companies"][0]["address"]
    whole = client.company(address)
    numbers = client.company(address, block="numbers")
    assert verify_fingerprint(whole)
    assert numbers["block"] == "numbers"
    assert whole["company"] == numbers["company"]
    assert client.news(limit=2)["records"]


def test_reads_markdown(client: Client) -> None:
    assert client.briefing_markdown("btc.quick-check").startswith("# Bitcoin Quick Check")
    assert client.metric_markdown("vix").startswith("# ")


def test_reads_histories_into_data_frames(client: Client) -> None:
    history = client.history("vix", from_=date(2026, 1, 1))
    frame, table, fast = history.to_pandas(), history.to_arrow(), history.to_polars()
    assert len(frame) == table.num_rows == fast.height > 100
    assert list(frame.columns) == fast.columns == ["period", "value", "known_at", "known_basis"]
    assert frame["value"].iloc[-1] == fast["value"][-1] == table["value"][-1].as_py()
    assert fast["period"].min() >= date(2026, 1, 1)  # type: ignore[operator]
    assert str(fast.schema["known_at"]).startswith("Datetime")
    metadata = table.schema.metadata
    assert metadata is not None
    assert metadata[b"metric"] == b"vix"


def test_says_what_a_key_may_not_read(make_key: MakeKey, client: Client) -> None:
    free = Client(url, make_key("free"), repeats=0)
    with pytest.raises(ForbiddenError) as forbidden:
        free.briefing("btc.full")
    assert (forbidden.value.code, forbidden.value.body["needs"]) == ("PLAN_REQUIRED", "pro")
    with pytest.raises(NotFoundError) as missing:
        client.metric("bitcoin-pric")
    assert missing.value.body["suggestions"] == ["bitcoin-price"]
    with pytest.raises(InvalidRequestError) as invalid:
        client.briefing("btc.full", date="tomorrow")
    assert invalid.value.body["field"] == "date"
    with pytest.raises(KeyRejectedError):
        Client(url, "mb_test_no").metric("vix")
    with pytest.raises(PaymentRequiredError) as priced:
        Client(url).metric("vix")
    assert str(priced.value.price_usd) == "0.01"
    assert priced.value.quote[0]["network"] == "eip155:84532"
    with pytest.raises(RateLimitedError) as limited:
        # 30 per hour, in two hours if the first ends meanwhile
        for _ in range(61):
            free.metric("vix")
    assert limited.value.code == "RATE_LIMITED"
    assert limited.value.hint.startswith("Wait ")
    assert limited.value.retry_after is not None
    with pytest.raises(UnreachableError):
        Client("http://127.0.0.1:9", "key", repeats=0).catalogue()


def test_reads_at_the_same_time(make_key: MakeKey) -> None:
    async def read() -> None:
        async with AsyncClient(url, make_key("pro")) as client:
            names = ("vix", "sofr", "bitcoin-price")
            for document, name in zip(await asyncio.gather(*(client.metric(name) for name in names)), names, strict=True):
                assert document["metric"] == name
                assert verify_fingerprint(document)
            async for event in client.changes("0"):
                assert event["id"]
                break
            with pytest.raises(NotFoundError):
                await client.metric("bitcoin-pric")

    asyncio.run(read())
