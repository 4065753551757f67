"""A marimo notebook over the analysts' file: pip install marimo duckdb pandas, then marimo edit docs/notebooks/market.py"""

import marimo

app = marimo.App(width="medium")


@app.cell
def _():
    import os

    import duckdb
    import marimo as mo

    # or the address of a server that lets keys mount it: docs/analysts.md
    market = duckdb.connect(os.environ.get("MARKET", "var/market.duckdb"), read_only=True)
    return market, mo


@app.cell
def _(market, mo):
    names = [name for (name,) in market.sql("SELECT metric FROM v_readings ORDER BY metric").fetchall()]
    metric = mo.ui.dropdown(names, value="vix", label="Metric")
    day = mo.ui.date(label="As known on")
    mo.hstack([metric, day])
    return day, metric


@app.cell
def _(day, market, metric, mo):
    known = market.execute(
        "FROM metric_as_known(CAST(? AS DATE)) WHERE metric = ? ORDER BY period DESC LIMIT 12", [day.value, metric.value]
    ).df()
    mo.ui.table(known)
    return (known,)


@app.cell
def _(known, mo):
    mo.md(f"{len(known)} values as known at the end of that day; revisions of later days are not among them.")


if __name__ == "__main__":
    app.run()
