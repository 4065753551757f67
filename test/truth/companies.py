"""Served figures of companies that break what the recorded filings say: Python 3.11, standard library only.

    python3 test/truth/companies.py [--json] [--company US-CIK] <folder of served numbers> <folder of recorded feeds>...

Prints contradictions and, apart from them, suspicions; exit code 1 if there are contradictions. README.md says what each witness means.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

from company_facts import (
    LINES, Document, coherent, day_before, fact_text, fine, kinship, read_bodies, rounds, same, step, told_before
)

DERIVED_FROM = {
    "year less nine months": ("year", "nine"),
    "nine months less half-year": ("nine", "half"),
    "half-year less first quarter": ("half", "quarter"),
}
EITHER_SIGN = {"claims", "goodwill_impairment", "income_tax", "operating_expenses", "provision_credit_losses", "restructuring", "total_costs"}
WHOLES = (
    ("net_income", "minority_interest_income", "net_income_with_minorities"),
    ("equity", "minority_interest", "equity_with_minorities"),
)
BESIDE_TAX = (
    "IncomeLossFromEquityMethodInvestments",
    "IncomeLossFromDiscontinuedOperationsNetOfTax",
    "IncomeLossFromDiscontinuedOperationsNetOfTaxAttributableToReportingEntity",
    "ExtraordinaryItemNetOfTax",
    "CumulativeEffectOfChangeInAccountingPrinciple",
    "NetIncomeLossAttributableToNoncontrollingInterest",
)
SHARES = {"eps_basic": "shares_basic_average", "eps_diluted": "shares_diluted_average"}
SUSPICIONS = {"concept-changed", "debt-parts", "earnings-per-share", "restated-far", "restated-jump", "rounded-note", "two-concepts-unproven"}




class Findings:
    def __init__(self):
        self.rows = {}

    def add(self, document, witness, line, column, figure, right, facts=()):
        # a figure that many days repeat is one finding, of the first and last of them
        key = (document.company, witness, line, column, figure["value"])
        row = self.rows.setdefault(
            key,
            {
                "witness": witness,
                "suspicion": witness in SUSPICIONS,
                "company": document.company,
                "name": document.name,
                "line": line,
                "column": column,
                "start": figure["period"]["start"],
                "end": figure["period"]["end"],
                "value": figure["value"],
                "concept": figure["concept"],
                "filing": figure["filing"],
                "derived": figure["derived"],
                "right": right,
                "facts": [fact if isinstance(fact, str) else fact_text(fact) for fact in facts][:6],
                "first_day": document.day,
                "last_day": document.day,
            },
        )
        row["first_day"], row["last_day"] = min(row["first_day"], document.day), max(row["last_day"], document.day)

    def sorted(self):
        return [self.rows[key] for key in sorted(self.rows, key=lambda key: tuple(str(part) for part in key))]


# ---------------------------------------------------------------- witnesses of the served figures alone


def earnings_per_share(document, findings, facts):
    """Net income over shares against the amount per share of the column, by powers of ten and by a fifth."""
    for eps, shares in SHARES.items():
        for column, figure in document.lines.get(eps, {}).items():
            count, income = document.figure(shares, column), document.figure("net_income", column)
            if not count or not income or not count["value"] or not income["value"] or abs(figure["value"]) < 0.05:
                continue
            ratio = income["value"] / count["value"] / figure["value"]
            others = [income["value"]]
            if facts:
                for suffix in ("Basic", "Diluted"):
                    concept = f"us-gaap:NetIncomeLossAvailableToCommonStockholders{suffix}"
                    rows = facts.rows(concept, income["unit"], income["period"]["start"], income["period"]["end"], document.day)
                    others += [row["val"] for row in rows]
            slack = 0.005 / abs(figure["value"])
            if any(0.95 - slack <= other / count["value"] / figure["value"] <= 1.05 + slack for other in others):
                continue
            right = f"net income {income['value']} / {count['value']} = {income['value'] / count['value']:.4f} against {figure['value']}"
            stated = [f"{shares} {count['value']} {count['filing']}", f"net_income {income['value']} {income['filing']}"]
            if ratio > 30 or 0 < ratio < 1 / 30:
                findings.add(document, "share-scale", shares, column, count, right, stated + [f"{eps} {figure['value']} {figure['filing']}"])
            elif not 0.8 <= ratio <= 1.25:
                times = max(ratio, 1 / ratio) if ratio > 0 else 0
                sign = ratio < 0 and abs(figure["value"]) >= 0.05 and not any(other / figure["value"] > 0 for other in others)
                whole = times >= 1.9 and abs(times / round(times) - 1) < 0.02 + slack
                if whole and count.get("before_split"):
                    continue
                findings.add(document, "split-in-column" if whole else "eps-sign" if sign else "earnings-per-share", eps, column, figure, right, stated)


def negative_costs(document, findings, _):
    """A cost below zero beside others above it, or below zero in every column."""
    for line, sign in document.signs.items():
        if sign != "-" or line in EITHER_SIGN:
            continue
        figures = document.lines[line]
        below = [column for column, figure in figures.items() if figure["value"] < 0]
        above = [column for column, figure in figures.items() if figure["value"] > 0]
        for column in below if len(above) >= 3 * len(below) or not above else ():
            findings.add(document, "negative-cost", line, column, figures[column], f"{len(above)} other columns are above zero")


def minorities(document, findings, _):
    """Owners and minorities make the whole; where minorities are stated one amount is not both."""
    for owners, others, whole in WHOLES:
        for column in document.columns:
            a, b, c = (document.figure(line, column) for line in (owners, others, whole))
            if not (a and c):
                continue
            share = document.value("minority_interest_income", column)
            # rights to acquire shares stand beside both in the net assets of Japan
            rights = document.value("share_rights", column) or 0 if owners == "equity" else 0
            if a["value"] == c["value"] and a["value"] and (share if b is None else b["value"]):
                findings.add(document, "whole-as-part", owners, column, a, f"minorities have {share if b is None else b['value']}", figure_texts(a, c))
            elif b and abs(a["value"] + b["value"] + rights - c["value"]) > max(3 * coarsest([a, b, c]), 0.002 * abs(c["value"])):
                findings.add(document, "minorities", whole, column, c, f"owners and minorities make {a['value'] + b['value']}", figure_texts(a, b, c))


def other_markets(document, findings, amounts):
    """A plain figure is an amount of its concept in its own filing."""
    for line, figures in document.lines.items():
        for column, figure in figures.items():
            concepts = amounts.get(figure["filing"])
            if figure["derived"] or not concepts or figure["concept"].startswith("sum:"):
                continue
            parts = re.split(r" [+-] ", figure["concept"])
            stated = set().union(*(concepts.get(part, set()) for part in parts))
            anywhere = set().union(*concepts.values())
            if len(parts) == 1 and not any(same(abs(figure["value"]), amount) for amount in stated or anywhere):
                right = "the filing states " + ", ".join(f"{amount:.0f}" for amount in sorted(stated)[:6])
                findings.add(document, "invented", line, column, figure, right)
            if "NoncurrentLeaseLiabilities" in parts[0] and len(parts) == 1 and any(name.endswith(":CurrentLeaseLiabilities") for name in concepts):
                findings.add(document, "part-as-whole", line, column, figure, "current lease liabilities are stated too")


def coarsest(figures):
    return max(step(figure["value"]) if step(figure["value"]) in (1, 10, 100, 1000, 10000, 100000, 1000000) else 1000 for figure in figures)


def adds_up(document, findings, facts):
    """Gross profit, income and the balance sheet of a column."""
    for column in document.columns:
        at = lambda line: document.figure(line, column)
        revenue, cost, gross = at("revenue"), at("cost_of_revenue"), at("gross_profit")
        if revenue and gross and gross["value"] > revenue["value"] > 0:
            right = f"gross profit {gross['value']} {gross['filing']}"
            findings.add(document, "gross-above-revenue", "revenue", column, revenue, right, [f"cost {cost and cost['value']}"])
        elif revenue and cost and gross and gross["derived"] != "revenue less cost of revenue":
            gross_profit(document, findings, facts, column, revenue, cost, gross)
        balance(document, findings, column, at)
        income(document, findings, column, at, facts)


def figure_texts(*figures):
    return [f"{figure['concept']} {figure['value']} {figure['filing']} {figure['derived'] or ''}".strip() for figure in figures]


def gross_profit(document, findings, facts, column, revenue, cost, gross):
    gap = revenue["value"] - cost["value"] - gross["value"]
    if abs(gap) <= max(2 * coarsest([revenue, cost, gross]), 0.002 * abs(revenue["value"])):
        return
    fitting = []
    period = gross["period"]
    for rows in facts.periods[gross["unit"], period["start"], period["end"]] if facts else ():
        for row in rows:
            name = row["concept"].lower()
            fits = same(row["val"], cost["value"] + gross["value"]) and re.search("revenue|sales", name)
            fits = fits or (same(row["val"], revenue["value"] - gross["value"]) and ":cost" in name)
            if fits and row["filed"] <= document.day:
                fitting.append(row)
    right = f"revenue less cost is {revenue['value'] - cost['value']}, gap {gap}" + ("; the facts below fit" if fitting else "")
    right += "; cost has the other sign" if same(revenue["value"] + cost["value"], gross["value"], 2) else ""
    findings.add(document, "gross-profit", "gross_profit", column, gross, right, figure_texts(revenue, cost, gross) + [fact_text(row) for row in fitting[-2:]])


def balance(document, findings, column, at):
    assets, both, owed, equity = at("total_assets"), at("liabilities_and_equity"), at("total_liabilities"), at("equity_with_minorities")
    between = at("temporary_equity")
    between = between["value"] if between else 0
    if assets and both and abs(assets["value"] - both["value"]) > 2 * coarsest([assets, both]):
        findings.add(document, "balance", "total_assets", column, assets, f"liabilities and equity {both['value']} {both['filing']}")
    if both and owed and equity and not owed["derived"]:
        gap = both["value"] - owed["value"] - equity["value"]
        if min(abs(gap), abs(gap - between)) > 3 * coarsest([both, owed, equity]):
            right = f"gap {gap} of {both['value']}, temporary equity {between}"
            findings.add(document, "balance-parts", "total_liabilities", column, owed, right, figure_texts(owed, equity))


def income(document, findings, column, at, facts):
    pretax, tax, net = at("pretax_income"), at("income_tax"), at("net_income_with_minorities")
    if not (pretax and tax and net):
        return
    gap = net["value"] - (pretax["value"] - tax["value"])
    others = [figure["value"] for figure in (at("discontinued_income"), at("associates_income")) if figure]
    sums = {0} | set(others) | ({sum(others)} if others else set())
    if facts:
        stated = []
        for concept in BESIDE_TAX:
            rows = facts.rows("us-gaap:" + concept, net["unit"], net["period"]["start"], net["period"]["end"], document.day)
            stated += [row["val"] for row in rows]
        sums |= set(stated) | {-value for value in stated} | {a + b for a in stated for b in stated}
    slack = 3 * coarsest([pretax, tax, net])
    if all(abs(gap - other) > slack for other in sums):
        right = f"pretax less tax is {pretax['value'] - tax['value']}, gap {gap}"
        right += "; tax has the other sign" if same(gap, 2 * tax["value"], slack) else ""
        findings.add(document, "pretax-tax-net", "net_income_with_minorities", column, net, right, figure_texts(pretax, tax, net))


def concepts_of_neighbours(document, findings, _):
    for line, figures in document.lines.items():
        for years in (True, False):
            chosen = sorted((figure["period"]["end"], column) for column, figure in figures.items() if (len(column) == 6) == years)
            for (_, before), (_, after) in zip(chosen, chosen[1:]):
                a, b = figures[before], figures[after]
                if a["concept"] != b["concept"] and a["value"] and abs(b["value"] / a["value"] - 1) > 0.25:
                    findings.add(document, "concept-changed", line, after, b, f"{a['concept']} {a['value']} of {before} before it")


# ---------------------------------------------------------------- witnesses of the filings


def invented(document, findings, facts):
    """A plain figure is a fact of its own filing; its day is not before that filing's, nor after the day asked for."""
    for line, figures in document.lines.items():
        for column, figure in figures.items():
            if figure["derived"]:
                continue
            period = figure["period"]
            rows = facts.rows(figure["concept"], figure["unit"], period["start"], period["end"], document.day, False)
            inside = [row for row in rows if row["accn"] == figure["filing"]]
            if not any(same(row["val"], figure["value"]) for row in inside):
                if " + " in figure["concept"] and one_amount_twice(facts, figure):
                    continue
                right = "the filing states " + ", ".join(str(row["val"]) for row in inside) if inside else "no such fact in the filing"
                findings.add(document, "invented", line, column, figure, right, rows[-4:])
                continue
            two_amounts(document, findings, line, column, figure, inside)
            earliest = min(row["filed"] for row in rows if same(row["val"], figure["value"]))
            if figure["knownBasis"] == "filed" and figure["knownSince"] < earliest:
                findings.add(document, "known-early", line, column, figure, f"known {figure['knownSince']}, filed {earliest}", rows[:2])
            restatement(document, findings, line, column, figure, facts)


def one_amount_twice(facts, figure):
    """Parts that a filing states by one amount, which is counted once."""
    rows = [facts.rows(part, figure["unit"], None, figure["period"]["end"], statements=False) for part in figure["concept"].split(" + ")]
    return all(any(row["accn"] == figure["filing"] and row["val"] == figure["value"] for row in some) for some in rows)


def restatement(document, findings, line, column, figure, facts):
    """The amount before is one that was filed earlier, and differs by more than rounding."""
    restated, period = figure["restated"], figure["period"]
    if not restated:
        return
    before = [row for some in facts.periods[figure["unit"], period["start"], period["end"]] for row in some if same(row["val"], restated["was"])]
    if not before and " + " not in figure["concept"]:
        findings.add(document, "restated-from-nothing", line, column, figure, f"was {restated['was']}, which no filing states of this period")
    elif not any(row["filed"] <= restated["since"] for row in before) and before:
        findings.add(document, "restated-from-later", line, column, figure, f"was {restated['was']} since {restated['since']}", before[:2])
    if line in ("revenue", "total_assets") and abs(figure["value"] - restated["was"]) > 0.25 * abs(restated["was"]):
        rows = facts.rows(figure["concept"], figure["unit"], period["start"], period["end"], document.day)
        findings.add(document, "restated-jump", line, column, figure, f"was {restated['was']}", before[:2] + rows[-3:])


def two_amounts(document, findings, line, column, figure, rows):
    values = sorted({row["val"] for row in rows})
    for other in values:
        value = figure["value"]
        if other == value or rounds(value, other):
            continue
        witness = "rounded-of-two" if rounds(other, value) else "two-amounts"
        right = str(other) if witness == "rounded-of-two" else "withheld: one context, two amounts"
        findings.add(document, witness, line, column, figure, right, rows)


def derived_quarters(document, findings, facts):
    for line, figures in document.lines.items():
        for column, figure in figures.items():
            if figure["derived"] in DERIVED_FROM:
                derived_quarter(document, findings, facts, line, column, figure)


def derived_quarter(document, findings, facts, line, column, figure):
    long, short = DERIVED_FROM[figure["derived"]]
    period, value, concept = figure["period"], figure["value"], figure["concept"]
    stated = [row for row in facts.rows(concept, figure["unit"], period["start"], period["end"], document.day) if row["filed"] > row["end"]]
    if stated and not any(same(row["val"], value, 2 * max(step(row["val"]), 1)) for row in stated):
        findings.add(document, "stated-quarter", line, column, figure, f"a filing states the quarter: {stated[-1]['val']}", stated[-3:])
    pairs, wholes = [], list(facts.longer(concept, figure["unit"], period["end"], long, document.day))
    before = day_before(period["start"])
    for whole in wholes:
        parts = list(facts.longer(concept, figure["unit"], before, short, document.day, whole["start"]))
        pairs += [(whole, part) for part in parts]
    fitting = [(whole, part) for whole, part in pairs if same(whole["val"] - part["val"], value)]
    if not fitting:
        derived_otherwise(document, findings, facts, line, column, figure, wholes, pairs, before)
        return
    known = [max(whole["filed"], part["filed"]) for whole, part in fitting]
    if figure["knownSince"] < min(known) and not told_before(facts, figure["knownSince"], *fitting[0]):
        findings.add(document, "known-early", line, column, figure, f"known {figure['knownSince']}, filed {min(known)}", fitting[0])
    if not any(coherent(facts, whole, part) for whole, part in fitting):
        whole, part = fitting[0]
        first = first_told(facts, whole), first_told(facts, part)
        findings.add(document, "two-vintages", line, column, figure, f"as first told {first[0]['val'] - first[1]['val']}", [whole, part, *first])
    elif len({row["val"] for row in wholes if row["end"] == period["end"]}) > 1 and far_from_neighbours(document, line, column, figure):
        findings.add(document, "restated-far", line, column, figure, "a restated year, and a third or three times its neighbours", wholes)


def first_told(facts, row):
    return facts.rows(row["concept"], row["unit"], row["start"], row["end"])[0]


def derived_otherwise(document, findings, facts, line, column, figure, wholes, pairs, before):
    """No pair of the concept gives the figure: two concepts, or nothing that was filed."""
    for whole in wholes:
        needed = whole["val"] - figure["value"]
        for rows in facts.periods[figure["unit"], whole["start"], before]:
            for row in rows:
                if row["filed"] <= document.day and row["concept"] != figure["concept"] and same(row["val"], needed):
                    relation, one = kinship(facts, whole, row), coherent(facts, whole, row)
                    far = far_from_neighbours(document, line, column, figure)
                    if relation == "same" and one:
                        return
                    witness = "two-vintages" if not one else "two-concepts" if relation == "other" or far else "two-concepts-unproven"
                    right = f"{relation} concept" + (", far from its neighbours" if far else "")
                    if pairs:
                        right += f", its own concept gives {pairs[-1][0]['val'] - pairs[-1][1]['val']}"
                    findings.add(document, witness, line, column, figure, right, [whole, row])
                    return
    right = f"pairs give {sorted({whole['val'] - part['val'] for whole, part in pairs})[:4]}"
    findings.add(document, "invented-quarter", line, column, figure, right, [row for pair in pairs[-2:] for row in pair] or wholes[-3:])


def far_from_neighbours(document, line, column, figure):
    """Beyond a third and three times both quarters beside it, or of another sign than both; a cash flow often is."""
    if line.endswith("_cash_flow"):
        return False
    quarters = sorted((other["period"]["end"], name) for name, other in document.lines[line].items() if len(name) > 6)
    at = [name for _, name in quarters].index(column) if (figure["period"]["end"], column) in quarters else None
    beside = [] if at is None else [document.value(line, name) for _, name in quarters[max(at - 1, 0) : at] + quarters[at + 1 : at + 2]]
    return len(beside) == 2 and all(value and not 1 / 3 <= figure["value"] / value <= 3 for value in beside)


def rounded_notes(document, findings, facts):
    """A round amount where its filing states a finer one: the note in place of the statement."""
    for line, figures in document.lines.items():
        for column, figure in figures.items():
            if not figure["derived"] and figure["value"] and step(figure["value"]) >= 100000:
                if figure["period"]["span"] == "quarter":
                    rounded_quarter(document, findings, facts, line, column, figure)
                rounded_note(document, findings, facts, line, column, figure)


def rounded_quarter(document, findings, facts, line, column, figure):
    """The longer periods of the same concept give the quarter exactly."""
    period, value, concept = figure["period"], figure["value"], figure["concept"]
    for long, short in DERIVED_FROM.values():
        for whole in facts.longer(concept, figure["unit"], period["end"], long, document.day):
            for part in facts.longer(concept, figure["unit"], day_before(period["start"]), short, document.day, whole["start"]):
                exact = whole["val"] - part["val"]
                near = rounds(exact, value) and step(exact) * 100 <= step(value) and 2 * step(exact) < abs(exact - value) <= 0.005 * abs(value)
                if near and fine(facts, figure) and coherent(facts, whole, part):
                    findings.add(document, "rounded-quarter", line, column, figure, str(exact), [whole, part])
                    return


def rounded_note(document, findings, facts, line, column, figure):
    value, period, size = figure["value"], (figure["period"]["start"], figure["period"]["end"]), step(figure["value"])
    rows = [row for row in facts.filings.get(figure["filing"], []) if row["unit"] == figure["unit"]]
    near = [row for row in rows if (row["start"], row["end"]) == period and row["step"] * 100 <= size and rounds(row["val"], value)]
    name = figure["concept"].split(":")[1].lower()
    near = [row for row in near if name in row["concept"].lower() or row["concept"].split(":")[1] in LINES.get(line, ())]
    exact = [row for row in near if abs(row["val"] - value) <= 0.005 * abs(value)]
    if exact and fine(facts, figure):
        findings.add(document, "rounded-note", line, column, figure, f"{exact[0]['val']}", exact)


def parts_of_debt(document, findings, facts):
    """Due within a year and later make the whole, where one filing states all three."""
    for column in document.columns:
        for line, whole, now, later in (
            ("long_term_debt", "LongTermDebt", "LongTermDebtCurrent", "LongTermDebtNoncurrent"),
            ("lease_liabilities", "OperatingLeaseLiability", "OperatingLeaseLiabilityCurrent", "OperatingLeaseLiabilityNoncurrent"),
        ):
            figure = document.figure(line, column)
            if not figure or figure["derived"]:
                continue
            rows = [facts.rows(f"us-gaap:{name}", figure["unit"], None, figure["period"]["end"], document.day) for name in (whole, now, later)]
            total, soon, late = ([row for row in some if row["accn"] == figure["filing"]] for some in rows)
            if line == "lease_liabilities" and figure["concept"].endswith("OperatingLeaseLiabilityNoncurrent") and (total or soon):
                right = total[-1]["val"] if total else soon[-1]["val"] + figure["value"]
                if right != figure["value"]:
                    findings.add(document, "part-as-whole", line, column, figure, str(right), total + soon + late)
            if line == "long_term_debt" and figure["concept"].endswith(":LongTermDebt") and soon and soon[-1]["val"]:
                right = late[-1]["val"] if late else figure["value"] - soon[-1]["val"]
                findings.add(document, "whole-as-part", line, column, figure, str(right), total + soon + late)
            short = document.figure("short_term_debt", column)
            whole_is_late = line == "long_term_debt" and total and late and same(total[-1]["val"], late[-1]["val"])
            if whole_is_late and short and short["value"] and "LongTermDebtCurrent" in short["concept"]:
                findings.add(document, "debt-parts", "short_term_debt", column, short, "0: debt in whole is what is due later", total + soon + late)


# ---------------------------------------------------------------- running


SERVED = (earnings_per_share, negative_costs, minorities, adds_up, concepts_of_neighbours)
FILED = (invented, derived_quarters, rounded_notes, parts_of_debt)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--company")
    parser.add_argument("--print", type=Path, help="findings of an earlier run with --json, as text")
    parser.add_argument("documents", type=Path, nargs="?")
    parser.add_argument("feeds", type=Path, nargs="*")
    options = parser.parse_args()
    if options.print:
        report(json.loads(options.print.read_text())["findings"], False)
        return
    (companies, amounts), findings = read_bodies(options.feeds), Findings()
    for file in sorted(options.documents.glob("*.json")):
        if options.company and not file.name.startswith(options.company + "."):
            continue
        document = Document(json.loads(file.read_text()), file.name)
        facts = companies.get(document.company)
        for witness in SERVED:
            witness(document, findings, facts)
        for witness in FILED if facts else ():
            witness(document, findings, facts)
        if not facts:
            other_markets(document, findings, amounts)
    rows = findings.sorted()
    report(rows, options.json)
    sys.exit(1 if any(not row["suspicion"] for row in rows) else 0)


def report(rows, as_json):
    newest = max((row["last_day"] for row in rows), default="")
    counts, today = defaultdict(lambda: defaultdict(int)), defaultdict(int)
    for row in rows:
        name = ("suspicion " if row["suspicion"] else "") + row["witness"]
        counts[name][row["company"]] += 1
        today[name] += row["last_day"] == newest
    if as_json:
        print(json.dumps({"counts": counts, "findings": rows}, indent=1, sort_keys=True))
        return
    for witness, companies in sorted(counts.items(), key=lambda item: (item[0].startswith("suspicion"), item[0])):
        named = ", ".join(f"{company} {n}" for company, n in sorted(companies.items()))
        print(f"{sum(companies.values()):6} {witness} ({today[witness]} on {newest}): {named}")
    for row in sorted(rows, key=lambda row: row["suspicion"]):
        mark = "suspicion" if row["suspicion"] else "contradiction"
        print(f"\n{mark} {row['witness']} {row['company']} {row['name']}: {row['line']} {row['column']} = {row['value']}")
        print(f"  {row['derived'] or row['concept']}, {row['filing']}")
        print(f"  as of {row['first_day']} to {row['last_day']}; right: {row['right']}")
        for fact in row["facts"]:
            print(f"  {fact}")



main()
