"""The fingerprint of a document: SHA-256 of its RFC 8785 canonical JSON without the member `fingerprint`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def fingerprint_of(document: Mapping[str, Any]) -> str:
    rest = {name: value for name, value in document.items() if name != "fingerprint"}
    return f"sha256:{hashlib.sha256(canonical(rest).encode()).hexdigest()}"


def verify_fingerprint(document: Mapping[str, Any]) -> bool:
    """
    Whether a document is complete and as it was computed. False also for members selected with `fields`, which have the
    fingerprint of the whole document. Raises ValueError if there is no fingerprint, as in catalogues and pages of events.
    """
    if "fingerprint" not in document:
        raise ValueError("The document has no fingerprint. Documents have one; catalogues, news and events do not.")
    return bool(document["fingerprint"] == fingerprint_of(document))


def canonical(value: Any) -> str:
    """RFC 8785. Members are in the order of their UTF-16 code units, numbers as ECMAScript prints them."""
    if isinstance(value, Mapping):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{json.dumps(name, ensure_ascii=False)}:{canonical(value[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number(value)
    return json.dumps(value, ensure_ascii=False)


def number(value: float) -> str:
    """A number as `Number.prototype.toString` of ECMAScript prints it. Integers are doubles there."""
    # repr gives the shortest digits that read back as the same double, as ECMAScript does; only where it puts the point differs
    mantissa, _, exponent = repr(abs(float(value))).partition("e")
    whole, _, part = mantissa.partition(".")
    digits = (whole + part).lstrip("0").rstrip("0")
    if digits == "":
        return "0"
    if not digits.isdigit():
        raise ValueError(f"{value} is not a number of JSON")
    # the value is 0.DIGITS times ten to this power
    point = int(exponent or 0) + (len(whole) if whole != "0" else len(part.lstrip("0")) - len(part))
    if 0 < point <= 21:
        text = digits.ljust(point, "0") if len(digits) <= point else f"{digits[:point]}.{digits[point:]}"
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        text = digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + f"e{point - 1:+d}"
    return "-" + text if value < 0 else text
