"""The calls of the API, as values: where each goes and how its answer is read. Both clients have a method for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date as Date
from functools import wraps
from typing import Any, Generic, Literal, ParamSpec, TypeVar
from urllib.parse import quote

import httpx

from .served import Document, History, Text, document_in, history_in, text_in

T = TypeVar("T")
P = ParamSpec("P")
Day = Date | str
Parameter = str | int | Date | Iterable[str] | None


@dataclass(frozen=True)
class Call(Generic[T]):
    """A GET, and how its answer is read."""

    path: str
    query: Mapping[str, str]
    read: Callable[[httpx.Response], T]
    wait: float = 0
    """Seconds that the server may take on top of the usual."""


def call(path: tuple[str, ...], **query: Parameter) -> Call[Document]:
    given = {name.rstrip("_"): text for name, value in query.items() if (text := written(value))}
    if any(part in ("", ".", "..") for part in path):
        # an address drops such a part, and with it the path names something else
        raise ValueError('A name in a path must not be empty, "." or "..".')
    return Call("/api/" + "/".join(quote(part, safe="") for part in path), {**given, "format": "json"}, document_in)


def written(value: Parameter) -> str:
    """A parameter as text, empty where it is left out."""
    if value is None:
        return ""
    return str(value) if isinstance(value, str | int | Date) else ",".join(value)


def as_markdown(build: Callable[P, Call[Any]]) -> Callable[P, Call[Text]]:
    """The same call for Markdown, which takes fewer tokens."""

    @wraps(build)
    def built(*args: P.args, **kwargs: P.kwargs) -> Call[Text]:
        plain = build(*args, **kwargs)
        return replace(plain, query={**plain.query, "format": "markdown"}, read=text_in)

    return built


def key_set() -> Call[dict[str, Any]]:
    """The keys that sign documents, now and before, as a JSON Web Key Set. Needs no key."""
    return Call("/.well-known/jwks.json", {}, lambda answer: dict(answer.json()))


def catalogue() -> Call[Document]:
    """Every briefing with its tier, price and days on record. Needs no key."""
    return call(("briefings",))


def metrics(category: str | None = None) -> Call[Document]:
    """Every metric with its inputs. Needs no key."""
    return call(("metrics",), category=category)


def briefing(
    briefing: str, *, date: Day | None = None, part: Literal["summary"] | None = None, fields: Iterable[str] = ()
) -> Call[Document]:
    """A briefing, such as `btc.context`: current or of a past day, whole, in short, or only the members named in `fields`."""
    return call(("context",), briefing=briefing, date=date, part=part, fields=fields)


def metric(metric: str, *, fields: Iterable[str] = ()) -> Call[Document]:
    """A metric with its trend, signal and sources."""
    return call(("metrics", metric), fields=fields)


def history(metric: str, *, from_: Day | None = None, to: Day | None = None, as_of: Day | None = None) -> Call[History]:
    """Values of a metric; with `as_of` as they were known at the end of that day (UTC)."""
    plain = call(("metrics", metric, "history"), from_=from_, to=to, as_of=as_of)
    return Call(plain.path, {**plain.query, "format": "arrow"}, history_in)


def events(
    cursor: str | None = None,
    *,
    types: Iterable[str] = (),
    companies: Iterable[str] = (),
    kinds: Iterable[str] = (),
    limit: int | None = None,
    wait: int = 0,
) -> Call[Document]:
    """A page of what changed after `cursor`, or in the last 24 hours; waits up to `wait` seconds (30 at most) for an event."""
    plain = call(("events",), cursor=cursor, types=types, companies=companies, kinds=kinds, limit=limit, wait=wait or None)
    return replace(plain, wait=wait)


def companies(
    search: str | None = None, *, market: str | None = None, cursor: str | None = None, limit: int | None = None
) -> Call[Document]:
    """Listed companies with a briefing, by a part of the name or a code. Needs no key."""
    return call(("companies",), search=search, market=market, cursor=cursor, limit=limit)


def company(address: str, *, block: str | None = None, date: Day | None = None, fields: Iterable[str] = ()) -> Call[Document]:
    """The briefing of a company, or one block of it; with `date` the block `numbers` as known at the end of that day."""
    return call(("companies", address, *([] if block is None else [block])), date=date, fields=fields)


def news(
    about: str | None = None,
    *,
    kind: Literal["filed", "official"] | None = None,
    since: Day | None = None,
    until: Day | None = None,
    as_of: Day | None = None,
    limit: int | None = None,
) -> Call[Document]:
    """Filings of companies and documents of agencies, newest first. Needs a key: single calls are not sold."""
    return call(("news",), about=about, kind=kind, since=since, until=until, as_of=as_of, limit=limit)


def treasuries(ticker: str | None = None) -> Call[Document]:
    """Bitcoin holdings of listed companies, or of one with its financing and mNAV."""
    return call(("treasuries", *([] if ticker is None else [ticker])))
