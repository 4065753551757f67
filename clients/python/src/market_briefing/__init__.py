"""Client of a Market Briefing server."""

from .buying import BASE, BASE_SEPOLIA, MppBuyer, X402Buyer
from .client import AsyncClient, Client
from .errors import (
    BriefingError,
    ForbiddenError,
    InvalidRequestError,
    KeyRejectedError,
    NotFoundError,
    PaymentRequiredError,
    PaymentUncertainError,
    QuoteRefusedError,
    RateLimitedError,
    RefusedError,
    UnavailableError,
    UnreachableError,
)  # fmt: skip
from .exchange import Buyer, Payable
from .fingerprint import fingerprint_of, verify_fingerprint
from .served import Document, Event, History, Text
from .verify import Verified, verify

__all__ = [
    "BASE", "BASE_SEPOLIA", "AsyncClient", "BriefingError", "Buyer", "Client", "Document", "Event", "ForbiddenError", "History",
    "InvalidRequestError", "KeyRejectedError", "MppBuyer", "NotFoundError", "Payable", "PaymentRequiredError",
    "PaymentUncertainError", "QuoteRefusedError", "RateLimitedError", "RefusedError", "Text", "UnavailableError",
    "UnreachableError", "Verified", "X402Buyer", "fingerprint_of", "verify", "verify_fingerprint",
]  # fmt: skip
