"""An agent that knows an address and nothing of what is behind it, with the official x402 library alone: it finds, buys and reads."""

import math
import re
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from conftest import url
from eth_account import Account
from x402 import x402ClientSync
from x402.http.x402_http_client import x402HTTPClientSync
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client

COMMON = set("a an and are at be by did do does for from has have how in is it many much of on or the to was were what which who".split())


@dataclass(frozen=True)
class Entry:
    path: str
    text: str


def words(text: str) -> list[str]:
    """`flows` and `flowing` are one word."""
    found = re.findall(r"[a-z0-9]+", text.lower())
    return [re.sub(r"(?:ies|es|s|ing|ed|er)$", "", word)[:7] for word in found if word not in COMMON]


def best(question: str, entries: list[Entry]) -> Entry:
    """Each word of the question counts by how rare it is among the entries, and twice at the head of a text."""
    asked = list(dict.fromkeys(words(question)))
    sets = [(set(words(entry.text)), set(words(re.split(r"[.:(]", entry.text)[0]))) for entry in entries]
    weights = [math.log((1 + len(entries)) / (1 + sum(word in whole for whole, _ in sets))) for word in asked]

    def score(at: int) -> float:
        whole, head = sets[at]
        total = sum(weight * ((word in whole) + (word in head)) for word, weight in zip(asked, weights, strict=True))
        return total / math.log(20 + len(whole))

    return entries[max(range(len(entries)), key=score)]


class Stranger:
    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=30)
        payer = x402ClientSync()
        register_exact_evm_client(payer, EthAccountSigner(Account.create()), networks=["eip155:84532"])
        self.payer = x402HTTPClientSync(payer)
        self.paths: dict[str, Any] = self.http.get("/openapi.json").json()["paths"]

    def entries(self, through: str) -> list[Entry]:
        if through == "OpenAPI":
            found = [Entry(path, f"{each['get']['summary']}. {each['get']['description']}") for path, each in self.paths.items()]
        else:
            lines = re.findall(r"^- \[[^\]]+\]\((/[^)]+)\): (.*)$", self.http.get("/llms.txt").text, re.MULTILINE)
            found = [Entry(path, text) for path, text in lines if path in self.paths]
        return [whole for entry in found for whole in self.expanded(entry)]

    def choices(self, parameter: dict[str, Any]) -> list[Entry]:
        """What a parameter may be: one of a few words, or a row of the list that its description names."""
        schema = parameter["schema"]
        listed = re.search(r"GET (/\S+) lists them", schema.get("description", ""))
        if listed is None:
            return [Entry(value, value.replace("_", " ")) for value in schema.get("enum", [])]
        body = self.http.get(listed[1], headers={"accept": "application/json"}).json()
        rows = [row for each in body.values() if isinstance(each, list) for row in each if isinstance(row, dict)]
        chosen = [(row.get("address", row.get(parameter["name"])), row) for row in rows]
        return [
            Entry(value, f"{value}, " + ". ".join(str(row.get(name, "")) for name in ("title", "name", "description")))
            for value, row in chosen
            if isinstance(value, str)
        ]

    def expanded(self, entry: Entry) -> list[Entry]:
        made = [entry]
        for parameter in self.paths[entry.path]["get"].get("parameters", []):
            if parameter["in"] == "path":
                values = self.choices(parameter)
                name = "{" + parameter["name"] + "}"
                made = [Entry(each.path.replace(name, value.path), f"{value.text}. {each.text}") for each in made for value in values]
        return made

    def answer(self, question: str, through: str) -> tuple[str, httpx.Response]:
        path = best(question, self.entries(through)).path
        quoted = self.http.get(path)
        assert quoted.status_code == 402
        payment, _ = self.payer.handle_402_response(dict(quoted.headers), quoted.content)
        return path, self.http.get(path, headers=payment)


QUESTIONS = [
    ("How is bitcoin doing today?", r"/api/btc(/(pulse|momentum|context))?"),
    ("What is the shape of the Treasury yield curve?", r"/api/(macro/rates|metrics/yield-curve)"),
    ("Who bought at the latest Treasury auction?", r"/api/macro/auctions"),
    ("Is money flowing into bitcoin funds?", r"/api/btc/etf"),
    ("How many bitcoins do listed companies hold?", r"/api/(treasuries|btc/treasury)"),
    ("How is the dollar against the euro, the yuan and the yen?", r"/api/fx"),
    ("How tight are US stocks of oil, fuel and gas?", r"/api/(commodities/energy-basket|metrics/petroleum-stocks-gap)"),
    ("Which releases are due in the next 14 days?", r"/api/macro/calendar"),
    ("What is the level of the VIX?", r"/api/metrics/vix"),
    ("What are the segments of Marzipan Sample Foods?", r"/api/companies/MZPX/segments"),
]


@pytest.fixture(scope="module")
def stranger() -> Stranger:
    return Stranger(url)


@pytest.mark.parametrize("through", ["llms.txt", "OpenAPI"])
@pytest.mark.parametrize(("question", "where"), QUESTIONS)
def test_finds_buys_and_reads(stranger: Stranger, question: str, where: str, through: str) -> None:
    path, answer = stranger.answer(question, through)
    assert re.fullmatch(where, path)
    assert answer.status_code == 200
    assert len(answer.text) > 200
