"""Buyers: they check a quote against limits, then have an official library sign the payment."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from .errors import QuoteRefusedError, dollars
from .exchange import Payable

if TYPE_CHECKING:
    from eth_account.signers.base import BaseAccount
    from mpp import Challenge
    from x402.schemas import PaymentRequirements

T = TypeVar("T")
BASE = "eip155:8453"
BASE_SEPOLIA = "eip155:84532"
"""The test network, whose USDC is worth nothing. Sandboxes are paid on its terms."""

usdc: Mapping[str, str] = {
    BASE: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    BASE_SEPOLIA: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
}
"""Contracts of USDC, as Circle lists them: the only token that is paid with."""
longest_validity = 3_600
"""Seconds in which a signed payment may be settled, at most."""


class Offer(NamedTuple):
    """A way to pay, as either protocol quotes it."""

    network: str
    asset: str
    amount: str
    pay_to: str
    seconds: float


class _EvmBuyer:
    """
    Signs with `account`, a private key or an account of `eth_account`: at most `max_usd` per call, on `networks`, to the
    recipients in `pay_to` (None: to any). Pays real money only if `networks` names `BASE`.
    """

    def __init__(
        self,
        account: str | BaseAccount,
        *,
        max_usd: Decimal | float | str,
        networks: Collection[str] = (BASE_SEPOLIA,),
        pay_to: Collection[str] | None = None,
    ) -> None:
        self.max_usd = Decimal(str(max_usd))
        self.networks = tuple(networks)
        self.pay_to = None if pay_to is None else {address.lower() for address in pay_to}
        if not set(networks) <= usdc.keys() or not self.max_usd.is_finite() or self.max_usd <= 0:
            raise ValueError(f"max_usd must be above 0, and networks among {', '.join(usdc)}")
        self.account: Any = account
        if isinstance(account, str):
            from eth_account import Account

            self.account = Account.from_key(account)

    def objection(self, offer: Offer) -> str | None:
        """Why an offer is not paid; None if it may be."""
        if offer.network not in self.networks:
            return f"the network {offer.network} is not among {', '.join(self.networks)}"
        if offer.asset.lower() != usdc[offer.network].lower():
            return f"{offer.asset} is not USDC on {offer.network}"
        if not offer.amount.isdecimal() or int(offer.amount) == 0:
            return f"the amount {offer.amount!r} is not a number of base units"
        price = dollars(offer.amount)
        if price > self.max_usd:
            return f"the price of {price} USD is above the limit of {self.max_usd} USD"
        if self.pay_to is not None and offer.pay_to.lower() not in self.pay_to:
            return f"the recipient {offer.pay_to} is not allowed"
        if offer.seconds > longest_validity:
            return f"the payment would be valid for {offer.seconds:.0f} seconds, longer than {longest_validity}"
        return None

    def _allowed(self, payable: Payable, offers: list[tuple[Offer, T]]) -> T:
        """The first offer within the limits, as it was quoted."""
        objections = []
        for offer, quoted in offers:
            objection = self.objection(offer)
            if objection is None:
                return quoted
            objections.append(objection)
        raise QuoteRefusedError("; ".join(objections) or "the answer quotes no price in this protocol", payable.refusal)


class X402Buyer(_EvmBuyer):
    """Pays with x402, scheme exact. Needs the extra `x402`."""

    def pay(self, payable: Payable) -> dict[str, str]:
        from x402 import x402ClientSync
        from x402.http import decode_payment_required_header, x402HTTPClientSync
        from x402.mechanisms.evm.exact import ExactEvmScheme
        from x402.schemas import PaymentRequired

        header = payable.refusal.headers.get("payment-required")
        required = None if header is None else decode_payment_required_header(header)
        if not isinstance(required, PaymentRequired):
            raise QuoteRefusedError("the answer quotes no price in x402 version 2", payable.refusal)
        # the scheme signs an allowance instead of an amount where a quote asks for permit2
        exact = [
            way
            for way in required.accepts
            if way.scheme == "exact" and way.extra.get("assetTransferMethod", "eip3009") == "eip3009"
        ]
        way = self._allowed(payable, [(_offer_of(each), each) for each in exact])
        client = x402ClientSync().register(way.network, ExactEvmScheme(self.account))
        client.set_spend_controls({"max_amount_per_payment": f"{self.max_usd:f}"})
        payload = client.create_payment_payload(required.model_copy(update={"accepts": [way]}))
        return x402HTTPClientSync(client).encode_payment_signature_header(payload)


class MppBuyer(_EvmBuyer):
    """Pays with MPP, method evm, intent charge. Needs the extra `mpp`."""

    def pay(self, payable: Payable) -> dict[str, str]:
        from mpp import Challenge
        from mpp.methods.evm.assets import BASE_SEPOLIA_USDC, BASE_USDC
        from mpp.methods.evm.client import charge
        from mpp.runtime import PaymentRuntime

        fields = payable.refusal.headers.get_list("www-authenticate")
        challenges = [Challenge.from_www_authenticate(field) for field in fields if field.lower().startswith("payment ")]
        charges = [each for each in challenges if (each.method, each.intent) == ("evm", "charge")]
        challenge = self._allowed(payable, [(_offer_in(each), each) for each in charges])
        most = f"{self.max_usd:f}"
        currencies = [currency for currency in (BASE_USDC, BASE_SEPOLIA_USDC) if currency.network in self.networks]
        methods = [charge(currency=currency, account=self.account, max_amount=most) for currency in currencies]
        runtime = PaymentRuntime(methods)
        signed = runtime.create_credential(*runtime.match_challenge([challenge]))
        # in a separate thread, because the caller may be in an event loop already
        with ThreadPoolExecutor(1) as thread:
            credential = thread.submit(asyncio.run, signed).result()
        return {challenge.credential_header: credential.to_authorization()}


def _offer_of(way: PaymentRequirements) -> Offer:
    return Offer(way.network, way.asset, way.amount, way.pay_to, way.max_timeout_seconds)


def _offer_in(challenge: Challenge) -> Offer:
    request = challenge.request
    chain = (request.get("methodDetails") or {}).get("chainId")
    ends = None if challenge.expires is None else datetime.fromisoformat(challenge.expires.replace("Z", "+00:00"))
    seconds = float("inf") if ends is None else (ends - datetime.now(timezone.utc)).total_seconds()
    asset, amount, pay_to = (str(request.get(name)) for name in ("currency", "amount", "recipient"))
    return Offer(f"eip155:{chain}", asset, amount, pay_to, seconds)
