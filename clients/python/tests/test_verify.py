import asyncio
import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from conftest import MakeKey, url
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from market_briefing import AsyncClient, Client, Document, verify

Signed = tuple[Document, str, dict[str, Any]]


@pytest.fixture(scope="module")
def signed(client: Client) -> Signed:
    document = client.briefing("btc.quick-check")
    assert document.signature is not None
    return document, document.signature, client.key_set()


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def test_verifies_what_the_server_signs(signed: Signed, make_key: MakeKey) -> None:
    document, signature, keys = signed
    assert verify(document, signature, keys) == (True, True)
    assert verify(document, None, keys) == (True, None)

    async def read() -> None:
        async with AsyncClient(url, make_key("pro")) as client:
            metric = await client.metric("vix")
            assert verify(metric, metric.signature, await client.key_set()) == (True, True)

    asyncio.run(read())


def test_sees_one_flipped_character(signed: Signed) -> None:
    document, signature, keys = signed
    flipped = json.loads(json.dumps(document).replace("Bitcoin", "Bitcoim", 1))
    assert verify(flipped, signature, keys) == (False, True)
    fingerprint = document["fingerprint"]
    for at in range(len("sha256:"), len(fingerprint)):
        other = fingerprint[:at] + ("0" if fingerprint[at] != "0" else "1") + fingerprint[at + 1 :]
        assert verify({**document, "fingerprint": other}, signature, keys) == (False, False)
    # the last character of 64 bytes has bits that are not read
    for at in range(len(signature) - 1):
        other = signature[:at] + ("A" if signature[at] != "A" else "B") + signature[at + 1 :]
        assert verify(document, other, keys) == (True, False)


@pytest.mark.parametrize("change", [{"alg": "none"}, {"alg": "HS256"}, {"kid": "other"}, {"kid": None}, {"crit": ["b64"]}])
def test_rejects_other_headers_even_where_they_are_signed(signed: Signed, change: dict[str, Any]) -> None:
    document = signed[0]
    key = Ed25519PrivateKey.generate()
    keys = {"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "1", "x": encoded(key.public_key().public_bytes_raw())}]}

    def jws_with(header: dict[str, Any]) -> str:
        head = encoded(json.dumps(header).encode())
        signed = f"{head}.{encoded(document['fingerprint'].encode())}"
        return f"{head}..{encoded(key.sign(signed.encode()))}"

    usual = {"alg": "EdDSA", "kid": "1"}
    assert verify(document, jws_with(usual), keys) == (True, True)
    assert verify(document, jws_with({**usual, **change}), keys) == (True, False)


@pytest.mark.parametrize("signature", ["", "..", "a.b", "a.b.c", "e30..", "bnVsbA..AA", "W10..AA", "\u00e9..\u00e9"])
def test_rejects_what_is_no_signature(signed: Signed, signature: str) -> None:
    document, _, keys = signed
    assert verify(document, signature, keys) == (True, False)
    assert verify({}, signature, keys) == (False, False)


def test_knows_no_key_of_another_set(signed: Signed) -> None:
    document, signature, _ = signed
    assert verify(document, signature, {"keys": []}) == (True, False)
