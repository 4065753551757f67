import random
import struct
from typing import Any

import pytest
import rfc8785

from market_briefing.fingerprint import canonical, number


def test_prints_numbers_as_the_official_library_does() -> None:
    made = random.Random(8785)
    doubles = [struct.unpack("d", made.randbytes(8))[0] for _ in range(20_000)]
    doubles += [made.uniform(-1, 1) * 10 ** made.randint(-10, 24) for _ in range(20_000)]
    doubles += [float(10**power) for power in range(-30 + 30, 24)] + [10.0**-power for power in range(24)] + [0.0, -0.0]
    finite = [value for value in doubles if value == value and abs(value) != float("inf")]
    assert [value for value in finite if number(value) != rfc8785.dumps(value).decode()] == []
    with pytest.raises(ValueError, match="not a number"):
        number(float("nan"))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (17, "17"),
        (-(2**53), "-9007199254740992"),
        (600000000000000000001, "600000000000000000000"),
        (10**21, "1e+21"),
        (True, "true"),
    ],
)
def test_prints_integers_as_doubles(value: int, text: str) -> None:
    assert canonical(value) == text


def test_orders_members_and_escapes_as_the_official_library_does() -> None:
    value: Any = {"\ue000": 1, "\U0001f600": 2, "a": None, "\r": '\x07\b\x7f"\\/é ', "": [True, {"z": 0.1, "b": []}]}
    assert canonical(value) == rfc8785.dumps(value).decode()
