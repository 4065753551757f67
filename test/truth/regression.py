"""A small regression computed apart from the product: Python 3.11, standard library only, exact fractions until it prints.

    python3 test/truth/regression.py > test/truth/regression.json

Coefficients by Cramer's rule on the normal equations; Newey-West errors written out from the sums of the definition: lags 2, weights
1 - lag / 3, scaled by n / (n - k). README.md says what the members mean.
"""

import json
from fractions import Fraction as F
from math import sqrt

Y = [21, -13, 34, 5, -28, 17, 9, -4, 30, -22, 12, 1, -9, 25]
A = [-3, 5, -8, 1, 9, -2, -4, 3, -7, 8, -1, 2, 4, -6]
B = [10, -2, 7, 3, -11, 4, 12, -9, 6, -5, 8, -1, -10, 2]
LAGS = 2


def determinant(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** j * m[0][j] * determinant([row[:j] + row[j + 1 :] for row in m[1:]]) for j in range(len(m)))


def solve(m, v):
    whole = determinant(m)
    return [determinant([row[:j] + [v[i]] + row[j + 1 :] for i, row in enumerate(m)]) / whole for j in range(len(m))]


rows = [[F(1), F(a), F(b)] for a, b in zip(A, B)]
n, k = len(rows), 3
gram = [[sum(r[i] * r[j] for r in rows) for j in range(k)] for i in range(k)]
beta = solve(gram, [sum(r[i] * y for r, y in zip(rows, Y)) for i in range(k)])
errors = [y - sum(b * x for b, x in zip(beta, r)) for r, y in zip(rows, Y)]
mean = F(sum(Y), n)
rss, tss = sum(e * e for e in errors), sum((y - mean) ** 2 for y in Y)

spread = [[F(0)] * k for _ in range(k)]
for s in range(n):
    for t in range(n):
        if abs(s - t) <= LAGS:
            weight = 1 - F(abs(s - t), LAGS + 1)
            for i in range(k):
                for j in range(k):
                    spread[i][j] += weight * errors[s] * errors[t] * rows[s][i] * rows[t][j]
columns = [solve(gram, [F(int(i == j)) for i in range(k)]) for j in range(k)]
inverse = [[columns[j][i] for j in range(k)] for i in range(k)]
variance = [
    sum(inverse[d][i] * spread[i][j] * inverse[j][d] for i in range(k) for j in range(k)) * F(n, n - k) for d in range(k)
]
print(
    json.dumps(
        {
            "y": Y,
            "factors": [A, B],
            "lags": LAGS,
            "coefficients": [float(b) for b in beta],
            "errors": [sqrt(v) for v in variance],
            "explained": float(1 - rss / tss),
            "adjusted": float(1 - (rss / (n - k)) / (tss / (n - 1))),
            "residuals": [float(e) for e in errors],
        },
        indent=2,
    )
)
