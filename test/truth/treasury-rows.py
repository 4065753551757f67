"""Rows and totals of GET /api/treasuries worked out from what GET /api/treasuries/{ticker} serves.

    python3 treasury-rows.py < documents.json > list.json

`documents.json`: an array of the served documents of every company. What is filed (counts, amounts by instrument, the maturity table, the
share count) and read (closes, prices) is taken as served; every sum and quotient is made here, in decimals. Standard library only.
"""

import json
import sys
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def rounded(value):
    return (value * 100 + Decimal("0.5")).to_integral_value("ROUND_FLOOR") / 100


def three_digits(value):
    if value == 0:
        return value
    return value.quantize(Decimal(1).scaleb(value.adjusted() - 2), ROUND_HALF_UP)


def two_years_after(day):
    day = date.fromisoformat(day)
    return day.replace(year=day.year + 2, day=28 if (day.month, day.day) == (2, 29) else day.day)


def total(rows, key):
    return None if rows is None else sum((row[key] for row in rows), Decimal(0))


def due(financing):
    if financing["debt"] == []:
        return Decimal(0)
    end = two_years_after(financing["as_of"])
    rows = [row for row in financing["maturities"] if row["to"] is not None and date.fromisoformat(row["to"]) <= end]
    return total(rows, "amount_usd") if rows else None


def financing_summary(financing):
    if financing is None:
        return None
    debt = total(financing["debt"], "principal_usd")
    preferred = total(financing["preferred"], "liquidation_preference_usd")
    claims = None if debt is None or preferred is None else debt + preferred
    btc = financing["btc"]
    filed = financing["filed_currency"]
    yen = filed["rate"]["jpy_per_usd"] if filed else None
    if filed:
        # its dollars are cents each; the claims are those in yen
        assert abs(claims - filed["senior_claims"] / yen) < CENT * (len(financing["debt"]) + len(financing["preferred"]) + 1)
        claims = filed["senior_claims"] / yen
    fair, assets = financing["btc_fair_value_usd"], financing["total_assets_usd"]
    return {
        "as_of": financing["as_of"],
        "senior_claims_usd": None if claims is None else rounded(claims),
        "senior_claims_per_btc_usd": None if claims is None or not btc else rounded(claims / btc),
        "btc_share_of_total_assets_percent": None if fair is None or assets is None else rounded(100 * fair / assets),
        "due_within_24_months_usd": due(financing),
        "filing_url": financing["filing"]["url"],
        "filed_currency": filed,
        "citation": financing["citation"],
    }


def input_of(mnav, beginning):
    return next(row["value"] for row in mnav["inputs"] if row["what"].startswith(beginning))


def ratios(mnav):
    """Market value, and enterprise value, over the value of the bitcoins, from the served inputs."""
    yen = next((row["value"] for row in mnav["inputs"] if row["unit"] == "JPY/USD"), Decimal(1))
    market = input_of(mnav, "shares outstanding") * input_of(mnav, "closing price") / yen
    held = input_of(mnav, "bitcoins held") * input_of(mnav, "bitcoin price")
    wider = None
    if any(row["what"] == "cash" for row in mnav["inputs"]):
        wider = market
        for beginning, sign in (("debt principal", 1), ("preferred stock", 1), ("cash", -1)):
            row = next(row for row in mnav["inputs"] if row["what"].startswith(beginning))
            wider += sign * row["value"] / (yen if row["unit"] == "JPY" else 1)
        wider = rounded(wider / held)
    return rounded(market / held), wider


def mnav_summary(document):
    mnav = document["mnav"]
    if mnav is None:
        return None
    value = mnav["value"]
    if mnav["basis"] == "in house":
        value, wider = ratios(mnav)
        assert wider == mnav["enterprise_value"], (document["ticker"], wider, mnav["enterprise_value"])
        used = input_of(mnav, "bitcoins held")
        held = document["holding"]
        assert used == (held["btc_display"] if held["btc_exact"] is None else held["btc_exact"])
    return {"value": value, "basis": mnav["basis"], "as_of": mnav["as_of"]}


def row_of(document):
    held = document["holding"]
    if held["btc_exact"] is not None:
        held = {**held, "btc_display": three_digits(held["btc_exact"])}
    names = {"ticker": document["ticker"], "company_name": document["company_name"]}
    return {
        **names,
        **held,
        "financing_summary": financing_summary(document["financing"]),
        "mnav_summary": mnav_summary(document),
    }


documents = json.load(sys.stdin, parse_float=Decimal, parse_int=Decimal)
rows = [row_of(document) for document in documents if document["holding"] is not None]
rows.sort(key=lambda row: (-row["btc_display"], row["ticker"]))
withheld = [
    {"ticker": document["ticker"], "company_name": document["company_name"], **document["withheld"]}
    for document in documents
    if "withheld" in document
]
answer = {
    "holdings": rows,
    "total_btc_exact": sum((row["btc_exact"] for row in rows if row["precision"] == "exact"), Decimal(0)),
    "financing": {"companies_with_filed_financing": sum(row["financing_summary"] is not None for row in rows)},
    "mnav": {"companies_with_mnav": sum(row["mnav_summary"] is not None for row in rows)},
    "withheld": sorted(withheld, key=lambda row: row["ticker"]),
}
json.dump(answer, sys.stdout, default=float)
