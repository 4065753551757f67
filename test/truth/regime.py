"""Regimes computed apart from the product, from the words of docs/methodology.md: Python 3.11, standard library only.

    python3 test/truth/regime.py < cases.json > answers.json

Reads a list of cases, each one history of inputs, and prints an answer for each. README.md says what the members mean. Nothing is rounded.
"""

import json
import sys
from bisect import bisect_left, bisect_right, insort
from datetime import date, timedelta
from math import comb, exp, sqrt

THREE_YEARS, SLACK, MEAN, AHEAD = 1095, 21, 21, 30
ENTERED, LEFT = 0.5, 0.2
LEAST = {"daily": 60, "business daily": 60, "monthly": 24}
REGIMES = ("expansion", "contraction", "transition")
# against transition: constant, 21-day mean, the day's score less that mean, in expansion, in contraction
LOGIT = {
    "expansion": (-3.698, 10.464, 5.417, 0.7, -0.436),
    "contraction": (-3.174, -7.561, -6.178, -1.055, 0.982),
}


def number(day):
    return date.fromisoformat(day).toordinal()


def iso(day):
    return date.fromordinal(day).isoformat()


def median(ordered):
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def before(period, span):
    """First and last day on which the start of a move may lie."""
    if span["unit"] != "months":
        last = period - span["n"] * (7 if span["unit"] == "weeks" else 1)
        return last - SLACK, last
    day = date.fromordinal(period)
    months = 12 * day.year + day.month - 1 - span["n"]
    first = date(months // 12, months % 12 + 1, 1)
    return first.toordinal(), (first + timedelta(days=31)).replace(day=1).toordinal() - 1


def moves(periods, values, kind, span):
    """The change over the span that ends at each value; None where there is none."""
    for period, to in zip(periods, values):
        first, last = before(period, span)
        at = bisect_right(periods, last) - 1
        start = values[at] if at >= 0 and periods[at] >= first else None
        if start is None or (kind == "percent" and start <= 0):
            yield None
        else:
            yield 100 * (to - start) / start if kind == "percent" else (to - start) * (100 if kind == "basis_points" else 1)


def scores(one, periods, values):
    """Robust z of each value, or of the change that ends at it, against those of the three years before; turned and cut at 3."""
    level = one["measure"] == "level"
    samples = values if level else list(moves(periods, values, one["change"], one["span"]))
    least, sign = LEAST.get(one["cadence"], 26), one["sign"]
    held, oldest, largest = [], 0, 0.0
    for period, value, sample in zip(periods, values, samples):
        while periods[oldest] < period - THREE_YEARS:
            if samples[oldest] is not None:
                held.pop(bisect_left(held, samples[oldest]))
            oldest += 1
        largest = max(largest, abs(value))
        score = None
        if sample is not None and len(held) >= least:
            middle = median(held)
            mad = median(sorted(abs(each - middle) for each in held))
            if level or one["change"] == "unit":
                noise = 1e-12 * largest
            else:
                noise = 1e-10 if one["change"] == "percent" else 1e-10 * largest
            if mad > noise:
                score = max(-3, min(3, sign * (sample - middle) / (1.4826 * mad)))
        if sample is not None:
            insort(held, sample)
        yield score


def probabilities(regime, mean, score):
    known = (1, mean, score - mean, regime == "expansion", regime == "contraction")
    odds = {name: exp(sum(a * b for a, b in zip(row, known))) for name, row in LOGIT.items()} | {"transition": 1}
    return {name: each / sum(odds.values()) for name, each in odds.items()}


def following(regime, mean):
    if abs(mean) >= ENTERED:
        return "expansion" if mean > 0 else "contraction"
    stays = {"expansion": mean >= LEFT, "contraction": mean <= -LEFT}
    return regime if stays.get(regime) else "transition"


def judge(inputs, first, last):
    """Day -> what it was judged by, for every day that could be judged."""
    everything = sum(one["weight"] for one in inputs)
    scored, judged, regime = {}, {}, "transition"
    for day in range(first, last + 1):
        counted = []
        for one in inputs:
            at = bisect_right(one["due"], day) - 1
            if at < 0 or one["scores"][at] is None:
                continue
            # a month stays until the next one is as late as it was itself
            stays = max(47, one["due"][at] - one["periods"][at] + 31) if one["cadence"] == "monthly" else 21
            if day - one["periods"][at] <= stays:
                counted.append((one, at))
        weight = sum(one["weight"] for one, _ in counted)
        if weight < 0.6 * everything:
            continue
        scored[day] = sum(one["weight"] * one["scores"][at] for one, at in counted) / weight
        recent = [scored[each] for each in range(day - MEAN + 1, day + 1) if each in scored]
        mean = sum(recent) / len(recent)
        regime = following(regime, mean)
        parts = [
            {
                "metric": one["metric"],
                "period": iso(one["periods"][at]),
                "score": one["scores"][at],
                "weight": one["weight"] / weight,
                "contribution": one["scores"][at] * one["weight"] / weight,
            }
            for one, at in counted
        ]
        chances = probabilities(regime, mean, scored[day])
        judged[day] = {
            "regime": regime,
            "probabilities": chances,
            "most_likely": max(REGIMES, key=lambda name: chances[name]),
            "score": {"day": scored[day], "mean": mean},
            "inputs": parts,
        }
    return judged


def scored(judged, first):
    """The probabilities of the days from `first` on against the regime 30 days later, beside persistence and class frequencies."""
    rows = [(of, judged[day + AHEAD]["regime"]) for day, of in judged.items() if day >= first and day + AHEAD in judged]
    if not rows:
        return None
    often = {name: sum(came == name for _, came in rows) / len(rows) for name in REGIMES}
    buckets = [[0, 0.0, 0] for _ in range(10)]
    errors = {"brier": 0.0, "persistence": 0.0, "frequencies": 0.0}
    for of, came in rows:
        for name in REGIMES:
            said, held = of["probabilities"][name], name == came
            errors["brier"] += (said - held) ** 2
            errors["persistence"] += ((name == of["regime"]) - held) ** 2
            errors["frequencies"] += (often[name] - held) ** 2
            bucket = buckets[min(9, int(10 * said))]
            bucket[0], bucket[1], bucket[2] = bucket[0] + 1, bucket[1] + said, bucket[2] + held
    since = [of["regime"] for day, of in judged.items() if day >= first]
    return {
        **{name: error / len(rows) for name, error in errors.items()},
        "calibration_error": sum(abs(said - held) for _, said, held in buckets) / (3 * len(rows)),
        "changes_a_year": 365.25 * sum(a != b for a, b in zip(since, since[1:])) / len(since),
        "days": len(rows),
    }


def middle(ordered):
    """The median with the interval between the two deepest order statistics that holds the true one in 95 % of samples."""
    n = len(ordered)
    depth = max(k for k in range(1, n) if 2 * sum(comb(n, below) for below in range(k)) <= 0.05 * 2**n)
    return {"value": median(ordered), "low": ordered[depth - 1], "high": ordered[n - depth]}


def share(count, n):
    """A share in percent with Wilson's interval: the two shares from which it lies 1.96 standard errors away."""
    p, z2 = count / n, 1.959964**2
    root = sqrt(z2 * z2 + 4 * n * z2 * p * (1 - p))
    low, high = ((2 * n * p + z2 + sign * root) / (2 * (n + z2)) for sign in (-1, 1))
    return {"value": 100 * p, "low": 100 * low, "high": 100 * high}


def followed(judged, periods, values):
    for row in (*REGIMES, "any"):
        changes, free = [], 0
        for day, of in judged.items():
            start, end = bisect_right(periods, day) - 1, bisect_right(periods, day + AHEAD) - 1
            ended = bool(periods) and periods[-1] >= day + AHEAD
            if day < free or row not in ("any", of["regime"]) or start < 0 or not ended or values[start] <= 0:
                continue
            changes.append(100 * (values[end] - values[start]) / values[start])
            free = day + AHEAD
        n = len(changes)
        yield {
            "regime": row,
            "n": n,
            "median": middle(sorted(changes)) if n >= 12 else None,
            "rose": share(sum(change > 0 for change in changes), n) if n >= 12 else None,
        }


def answer(case):
    inputs = [{**one, "periods": list(map(number, one["periods"])), "due": list(map(number, one["due_days"]))} for one in case["inputs"]]
    for one in inputs:
        one["scores"] = list(scores(one, one["periods"], one["values"]))
    last = number(case["as_of"])
    judged = judge(inputs, min([last, *(one["periods"][0] for one in inputs if one["periods"])]), last)
    runs = []
    for day, of in judged.items():
        if runs and runs[-1]["regime"] == of["regime"] and runs[-1]["to"] == day - 1:
            runs[-1]["to"] = day
        else:
            runs.append({"regime": of["regime"], "from": day, "to": day})
    return {
        "runs": [{**run, "from": iso(run["from"]), "to": iso(run["to"])} for run in runs],
        "days": [judged.get(number(day)) for day in (*case["days"], case["as_of"])],
        "scored": scored(judged, number(case["scored_from"])),
        "followed": list(followed(judged, list(map(number, case["price"]["periods"])), case["price"]["values"])),
    }


print(json.dumps([answer(case) for case in json.load(sys.stdin)]))
