"""Known answers for the market metrics, computed apart from the product: Python 3.11, standard library only.

    python3 test/truth/market.py <folder of recorded feeds> > test/truth/market.json

The folder holds `recordings.json` (address, file, sha-256 and day of each recorded body) and the bodies. Values are kept as exact
fractions of the recorded texts and become floating point numbers once, at the end. README.md says what the members mean.
"""

import csv
import hashlib
import html
import io
import json
import re
import sys
from bisect import bisect_right
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
NEW_YORK = ZoneInfo("America/New_York")
TODAY = "2026-07-23"
if len(sys.argv) != 2:
    sys.exit("usage: market.py <folder of recorded feeds>")
ROOT = Path(sys.argv[1])


def end_of(day):
    """A day stands for its last second in UTC: a recording that gives its day only, and the moment `as of` that day."""
    return datetime.combine(day, time(23, 59, 59), timezone.utc)


# ---------------------------------------------------------------- release times


def nth(year, month, weekday, n):
    """The nth weekday (0 Monday) of a month; n = -1 the last."""
    if n > 0:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))
    last = date(year + month // 12, month % 12 + 1, 1) - DAY
    return last - timedelta(days=(last.weekday() - weekday) % 7)


def federal_holidays(year):
    """5 U.S.C. 6103; a Saturday holiday is kept on Friday, a Sunday one on Monday."""
    fixed = [date(year, 1, 1), date(year, 7, 4), date(year, 11, 11), date(year, 12, 25), date(year + 1, 1, 1)]
    if year >= 2021:
        fixed.append(date(year, 6, 19))
    moved = {d - DAY if d.weekday() == 5 else d + DAY if d.weekday() == 6 else d for d in fixed}
    return moved | {nth(year, 1, 0, 3), nth(year, 2, 0, 3), nth(year, 5, 0, -1), nth(year, 9, 0, 1), nth(year, 10, 0, 2), nth(year, 11, 3, 4)}


def is_business(day):
    return day.weekday() < 5 and day not in federal_holidays(day.year)


def crypto_daily(day):
    return datetime.combine(day + DAY, time(0), timezone.utc)


def next_business(at, zone):
    def due(day):
        day += DAY
        while not is_business(day):
            day += DAY
        return datetime.combine(day, at, zone).astimezone(timezone.utc)

    return due


def weekday_after(days, weekday, at):
    def due(day):
        day += timedelta(days=days)
        while day.weekday() != weekday:
            day += DAY
        while not is_business(day):
            day += DAY
        return datetime.combine(day, at, NEW_YORK).astimezone(timezone.utc)

    return due


RULES = {
    "btc": crypto_daily,
    "VIXCLS": next_business(time(13), timezone.utc),
    "RRPONTSYD": next_business(time(9), NEW_YORK),
    "DCOILWTICO": weekday_after(3, 2, time(13)),
    "DHHNGSP": weekday_after(3, 2, time(13)),
    "WALCL": weekday_after(1, 3, time(16, 30)),
    "WTREGEN": weekday_after(1, 3, time(16, 30)),
    "ICSA": weekday_after(5, 3, time(8, 30)),
    "CCSA": weekday_after(12, 3, time(8, 30)),
}
MILLIONS = {"WTREGEN": (3_000, 10_000_000)}  # a body below the range is in billions


EPOCH = date(1970, 1, 1).toordinal()


# ---------------------------------------------------------------- sightings


def number(text):
    return None if text in (None, "", ".") else Fraction(Decimal(text))


def load_recordings():
    rows = json.loads((ROOT / "recordings.json").read_bytes())["recordings"]
    for order, row in enumerate(rows):
        row["order"] = order
    return sorted(rows, key=lambda row: (row["fetched_on"], row["order"]))


def body(row):
    raw = (ROOT / row["file"]).read_bytes()
    if hashlib.sha256(raw).hexdigest() != row["sha256"]:
        sys.exit(f"{row['file']} is not the body recordings.json names")
    return raw


def series_of(row):
    """The series a recorded body carries: `btc` (many columns), a FRED id, or None."""
    url = urlsplit(row["url"])
    query = parse_qs(url.query)
    if url.netloc == "community-api.coinmetrics.io" and query.get("assets") == ["btc"]:
        return "btc"
    if url.path.endswith("/coinmetrics/data/master/csv/btc.csv"):
        return "btc"
    wanted = query.get("series_id") if url.path == "/fred/series/observations" else query.get("id")
    if "stlouisfed.org" in url.netloc and wanted and wanted[0] in RULES:
        return wanted[0]
    return None


def rows_of(row, name):
    """Yields (series, period, value, vintage): vintage is None, or its day and whether the source states that as the publication."""
    raw = body(row).decode("utf-8-sig")
    if name == "btc":
        if row["file"].endswith(".csv"):
            lines = [(line.get("time") or line.get("date"), line) for line in csv.DictReader(io.StringIO(raw))]
        else:
            lines = [(line["time"][:10], line) for line in json.loads(raw)["data"]]
        for day, line in lines:
            for key in BTC:
                value = number(line.get(key))
                if value is not None:
                    yield key, date.fromisoformat(day), value, None
        return
    if row["file"].endswith(".csv"):
        table = list(csv.reader(io.StringIO(raw)))
        found = [(line[0], number(line[1]), None) for line in table[1:] if line]
    else:
        document = json.loads(raw)
        # A range of vintages says when each value came; a plain answer repeats the day it was asked, which is no publication time,
        # and so does a vintage that stood already when the range begins.
        start = document.get("realtime_start")
        ranged = start != document.get("realtime_end")
        found = [
            (o["date"], number(o["value"]), (date.fromisoformat(o["realtime_start"]), o["realtime_start"] != start) if ranged else None)
            for o in document["observations"]
        ]
    found = [line for line in found if line[1] is not None]
    low, high = MILLIONS.get(name, (None, None))
    factor = 1
    if low is not None and not all(low <= value <= high for _, value, _ in found):
        assert all(low <= value * 1000 <= high for _, value, _ in found), row["file"]
        factor = 1000
    for day, value, vintage in found:
        yield name, date.fromisoformat(day), value * factor, vintage


BTC = ("PriceUSD", "CapMrktCurUSD", "DiffMean", "HashRate", "BlkCnt", "TxCnt", "AdrActCnt", "IssTotNtv", "FeeTotNtv")
UNITS = {
    "PriceUSD": "USD",
    "DCOILWTICO": "USD/bbl",
    "WALCL": "USD mn",
    "WTREGEN": "USD mn",
    "RRPONTSYD": "USD bn",
    "ICSA": "persons",
    "CCSA": "persons",
    "VIXCLS": "points",
    "DHHNGSP": "USD/MMBtu",
}


class Sequence:
    """Values of one series, each period with its successive values and the time each became known."""

    def __init__(self, name, rule):
        self.name, self.rule, self.plain, self.dated = name, rule, {}, {}

    def see(self, period, value, vintage, made, file):
        if vintage:
            self.dated.setdefault(period, []).append((end_of(vintage[0]), vintage[1], value, file))
        else:
            self.plain.setdefault(period, []).append((made, value, file))

    def settle(self):
        self.known = {period: self.steps(period) for period in sorted(self.plain.keys() | self.dated.keys())}
        return self

    def steps(self, period):
        """The successive values of a period: (known at, value, basis, file)."""
        due = self.rule(period)
        steps = []
        if period in self.dated:
            for day, stated, value, file in sorted(self.dated[period]):
                assert stated or (not steps and due <= day)
                steps.append((day, value, "filed", file) if stated else (due, value, "deadline", file))
            for made, value, file in self.plain.get(period, []):
                assert value == [step[1] for step in steps if step[0] <= made][-1], f"{file} contradicts the vintages of {period}"
            return steps
        for made, value, file in self.plain[period]:
            if not steps:
                steps.append((made, value, "reported", file) if made <= due + DAY else (due, value, "deadline", file))
            elif float(steps[-1][1]) != float(value):  # one body may print more digits of the same value than another
                steps.append((made, value, "reported", file))
        return steps

    def at(self, period, day):
        """(known at, value, basis, file) as known at the end of the day, or None."""
        now = end_of(date.fromisoformat(day))
        seen = [step for step in self.known.get(period, []) if step[0] <= now]
        return max(seen, key=lambda step: step[0]) if seen else None

    def as_known(self, day):
        found = ((period, self.at(period, day)) for period in self.known)
        return {period: step[1] for period, step in found if step}


def load():
    sequences = {key: Sequence(key, RULES["btc"]) for key in BTC}
    sequences |= {key: Sequence(key, rule) for key, rule in RULES.items() if key != "btc"}
    for row in RECORDINGS:
        name = series_of(row)
        if name:
            made = end_of(date.fromisoformat(row["fetched_on"]))
            for key, period, value, vintage in rows_of(row, name):
                sequences[key].see(period, value, vintage, made, row["file"])
    return {key: sequence.settle() for key, sequence in sequences.items()}


# ---------------------------------------------------------------- statistics


def newest(values, limit=None):
    days = sorted(values)
    at = len(days) if limit is None else bisect_right(days, limit)
    return days[at - 1] if at else None


def change(values, window, period):
    """(percent or None, base day): from the newest value at or before period - window days."""
    base = newest(values, period - timedelta(days=window))
    if base is None:
        return None, None
    return (None if values[base] <= 0 else (values[period] / values[base] - 1) * 100), base


def percentile(values, period):
    others = [v for d, v in values.items() if period - timedelta(days=89) <= d <= period - DAY]
    below = sum(v < values[period] for v in others)
    ties = sum(v == values[period] for v in others)
    return 100 * (below + Fraction(ties, 2)) / len(others), len(others)


def pearson(pairs):
    n = len(pairs)
    mx, my = sum(x for x, _ in pairs) / n, sum(y for _, y in pairs) / n
    sxy = sum((x - mx) * (y - my) for x, y in pairs)
    square = sxy**2 / (sum((x - mx) ** 2 for x, _ in pairs) * sum((y - my) ** 2 for _, y in pairs))
    with localcontext() as context:
        context.prec = 60
        root = (Decimal(square.numerator) / Decimal(square.denominator)).sqrt()
    return float(root if sxy >= 0 else -root)


def changes_of(a, b):
    """[(from day, to day, change of a, change of b)] between days that follow one another in the days common to both."""
    days = sorted(a.keys() & b.keys())
    return [(d, e, *(None if s[d] <= 0 else (s[e] / s[d] - 1) * 100 for s in (a, b))) for d, e in zip(days, days[1:])]


# ---------------------------------------------------------------- the list

ANSWERS = []
EXACT, CLOSE = 0, 1e-9


def tell(value):
    if not isinstance(value, Fraction):
        return value
    return value.numerator if value.denominator == 1 else float(value)


def add(id, what, period, value, unit, tolerance, how, as_of=TODAY, metric=None, series=None, path=None, **more):
    entry = {"id": id, "as_of": as_of, "what": what}
    if metric:
        entry["metric"] = metric
    if series:
        entry["series"] = series
    if path:
        entry["path"] = path
    period = period.isoformat() if isinstance(period, date) else period
    entry |= {"period": period, "value": tell(value), "unit": unit, "tolerance": tolerance, **more, "how": how}
    ANSWERS.append(entry)


def files(keys, periods, day):
    """The files the values of these periods come from, as known on the day."""
    steps = [SEQUENCES[key].at(period, day) for key in keys.split() for period in sorted(periods)]
    return " and ".join(dict.fromkeys(step[3] for step in steps if step))


def citing(keys, note, as_of=TODAY, reach=1):
    """Names the files behind the values of some periods, each made of the `reach` days that end with it."""

    def cite(periods):
        days = {period - timedelta(days=back) for period in periods for back in range(reach)}
        return f"{files(keys, days, as_of)}, {note}"

    return cite


def add_metric(metric, values, period, unit, tolerance, how, as_of=TODAY, **more):
    add(f"{metric}@{as_of}", "metric", period, values[period], unit, tolerance, how, as_of, metric=metric, path="value", **more)


# Calendar days of the windows of daily series, and of weekly ones: 1, 4 and 13 weeks.
DAYS = {7: 7, 30: 30, 90: 90}
WEEKS = {7: 7, 30: 28, 90: 91}


def add_trends(metric, values, period, unit, cite, as_of=TODAY, windows=DAYS, percent=True):
    for window, days in windows.items():
        value, base = change(values, days, period)
        head = f"{metric}.trend.{window}d"
        path = f"trend.{window}d"
        if percent:
            limit = period - timedelta(days=days)
            how = f"{cite([base, period])}: ({period} / {base} - 1) x 100; {base} is the newest value at or before {limit}."
            add(f"{head}.change@{as_of}", "trend", period, value, "percent", CLOSE, how, as_of, metric=metric, path=f"{path}.change")
        for end, day in (("from", base), ("to", period)):
            how = f"{cite([day])}: the value of {day}."
            add(f"{head}.{end}@{as_of}", "trend", day, values[day], unit, CLOSE, how, as_of, metric=metric, path=f"{path}.{end}.value")


def add_percentile(metric, values, period, cite, as_of=TODAY):
    value, n = percentile(values, period)
    first = period - timedelta(days=89)
    source = cite([d for d in values if first <= d <= period])
    how = f"{source}: share of the {n} values of {first}..{period - DAY} below that of {period}, ties half, x 100."
    add(f"{metric}.percentile@{as_of}", "percentile", period, value, "percent", CLOSE, how, as_of, metric=metric, path="percentile_90d.value")
    how = f"{source}: values there are in {first}..{period - DAY}."
    add(f"{metric}.percentile.n@{as_of}", "percentile", period, n, "1", EXACT, how, as_of, metric=metric, path="percentile_90d.n")


def add_observation(series, period, day, label=""):
    when = date.fromisoformat(period)
    step = SEQUENCES[series].at(when, day)
    id = f"{series}.{period}@{day}"
    name = f"btc.{series}" if series in BTC else series
    if step is None:
        later = SEQUENCES[series].known[when][0]
        how = f"{later[3]}: the first value of this period became known at {later[0]:%Y-%m-%dT%H:%M:%SZ}{label}."
        add(id, "observation", period, None, UNITS[series], EXACT, how, day, series=name)
        return
    known, value, basis, file = step
    at = f"{known:%Y-%m-%dT%H:%M:%SZ}"
    how = f"{file}: value known at {at}, basis {basis}{label}."
    tolerance = 1e-12 if series in MILLIONS else EXACT
    # A vintage states its day only, so the time of the day is left out.
    add(id, "observation", period, value, UNITS[series], tolerance, how, day, series=name, known_on=at[:10], known_basis=basis)


def bitcoin():
    price = SEQUENCES["PriceUSD"].as_known(TODAY)
    last = newest(price)
    source = files("PriceUSD", [last], TODAY)
    add_metric("bitcoin-price", price, last, "USD", EXACT, f"{source}: PriceUSD of {last}, the day before the end of {TODAY}.")
    cite = citing("PriceUSD", f"PriceUSD as known on {TODAY}")
    add_trends("bitcoin-price", price, last, "USD", cite)
    add_percentile("bitcoin-price", price, last, cite)

    def daily_change(day):
        return (price[day] / price[day - DAY] - 1) * 100

    day_changes = {d: daily_change(d) for d in price if d - DAY in price}
    how = f"{source}: ({last} / {last - DAY} - 1) x 100."
    add_metric("bitcoin-change-24h", day_changes, last, "percent", CLOSE, how)
    add_percentile("bitcoin-change-24h", day_changes, last, citing("PriceUSD", "PriceUSD against the day before", reach=2))

    for as_of in (TODAY, "2026-07-28"):
        known = SEQUENCES["PriceUSD"].as_known(as_of)
        end = newest(known)
        days = sorted(known)
        mean = {d: sum(known[x] for x in days[i - 199 : i + 1]) / 200 for i, d in enumerate(days) if i >= 199 and end - d < timedelta(days=100)}
        window = [d for d in days if d <= end][-200:]
        assert window[-1] - window[0] == timedelta(days=199)
        named = files("PriceUSD", window, as_of)
        how = f"{named}: mean of the 200 daily PriceUSD of {window[0]}..{window[-1]} as known on {as_of}."
        add_metric("btc-price-200d-ma", mean, end, "USD", CLOSE, how, as_of)
        if as_of == TODAY:
            cite = citing("PriceUSD", f"means of 200 daily PriceUSD as known on {as_of}", reach=200)
            add_trends("btc-price-200d-ma", mean, end, "USD", cite)
            add_percentile("btc-price-200d-ma", mean, end, cite)

    # The base of this trend was revised later.
    as_of = "2026-07-09"
    known = SEQUENCES["PriceUSD"].as_known(as_of)
    end = newest(known)
    add_trends("bitcoin-price", known, end, "USD", citing("PriceUSD", f"PriceUSD as known on {as_of}", as_of), as_of, {7: 7})

    cap = SEQUENCES["CapMrktCurUSD"].as_known(TODAY)
    end = newest(cap)
    source = files("CapMrktCurUSD", [end], TODAY)
    add_metric("bitcoin-market-cap", cap, end, "USD", CLOSE, f"{source}: CapMrktCurUSD of its last period, {end}; later rows carry a price only.")
    stale = crypto_daily(end + DAY) + timedelta(days=2) < end_of(date.fromisoformat(TODAY))
    how = f"{source}: the value of {end + DAY} was due at {crypto_daily(end + DAY):%Y-%m-%dT%H:%M:%SZ} and {TODAY} is more than two days after it."
    status = "stale" if stale else "fresh"
    add(f"bitcoin-market-cap.freshness@{TODAY}", "metric", end, status, "status", EXACT, how, metric="bitcoin-market-cap", path="freshness.status")

    for as_of in (TODAY, "2019-10-21"):
        network(as_of)


def difficulty_by_mempool():
    """Where Coin Metrics gives no mean of the day: what the last adjustment set by the end of the last whole day of hash rates."""
    row = next(each for each in RECORDINGS if urlsplit(each["url"]).netloc == "mempool.space" and "/mining/hashrate/" in each["url"])
    page = json.loads(body(row))
    days = [date.fromordinal(EPOCH + each["timestamp"] // 86_400) for each in page["hashrates"]]
    end = max(day for day in days if day < date.fromisoformat(row["fetched_on"]))
    steps = [each for each in page["difficulty"] if date.fromordinal(EPOCH + each["time"] // 86_400) <= end]
    value = Fraction(Decimal(str(max(steps, key=lambda each: each["time"])["difficulty"])))
    how = f"{row['file']}: difficulty of the last adjustment by the end of {end}; Coin Metrics gives no DiffMean since 2019-10-20."
    add_metric("bitcoin-difficulty", {end: value}, end, "1", CLOSE, how)


def network(as_of):
    known = {key: SEQUENCES[key].as_known(as_of) for key in BTC}

    def one(metric, key, unit, divisor=1):
        end = newest(known[key])
        source = files(key, [end], as_of)
        scale = f" / {divisor:,}" if divisor != 1 else ""
        how = f"{source}: {key}{scale} of {end}, the newest known on {as_of}."
        tolerance = CLOSE if divisor != 1 or unit == "USD" else EXACT
        add_metric(metric, {end: known[key][end] / divisor}, end, unit, tolerance, how, as_of)

    if as_of != TODAY:
        one("bitcoin-market-cap", "CapMrktCurUSD", "USD")
        one("bitcoin-price", "PriceUSD", "USD")
    if as_of == TODAY:
        difficulty_by_mempool()
    else:
        one("bitcoin-difficulty", "DiffMean", "1")
    one("bitcoin-hash-rate", "HashRate", "EH/s", 1_000_000)
    one("bitcoin-tx-count", "TxCnt", "1")
    one("bitcoin-active-addresses", "AdrActCnt", "1")

    rate = known["HashRate"]
    end = newest(rate)
    days = sorted(rate)
    source = files("HashRate", days[-60:], as_of)
    assert days[-1] - days[-60] == timedelta(days=59)
    ribbon = (sum(rate[d] for d in days[-30:]) / 30) / (sum(rate[d] for d in days[-60:]) / 60)
    how = f"{source}: mean HashRate of {days[-30]}..{end} over that of {days[-60]}..{end}."
    add_metric("hash-ribbon", {end: ribbon}, end, "1", CLOSE, how, as_of)

    parts = [known[key] for key in ("IssTotNtv", "FeeTotNtv", "PriceUSD", "HashRate")]
    end = max(set.intersection(*(set(part) for part in parts)))
    issued, fees, price, hashes = (part[end] for part in parts)
    source = files("IssTotNtv FeeTotNtv PriceUSD HashRate", [end], as_of)
    how = f"{source}: (IssTotNtv + FeeTotNtv) x PriceUSD x 1,000 / HashRate (TH/s) of {end}."
    add_metric("hashprice", {end: (issued + fees) * price * 1000 / hashes}, end, "USD/PH/day", CLOSE, how, as_of)

    if as_of == "2019-10-21":
        implied = known["DiffMean"][end] * 2**32 * known["BlkCnt"][end] / 86_400
        source = files("DiffMean", [end], as_of)
        how = f"{source}: DiffMean x 2^32 x BlkCnt / 86,400 of {end}, what the hash rate is where no HashRate column was read; a cross-check."
        id = f"bitcoin-hash-rate.implied@{as_of}"
        add(id, "metric", end, implied / 10**18, "EH/s", CLOSE, how, as_of, metric="bitcoin-hash-rate", path="value", reading="implied")
        for d, difficulty in known["DiffMean"].items():
            if rate.get(d):
                implied = difficulty * 2**32 * known["BlkCnt"][d] / 86_400 / 10**12
                assert abs(implied / rate[d] - 1) < Fraction(1, 10**12), f"implied and recorded hash rate of {d} differ"


def macro():
    plain = {"vix": ("VIXCLS", "points"), "wti-spot": ("DCOILWTICO", "USD/bbl"), "henry-hub-spot": ("DHHNGSP", "USD/MMBtu")}
    for metric, (key, unit) in plain.items():
        values = SEQUENCES[key].as_known(TODAY)
        end = newest(values)
        source = files(key, [end], TODAY)
        due = SEQUENCES[key].at(end, TODAY)[0]
        later = min(d for d in SEQUENCES[key].known if d > end)
        wait = SEQUENCES[key].known[later][0][0]
        how = f"{source}: value of {end}, known at {due:%Y-%m-%dT%H:%MZ}; that of {later} only at {wait:%Y-%m-%dT%H:%MZ}."
        add_metric(metric, values, end, unit, EXACT, how)
        cite = citing(key, key)
        add_trends(metric, values, end, unit, cite)
        add_percentile(metric, values, end, cite)


def liquidity():
    walcl, wtregen, rrp = (SEQUENCES[key].as_known(TODAY) for key in ("WALCL", "WTREGEN", "RRPONTSYD"))
    fed = {d: v / 1000 for d, v in walcl.items()}
    tga = {d: v / 1000 for d, v in wtregen.items()}
    # on a holiday the operation of the business day before is outstanding
    repo = {d: next((rrp[e] for e in (d - back * DAY for back in range(5)) if e in rrp), None) for d in fed}
    net = {d: fed[d] - tga[d] - repo[d] for d in fed if d in tga and repo[d] is not None and d.weekday() == 2}
    for metric, key, values, note in (
        ("fed-balance", "WALCL", fed, "WALCL / 1,000"),
        ("tga", "WTREGEN", tga, "WTREGEN / 1,000, a week average"),
        ("rrp", "RRPONTSYD", rrp, "RRPONTSYD"),
    ):
        end = newest(values)
        source = files(key, [end], TODAY)
        how = f"{source}: {note}, of {end}, known at {SEQUENCES[key].at(end, TODAY)[0]:%Y-%m-%dT%H:%MZ}."
        add_metric(metric, values, end, "USD bn", EXACT if metric == "rrp" else 1e-12, how)
        # Whether changes of a balance that may be zero are told in percent or in units is the metric's row to say: ends only.
        cite = citing(key, note)
        add_trends(metric, values, end, "USD bn", cite, windows=DAYS if metric == "rrp" else WEEKS, percent=metric != "rrp")
        add_percentile(metric, values, end, cite)
    end = newest(net)
    source = files("WALCL WTREGEN RRPONTSYD", [end], TODAY)
    how = f"{source}: WALCL / 1,000 - WTREGEN / 1,000 - RRPONTSYD of the Wednesday {end}, week average of the TGA."
    add_metric("net-liquidity", net, end, "USD bn", CLOSE, how)
    cite = citing("WALCL WTREGEN RRPONTSYD", "net liquidity of each Wednesday")
    add_trends("net-liquidity", net, end, "USD bn", cite, windows=WEEKS)
    add_percentile("net-liquidity", net, end, cite)


def add_correlation(metric, key, as_of):
    price = SEQUENCES["PriceUSD"].as_known(as_of)
    values = SEQUENCES[key].as_known(as_of)
    steps = changes_of(price, values)
    used = [step for step in steps if None not in step[2:]][-30:]
    value = pearson([(x, y) for _, _, x, y in used])
    first, to = used[0][0], used[-1][1]
    other = []
    window = steps[-30:]
    if window != used:
        cut = [(x, y) for _, _, x, y in window if None not in (x, y)]
        other.append({"reading": f"the last 30 steps with the missing change left out, n = {len(cut)}", "value": pearson(cut)})
    adjacent = [step for step in steps if step[1] - step[0] == DAY and None not in step[2:]][-30:]
    other.append(
        {
            "reading": f"changes over a single calendar day only, n = {len(adjacent)}, from {adjacent[0][0]}",
            "value": pearson([(x, y) for _, _, x, y in adjacent]),
        }
    )
    days = [first] + [step[1] for step in used]
    source = f"{files('PriceUSD', days, as_of)} (PriceUSD) and {files(key, days, as_of)}"
    missing = [step for step in steps if None in step[2:] and first <= step[0] <= to]
    gap = f"; the change from {missing[0][0]} to {missing[0][1]} does not exist" if missing else ""
    how = f"{source}: Pearson of the last {len(used)} percent changes between consecutive common days, {first} to {to}{gap}."
    head = f"bitcoin-price~{metric}.correlation"
    ends = {"a": "bitcoin-price", "b": metric, "n": len(used), "from": first.isoformat(), "to": to.isoformat()}
    ends["first_change_on"] = used[0][1].isoformat()
    add(
        f"{head}@{as_of}", "correlation", to, value, "1", CLOSE, how, as_of,
        metric="bitcoin-price", path="correlations[].value", **ends, other=other,
    )  # fmt: skip
    how = f"{source}: number of changes used, {first} (base of the first change, made on {used[0][1]}) to {to}."
    add(f"{head}.n@{as_of}", "correlation", to, len(used), "1", EXACT, how, as_of, metric="bitcoin-price", path="correlations[].n", **ends)


def observations():
    for period in ("2026-06-29", "2026-07-03"):
        add_observation("PriceUSD", period, TODAY)
        add_observation("PriceUSD", period, "2026-07-28")
    add_observation("CCSA", "2026-07-11", "2026-07-22", ", so nothing yet")
    for series, period, days in (
        ("CCSA", "2026-07-11", (TODAY, "2026-07-30")),
        ("CCSA", "2026-06-27", ("2026-07-15", "2026-07-16")),
        ("ICSA", "2026-05-23", ("2026-06-03", "2026-06-04")),
        ("ICSA", "2026-07-04", ("2026-07-15", "2026-07-16", TODAY)),
    ):
        for day in days:
            add_observation(series, period, day)
    add_observation("ICSA", "2026-07-18", TODAY)
    add_observation("ICSA", "2020-04-04", "2020-04-08", ", so nothing yet")
    add_observation("ICSA", "2020-04-04", "2020-04-09")
    add_observation("WTREGEN", "2024-06-26", "2024-06-30", ", recorded in billions")
    add_observation("WTREGEN", "2026-07-01", "2026-07-03")
    add_observation("WTREGEN", "2026-07-22", "2026-07-22", ", so nothing yet")
    add_observation("WTREGEN", "2026-07-22", TODAY)
    add_observation("WALCL", "2022-04-13", TODAY)
    add_observation("RRPONTSYD", "2022-12-30", TODAY)
    add_observation("DCOILWTICO", "2020-04-20", TODAY)
    add_observation("DCOILWTICO", "2026-07-20", TODAY, ", so nothing yet")
    wti = SEQUENCES["DCOILWTICO"].as_known(TODAY)
    end = date(2020, 4, 27)
    value, base = change(wti, 7, end)
    how = (
        f"{files('DCOILWTICO', [base], TODAY)}: with {end} taken as the newest period the base of 7 days is {base}, "
        f"{float(wti[base])}, and a percent change from a value that is not positive does not exist."
    )
    add(f"DCOILWTICO.trend.7d.{end}", "trend", end, value, "percent", EXACT, how, series="DCOILWTICO", path="trend.7d")


MONTHS = "January February March April May June July August September October November December".split()
AS_OF = re.compile(r"As of ((?:%s) \d{1,2}, \d{4}) BTC Acquired" % "|".join(MONTHS))
MONEY = r"(?:\$ )?(?:[-\u2014]|[\d.,]+)(?: [bm]illion)?"
CELLS = re.compile(rf"(?:[-\u2014]|[\d,]+) {MONEY} {MONEY} ([\d,]+) {MONEY} {MONEY}")


def text_of(raw):
    raw = re.sub(r"<(script|style|ix:header)\b.*?</\1>", " ", raw.decode("utf-8", "replace"), flags=re.S)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", raw)))


def bitcoin_totals():
    """[(filing day, as-of day, bitcoins, accession, file, words)] of the recorded 8-Ks of Strategy."""
    found = []
    for row in RECORDINGS:
        if row.get("form") == "8-K" and "/data/1050446/" in row["url"]:
            text = text_of(body(row))
            for match in AS_OF.finditer(text):
                cells = CELLS.search(text, match.end())
                if cells is None or cells.start() - match.end() > 400:
                    sys.exit(f"{row['file']}: a table of holdings without its row")
                day = datetime.strptime(match.group(1), "%B %d, %Y").date()
                words = f"As of {match.group(1)} ... Aggregate BTC Holdings ... {cells.group(1)}"
                found.append((row["fetched_on"], day, int(cells.group(1).replace(",", "")), row["accession"], row["file"], words))
    return found


def treasury():
    totals = bitcoin_totals()
    accepted = {}
    for row in RECORDINGS:
        if row["url"] == "https://data.sec.gov/submissions/CIK0001050446.json":
            recent = json.loads(body(row))["filings"]["recent"]
            accepted |= dict(zip(recent["accessionNumber"], recent["acceptanceDateTime"]))
    for as_of in (TODAY, "2026-01-05", "2025-12-31", "2025-07-10", "2025-04-08"):
        filed, day, count, accession, file, words = max(t for t in totals if t[0] <= as_of)
        assert accepted[accession][:10] == filed
        how = f'{file}, 8-K {accession} accepted {accepted[accession][:19]} New York time: "{words}".'
        add_metric("mstr-bitcoin-holdings", {day: Fraction(count)}, day, "BTC", EXACT, how, as_of, accession=accession)


RECORDINGS = load_recordings()
SEQUENCES = load()
bitcoin()
macro()
for name, key in (("vix", "VIXCLS"), ("wti-spot", "DCOILWTICO"), ("henry-hub-spot", "DHHNGSP")):
    add_correlation(name, key, TODAY)
add_correlation("wti-spot", "DCOILWTICO", "2020-05-07")
liquidity()
observations()
treasury()
assert len({entry["id"] for entry in ANSWERS}) == len(ANSWERS)
print(json.dumps(ANSWERS, indent=2, ensure_ascii=False).replace('"tolerance": 1e-09', '"tolerance": 1e-9'))
