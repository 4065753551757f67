"""What the server answers with."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

import httpx

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Served:
    """What every answer has."""

    headers: httpx.Headers

    @property
    def receipt(self) -> str | None:
        """How the call was paid, as the server states it; None if it was not."""
        return self._header("payment-response") or self._header("payment-receipt")

    @property
    def freshness(self) -> str | None:
        """Such as `late; as-of=2026-07-23`, judged when the answer was sent."""
        return self._header("briefing-freshness")

    @property
    def signature(self) -> str | None:
        """A detached JWS of the fingerprint, which `verify` checks; None where the document is not signed."""
        return self._header("briefing-signature")

    def _header(self, name: str) -> str | None:
        value: str | None = self.headers.get(name)
        return value


class Document(dict[str, Any], Served):
    """A document as JSON."""


class Text(str, Served):
    """A document as Markdown."""


@dataclass(frozen=True)
class History(Served):
    """Values of a metric by period, each with the time it became known, as an Arrow IPC stream."""

    arrow: bytes
    headers: httpx.Headers

    def to_arrow(self) -> pyarrow.Table:
        """Needs the extra `arrow`."""
        import pyarrow.ipc

        return pyarrow.ipc.open_stream(self.arrow).read_all()

    def to_pandas(self) -> pandas.DataFrame:
        """Needs the extra `pandas`."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """Needs the extra `polars`."""
        import polars

        return polars.read_ipc_stream(io.BytesIO(self.arrow))


class _EveryEvent(TypedDict):
    id: str
    type: str
    happened_at: str
    known_at: str
    rule: str
    fetch: str


class Event(_EveryEvent, total=False):
    """What changed, without its value: `fetch` is where to read it. Which of the members below it has depends on `type`."""

    briefing: str
    to: str
    release: str
    period: str
    company: str
    situation: str
    record: str
    kinds: list[str]


def document_in(answer: httpx.Response) -> Document:
    document = Document(answer.json())
    document.headers = answer.headers
    return document


def text_in(answer: httpx.Response) -> Text:
    text = Text(answer.text)
    text.headers = answer.headers
    return text


def history_in(answer: httpx.Response) -> History:
    return History(answer.content, answer.headers)
