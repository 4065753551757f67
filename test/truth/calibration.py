"""Scores the forecasts of the recorded histories apart from the product: Python 3.11, standard library only.

    npm run calibration -- --save scores.csv && python3 test/truth/calibration.py scores.csv

A line of the file is series, day number, probability, base rate, held (1 or 0), of the product's metrics (1 or 0), way of the signal, log of
the mean absolute step of 21 entries over that of three years.
"""

import csv
import math
import sys
from datetime import date

if len(sys.argv) != 2:
    sys.exit("usage: calibration.py <scores.csv>")

EPOCH = date(1970, 1, 1).toordinal()
rows = [
    (int(day), float(said), float(base), int(held), published == "1", float(volatility))
    for _, day, said, base, held, published, _, volatility in csv.reader(open(sys.argv[1]))
]


def brier(of, column):
    return sum((row[column] - row[3]) ** 2 for row in of) / len(of)


def calibration_error(of):
    """Mean distance of what was said from what held over ten bins of equal width, weighted by their forecasts."""
    bins = [[0.0, 0] for _ in range(10)]
    for row in of:
        at = bins[min(9, math.floor(row[1] * 10))]
        at[0] += row[1]
        at[1] += row[3]
    return sum(abs(said - held) for said, held in bins) / len(of)


def since(year, published):
    first = date(year, 1, 1).toordinal() - EPOCH
    return [row for row in rows if row[0] >= first and (row[4] or not published)]


for year, published, goal in [(2006, False, 0.015), (2015, False, 0.012), (2006, True, 0.02), (2015, True, 0.018)]:
    of = since(year, published)
    skill = 1 - brier(of, 1) / brier(of, 2)
    name = "metrics" if published else "all histories"
    print(f"{name} since {year}: {len(of)} forecasts, skill {skill:.4f} (goal {goal}), calibration error {calibration_error(of):.4f}")

for published, goal in [(False, 0.03), (True, 0.05)]:
    edges = [0, 0.7, 0.9, 1.1, 1.4, math.inf]
    for low, high in zip(edges, edges[1:]):
        of = [row for row in since(2015, published) if low <= math.exp(row[5]) < high]
        gap = sum(row[1] - row[3] for row in of) / len(of)
        print(f"{'metrics' if published else 'all'} since 2015, steps {low} to {high}: said - held {gap:+.4f} (goal {goal})")
