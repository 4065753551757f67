import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import briefing_command, url
from eth_account import Account

from market_briefing import (
    BASE,
    BASE_SEPOLIA,
    AsyncClient,
    Buyer,
    Client,
    MppBuyer,
    QuoteRefusedError,
    X402Buyer,
    verify_fingerprint,
)
from market_briefing.buying import Offer, usdc

kinds = (X402Buyer, MppBuyer)
nobody = "0x000000000000000000000000000000000000dEaD"


def payments() -> list[str]:
    return briefing_command("payments", "export", "--from", "2020-01-01", "--to", "2099-12-31").splitlines()[1:]


@pytest.mark.parametrize("kind", kinds)
def test_buys_a_document(kind: type[X402Buyer | MppBuyer]) -> None:
    before = len(payments())
    with Client(url, buyer=kind(Account.create(), max_usd="0.05")) as client:
        document = client.briefing("btc.quick-check")
        assert document.receipt is not None
        assert verify_fingerprint(document)
        assert client.catalogue().receipt is None
    bought = payments()[before:]
    assert len(bought) == 1
    assert (X402Buyer if "x402" in bought[0] else MppBuyer) is kind


class Impatient(httpx.HTTPTransport):
    """Leaves as soon as the first paid request is sent."""

    waited = False

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if not self.waited and {"payment-signature", "authorization"} & request.headers.keys():
            self.waited = True
            request.extensions["timeout"]["read"] = 0
            with pytest.raises(httpx.TransportError) as lost:
                super().handle_request(request)
            raise lost.value
        return super().handle_request(request)


@pytest.mark.parametrize("kind", kinds)
def test_pays_once_if_the_answer_is_lost(kind: type[X402Buyer | MppBuyer]) -> None:
    before = len(payments())
    impatient = Impatient()
    document = Client(url, buyer=kind(Account.create(), max_usd="0.05"), transport=impatient).briefing("btc.quick-check")
    assert impatient.waited
    assert verify_fingerprint(document)
    assert len(payments()) == before + 1


@pytest.mark.parametrize("kind", kinds)
def test_buys_from_within_an_event_loop(kind: type[X402Buyer | MppBuyer]) -> None:
    async def buy() -> None:
        buyer = kind(Account.create(), max_usd=0.01)
        async with AsyncClient(url, buyer=buyer) as client:
            assert (await client.metric("vix")).receipt
        assert Client(url, buyer=buyer).metric("sofr").receipt

    asyncio.run(buy())


@pytest.mark.parametrize("kind", kinds)
@pytest.mark.parametrize(
    ("limits", "why"),
    [
        ({"max_usd": "0.019"}, "the price of 0.02 USD is above the limit of 0.019 USD"),
        ({"max_usd": 1, "networks": [BASE]}, "the network eip155:84532 is not among eip155:8453"),
        ({"max_usd": 1, "pay_to": [nobody]}, "is not allowed"),
    ],
)
def test_refuses_a_quote_outside_its_limits(kind: type[X402Buyer | MppBuyer], limits: dict[str, object], why: str) -> None:
    class Unused:
        """An account that must not be asked to sign."""

    buyer: Buyer = kind(Unused(), **limits)  # type: ignore[arg-type]
    with pytest.raises(QuoteRefusedError, match=re.escape(why)) as refused:
        Client(url, buyer=buyer).briefing("btc.quick-check")
    assert str(refused.value.price_usd) == "0.02"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"asset": nobody}, "is not USDC"),
        ({"amount": "0"}, "not a number of base units"),
        ({"amount": "-1"}, "not a number of base units"),
        ({"seconds": 86_400}, "valid for 86400 seconds"),
        ({}, None),
    ],
)
def test_objects_to_what_it_does_not_know(change: dict[str, Any], why: str | None) -> None:
    usual = Offer(BASE_SEPOLIA, usdc[BASE_SEPOLIA], "10000", nobody, 300)
    objection = X402Buyer(Account.create(), max_usd=1).objection(usual._replace(**change))
    assert objection is None if why is None else why in str(objection)


def test_the_program_of_the_readme_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text()
    programs = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert [len([line for line in program.splitlines() if line]) for program in programs] == [5]
    monkeypatch.setenv("BUYER_KEY", Account.create().key.hex())
    exec(programs[0].replace("http://127.0.0.1:8402", url), {})
    printed = capsys.readouterr().out
    assert re.fullmatch(r"Bitcoin .*\. \w+; as-of=\d{4}-\d{2}-\d{2} True\n", printed)
