"""Regimes computed apart from the product, from the words of docs/methodology.md: Python 3.11, standard library only.

    python3 test/truth/regime.py < cases.json > answers.json

Reads a list of cases, each one history of inputs, and prints an answer for each. README.md says what the members mean. Nothing is rounded.
"""

import json
import sys
from bisect import bisect_left, bisect_right, insort
from datetime import date
from math import exp

THREE_YEARS, MOVE, OLDEST, MEAN, AHEAD = 1095, 30, 21, 21, 30
ENTERED, LEFT = 0.6, 0.35
LEAST = {"daily": 60, "business daily": 60, "monthly": 24}
REGIMES = ("expansion", "contraction", "transition")


def number(day):
    return date.fromisoformat(day).toordinal()


def iso(day):
    return date.fromordinal(day).isoformat()


def median(ordered):
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def moves(periods, values, kind):
    """The change over 30 days that ends at each value; None where there is none."""
    for period, to in zip(periods, values):
        at = bisect_right(periods, period - MOVE) - 1
        start = values[at] if at >= 0 else None
        if start is None or (kind == "percent" and start <= 0):
            yield None
        else:
            yield 100 * (to - start) / start if kind == "percent" else (to - start) * (100 if kind == "basis_points" else 1)


def scores(one, periods, values):
    """Robust z of each value, or of the change that ends at it, against those of the three years before; turned and cut at 3."""
    level = one["measure"] == "level"
    samples = values if level else list(moves(periods, values, one["change"]))
    least, sign = LEAST.get(one["cadence"], 26), -1 if one["polarity"] == "lower_is_bullish" else 1
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


def probabilities(s):
    up, down = 1 / (1 + exp(-(s - 0.5) / 0.22)), 1 / (1 + exp(-(-s - 0.5) / 0.22))
    return {"expansion": up, "contraction": down, "transition": 1 - up - down}


def following(before, chances):
    for regime in ("expansion", "contraction"):
        if chances[regime] >= ENTERED:
            return regime
    return before if before != "transition" and chances[before] >= LEFT else "transition"


def judge(inputs, first, last):
    """Day -> what it was judged by, for every day that could be judged."""
    everything = sum(one["weight"] for one in inputs)
    means, judged, regime = {}, {}, "transition"
    for day in range(first, last + 1):
        counted = []
        for one in inputs:
            at = bisect_right(one["due"], day) - 1
            if at >= 0 and day - one["periods"][at] <= OLDEST and one["scores"][at] is not None:
                counted.append((one, at))
        weight = sum(one["weight"] for one, _ in counted)
        if weight < 0.6 * everything:
            continue
        means[day] = sum(one["weight"] * one["scores"][at] for one, at in counted) / weight
        recent = [means[each] for each in range(day - MEAN + 1, day + 1) if each in means]
        chances = probabilities(sum(recent) / len(recent))
        regime = following(regime, chances)
        parts = [
            {"metric": one["metric"], "period": iso(one["periods"][at]), "score": one["scores"][at], "weight": one["weight"] / weight}
            for one, at in counted
        ]
        judged[day] = {"regime": regime, "probabilities": chances, "inputs": parts}
    return judged


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
        told = len(changes) >= 12
        yield {
            "regime": row,
            "n": len(changes),
            "median": median(sorted(changes)) if told else None,
            "rose": 100 * sum(change > 0 for change in changes) / len(changes) if told else None,
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
        "followed": list(followed(judged, list(map(number, case["price"]["periods"])), case["price"]["values"])),
    }


print(json.dumps([answer(case) for case in json.load(sys.stdin)]))
