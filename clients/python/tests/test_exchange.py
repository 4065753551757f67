"""Retries and uncertain payments, with a server that fails as told."""

import asyncio
from collections.abc import Callable

import httpx
import pytest

from market_briefing import (
    AsyncClient,
    Client,
    Payable,
    PaymentRequiredError,
    PaymentUncertainError,
    RateLimitedError,
    UnavailableError,
    UnreachableError,
)
from market_briefing.calls import call

done = httpx.Response(200, json={"metric": "vix"})
busy = httpx.Response(503, json={"error": "PAYMENT_PENDING", "message": "Retry."}, headers={"retry-after": "0"})
unpaid = httpx.Response(402, json={"error": "PAYMENT_REQUIRED", "message": "This costs 0.01 USD."})
Script = list[httpx.Response | Exception]


class Server:
    """Answers as scripted and remembers the payments it got."""

    def __init__(self, *script: httpx.Response | Exception) -> None:
        self.script = list(script)
        self.payments: list[str | None] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.payments.append(request.headers.get("payment-signature"))
        answer = self.script.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer.status_code, content=answer.content, headers=answer.headers)


class Signer:
    """Signs a different payment each time."""

    signed = 0

    def pay(self, payable: Payable) -> dict[str, str]:
        assert payable.refusal.code == "PAYMENT_REQUIRED"
        self.signed += 1
        return {"payment-signature": str(self.signed)}


def calling(server: Server, *, key: str | None = None) -> Callable[[], object]:
    client = Client("http://server.example", key, Signer(), transport=httpx.MockTransport(server))
    return lambda: client.metric("vix")


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", lambda seconds: slept.append(seconds) if seconds > 0 else None)
    return slept


def test_sends_the_same_payment_until_its_outcome_is_known(pauses: list[float]) -> None:
    server = Server(unpaid, httpx.ReadTimeout(""), busy, httpx.Response(502), httpx.Response(429), done)
    assert calling(server)() == {"metric": "vix"}
    assert server.payments == [None, "1", "1", "1", "1", "1"]
    assert pauses == [1, 4, 8]


def test_sends_an_uncertain_payment_with_the_next_call() -> None:
    server = Server(unpaid, *[busy] * 6, done, unpaid, done)
    call = calling(server)
    with pytest.raises(PaymentUncertainError, match="PAYMENT_PENDING") as uncertain:
        call()
    assert uncertain.value.credential == {"payment-signature": "1"}
    assert call() == {"metric": "vix"}
    assert call() == {"metric": "vix"}
    assert server.payments == [None, *["1"] * 7, None, "2"]


def test_pays_no_second_time_for_a_refused_payment() -> None:
    server = Server(unpaid, unpaid)
    with pytest.raises(PaymentRequiredError):
        calling(server)()
    assert server.payments == [None, "1"]


def test_keeps_the_payment_of_a_cancelled_call() -> None:
    signed: list[str | None] = []

    async def answer(request: httpx.Request) -> httpx.Response:
        signed.append(request.headers.get("payment-signature"))
        if len(signed) == 2:
            await asyncio.sleep(60)
        return unpaid if signed[-1] is None else done

    async def read() -> object:
        client = AsyncClient("http://server.example", buyer=Signer(), transport=httpx.MockTransport(answer))
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(client.metric("vix"), 0.2)
        return await client.metric("vix")

    assert asyncio.run(read()) == {"metric": "vix"}
    assert signed == [None, "1", "1"]


def test_never_pays_with_a_key() -> None:
    server = Server(unpaid)
    with pytest.raises(PaymentRequiredError):
        calling(server, key="key")()
    assert server.payments == [None]


@pytest.mark.parametrize(
    ("script", "kind", "slept"),
    [
        ([httpx.Response(429, headers={"retry-after": "3600"})], RateLimitedError, []),
        ([httpx.Response(503, headers={"retry-after": "7"})] * 3, UnavailableError, [7, 7]),
        ([httpx.Response(500)], UnavailableError, []),
        ([httpx.ConnectError("")] * 3, UnreachableError, [1, 2]),
    ],
)
def test_retries_within_bounds(script: Script, kind: type[Exception], slept: list[float], pauses: list[float]) -> None:
    server = Server(*script)
    with pytest.raises(kind):
        calling(server)()
    assert (server.script, pauses) == ([], slept)


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_refuses_a_name_that_an_address_drops(name: str) -> None:
    with pytest.raises(ValueError, match="must not be empty"):
        call(("treasuries", name))
