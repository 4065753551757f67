"""What a call can end with, if not with a document."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import httpx


class BriefingError(Exception):
    """Every error of this package."""


class UnreachableError(BriefingError):
    """The server did not answer, and no payment was sent."""


class PaymentUncertainError(BriefingError):
    """
    A payment was sent and its outcome is unknown. The next call of the same client for the same URL sends the same payment,
    which is charged only once; elsewhere, send a GET to `url` with `credential` as headers. A new payment could be charged too.
    """

    def __init__(self, url: str, credential: Mapping[str, str], why: str) -> None:
        super().__init__(f"The outcome of the payment for {url} is unknown ({why}). Make the same call again with this client.")
        self.url = url
        self.credential = credential


class RefusedError(BriefingError):
    """The server answered with an error: `message` names the problem, then the next step; `hint` is that step alone."""

    def __init__(self, answer: httpx.Response) -> None:
        try:
            body = answer.json()
        except ValueError:
            body = None
        self.answer = answer
        self.status = answer.status_code
        self.headers = answer.headers
        self.body: dict[str, Any] = body if isinstance(body, dict) else {}
        self.code = str(self.body.get("error", "UNKNOWN"))
        self.message = str(self.body.get("message", "The answer has no message."))
        self.hint = str(self.body.get("hint", ""))
        self.request_id = str(self.body.get("request_id", ""))
        self.retry_after = seconds_in(answer.headers)
        super().__init__(f"{self.status} {self.code}: {self.message}")


class InvalidRequestError(RefusedError):
    """400: `body["field"]` names the parameter, `body["allowed"]` its values."""


class KeyRejectedError(RefusedError):
    """401: the key is missing, unknown, revoked or expired."""


class PaymentRequiredError(RefusedError):
    """402: the call has a price, or the payment sent does not pay for it. Nothing was charged."""

    @property
    def quote(self) -> list[dict[str, Any]]:
        """The ways to pay with x402, as quoted: network, asset, amount in base units, payTo."""
        return list(self.body.get("accepts", []))

    @property
    def price_usd(self) -> Decimal | None:
        """Price in USDC, None without a quote."""
        return min((dollars(way["amount"]) for way in self.quote), default=None)


class QuoteRefusedError(PaymentRequiredError):
    """The buyer did not sign, because the quote is outside its limits. Nothing was sent."""

    def __init__(self, why: str, refusal: PaymentRequiredError) -> None:
        super().__init__(refusal.answer)
        self.args = (f"Not paid: {why}. {refusal.message}",)


class ForbiddenError(RefusedError):
    """403: the plan of the key does not include it; `body["needs"]` names the plan that does."""


class NotFoundError(RefusedError):
    """404: `body["suggestions"]` may name what was meant."""


class RateLimitedError(RefusedError):
    """429: wait `retry_after` seconds."""


class UnavailableError(RefusedError):
    """5xx: wait `retry_after` seconds."""


kinds: Mapping[int, type[RefusedError]] = {
    400: InvalidRequestError,
    401: KeyRejectedError,
    402: PaymentRequiredError,
    403: ForbiddenError,
    404: NotFoundError,
    429: RateLimitedError,
}


def refusal_in(answer: httpx.Response) -> RefusedError:
    """The error in an answer."""
    kind = kinds.get(answer.status_code, UnavailableError if answer.status_code >= 500 else RefusedError)
    return kind(answer)


def dollars(units: str) -> Decimal:
    """An amount of USDC in base units as dollars."""
    return Decimal(units) / 10**6


def seconds_in(headers: httpx.Headers) -> float | None:
    """Retry-After in seconds. Its other form, a date, is never sent by this server."""
    text = str(headers.get("retry-after", ""))
    return float(text) if text.isdecimal() else None
