"""Whether a document is what a server published: its fingerprint, and the signature of that."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, NamedTuple

from .fingerprint import fingerprint_of


class Verified(NamedTuple):
    """`fingerprint`: whether the document says what its fingerprint says. `signature`: None where none came with it."""

    fingerprint: bool
    signature: bool | None


def verify(document: Mapping[str, Any], signature: str | None, key_set: Mapping[str, Any]) -> Verified:
    """
    Checks a whole document, its `signature` (the header Briefing-Signature: a detached JWS of the fingerprint, EdDSA with
    Ed25519) and `client.key_set()`. Selected members have the fingerprint of the whole and do not verify alone. Needs the
    extra `verify`.
    """
    fingerprint = str(document.get("fingerprint", ""))
    signed = None if signature is None else _is_signed(fingerprint, signature, key_set)
    return Verified(fingerprint == fingerprint_of(document), signed)


def _is_signed(text: str, jws: str, key_set: Mapping[str, Any]) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        head, payload, signature = jws.split(".")
        header = json.loads(_from_base64url(head))
        if payload != "" or header["alg"] != "EdDSA" or "crit" in header:
            return False
        key = next(each for each in key_set["keys"] if each["kid"] == header["kid"] and each["crv"] == "Ed25519")
        payload = urlsafe_b64encode(text.encode()).rstrip(b"=").decode()
        Ed25519PublicKey.from_public_bytes(_from_base64url(key["x"])).verify(
            _from_base64url(signature), f"{head}.{payload}".encode()
        )
    except (InvalidSignature, StopIteration, KeyError, TypeError, ValueError):
        return False
    return True


def _from_base64url(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
