"""The two clients: the same calls over a blocking and an asynchronous transport."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import closing
from functools import wraps
from importlib.metadata import version
from typing import Any, Concatenate, ParamSpec, TypeVar

import httpx

from . import calls
from .calls import Call, as_markdown
from .errors import refusal_in
from .exchange import Buyer, Credentials, Pay, Send, exchange
from .served import Event

P = ParamSpec("P")
T = TypeVar("T")
user_agent = f"market-briefing-python/{version('market-briefing')}"


class _Caller:
    """
    A client of the server at `base_url`. `key`: an API key. `buyer`: pays for calls if there is no key. `timeout`: seconds for an
    answer. `repeats`: how often an unpaid request is sent again after 429, 502 to 504 or no answer, after at most 30 seconds.
    """

    def __init__(self, base_url: str, key: str | None, buyer: Buyer | None, timeout: float, repeats: int) -> None:
        self._base_url = base_url.rstrip("/")
        self._headers = {"user-agent": user_agent, **({} if key is None else {"authorization": f"Bearer {key}"})}
        # a call with a key is never paid for
        self._buyer = buyer if key is None else None
        self._timeout = timeout
        self._repeats = repeats
        self._uncertain: Credentials = {}

    def _steps(self, call: Call[Any]) -> closing[Any]:
        url = str(httpx.URL(self._base_url + call.path, params=call.query))
        request = Send(url, self._headers, self._timeout + call.wait)
        return closing(exchange(request, self._buyer, self._repeats, self._uncertain))


def _read(call: Call[T], answer: httpx.Response) -> T:
    if answer.status_code != 200:
        raise refusal_in(answer)
    return call.read(answer)


def _blocking(build: Callable[P, Call[T]]) -> Callable[Concatenate[Client, P], T]:
    @wraps(build)
    def method(self: Client, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.send(build(*args, **kwargs))

    return method


def _awaited(build: Callable[P, Call[T]]) -> Callable[Concatenate[AsyncClient, P], Awaitable[T]]:
    @wraps(build)
    def method(self: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        return self.send(build(*args, **kwargs))

    return method


class Client(_Caller):
    __doc__ = _Caller.__doc__

    def __init__(
        self,
        base_url: str,
        key: str | None = None,
        buyer: Buyer | None = None,
        *,
        timeout: float = 30,
        repeats: int = 2,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(base_url, key, buyer, timeout, repeats)
        self._http = httpx.Client(transport=transport)

    def send(self, call: Call[T]) -> T:
        """Makes a call of `market_briefing.calls`, as the methods below do."""
        with self._steps(call) as steps:
            reply: object = None
            while True:
                try:
                    step = steps.send(reply)
                except StopIteration as end:
                    return _read(call, end.value)
                if isinstance(step, Pay):
                    reply = step.buyer.pay(step.payable)
                    continue
                time.sleep(step.pause)
                try:
                    reply = self._http.get(step.url, headers=step.headers, timeout=step.timeout)
                except httpx.RequestError as error:
                    reply = error

    def changes(
        self, cursor: str | None = None, *, types: Iterable[str] = (), companies: Iterable[str] = (), kinds: Iterable[str] = ()
    ) -> Iterator[Event]:
        """
        Events as they happen, without end; the `id` of one is the `cursor` to continue after it. A buyer pays for every page:
        one every 30 seconds even if nothing happens.
        """
        types, companies, kinds = tuple(types), tuple(companies), tuple(kinds)
        while True:
            page = self.events(cursor, types=types, companies=companies, kinds=kinds, wait=30)
            yield from page["events"]
            cursor = page["next_cursor"]

    key_set = _blocking(calls.key_set)
    catalogue = _blocking(calls.catalogue)
    metrics = _blocking(calls.metrics)
    briefing = _blocking(calls.briefing)
    metric = _blocking(calls.metric)
    history = _blocking(calls.history)
    events = _blocking(calls.events)
    companies = _blocking(calls.companies)
    company = _blocking(calls.company)
    news = _blocking(calls.news)
    treasuries = _blocking(calls.treasuries)
    briefing_markdown = _blocking(as_markdown(calls.briefing))
    metric_markdown = _blocking(as_markdown(calls.metric))
    company_markdown = _blocking(as_markdown(calls.company))
    news_markdown = _blocking(as_markdown(calls.news))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncClient(_Caller):
    __doc__ = _Caller.__doc__

    def __init__(
        self,
        base_url: str,
        key: str | None = None,
        buyer: Buyer | None = None,
        *,
        timeout: float = 30,
        repeats: int = 2,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        super().__init__(base_url, key, buyer, timeout, repeats)
        self._http = httpx.AsyncClient(transport=transport)

    async def send(self, call: Call[T]) -> T:
        """As `Client.send`."""
        with self._steps(call) as steps:
            reply: object = None
            while True:
                try:
                    step = steps.send(reply)
                except StopIteration as end:
                    return _read(call, end.value)
                if isinstance(step, Pay):
                    # a signer may be a device or a service that takes a while
                    reply = await asyncio.to_thread(step.buyer.pay, step.payable)
                    continue
                await asyncio.sleep(step.pause)
                try:
                    reply = await self._http.get(step.url, headers=step.headers, timeout=step.timeout)
                except httpx.RequestError as error:
                    reply = error

    async def changes(
        self, cursor: str | None = None, *, types: Iterable[str] = (), companies: Iterable[str] = (), kinds: Iterable[str] = ()
    ) -> AsyncIterator[Event]:
        """As `Client.changes`."""
        types, companies, kinds = tuple(types), tuple(companies), tuple(kinds)
        while True:
            page = await self.events(cursor, types=types, companies=companies, kinds=kinds, wait=30)
            for event in page["events"]:
                yield event
            cursor = page["next_cursor"]

    key_set = _awaited(calls.key_set)
    catalogue = _awaited(calls.catalogue)
    metrics = _awaited(calls.metrics)
    briefing = _awaited(calls.briefing)
    metric = _awaited(calls.metric)
    history = _awaited(calls.history)
    events = _awaited(calls.events)
    companies = _awaited(calls.companies)
    company = _awaited(calls.company)
    news = _awaited(calls.news)
    treasuries = _awaited(calls.treasuries)
    briefing_markdown = _awaited(as_markdown(calls.briefing))
    metric_markdown = _awaited(as_markdown(calls.metric))
    company_markdown = _awaited(as_markdown(calls.company))
    news_markdown = _awaited(as_markdown(calls.news))

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
