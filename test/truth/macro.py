"""Known answers for the macro metrics, computed apart from the product: Python 3.11, standard library only.

    python3 test/truth/macro.py <folder of recorded feeds> > test/truth/macro.json

Reads the recorded bodies of FRED, ALFRED, the Treasury's par curve, the Daily Treasury Statement and the ECB, says what was known at the
end of a day, and prints values of metrics and series. README.md says what the members mean.
"""

import csv
import hashlib
import io
import json
import re
import sys
import xml.etree.ElementTree as ET
from collections import defaultdict
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
NEW_YORK, CHICAGO, BERLIN = ZoneInfo("America/New_York"), ZoneInfo("America/Chicago"), ZoneInfo("Europe/Berlin")
if len(sys.argv) != 2:
    sys.exit("usage: macro.py <folder of recorded feeds>")
ROOT = Path(sys.argv[1])


def end_of(day):
    return datetime.combine(day, time(23, 59, 59), timezone.utc)


def at(day, clock, zone):
    return datetime.combine(day, time.fromisoformat(clock), zone).astimezone(timezone.utc)


# ---------------------------------------------------------------- when a value is due


def nth(year, month, weekday, n):
    if n > 0:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))
    last = date(year + month // 12, month % 12 + 1, 1) - DAY
    return last - timedelta(days=(last.weekday() - weekday) % 7)


def easter(year):
    """Anonymous Gregorian computus."""
    a, b, c = year % 19, year // 100, year % 100
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    k = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    m = (a + 11 * h + 22 * k) // 451
    month, day = divmod(h + k - 7 * m + 114, 31)
    return date(year, month, day + 1)


def federal(year):
    fixed = [date(year, 1, 1), date(year, 7, 4), date(year, 11, 11), date(year, 12, 25), date(year + 1, 1, 1)]
    if year >= 2021:
        fixed.append(date(year, 6, 19))
    moved = {d - DAY if d.weekday() == 5 else d + DAY if d.weekday() == 6 else d for d in fixed}
    return moved | {nth(year, 1, 0, 3), nth(year, 2, 0, 3), nth(year, 5, 0, -1), nth(year, 9, 0, 1), nth(year, 10, 0, 2), nth(year, 11, 3, 4)}


def money_market(year):
    days = {d for d in federal(year)} | {easter(year) - 2 * DAY}
    # the two a Friday is not kept for
    return {d for d in days if not (d.weekday() == 4 and (d + DAY).strftime("%m-%d") in ("01-01", "11-11"))}


def business(day, holidays):
    return day.weekday() < 5 and day not in holidays(day.year)


def following(day, n, holidays):
    while n:
        day += DAY
        n -= business(day, holidays)
    return day


def moved(day):
    return day if business(day, federal) else following(day, 1, federal)


def weekday_from(day, weekday):
    return moved(day + timedelta(days=(weekday - day.weekday()) % 7))


SHUTDOWN = {
    "employment": {"2025-09-30": "2025-11-20", "2025-10-31": "2025-12-16", "2025-11-30": "2025-12-16", "2026-01-31": "2026-02-11"},
    "cpi": {"2025-09-30": "2025-10-24", "2025-10-31": "2025-12-18", "2025-11-30": "2025-12-18"},
}


def monthly(name, days, clock):
    def due(day):
        late = SHUTDOWN.get(name, {}).get(day.isoformat())
        return at(date.fromisoformat(late) if late else moved(day + days * DAY), clock, NEW_YORK)

    return due


H15 = lambda d: at(following(d, 1, federal), "17:00", NEW_YORK)
H10 = lambda d: at(weekday_from(d + 3 * DAY, 0), "16:30", NEW_YORK)
H41 = lambda d: at(weekday_from(d + DAY, 3), "16:30", NEW_YORK)
OVERNIGHT = lambda d: at(following(d, 1, money_market), "09:00", NEW_YORK)
TARGET = lambda d: at(d + DAY, "09:00", NEW_YORK)
NFCI = lambda d: at(following(d, 3, federal), "08:30", CHICAGO)
PAR = lambda d: at(d, "18:00", NEW_YORK)
DTS = lambda d: at(following(d, 1, federal), "16:00", NEW_YORK)
EMPLOYMENT = monthly("employment", 10, "08:30")
RULES = {
    **{k: H15 for k in ("DGS1MO", "DGS3MO", "DGS2", "DGS5", "DGS10", "DGS30", "DFII5", "DFII10")},
    **{k: H10 for k in ("DTWEXBGS", "DEXUSEU", "DEXCHUS", "DEXJPUS")},
    "SOFR": OVERNIGHT,
    "DFEDTARU": TARGET,
    "WRESBAL": H41,
    "NFCI": NFCI,
    "M2SL": monthly("h6", 28, "13:00"),
    "UNRATE": EMPLOYMENT,
    "PAYEMS": EMPLOYMENT,
    "CPIAUCSL": monthly("cpi", 16, "08:30"),
    "fiscaldata.TGA": DTS,
    "ecb.DFR": lambda d: at(d, "02:00", BERLIN),
}
for code in ("USD", "JPY", "GBP", "CHF", "CNY"):
    RULES[f"ecb.EXR.{code}"] = lambda d: at(d, "16:00", BERLIN)
MONTHLY = {"M2SL", "UNRATE", "PAYEMS", "CPIAUCSL"}

# ---------------------------------------------------------------- what the recordings show


def period_of(series, text):
    day = date.fromisoformat(text)
    if series in MONTHLY:
        return date(day.year + day.month // 12, day.month % 12 + 1, 1) - DAY
    return day


def fred_api(body, query, recorded):
    series = query["series_id"][0]
    document = json.loads(body)
    asked = "realtime_start" in query
    for row in document["observations"]:
        if row["value"] == ".":
            continue
        seen, published = recorded, None
        if asked:
            start = row["realtime_start"]
            seen = min(end_of(date.fromisoformat(start)), recorded)
            if start > document["realtime_start"]:
                published = seen
        yield series, row["date"], row["value"], seen, published


def graph(body, names, recorded):
    rows = list(csv.reader(io.StringIO(body)))
    for row in rows[1:]:
        for column, text in zip(rows[0][1:], row[1:]):
            if text in ("", "."):
                continue
            series, seen = names(column)
            yield series, row[0], text, min(seen, recorded), None


def alfred_column(column):
    series, day = column.rsplit("_", 1)
    return series, end_of(datetime.strptime(day, "%Y%m%d").date())


TENORS = {"1 Mo": "1MONTH", "1.5 Month": "1_5MONTH", "2 Mo": "2MONTH", "3 Mo": "3MONTH", "4 Mo": "4MONTH", "6 Mo": "6MONTH", "1 Yr": "1YEAR"}
TENORS.update({f"{n} Yr": f"{n}YEAR" for n in (2, 3, 5, 7, 10, 20, 30)})


def par_csv(body, recorded):
    for row in csv.DictReader(io.StringIO(body)):
        day = datetime.strptime(row["Date"], "%m/%d/%Y").date().isoformat()
        for name, key in TENORS.items():
            if row.get(name):
                yield f"treasury.BC_{key}", day, row[name], recorded, None


def par_xml(body, recorded):
    for node in ET.fromstring(body.encode()).iter():
        if not node.tag.endswith("}properties"):
            continue
        cells = {child.tag.split("}")[1]: (child.text or "").strip() for child in node}
        for key, text in cells.items():
            if key.startswith("BC_") and key != "BC_30YEARDISPLAY" and text:
                yield f"treasury.{key}", cells["NEW_DATE"][:10], text, recorded, None


def cash(body, recorded):
    for row in json.loads(body)["data"]:
        day, account = row["record_date"], row["account_type"]
        if day >= "2022-04-18":
            text = row["open_today_bal"] if account.endswith("Closing Balance") else "null"
        else:
            text = row["close_today_bal"] if account in ("Federal Reserve Account", "Treasury General Account (TGA)") else "null"
        if text != "null":
            yield "fiscaldata.TGA", day, text, recorded, None


def ecb(body, recorded):
    for row in csv.DictReader(io.StringIO(body)):
        if row["OBS_VALUE"] in ("", "NaN"):
            continue
        exchange = re.fullmatch(r"EXR\.D\.(USD|JPY|GBP|CHF|CNY)\.EUR\.SP00\.A", row["KEY"])
        if exchange:
            yield f"ecb.EXR.{exchange[1]}", row["TIME_PERIOD"], row["OBS_VALUE"], recorded, None
        elif row["KEY"] == "FM.B.U2.EUR.4F.KR.DFR.LEV" and row["TIME_PERIOD"] <= recorded.date().isoformat():
            yield "ecb.DFR", row["TIME_PERIOD"], row["OBS_VALUE"], recorded, None


def sightings_of(row):
    url = urlsplit(row["url"])
    query = parse_qs(url.query)
    recorded = end_of(date.fromisoformat(row["fetched_on"]))
    kinds = {
        ("api.stlouisfed.org", "/fred/series/observations"): lambda body: fred_api(body, query, recorded),
        ("fred.stlouisfed.org", "/graph/fredgraph.csv"): lambda body: graph(body, lambda c: (c, recorded), recorded),
        ("alfred.stlouisfed.org", "/graph/alfredgraph.csv"): lambda body: graph(body, alfred_column, recorded),
        ("data-api.ecb.europa.eu", url.path): lambda body: ecb(body, recorded),
    }
    read = kinds.get((url.netloc, url.path))
    if url.path.endswith("/interest-rates/pages/xml"):
        read = lambda body: par_xml(body, recorded)
    elif "/daily-treasury-rates.csv/" in url.path:
        read = lambda body: par_csv(body, recorded)
    elif url.path.endswith("/dts/operating_cash_balance"):
        read = lambda body: cash(body, recorded)
    if read is None or "units" in query:
        return
    data = (ROOT / row["file"]).read_bytes()
    if hashlib.sha256(data).hexdigest() != row["sha256"]:
        sys.exit(f"{row['file']} is not the body it was")
    for series, day, text, seen, published in read(data.decode("utf-8-sig")):
        if series in RULES or series.startswith("treasury."):
            yield series, period_of(series, day), Decimal(text), seen, published


def histories():
    """(series, period) -> [(known at, value)] in the order they became known, a value only where it differs from the one before."""
    seen = defaultdict(list)
    for row in json.loads((ROOT / "recordings.json").read_text())["recordings"]:
        for series, period, value, moment, published in sightings_of(row):
            seen[series, period].append((published or moment, published is not None, value))
    known = {}
    for (series, period), all_seen in seen.items():
        all_seen.sort(key=lambda each: (each[0], not each[1]))
        due = RULES.get(series, PAR)(period)
        versions = []
        for moment, stated, value in all_seen:
            if versions and versions[-1][1] == value:
                continue
            if not versions and not stated:
                moment = moment if moment <= due + DAY else due
            versions.append((moment, value))
        known[series, period] = versions
    return known


KNOWN = histories()
PERIODS = defaultdict(list)
for series, period in sorted(KNOWN):
    PERIODS[series].append(period)


def value_at(series, period, as_of):
    value = None
    for moment, each in KNOWN.get((series, period), []):
        if moment <= end_of(as_of):
            value = each
    return value


def first_at(sources, period, as_of):
    """The value of the first source that has one for the period."""
    return next((value for each in sources if (value := value_at(each, period, as_of)) is not None), None)


def newest(parts, as_of):
    """The newest period for which every part has a value; a part is one series, or several of which the first with a value counts."""
    sources = [(part,) if isinstance(part, str) else part for part in parts]
    for period in sorted({period for each in sources[0] for period in PERIODS[each]}, reverse=True):
        values = [first_at(each, period, as_of) for each in sources]
        if None not in values:
            return period, values
    return None


def curve(par, h15):
    """A yield: the Treasury's par curve of the evening, before it the H.15 release."""
    return (f"treasury.BC_{par}", h15)


METRICS = {
    "treasury-3mo": (curve("3MONTH", "DGS3MO"),),
    "treasury-2y": (curve("2YEAR", "DGS2"),),
    "treasury-5y": (curve("5YEAR", "DGS5"),),
    "treasury-10y": (curve("10YEAR", "DGS10"),),
    "treasury-30y": (curve("30YEAR", "DGS30"),),
    "real-yield-10y": ("DFII10",),
    "yield-curve": (curve("10YEAR", "DGS10"), curve("2YEAR", "DGS2")),
    "breakeven-5y": ("DGS5", "DFII5"),
    "breakeven-10y": ("DGS10", "DFII10"),
    "sofr": ("SOFR",),
    "fed-funds-upper": ("DFEDTARU",),
    "dollar-index": ("DTWEXBGS",),
    "eur-usd": ("DEXUSEU",),
    "cny-usd": ("DEXCHUS",),
    "jpy-usd": ("DEXJPUS",),
    "financial-conditions": ("NFCI",),
    "unemployment": ("UNRATE",),
    "m2-supply": ("M2SL",),
    "bank-reserves": ("WRESBAL",),
    "tga-daily": ("fiscaldata.TGA",),
    "ecb-deposit-rate": ("ecb.DFR",),
}
THOUSANDTHS = {"bank-reserves", "tga-daily"}
DAYS = ("2020-04-21", "2022-04-19", "2024-12-31", "2025-11-19", "2026-05-27", "2026-06-16", "2026-08-13")
OBSERVATIONS = [
    ("fiscaldata.TGA", "2021-09-30", "2021-10-04"),
    ("fiscaldata.TGA", "2021-10-01", "2021-10-04"),
    ("fiscaldata.TGA", "2022-04-15", "2022-04-18"),
    ("fiscaldata.TGA", "2022-04-18", "2022-04-19"),
    ("fiscaldata.TGA", "2025-07-11", "2025-07-13"),
    ("fiscaldata.TGA", "2025-07-11", "2025-07-14"),
    ("treasury.BC_10YEAR", "1990-01-02", "1990-01-02"),
    ("treasury.BC_10YEAR", "1990-01-02", "1990-01-01"),
    ("treasury.BC_1_5MONTH", "2025-02-18", "2025-02-18"),
    ("treasury.BC_4MONTH", "2022-10-19", "2022-10-20"),
    ("treasury.BC_30YEAR", "2026-08-13", "2026-08-13"),
    ("treasury.BC_20YEAR", "2026-08-05", "2026-08-28"),
    ("PAYEMS", "2024-10-31", "2024-12-31"),
    ("PAYEMS", "2024-10-31", "2025-01-31"),
    ("PAYEMS", "2024-10-31", "2025-02-28"),
    ("PAYEMS", "2024-10-31", "2025-03-31"),
    ("PAYEMS", "2025-01-31", "2025-02-28"),
    ("PAYEMS", "2025-01-31", "2025-03-31"),
    ("PAYEMS", "2021-06-30", "2026-02-28"),
    ("PAYEMS", "2021-06-30", "2026-08-13"),
    ("UNRATE", "2026-07-31", "2026-08-06"),
    ("UNRATE", "2026-07-31", "2026-08-07"),
    ("CPIAUCSL", "2021-06-30", "2026-02-13"),
    ("CPIAUCSL", "2021-06-30", "2026-02-14"),
    ("NFCI", "2025-01-03", "2026-03-24"),
    ("NFCI", "2025-01-03", "2026-03-25"),
    ("ecb.DFR", "2026-06-17", "2026-06-16"),
    ("ecb.DFR", "2026-06-17", "2026-06-17"),
    ("ecb.EXR.USD", "2026-10-01", "2026-09-30"),
    ("ecb.EXR.JPY", "2026-09-30", "2026-10-01"),
]


def answers():
    for day in DAYS:
        as_of = date.fromisoformat(day)
        for metric, parts in METRICS.items():
            found = newest(parts, as_of)
            period, value = None, None
            if found:
                period, (first, *rest) = found
                value = (first - sum(rest)) / (1000 if metric in THOUSANDTHS else 1)
            yield {
                "id": f"{metric} {day}",
                "as_of": day,
                "what": "metric",
                "metric": metric,
                "period": period and period.isoformat(),
                "value": value if value is None else float(value),
            }
    for series, period, day in OBSERVATIONS:
        value = value_at(series, date.fromisoformat(period), date.fromisoformat(day))
        yield {
            "id": f"{series} {period} as known on {day}",
            "as_of": day,
            "what": "observation",
            "series": series,
            "period": period,
            "value": value if value is None else float(value),
        }


print(json.dumps(list(answers()), indent=2))
