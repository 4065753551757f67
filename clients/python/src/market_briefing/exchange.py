"""A call from its first request to the final answer, without I/O: steps for a transport to take one after the other."""

from __future__ import annotations

from collections.abc import Generator, Mapping, MutableMapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

import httpx

from .errors import PaymentRequiredError, PaymentUncertainError, UnreachableError, refusal_in, seconds_in

longest_pause = 30.0
"""Seconds. A server that asks for more is not waited for."""
repeats_of_payment = 5
"""The same payment each time: it is charged once."""


@dataclass(frozen=True)
class Payable:
    """A call that has to be paid."""

    url: str
    refusal: PaymentRequiredError
    """Its headers have the quotes: PAYMENT-REQUIRED of x402, WWW-Authenticate of MPP."""


class Buyer(Protocol):
    """Signs payments."""

    def pay(self, payable: Payable) -> dict[str, str]:
        """The headers that carry a payment. Raises `QuoteRefusedError` if the quote is outside its limits."""
        ...


@dataclass(frozen=True)
class Send:
    """A request to send after a pause. The reply is the response, or the exception if none came."""

    url: str
    headers: Mapping[str, str]
    timeout: float
    pause: float = 0


@dataclass(frozen=True)
class Pay:
    """A payment to sign. The reply is what the buyer returns."""

    buyer: Buyer
    payable: Payable


Credentials = MutableMapping[str, list[Mapping[str, str]]]
"""Payments with an unknown outcome, by the URL they are for."""
Reply = httpx.Response | httpx.HTTPError


def exchange(
    request: Send, buyer: Buyer | None, repeats: int, uncertain: Credentials
) -> Generator[Send | Pay, Any, httpx.Response]:
    """
    Sends a request and pays once if asked to. A signed payment is sent until its outcome is known, in this call or in the next
    one for the same URL. Until then no other payment is signed for it.
    """
    credential: Mapping[str, str]
    try:
        # removed, so that of two calls at the same time only one sends it
        credential = uncertain[request.url].pop()
    except LookupError:
        reply = yield from repeated(request, repeats, paid=False)
        if isinstance(reply, httpx.HTTPError):
            raise UnreachableError(f"{request.url} does not answer: {reply!r}") from reply
        if reply.status_code != 402 or buyer is None:
            return reply
        credential = yield Pay(buyer, Payable(request.url, PaymentRequiredError(reply)))
    known = False
    try:
        reply = yield from repeated(replace(request, headers={**request.headers, **credential}), repeats_of_payment, paid=True)
        if isinstance(reply, httpx.HTTPError) or leaves_open(reply):
            why = repr(reply) if isinstance(reply, httpx.HTTPError) else str(refusal_in(reply))
            raise PaymentUncertainError(request.url, credential, why)
        known = True
        return reply
    finally:
        # also if the caller cancels
        if not known:
            uncertain.setdefault(request.url, []).append(credential)


def repeated(request: Send, most: int, *, paid: bool) -> Generator[Send, Any, Reply]:
    reply: Reply = yield request
    for repeat in range(most):
        pause = pause_after(reply, 2.0**repeat, paid)
        if pause is None:
            break
        reply = yield replace(request, pause=pause)
    return reply


def leaves_open(reply: httpx.Response) -> bool:
    """Whether an answer leaves open what became of the payment."""
    return reply.status_code >= 500 or reply.status_code in (408, 429)


def pause_after(reply: Reply, usual: float, paid: bool) -> float | None:
    """Seconds until the same request is worth sending again; None if it is not."""
    if isinstance(reply, httpx.HTTPError):
        return usual
    asked = seconds_in(reply.headers)
    pause = usual if asked is None else asked
    if paid:
        return min(pause, longest_pause) if leaves_open(reply) else None
    return pause if reply.status_code in (429, 502, 503, 504) and pause <= longest_pause else None
