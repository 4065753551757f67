"""Known answers for the feeds, read apart from the product: Python 3.11, standard library only.

    python3 test/truth/feeds.py <folder of recorded feeds> > test/truth/feeds.json

The folder holds the indexes `recordings*.json` (address, file and day of each recorded body) and the bodies. README.md says what the
members mean. The rows were chosen by a person and looked up in the bodies; this program reads them again, so that none is a slip of the pen.
"""

import csv
import html
import io
import json
import re
import sys
import zipfile
from calendar import monthrange
from datetime import date, datetime, timedelta, timezone
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree

if len(sys.argv) != 2:
    sys.exit("usage: feeds.py <folder of recorded feeds>")
ROOT = Path(sys.argv[1])
EPOCH = date(1970, 1, 1)


def text(file, encoding="utf-8-sig"):
    return (ROOT / file).read_bytes().decode(encoding)


def month_end(day):
    return day[:8] + str(monthrange(int(day[:4]), int(day[5:7]))[1])


def utc_day(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).date().isoformat()


def monthly(days):
    """Months are named by their first day; a week or a day is not always the first of a month."""
    return all(day.endswith("-01") for day in days)


# ---------------------------------------------------------------- readers: yield (series, period, value as written)


def fred_cells(name, cells):
    days = [day for day, _ in cells]
    ends = month_end if monthly(days) else str
    billions = "billions" in name
    for day, cell in cells:
        if cell not in ("", "."):
            yield ends(day), Decimal(cell) * (1000 if billions else 1)


def fred_graph(file, url):
    lines = list(csv.reader(io.StringIO(text(file))))
    for n, key in enumerate(lines[0][1:], 1):
        for day, value in fred_cells(file, [(line[0], line[n]) for line in lines[1:]]):
            yield key, day, value


def fred_api(file, url):
    key = parse_qs(urlsplit(url).query)["series_id"][0]
    rows = json.loads(text(file))["observations"]
    ends = month_end if monthly([row["date"] for row in rows]) else str
    for row in rows:
        if row["value"] != ".":
            yield key, ends(row["date"]), Decimal(row["value"])


def alfred_graph(file, url):
    lines = list(csv.reader(io.StringIO(text(file))))
    for line in lines[1:]:
        for name, cell in zip(lines[0][1:], line[1:]):
            if cell not in ("", "."):
                yield name.split("_")[0], month_end(line[0]), Decimal(cell)


COLUMNS = {
    "btc": "AdrActCnt AdrBalCnt BlkCnt CapMVRVCur CapMrktCurUSD DiffMean FeeTotNtv FlowInExNtv FlowOutExNtv HashRate IssTotNtv PriceUSD "
    "SplyCur SplyExNtv TxCnt TxTfrCnt".split(),
    "eth": "AdrActCnt FeeTotNtv PriceUSD SplyCur TxCnt".split(),
}


def coinmetrics_csv(file, url):
    asset = urlsplit(url).path.rsplit("/", 1)[1].removesuffix(".csv")
    for line in csv.DictReader(io.StringIO(text(file))):
        for column, cell in line.items():
            if column in COLUMNS[asset] and cell != "":
                yield f"{asset}.{column}", line.get("time") or line["date"], Decimal(cell)


def coinmetrics_api(file, url):
    for row in json.loads(text(file))["data"]:
        for column, cell in row.items():
            if column in COLUMNS[row["asset"]] and cell is not None:
                yield f"{row['asset']}.{column}", row["time"][:10], Decimal(cell)


def candles(file, url):
    for start, *_, close, _ in json.loads(text(file)):
        yield "coinbase.BTC-USD", utc_day(start), Decimal(str(close))


def ohlc(file, url):
    (name,) = [name for name in json.loads(text(file))["result"] if name != "last"]
    for start, _, _, _, close, *_ in json.loads(text(file))["result"][name]:
        yield "kraken.XBTUSD", utc_day(start), Decimal(close)


def funding(file, url):
    """Payments of a UTC day added up; the oldest day of the answer may lack some, the newest is not over."""
    sums = {}
    for row in json.loads(text(file))["data"]:
        day = utc_day(int(row["fundingTime"]) // 1000)
        sums[day] = sums.get(day, Decimal(0)) + Decimal(row["realizedRate"])
    swap = parse_qs(urlsplit(url).query)["instId"][0]
    for day in sorted(sums)[1:-1]:
        yield f"okx.{swap}.funding", day, sums[day].quantize(Decimal("1e-10"), ROUND_HALF_EVEN)


def mempool_hashrate(file, url):
    page = json.loads(text(file), parse_float=Decimal)
    days = [(utc_day(row["timestamp"]), row["avgHashrate"]) for row in page["hashrates"]][:-1]  # the last day is not over
    changes = sorted((utc_day(row["time"]), row["difficulty"], row["adjustment"]) for row in page["difficulty"])
    for day, rate in days:
        yield "mempool.avgHashrate", day, Decimal(rate)
        before = [change for change in changes if change[0] <= day]
        if before:
            yield "mempool.difficulty", day, Decimal(before[-1][1])
            yield "mempool.adjustment", day, (100 * (Decimal(before[-1][2]) - 1)).quantize(Decimal("1e-8"))


def coingecko_markets(file, url):
    (row,) = json.loads(text(file), parse_float=Decimal)
    day = row["last_updated"][:10]
    for field, name in (("current_price", "price"), ("market_cap", "market-cap"), ("total_volume", "volume-24h")):
        yield f"coingecko.eth-{name}", day, Decimal(row[field])


def coingecko_treasuries(file, url):
    for row in json.loads(text(file), parse_float=Decimal)["companies"]:
        if row["symbol"]:  # SpaceX has none
            yield f"{row['symbol'].split('.')[0]}.bitcoin.coingecko", "2026-07-08", Decimal(row["total_holdings"])


ATOM = "{http://www.w3.org/2005/Atom}"
DATA = "{http://schemas.microsoft.com/ado/2007/08/dataservices}"


def par_curve(file, url):
    if file.endswith(".xml"):
        for entry in ElementTree.fromstring((ROOT / file).read_bytes()).iter(f"{ATOM}entry"):
            cells = {cell.tag.removeprefix(DATA): cell.text for cell in entry.iter() if cell.tag.startswith(DATA)}
            for name, cell in cells.items():
                if name.startswith("BC_") and name != "BC_30YEARDISPLAY" and cell:
                    yield f"treasury.{name}", cells["NEW_DATE"][:10], Decimal(cell)
        return
    for line in csv.DictReader(io.StringIO(text(file))):
        month, day, year = line.pop("Date").split("/")
        for name, cell in line.items():
            if cell not in ("", "N/A", None):
                tenor = name.upper().replace("MO", "MONTH").replace("MONTHNTH", "MONTH").replace("YR", "YEAR").replace(" ", "").replace(".", "_")
                yield f"treasury.BC_{tenor}", f"{year if len(year) == 4 else '20' + year}-{month:0>2}-{day:0>2}", Decimal(cell)


def operating_cash(file, url):
    """The close stands in its own column until 2022-04-15, afterwards in the opening column of a line of its own."""
    for row in json.loads(text(file))["data"]:
        kind = row["account_type"]
        if kind in ("Federal Reserve Account", "Treasury General Account (TGA)"):
            cell = row["close_today_bal"]
        elif kind == "Treasury General Account (TGA) Closing Balance":
            cell = row["open_today_bal"]
        else:
            continue
        if cell != "null":
            yield "fiscaldata.TGA", row["record_date"], Decimal(cell)


def debt(file, url):
    """A day whose parts are not its total, as 2025-08-04, is no reading."""
    for row in json.loads(text(file))["data"]:
        fields = ("debt_held_public_amt", "intragov_hold_amt", "tot_pub_debt_out_amt")
        public, intragovernmental, total = (Decimal(row[field]) for field in fields)
        if public + intragovernmental == total:
            for field in fields:
                yield f"fiscaldata.{field}", row["record_date"], Decimal(row[field])


OFS2 = {
    "Total Public Debt": "total", "Federal Reserve And Government Accounts": "official", "Total Privately Held": "private",
    "U.S. Savings Bonds": "savings-bonds", "Foreign And International": "foreign", "Depository Institutions": "banks",
    "Mutual Funds": "mutual-funds", "Insurance Companies": "insurers", "Pension Funds - Private": "private-pensions",
    "Pension Funds - State And Local Governments": "public-pensions", "State And Local Governments": "states",
    "Other Investors": "others",
}  # fmt: skip


def ownership(file, url):
    """
    The recorder left out end_of_month. An issue states the quarter two before it first, then, where the owners begin again, the totals of the
    quarter before it. 0.0 is an owner not stated; the newest issue counts.
    """
    issues = {}
    for row in json.loads(text(file))["data"]:
        statements = issues.setdefault(row["record_date"], [{}])
        if row["securities_owner"] in statements[-1]:
            statements.append({})
        statements[-1][row["securities_owner"]] = Decimal(row["securities_bil_amt"])
    amounts = {}
    for issue, statements in sorted(issues.items()):
        for statement, back in zip(statements, (6, 3), strict=True):
            months = int(issue[:4]) * 12 + int(issue[5:7]) - 1 - back
            quarter = month_end(f"{months // 12}-{months % 12 + 1:02}-01")
            amounts.update({(OFS2[owner], quarter): amount for owner, amount in statement.items() if amount})
    for (owner, quarter), amount in amounts.items():
        yield f"fiscaldata.ofs2.{owner}", quarter, amount


def auction_figures(file, url):
    """Nominal coupons by the maturity sold. The flags are missing in this body: PROVENANCE names the lines that are no nominal coupons."""
    other = "912810US5 91282CPU9 91282CQP9 91282CRE3 91282CPX3 91282CQM6 91282CRD5".split()
    for row in json.loads(text(file))["data"]:
        if row["security_type"] not in ("Note", "Bond") or row["cusip"] in other:
            continue
        years, months = re.fullmatch(r"(\d+)-Year(?: (\d+)-Month)?", row["security_term"]).groups("0")
        sold = int(years) + (int(months) > 0)
        name = f"auction.{sold}y"
        parts = [Decimal(row[f"{who}_accepted"]) for who in ("primary_dealer", "direct_bidder", "indirect_bidder")]
        yield f"{name}.bid-to-cover", row["auction_date"], Decimal(row["bid_to_cover_ratio"])
        for who, part in (("dealers", parts[0]), ("indirect", parts[2])):
            yield f"{name}.{who}", row["auction_date"], (100 * part / sum(parts)).quantize(Decimal("1e-4"), ROUND_HALF_EVEN)


OTHER_TENORS = ["SR_3M", "SR_6M", "SR_1Y", "SR_3Y", "SR_5Y", "SR_7Y", "SR_15Y", "SR_20Y", "SR_30Y"]
ECB = {"FM.B.U2.EUR.4F.KR.DFR.LEV": "ecb.DFR"}


def ecb(file, url):
    for row in csv.DictReader(io.StringIO(text(file))):
        key = row["KEY"].split(".")
        name = ECB.get(row["KEY"]) or (f"ecb.EXR.{key[2]}" if key[0] == "EXR" else f"ecb.YC.{key[-1]}")
        if row["OBS_VALUE"] not in ("", "NaN") and key[-1] not in OTHER_TENORS and key[2] not in ("BRL", "INR"):
            yield name, row["TIME_PERIOD"], Decimal(row["OBS_VALUE"])


POSITIONS = {
    "open_interest_all": "open-interest",
    "asset_mgr_positions_long": "asset-managers-long",
    "asset_mgr_positions_short": "asset-managers-short",
    "lev_money_positions_long": "leveraged-funds-long",
    "lev_money_positions_short": "leveraged-funds-short",
}


def positions(file, url):
    for row in json.loads(text(file)):
        assert row["cftc_contract_market_code"] == "133741"
        for field, name in POSITIONS.items():
            yield f"cftc.bitcoin.{name}", row["report_date_as_yyyy_mm_dd"][:10], Decimal(row[field])


def dealers(file, url):
    for row in json.loads(text(file))["pd"]["timeseries"]:
        if row["value"] != "*":
            yield f"nyfed.{row['keyid']}", row["asofdate"], Decimal(row["value"])


def soma(file, url):
    for row in json.loads(text(file))["soma"]["summary"]:
        for field, cell in row.items():
            if field not in ("asOfDate", "total") and cell != "":
                yield f"nyfed.soma.{field}", row["asOfDate"], Decimal(cell)


def reference_rates(file, url):
    for row in json.loads(text(file), parse_float=Decimal)["refRates"]:
        yield f"nyfed.{row['type']}", row["effectiveDate"], Decimal(row["percentRate"])


HOLDERS = (
    "99996 99990 42609 41408 13005 29998 10251 10804 11703 36137 46302 46019 11401 42005 12688 12203 30309 42102".split()
)  # all foreigners, official ones, Japan, China, United Kingdom, Canada, Belgium ...


def tic(file, url):
    lines = [line.split("\t") for line in text(file, "latin-1").splitlines()]
    head = next(n for n, cells in enumerate(lines) if cells[0] == "country")
    for cells in lines[head + 1 :]:
        if not re.fullmatch(r"\d{4}-\d\d", cells[2].strip() if len(cells) > 2 else ""):
            break
        row = dict(zip(lines[head], (cell.strip() for cell in cells)))
        for field, name in (("for_lt_treas_pos", "treasuries"), ("for_lt_treas_net", "treasuries-net")):
            if row["country_code"] in HOLDERS and row[field] not in ("n.a.", ""):
                yield f"tic.{row['country_code']}.{name}", month_end(row["date"] + "-01"), Decimal(row[field])


PINK = {
    "Crude oil, Brent": "brent", "Crude oil, WTI": "wti", "Natural gas, US": "gas-us", "Natural gas, Europe": "gas-europe",
    "Liquefied natural gas, Japan": "lng-japan", "Coal, Australian": "coal-australia", "Gold": "gold", "Silver": "silver",
    "Platinum": "platinum", "Copper": "copper", "Aluminum": "aluminium", "Nickel": "nickel", "Zinc": "zinc",
    "Iron ore, cfr spot": "iron-ore", "Wheat, US SRW": "wheat-srw", "Wheat, US HRW": "wheat-hrw", "Maize": "maize",
    "Soybeans": "soybeans", "Soybean meal": "soybean-meal", "Soybean oil": "soybean-oil", "Rice, Thai 5%": "rice-thai",
    "Urea": "urea", "DAP": "dap", "Potassium chloride": "potash",
}  # fmt: skip
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def sheet_rows(file, name):
    with zipfile.ZipFile(ROOT / file) as book:
        shared = ["".join(part.itertext()) for part in ElementTree.fromstring(book.read("xl/sharedStrings.xml"))]
        sheets = list(ElementTree.fromstring(book.read("xl/workbook.xml")).iter(f"{SHEET}sheet"))
        link = next(sheet for sheet in sheets if sheet.get("name") == name).get(
            "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
        )
        parts = {part.get("Id"): part.get("Target") for part in ElementTree.fromstring(book.read("xl/_rels/workbook.xml.rels"))}
        sheet = ElementTree.fromstring(book.read("xl/" + parts[link].removeprefix("/xl/")))
    for row in sheet.iter(f"{SHEET}row"):
        cells = {}
        for cell in row:
            value = cell.find(f"{SHEET}v")
            if value is not None:
                cells[re.sub(r"\d", "", cell.get("r"))] = shared[int(value.text)] if cell.get("t") == "s" else value.text
        yield cells


def pink_sheet(file, url):
    columns = {}
    for cells in sheet_rows(file, "Monthly Prices"):
        month = re.fullmatch(r"(\d{4})M(\d\d)", cells.get("A", ""))
        if not month and not columns:
            named = {column: PINK.get(name.strip(" *")) for column, name in cells.items()}
            columns = {column: name for column, name in named.items() if name} if "gold" in named.values() else {}
        for column, name in columns.items() if month else ():
            if re.fullmatch(r"-?[\d.]+(E[+-]?\d+)?", cells.get(column, "")) and cells[column].strip(".") != "":
                price = Decimal(cells[column]).quantize(Decimal("1e-9")).quantize(Decimal("0.01"), ROUND_HALF_UP)
                yield f"worldbank.{name}", month_end(f"{month[1]}-{month[2]}-01"), price


def eia(file, url):
    for row in json.loads(text(file))["response"]["data"]:
        if row["value"] not in (None, "", "NA"):
            yield f"eia.{row['series']}", row["period"], Decimal(row["value"])


def grid(file, url):
    """Days with all of their 24 hours; stamps are of UTC."""
    hours = {}
    for row in json.loads(text(file))["response"]["data"]:
        hours.setdefault(row["period"][:10], []).append(Decimal(row["value"]))
    for day, values in hours.items():
        if len(values) == 24:
            yield "eia.grid.US48", day, sum(values)


def vix(file, url):
    for line in csv.DictReader(io.StringIO(text(file))):
        month, day, year = line["DATE"].split("/")
        yield "cboe.VIX", f"{year}-{month}-{day}", Decimal(line["CLOSE"])


def flows(file, url):
    """Sessions on which every fund has reported, or a later one has begun. Rows of holidays are left out by hand: 3 July 2026, Juneteenth."""
    funds = []
    for row in re.findall(r"<tr.*?</tr>", text(file), re.S):
        cells = [html.unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in re.findall(r"<t[dh].*?</t[dh]>", row, re.S)]
        if "IBIT" in cells:
            funds = cells[1:-1]
        if not cells or not re.fullmatch(r"\d\d [A-Z][a-z]{2} \d{4}", cells[0]) or len(cells) != len(funds) + 2:
            continue
        day = datetime.strptime(cells[0], "%d %b %Y").date().isoformat()
        if day in ("2026-06-19", "2026-07-03") or "-" in cells[1:]:
            continue
        for name, cell in zip([*funds, "Total"], cells[1:]):
            value = Decimal(cell.strip("()").replace(",", ""))
            yield f"farside.btc.{name}", day, -value if cell.startswith("(") else value


def holdings(file, url):
    lines = list(csv.reader(io.StringIO(text(file))))
    fund = "IBIT" if lines[0][0] == "iShares Bitcoin Trust ETF" else "ETHA"
    plain = lambda cell: Decimal(cell.replace(",", ""))
    preamble = {line[0]: line[1] for line in lines[1:8]}
    day = datetime.strptime(preamble["Fund Holdings as of"], "%b %d, %Y").date().isoformat()
    head = next(n for n, line in enumerate(lines) if line and line[0] == "Ticker")
    rows = [dict(zip(lines[head], line)) for line in lines[head + 1 : head + 3] if len(line) == len(lines[head])]
    yield f"ishares.{fund}.shares", day, plain(preamble["Shares Outstanding"])
    yield f"ishares.{fund}.coins", day, plain(rows[0]["Quantity"])
    yield f"ishares.{fund}.worth", day, plain(rows[0]["Market Value"])
    yield f"ishares.{fund}.assets", day, sum(plain(row["Market Value"]) for row in rows)


def yen(file, url):
    """Saved again by a spreadsheet, which writes 1/2/81 for 1981-01-02."""
    for line in csv.reader(io.StringIO(text(file))):
        if re.fullmatch(r"\d+/\d+/\d\d", line[0]) and re.fullmatch(r"[\d.]+", line[1]):
            month, day, year = map(int, line[0].split("/"))
            yield "H10.JPY", date(year + (1900 if year > 50 else 2000), month, day).isoformat(), Decimal(line[1])


SERIES = {
    "fred-graph": fred_graph, "fred-api": fred_api, "alfred-graph": alfred_graph, "coinmetrics-csv": coinmetrics_csv,
    "coinmetrics-api": coinmetrics_api, "coinbase-candles": candles, "kraken-ohlc": ohlc, "okx-funding": funding,
    "mempool-hashrate": mempool_hashrate, "coingecko-markets": coingecko_markets, "coingecko-treasuries": coingecko_treasuries,
    "treasury-par-curve": par_curve, "fiscaldata-operating-cash": operating_cash, "fiscaldata-debt": debt,
    "fiscaldata-ownership": ownership,
    "fiscaldata-auctions": auction_figures, "ecb-data": ecb, "cftc-positions": positions, "nyfed-dealers": dealers,
    "nyfed-soma": soma, "nyfed-rates": reference_rates, "tic-holdings": tic, "worldbank-prices": pink_sheet, "eia-weekly": eia,
    "eia-spot": eia, "eia-grid": grid, "cboe-vix": vix, "farside-flows": flows, "ishares-holdings": holdings, "h10": yen,
}  # fmt: skip

# ---------------------------------------------------------------- what is printed: whole bodies

INDEX = [row for name in sorted(ROOT.glob("recordings*.json")) for row in json.loads(name.read_bytes())["recordings"]]
FRED = "fred.stlouisfed.org"
PLACES = [  # host, part of the path or query, feed
    (FRED, "/graph/fredgraph.csv", "fred-graph"),
    ("api.stlouisfed.org", "/fred/series/observations", "fred-api"),
    ("al" + FRED, "/graph/alfredgraph.csv", "alfred-graph"),
    ("raw.githubusercontent.com", "/coinmetrics/data/master/csv/", "coinmetrics-csv"),
    ("community-api.coinmetrics.io", "asset-metrics", "coinmetrics-api"),
    ("api.exchange.coinbase.com", "candles", "coinbase-candles"),
    ("api.kraken.com", "OHLC", "kraken-ohlc"),
    ("www.okx.com", "funding-rate-history", "okx-funding"),
    ("mempool.space", "/mining/hashrate/", "mempool-hashrate"),
    ("api.coingecko.com", "/coins/markets", "coingecko-markets"),
    ("api.coingecko.com", "/companies/public_treasury/bitcoin", "coingecko-treasuries"),
    ("home.treasury.gov", "daily_treasury_yield_curve", "treasury-par-curve"),
    ("api.fiscaldata.treasury.gov", "operating_cash_balance", "fiscaldata-operating-cash"),
    ("api.fiscaldata.treasury.gov", "debt_to_penny", "fiscaldata-debt"),
    ("api.fiscaldata.treasury.gov", "ofs2_estimated_ownership", "fiscaldata-ownership"),
    ("api.fiscaldata.treasury.gov", "auctions_query?filter", "fiscaldata-auctions"),
    ("data-api.ecb.europa.eu", "csvdata", "ecb-data"),
    ("markets.newyorkfed.org", "/pd/get/", "nyfed-dealers"),
    ("markets.newyorkfed.org", "/soma/summary", "nyfed-soma"),
    ("markets.newyorkfed.org", "/rates/", "nyfed-rates"),
    ("ticdata.treasury.gov", "slt_table1", "tic-holdings"),
    ("thedocs.worldbank.org", "CMO-Historical-Data-Monthly", "worldbank-prices"),
    ("api.eia.gov", "/v2/seriesid/NG.RNGWHHD", "eia-spot"),
    ("api.eia.gov", "/v2/seriesid/PET.RWTC", "eia-spot"),
    ("api.eia.gov", "/v2/seriesid/", "eia-weekly"),
    ("api.eia.gov", "US48", "eia-grid"),
    ("cdn.cboe.com", "VIX_History", "cboe-vix"),
    ("farside.co.uk", "", "farside-flows"),
    ("www.ishares.com", "_holdings", "ishares-holdings"),
]
# copyrighted, of no use here, or not the level of the series
LEFT_OUT = (
    "BAA10Y BAMLH0A0HYM2 DFF DTB3 FEDFUNDS GDP NASDAQCOM PCOPPUSDM PPIACO SOFR30DAYAVG SP500 T10Y2Y T10Y3M TREAST UMCSENT WM2NS "
    "WPU1017 WSHOMCB".split()
)
# bodies that are not in the index under the address they came from
PLACED = {
    "h10/FRB_H10_JPY_1981-2022_excel_resaved.csv": (
        "h10",
        "https://www.federalreserve.gov/datadownload/Output.aspx?rel=H10&series=60f32914ab61dfab590e0e470153e3ae&lastobs=&from=&to="
        "&filetype=csv&label=include&layout=seriescolumn&type=package",
        "2023-01-10",
    ),
    "cftc/tff_bitcoin_2026-07-28_2026-09-15_8rows.json": (
        "cftc-positions",
        "https://publicreporting.cftc.gov/resource/gpe5-46if.json",
        "2026-09-20",
    ),
    "treasury_third_party/strategytracker_all_trimmed_2026-07-09.json": (
        "strategytracker",
        "https://data.strategytracker.com/all.v20260708T041926Z.json",
        "2026-07-08",
    ),
    # asked without an order on 2026-07-16 it begins in 2024: refused then, read as of the day of its newest list
    "fiscaldata/upcoming_auctions_first23of90_2026-07-16.json": (
        "fiscaldata-upcoming-auctions",
        next(row["url"] for row in INDEX if "upcoming_auctions" in row["url"]),
        "2024-03-28",
    ),
}


def place_of(row):
    url = urlsplit(row["url"])
    where = f"{url.path}?{url.query}"
    query = parse_qs(url.query)
    keys = (query.get("series_id") or query.get("id") or [""])[0].split(",")
    if keys[0] in LEFT_OUT or keys[0].startswith("FORTREAS") or "units" in query:
        return None
    return next((feed for host, part, feed in PLACES if url.netloc == host and part in where), None)


BODIES = [(place_of(row), row["file"], row["url"], row["fetched_on"]) for row in INDEX if place_of(row)]
BODIES += [(feed, file, url, at) for file, (feed, url, at) in PLACED.items() if feed in SERIES]


def whole(feed, file, url, at):
    """Of every series in a body: count, sum, and sum of each value times the day number of its period."""
    series = {}
    for name, period, value in SERIES[feed](file, url):
        day = (date.fromisoformat(period) - EPOCH).days
        count, total, dated = series.get(name, (0, Decimal(0), Decimal(0)))
        series[name] = (count + 1, total + value, dated + value * day)
    sums = {name: [count, float(total), float(dated)] for name, (count, total, dated) in sorted(series.items())}
    return {"feed": feed, "file": file, "url": url, "at": at, "series": sums}


# ---------------------------------------------------------------- what is printed: values looked up by a person

ROWS = []


def value(feed, file, series, period, stands, unit, where, stated=None):
    """
    A value of a series as a person read it; None is a day without one. `stated` is the day of the vintage, of a body that has several.
    The reader above has to read the same.
    """
    url = next(body[2] for body in BODIES if body[:2] == (feed, file))
    read = {float(number) for name, day, number in SERIES[feed](file, url) if name == series and day == period}
    written = set() if stands is None else {float(stands)}
    if not (written <= read if stated else written == read):
        sys.exit(f"{file}: {series} of {period} is read as {read}, by hand as {stands}")
    row = {"feed": feed, "file": file, "series": series, "period": period}
    ROWS.append({**row, **({"stated": stated} if stated else {}), "value": None if stands is None else float(stands), "unit": unit, "where": where})


def letters(words):
    """Text without tags and white space, which bodies set as they like."""
    return re.sub(r"\s+", "", html.unescape(re.sub(r"<[^>]*>", " ", words)))


def cell(feed, file, table, key, column, stands, words):
    """A cell of a table, read by a person; `words` stand in the body."""
    if letters(words) not in letters(text(file, "latin-1" if file.endswith((".idx", ".atom")) else "utf-8-sig")):
        sys.exit(f"{file} does not say: {words}")
    if file in PLACED:
        _, url, at = PLACED[file]
    else:
        url, at = next((row["url"], row["fetched_on"]) for row in INDEX if row["file"] == file)
    row = {"feed": feed, "file": file, "url": url, "at": at, "table": table, "key": key, "column": column}
    ROWS.append({**row, "value": stands, "where": words})


READINGS = """
fred-graph fred/fredgraph/WALCL_2026-05-27.csv, USD mn
  WALCL 2002-12-18 719542: first line
  WALCL 2021-10-06 8464032: line 2021-10-06: millions, 8.46 trillion
fred-graph fred/fredgraph/RRPONTSYD_2026-08-03.csv, USD bn
  RRPONTSYD 2022-12-30 2553.716: line 2022-12-30: billions
  RRPONTSYD 2021-03-17 0: line 2021-03-17: none, not missing
  RRPONTSYD 2026-05-25 -: line 2026-05-25: empty, Memorial Day
  RRPONTSYD 2026-07-31 2.151: last line
fred-graph fred/fredgraph/WTREGEN_2024-06_billions_old_header.csv, USD mn
  WTREGEN 2013-06-05 30230: first line: 30.230, billions
  WTREGEN 2024-06-26 765417: last line: 765.417, billions
fred-graph fred/fredgraph/WTREGEN_2026-09-17_millions.csv, USD mn
  WTREGEN 2024-06-26 765417: line 2024-06-26: millions
  WTREGEN 2026-09-16 877028: last line
fred-graph fred/fredgraph/DEXJPUS_2026-08-22.csv, JPY/USD
  DEXJPUS 1971-01-04 357.73: first line
  DEXJPUS 2011-10-31 77.97: line 2011-10-31
  DEXJPUS 2024-07-10 161.73: line 2024-07-10
fred-graph fred/fredgraph/DEXUSEU_2026-08-22.csv, USD/EUR
  DEXUSEU 2008-08-12 1.4905: line 2008-08-12: dollars to the euro
  DEXUSEU 2026-08-14 1.1581: last line with a rate
fred-graph fred/fredgraph/DCOILWTICO_2026-08-21.csv, USD/bbl
  DCOILWTICO 2020-04-20 -36.98: line 2020-04-20: below zero
  DCOILWTICO 2020-04-21 8.91: line 2020-04-21
fred-graph fred/fredgraph/DGS10_2026-08-21.csv, percent
  DGS10 1962-01-02 4.06: first line
  DGS10 2020-08-04 0.52: line 2020-08-04
  DGS10 2023-10-19 4.98: line 2023-10-19
  DGS10 2026-08-20 4.69: last line
fred-graph fred/fredgraph/DGS20_2026-08-22.csv, percent
  DGS20 1986-12-31 7.39: last line before the gap
  DGS20 1990-01-02 -: no line from 1987 to September 1993: none was sold
  DGS20 1993-10-01 6.12: first line after the gap
fred-graph fred/fredgraph/DGS30_2026-08-21.csv, percent
  DGS30 2002-02-15 5.37: last day before sales ended
  DGS30 2002-02-18 -: empty, Presidents' Day
  DGS30 2002-02-19 5.54: an estimate from the 20-year: none was sold
  DGS30 2006-02-08 4.67: last estimate
  DGS30 2006-02-09 4.51: sold again
fred-graph fred/fredgraph/UNRATE_2026-08-21.csv, percent
  UNRATE 2020-04-30 14.8: line 2020-04-01: a month is named by its first day
  UNRATE 2025-10-31 -: line 2025-10-01: empty, the government was closed
fred-graph fred/fredgraph/PCEPILFE_2026-05-27.csv, index
  PCEPILFE 2025-10-31 127.243: line 2025-10-01
fred-api fred/DFEDTARU_observations_2021-08_2026-07-31.json, percent
  DFEDTARU 2022-03-16 0.25: day of the decision
  DFEDTARU 2022-03-17 0.5: from the day after the decision
  DFEDTARU 2023-07-27 5.5: date 2023-07-27
  DFEDTARU 2024-09-19 5: date 2024-09-19
fred-api fred/alfred_api/PAYEMS_asof_2025-01-31.json, thousand persons
  PAYEMS 2024-09-30 as of 2025-01-31 159025: as of 2025-01-31, before the benchmark
  PAYEMS 2024-12-31 as of 2025-01-31 159536: newest month of that day
fred-api fred/vintages/ICSA_2026-03-22_2026-08-21.json, persons
  ICSA 2026-08-08 as of 2026-08-13 209000: realtime_start 2026-08-13
  ICSA 2026-08-08 as of 2026-08-20 212000: realtime_start 2026-08-20: revised a week later
alfred-graph fred/alfredgraph/PAYEMS_4vintages_2024-12_2025-03_head.csv, thousand persons
  PAYEMS 2024-09-30 as of 2024-12-31 159025: column PAYEMS_20241231
  PAYEMS 2024-09-30 as of 2025-02-28 158314: column PAYEMS_20250228: benchmark
  PAYEMS 2024-12-31 as of 2025-03-31 158942: column PAYEMS_20250331
  PAYEMS 2024-11-30 as of 2025-01-31 159280: column PAYEMS_20250131
  PAYEMS 2025-02-28 as of 2025-03-31 159218: last line
alfred-graph fred/alfredgraph/UNRATE_3vintages_2026_head.csv, percent
  UNRATE 2026-08-31 as of 2026-09-24 4.1: column UNRATE_20260924
alfred-graph fred/alfredgraph/PAYEMS_vintage_2026-03-30.csv, thousand persons
  PAYEMS 1939-01-31 29923: first line
  PAYEMS 2026-02-28 158466: last line
coinmetrics-csv btc_network/coinmetrics_csv_btc_to_2019-10.csv, 1
  btc.BlkCnt 2009-01-03 0: first line: 0, the first block is counted later
  btc.AdrActCnt 2010-07-10 405: line 2010-07-10
coinmetrics-csv btc_network/coinmetrics_csv_btc_to_2019-10.csv, USD
  btc.PriceUSD 2010-07-10 -: no price before 2010-07-18
coinmetrics-csv btc_network/coinmetrics_csv_btc_to_2026-03-22.csv, BTC
  btc.IssTotNtv 2024-04-19 931.25: halving: four blocks of 3.125 among 151
  btc.IssTotNtv 2024-04-20 406.25: 130 blocks of 3.125
  btc.FeeTotNtv 2024-04-20 1206.4665844: day of the first runes
coinmetrics-csv btc_network/coinmetrics_csv_btc_to_2026-03-22.csv, TH/s
  btc.HashRate 2024-04-19 648454181.4327914: HashRate in TH/s: 648 EH/s
coinmetrics-csv btc_network/coinmetrics_csv_btc_to_2026-03-22.csv, USD
  btc.PriceUSD 2026-03-22 68018.1534815897: last line: PriceUSD, not ReferenceRateUSD of the day before
coinmetrics-csv eth/coinmetrics_csv_eth_to_2020-07.csv, USD
  eth.PriceUSD 2015-08-07 -: empty
  eth.PriceUSD 2015-08-08 1.19999: first price
  eth.PriceUSD 2020-07-26 311.039973524255: line 2020-07-26
coinmetrics-api btc_network/coinmetrics_asset_metrics_btc_2026-06-29.json, USD
  btc.PriceUSD 2026-06-29 60175.460563121: first row
  btc.PriceUSD 2026-07-03 62564.6141320865: last row
coinmetrics-api btc_network/coinmetrics_asset_metrics_btc_2026-06-29.json, 1
  btc.CapMVRVCur 2026-06-29 1.1322838457186375: first row
  btc.CapMVRVCur 2026-07-03 1.1792987088316838: last row
coinmetrics-api rebuilt/coinmetrics_asset_metrics_btc_2010-07-18_2026-07-26.json, USD
  btc.PriceUSD 2026-06-29 60162.73: revised: 60,175.46 before
coinbase-candles prices/coinbase_candles_BTC-USD_86400_2026-08.json, USD
  coinbase.BTC-USD 2026-08-01 62764.2: last row: fifth number, the close
  coinbase.BTC-USD 2026-08-02 63499.49: row 1785628800
  coinbase.BTC-USD 2026-08-05 64603.03: row 1785888000
  coinbase.BTC-USD 2026-08-08 64908.72: row 1786147200
  coinbase.BTC-USD 2026-08-10 63911.88: first row
kraken-ohlc prices/kraken_OHLC_XBTUSD_1440_2026-08.json, USD
  kraken.XBTUSD 2026-08-08 64901.1: first row: fifth member, the close
  kraken.XBTUSD 2026-08-10 63922.1: row 1786320000
  kraken.XBTUSD 2026-08-13 63423.3: row 1786579200
  kraken.XBTUSD 2026-08-16 62819.1: row 1786838400
  kraken.XBTUSD 2026-08-17 63426: last row
okx-funding okx/funding_rate_history_BTC-USDT-SWAP_2026-02-05_2026-03-10.json, 1
  okx.BTC-USDT-SWAP.funding 2026-02-05 -: oldest day: one payment may be missing
  okx.BTC-USDT-SWAP.funding 2026-02-06 0.0000244458: 0.0001 - 0.0000068407289022 - 0.0000687134656322
  okx.BTC-USDT-SWAP.funding 2026-03-09 -0.0000528260: 0.0000044777677015 - 0.0000441385533702 - 0.0000131652456204
  okx.BTC-USDT-SWAP.funding 2026-03-10 -: the day is not over
okx-funding okx/funding_rate_history_ETH-USDT-SWAP_2026-02-05_2026-03-10.json, 1
  okx.ETH-USDT-SWAP.funding 2026-02-06 0.0000249702: -0.0000464031979814 + 0.000063156561934 + 0.0000082168161622
  okx.ETH-USDT-SWAP.funding 2026-02-05 -: oldest day
mempool-hashrate mempool/v1_mining_hashrate_6m_2026-07-04_trimmed.json, H/s
  mempool.avgHashrate 2026-04-16 875695838925887500000: first day
  mempool.avgHashrate 2026-07-03 871416765420559300000: newest whole day
  mempool.avgHashrate 2026-07-04 -: the day is not over
mempool-hashrate mempool/v1_mining_hashrate_6m_2026-07-04_trimmed.json, 1
  mempool.difficulty 2026-06-13 138955357012247.3: block 951,552 until the day before
  mempool.difficulty 2026-06-14 124932866006548.2: block 953,568, time 1781396637
mempool-hashrate mempool/v1_mining_hashrate_6m_2026-07-04_trimmed.json, percent
  mempool.adjustment 2026-06-14 -10.09140015: adjustment 0.8990859985351563
  mempool.adjustment 2026-05-28 -: before the first adjustment of the answer
coingecko-markets eth/coingecko_markets_ethereum_2026-09-12.json, USD
  coingecko.eth-price 2026-09-12 2525.34: current_price
  coingecko.eth-market-cap 2026-09-12 308201876780: market_cap
  coingecko.eth-volume-24h 2026-09-12 10605519742: total_volume
coingecko-treasuries treasury_third_party/coingecko_companies_public_treasury_bitcoin_2026-07-08_trimmed.json, BTC
  MSTR.bitcoin.coingecko 2026-07-08 843775: total_holdings of MSTR.US
  3350.bitcoin.coingecko 2026-07-08 43000: total_holdings of 3350.T
  DJT.bitcoin.coingecko 2026-07-08 9542.16: a part of a bitcoin
  NAKA.bitcoin.coingecko 2026-07-08 4467: formerly KindlyMD
  ASST.bitcoin.coingecko 2026-07-08 19000: Strive: 19,882 elsewhere
treasury-par-curve treasury_yield/daily-treasury-rates_all_1990_2022-03-31.csv, percent
  treasury.BC_10YEAR 1990-01-02 7.94: first day, "10 Yr"
  treasury.BC_30YEAR 2004-01-02 -: empty: none was sold, and no estimate here
  treasury.BC_20YEAR 2004-01-02 5.21: "20 Yr"
  treasury.BC_30YEAR 2020-03-09 0.99: last cell
treasury-par-curve treasury_yield/daily-treasury-rates_2022.csv, percent
  treasury.BC_4MONTH 2022-10-18 -: empty: the day before the 4-month
  treasury.BC_4MONTH 2022-10-19 4.32: its first day
treasury-par-curve treasury_yield/daily_treasury_yield_curve_2025.xml, percent
  treasury.BC_1_5MONTH 2025-02-14 -: the session before the 1.5-month
  treasury.BC_1_5MONTH 2025-02-18 4.41: its first day
treasury-par-curve treasury_yield/daily_treasury_yield_curve_2026-08-03_05.xml, percent
  treasury.BC_2YEAR 2026-08-05 4.18: BC_2YEAR
  treasury.BC_30YEAR 2026-08-05 5.17: BC_30YEAR, not BC_30YEARDISPLAY
fiscaldata-operating-cash fiscaldata/operating_cash_balance_2016_2019.json, USD mn
  fiscaldata.TGA 2016-01-04 332106: Federal Reserve Account, close_today_bal: millions
fiscaldata-operating-cash fiscaldata/operating_cash_balance_2020_2025-09-02.json, USD mn
  fiscaldata.TGA 2021-09-30 215160: last day of Federal Reserve Account
  fiscaldata.TGA 2021-10-01 132452: Treasury General Account (TGA), close_today_bal
  fiscaldata.TGA 2022-04-15 578473: last day of that layout
  fiscaldata.TGA 2022-04-18 841253: Closing Balance stands in open_today_bal
fiscaldata-operating-cash fiscaldata/operating_cash_balance_2025-07-07_11_wire.json, USD mn
  fiscaldata.TGA 2025-07-11 282363: Closing Balance, open_today_bal
fiscaldata-debt fiscaldata/debt_to_penny_2015_2026-08-20.json, USD
  fiscaldata.tot_pub_debt_out_amt 2015-01-02 18080612655244.26: first day
  fiscaldata.debt_held_public_amt 2015-01-02 13000209721920.03: first day
  fiscaldata.tot_pub_debt_out_amt 2025-08-04 -: the parts are 36,838,164,797,914.31, the total is ten billion less
  fiscaldata.tot_pub_debt_out_amt 2026-08-20 40033256786764.37: last day
  fiscaldata.intragov_hold_amt 2026-08-20 7754292049910.97: last day
fiscaldata-ownership fiscaldata/ofs2_estimated_ownership_2021-06-30_2025-09-30.json, USD bn
  fiscaldata.ofs2.banks 2020-12-31 1266.7: issue 2021-06-30, first statement: that of two quarters before
  fiscaldata.ofs2.foreign 2023-03-31 -: issue 2023-09-30, first statement: 0.0, not stated
  fiscaldata.ofs2.banks 2023-03-31 1617.3: the same statement
  fiscaldata.ofs2.foreign 2025-03-31 9049.5: issue 2025-09-30, first statement
  fiscaldata.ofs2.mutual-funds 2025-03-31 4421.3: issue 2025-09-30, first statement
  fiscaldata.ofs2.total 2025-03-31 36214.3: issue 2025-09-30, first statement, as in the issue before
  fiscaldata.ofs2.total 2025-06-30 36211.5: issue 2025-09-30, second statement: another quarter, not another total
  fiscaldata.ofs2.foreign 2025-06-30 -: its owners stand in the issue after
  fiscaldata.ofs2.total 2025-09-30 -: the issue is named by this day, and states no amount of it
fiscaldata-auctions fiscaldata/auctions_query_notes_bonds_2026-02-19_2026-08-20.json, percent
  auction.20y.dealers 2026-03-17 9.244: 1,198,000,000 of what dealers, direct and indirect bidders were given
  auction.10y.indirect 2026-05-12 63.9507: 26,775,518,000 of 41,869,018,000, not of 51,972,791,100
  auction.5y.indirect 2026-04-23 -: inflation-linked, though its flag is "null"
fiscaldata-auctions fiscaldata/auctions_query_notes_bonds_2026-02-19_2026-08-20.json, ratio
  auction.10y.bid-to-cover 2026-06-10 2.57: 9-Year 11-Month reopened: a 10-Year
  auction.30y.bid-to-cover 2026-05-13 2.3: by the day of the auction, issued on 2026-05-15
  auction.2y.bid-to-cover 2026-05-27 -: a floating-rate note of 1-Year 11-Month
ecb-data ecb/EXR_D_6ccy_2026-09-28_2026-10-01.csv, USD/EUR
  ecb.EXR.USD 2026-09-28 1.1378: dollars to the euro
ecb-data ecb/EXR_D_6ccy_2026-09-28_2026-10-01.csv, JPY/EUR
  ecb.EXR.JPY 2026-10-01 178.49: yen to the euro
ecb-data ecb/EXR_D_6ccy_2026-09-28_2026-10-01.csv, GBP/EUR
  ecb.EXR.GBP 2026-09-30 0.85463: pounds to the euro
ecb-data ecb/FM_B_U2_EUR_4F_KR_DFR_LEV_2015-2026.csv, percent
  ecb.DFR 2015-12-09 -0.3: first change, below zero
  ecb.DFR 2022-07-27 0: effective day, decided on 2022-07-21
  ecb.DFR 2026-06-17 2.25: effective day, decided on 2026-06-11
ecb-data ecb/YC_AAA_spot_10tenors_2026-08-12.csv, percent
  ecb.YC.SR_10Y 2026-08-12 3.1654173208: AAA countries, not Germany
  ecb.YC.SR_2Y 2026-08-12 2.700507465: AAA countries
cftc-positions cftc/tff_bitcoin_2026-07-28_2026-09-15_8rows.json, contracts
  cftc.bitcoin.open-interest 2026-07-28 20019: first report
  cftc.bitcoin.asset-managers-long 2026-09-15 4528: asset_mgr_positions_long, without _all
  cftc.bitcoin.leveraged-funds-short 2026-09-15 11899: lev_money_positions_short
  cftc.bitcoin.leveraged-funds-long 2026-07-28 3295: lev_money_positions_long, spreads apart
  cftc.bitcoin.asset-managers-short 2026-07-28 2499: asset_mgr_positions_short
nyfed-dealers nyfed/pd_PDPOSGST-TOT_2013-04-03_2026-04-22.json, USD mn
  nyfed.PDPOSGST-TOT 2013-04-03 108014: first week: millions
  nyfed.PDPOSGST-TOT 2026-04-22 518390: last week
nyfed-dealers nyfed/pd_PDPOSGSC-G11L21_2022-01-05_2026-04-22.json, USD mn
  nyfed.PDPOSGSC-G11L21 2022-01-05 14618: first week of the new buckets
  nyfed.PDPOSGSC-G11L21 2021-12-29 -: the bucket did not exist
nyfed-dealers nyfed/pd_PDPOSGSC-L2_2013-04-03_2026-04-22.json, USD mn
  nyfed.PDPOSGSC-L2 2014-02-19 -1848: short
nyfed-dealers nyfed/pd_PDPOSTIPS-G2_2013-04-03_2026-04-22.json, USD mn
  nyfed.PDPOSTIPS-G2 2026-04-22 4611: inflation-linked, inside the total
nyfed-soma nyfed/soma_summary_2003-07-09_2025-10-15.json, USD
  nyfed.soma.bills 2003-07-09 239304992000: first week: dollars
  nyfed.soma.frn 2003-07-09 -: empty: there were none
  nyfed.soma.bills 2014-01-29 0: 0.00 is nought, not missing
  nyfed.soma.tipsInflationCompensation 2025-10-15 111694543079.78: dollars and cents
  nyfed.soma.mbs 2025-10-15 2078105457242.3: last week
  nyfed.soma.agencies 2008-12-31 19708000000: year end
nyfed-rates nyfed/sofr_last5_2026-08-20.json, percent
  nyfed.SOFR 2026-08-13 3.62: effectiveDate, not the day after on which it is published
  nyfed.SOFR 2026-08-14 3.62: percentRate
  nyfed.SOFR 2026-08-17 3.66: percentRate, not a percentile
  nyfed.SOFR 2026-08-18 3.65: percentRate
  nyfed.SOFR 2026-08-19 3.62: newest
tic-holdings tic/slt_table1_2026-08-17.txt, USD mn
  tic.99996.treasuries-net 2026-05-31 56581: Grand Total, long-term; 13,104 with bills elsewhere
  tic.99996.treasuries 2020-01-31 6321567: first month: millions
  tic.99996.treasuries-net 2023-01-31 -: n.a.
  tic.42609.treasuries 2026-02-28 1087550: Japan, long-term; 1,239.3 billion with bills
  tic.10251.treasuries-net 2026-02-28 -6763: Belgium sold
  tic.13005.treasuries 2022-12-31 475168: United Kingdom
  tic.99990.treasuries-net 2026-05-31 3029: official institutions
worldbank-prices worldbank/CMO-Historical-Data-Monthly_2025-11-04.xlsx, USD/oz
  worldbank.gold 1960-01-31 35.27: row 1960M01, column Gold
  worldbank.gold 1980-01-31 675.31: row 1980M01
worldbank-prices worldbank/CMO-Historical-Data-Monthly_2025-11-04.xlsx, USD/t
  worldbank.wheat-hrw 2020-04-30 218.99: 218.9922732: full digits in this edition
worldbank-prices worldbank/CMO-Historical-Data-Monthly_2025-11-04.xlsx, USD/bbl
  worldbank.brent 2025-10-31 64.65: 64.650999999999996
worldbank-prices worldbank/CMO-Historical-Data-Monthly_2026-06-02.xlsx, USD/oz
  worldbank.gold 2026-05-31 4587.21: last row, a troy ounce
worldbank-prices worldbank/CMO-Historical-Data-Monthly_2026-06-02.xlsx, USD/t
  worldbank.copper 2026-05-31 13543.19: last row, a tonne
  worldbank.wheat-hrw 2026-05-31 303: hard red winter
  worldbank.wheat-srw 2026-05-31 259.54: soft red winter
eia-weekly eia/v2_PET.WCESTUS1.W_1982-08-20_2026-08-14.json, thousand barrels
  eia.WCESTUS1 1982-08-20 338764: Ending Stocks Excluding SPR
  eia.WCESTUS1 2017-03-31 535543: Ending Stocks Excluding SPR
  eia.WCESTUS1 2026-08-14 428815: newest
eia-weekly eia/v2_PET.WPULEUS3.W_1990-11-02_2026-08-14.json, percent
  eia.WPULEUS3 2020-04-17 67.6: units %
eia-weekly eia/v2_PET.WRPUPUS2.W_1990-11-09_2026-08-14.json, thousand barrels a day
  eia.WRPUPUS2 2020-04-10 13797: MBBL/D: a day, not the week
eia-weekly eia/v2_PET.WCRFPUS2.W_1983-01-07_2026-08-14.json, thousand barrels a day
  eia.WCRFPUS2 1983-01-07 8634: oldest
eia-weekly eia/v2_NG.NW2_EPG0_SWO_R48_BCF.W_2010-01-01_2026-08-14.json, bcf
  eia.NW2_EPG0_SWO_R48_BCF 2014-03-28 824: after a cold winter
eia-spot eia/v2_PET.RWTC.D_2006-09-21_2026-08-18.json, USD/bbl
  eia.RWTC 2008-07-03 145.31: highest
  eia.RWTC 2020-04-20 -36.98: below zero
  eia.RWTC 2026-08-18 86.48: newest
eia-spot eia/v2_NG.RNGWHHD.D_2006-10-24_2026-08-18.json, USD/MMBtu
  eia.RNGWHHD 2006-10-24 7.13: oldest
  eia.RNGWHHD 2021-02-17 23.86: the freeze
eia-grid eia/v2_rto_region-data_US48_D_hourly_2023-01-01T00_2025-04-23T09.json, MWh
  eia.grid.US48 2023-01-01 9420225: 24 hours from 441,396 on
  eia.grid.US48 2024-04-22 9849061: 24 hours
  eia.grid.US48 2024-07-15 14671698: 24 hours
  eia.grid.US48 2025-04-22 10564536: newest whole day
  eia.grid.US48 2025-04-23 -: ten hours
h10 h10/FRB_H10_JPY_1981-2022_excel_resaved.csv, JPY/USD
  H10.JPY 1981-01-01 -: ND
  H10.JPY 1981-01-02 202.5: yen to the dollar
  H10.JPY 2011-10-31 77.97: line 10/31/11
  H10.JPY 2022-12-26 -: ND
  H10.JPY 2022-12-30 131.81: last line
cboe-vix prices/cboe_VIX_History_2026-07-31.csv, points
  cboe.VIX 1990-01-02 17.24: first line
  cboe.VIX 2008-11-20 80.86: CLOSE, not HIGH 81.48
  cboe.VIX 2017-11-22 9.88: CLOSE equals HIGH
  cboe.VIX 2020-03-16 82.69: CLOSE
  cboe.VIX 2026-07-31 15.99: last line
farside-flows etf/farside_btc_2026-07-23_table.html, USD mn
  farside.btc.IBIT 2026-07-06 209.4: 06 Jul 2026
  farside.btc.GBTC 2026-07-13 -53.1: (53.1)
  farside.btc.Total 2026-07-21 203.2: a recorder that read once kept 39.3
  farside.btc.MSBT 2026-07-22 3.8: a fund of 2026
  farside.btc.Total 2026-07-23 -: every fund "-", the total prints 0.0
  farside.btc.FBTC 2026-07-10 0: 0.0 is none, not missing
ishares-holdings etf/IBIT_holdings_2026-05-06.csv, shares
  ishares.IBIT.shares 2026-05-06 1448920000: Shares Outstanding
ishares-holdings etf/IBIT_holdings_2026-05-06.csv, BTC
  ishares.IBIT.coins 2026-05-06 822736.649: Quantity of BTC
ishares-holdings etf/IBIT_holdings_2026-05-06.csv, USD
  ishares.IBIT.assets 2026-05-06 67212461916.98: 67,212,458,573.65 and 3,343.33 in cash
ishares-holdings etf/ETHA_holdings_2026-05-06.csv, shares
  ishares.ETHA.shares 2026-05-06 422960000: Shares Outstanding
ishares-holdings etf/ETHA_holdings_2026-05-06.csv, ETH
  ishares.ETHA.coins 2026-05-06 3194128.9433: Quantity of ETH
ishares-holdings etf/ETHA_holdings_2026-05-06.csv, USD
  ishares.ETHA.assets 2026-05-06 7534311351.45: Market Value
"""


def readings():
    """A line without indent names feed, body and unit; those below it series, period, what was read there and where it stands."""
    for line in READINGS.strip().splitlines():
        if not line.startswith(" "):
            feed, file, unit = re.fullmatch(r"(\S+) (\S+), (.+)", line).groups()
            continue
        pattern = r"  (\S+) (\S+)(?: as of (\S+))? (-|-?[\d.]+): (.+)"
        series, period, stated, stands, where = re.fullmatch(pattern, line).groups()
        value(feed, file, series, period, None if stands == "-" else Decimal(stands), unit, where, stated)


readings()

FACTS = "sec/companyfacts/CIK0000320193_AAPL_2026-01.json"
BILLS = "fiscaldata/auctions_query_bills_2026-01.json"
COUPONS = "fiscaldata/auctions_query_notes_bonds_2026-02-19_2026-08-20.json"
UPCOMING = "fiscaldata/upcoming_auctions_first23of90_2026-07-16.json"
BLS = "calendar/bls_2025-08-20.ics"
BEA = "calendar/bea_schedule_2026-08-09.html"
FOMC = "calendar/fomccalendars_2026-08.htm"
TSLA = "sec/submissions/CIK0001318605_TSLA_2026-02-03.json"
STRATEGY = "sec/submissions/CIK0001050446_MSTR_2026-01-20.json"
DEBTOR = "sec/companyfacts/CIK0001050446_MSTR_2025-11.json"
ISSUER = "sec/companyfacts/CIK0001652044_GOOG_2026-07-09.json"
TICKERS = "sec/company_tickers_2026-04.json"
IDX = "sec/index/form.20200318.idx"
ATOM_OF = "sec/current/getcurrent_all_2026-01-12_start{}.atom"
EDINET = "edinet/lists/documents_{}.json"
TRACKER = "treasury_third_party/strategytracker_all_trimmed_2026-07-09.json"


def cells():
    auctions = ("fiscaldata-auctions", BILLS, "auction")
    cell(*auctions, {"cusip": "912797SL2"}, "auction_day", "2026-01-05", '"auction_date": "2026-01-05"')
    cell(*auctions, {"cusip": "912797SL2"}, "accepted", 90430132400, '"total_accepted": "90430132400"')
    cell(*auctions, {"cusip": "912797SL2"}, "competitive", 81948440600, '"comp_accepted": "81948440600"')
    cell(*auctions, {"cusip": "912797RF6", "auction_day": "2026-01-05"}, "high", 3.475, '"high_discnt_rate": "3.475000"')
    cell(*auctions, {"cusip": "912797ST5", "auction_day": "2026-01-29"}, "offered", 105000000000, '"offering_amt": "105000000000"')
    cell("fiscaldata-auctions", COUPONS, "auction", {"cusip": "91282CQP9", "auction_day": "2026-04-23"}, "kind", "inflation-linked", "91282CQP9")
    ahead = ("fiscaldata-upcoming-auctions", UPCOMING, "planned_auction", {"cusip": "912797HQ3"})
    cell(*ahead, "kind", "cash management", '"security_type":"CMB"')
    cell(*ahead, "auction_day", "2024-03-26", '"auction_date":"2024-03-26"')
    cell(*ahead, "announcement_day", "2024-03-21", '"announcemt_date":"2024-03-21"')
    cell(*ahead, "offered", 70000000000, '"offering_amt":"70000000000"')
    cell(*ahead, "term", "42-Day", '"security_term":"42-Day"')
    released = ("bls-calendar", BLS, "scheduled_release")
    cell(*released, {"occurrence": "de3c43f0-8563-469d-be57-93684247aedd"}, "release", "Producer Price Index", "UID:de3c43f0-8563-469d-be57-93684247aedd")
    cell(*released, {"occurrence": "de3c43f0-8563-469d-be57-93684247aedd"}, "day", "2024-10-11", "DTSTART;TZID=US-Eastern:20241011T083000")
    cell(*released, {"occurrence": "caa1887a-86ad-41a9-a26b-111661580e12"}, "due_at", "2024-11-14T13:30:00Z", "DTSTART;TZID=US-Eastern:20241114T083000")
    cell(*released, {"occurrence": "319c9024-6fe6-4ef3-a13d-8cc5845be3aa"}, "due_at", "2024-08-02T12:30:00Z", "DTSTART;TZID=US-Eastern:20240802T083000")
    cell(*released, {"occurrence": "afc117a1-7ce6-48e3-9460-209d68fa0d29"}, "clock", "10:00", "DTSTART;TZID=US-Eastern:20241220T100000")
    scheduled = ("bea-schedule", BEA, "scheduled_release")
    gdp = "GDP (Second Estimate) and Corporate Profits, 2nd Quarter 2026"
    cell(*scheduled, {"occurrence": gdp}, "day", "2026-08-26", "August 26 8:30 AM N ews " + gdp)
    cell(*scheduled, {"occurrence": gdp}, "about", "2nd Quarter 2026", gdp)
    two = "GDP (Third Estimate), Industries, Corporate Profits, State GDP, and State Personal Income, 2nd Quarter 2026; State PCE, 2025"
    cell(*scheduled, {"occurrence": two}, "about", "2nd Quarter 2026; State PCE, 2025", two)
    cell(*scheduled, {"occurrence": "Personal Income and Outlays, November 2026"}, "due_at", "2026-12-23T13:30:00Z", "December 23 8:30 AM")
    cell(*scheduled, {"status": "to be announced"}, "day", None, "To Be Announced")
    meetings = ("fomc-calendar", FOMC, "scheduled_release")
    cell(*meetings, {"occurrence": "meeting 2024 Apr/May"}, "day", "2024-05-01", "Apr/May 30-1")
    cell(*meetings, {"occurrence": "meeting 2023 Jan/Feb"}, "day", "2023-02-01", "Jan/Feb 31-1")
    cell(*meetings, {"occurrence": "meeting 2026 September"}, "release", "FOMC statement and projections", "September 15-16*")
    cell(*meetings, {"occurrence": "meeting 2025 August"}, "release", "FOMC notation vote", "22 (notation vote)")
    cell(*meetings, {"occurrence": "minutes 2026 January"}, "day", "2026-02-18", "(Released February 18, 2026)")
    cell(*meetings, {"occurrence": "meeting 2027 January"}, "status", "tentative", "January 26-27")
    filings = ("sec-submissions", STRATEGY, "filing")
    cell(*filings, {"accession": "0001193125-26-016002"}, "items", "7.01,8.01", '"0001193125-26-016002"')
    cell(*filings, {"accession": "0001193125-26-016002"}, "accepted_at", "2026-01-20T13:00:28.000Z", '"2026-01-20T08:00:28.000Z"')
    cell(*filings, {"accession": "0001959173-26-000301"}, "report_date", None, '"0001959173-26-000301"')
    cell("sec-submissions", TSLA, "filing", {"accession": "0001628280-26-003952"}, "filing_date", "2026-01-29", '"0001628280-26-003952"')
    cell("sec-submissions", TSLA, "filing", {"accession": "0001628280-26-003952"}, "report_date", "2025-12-31", '"2025-12-31"')
    listed = ("sec-tickers", TICKERS, "listing")
    cell(*listed, {"code": "NVDA"}, "company", "us:0001045810", '"cik_str":1045810,"ticker":"NVDA","title":"NVIDIA CORP"')
    cell(*listed, {"code": "BRK-B"}, "name", "BERKSHIRE HATHAWAY INC", '"cik_str":1067983,"ticker":"BRK-B","title":"BERKSHIRE HATHAWAY INC"')
    cell(*listed, {"code": "GOOG"}, "company", "us:0001652044", '"cik_str":1652044,"ticker":"GOOG"')
    cell(*listed, {"code": "GOOGL"}, "company", "us:0001652044", '"cik_str":1652044,"ticker":"GOOGL"')
    cell(*listed, {"code": "MSTR"}, "name", "Strategy Inc", '"ticker":"MSTR","title":"Strategy Inc"')
    leads = ("sec-daily-index", IDX, "next")
    for cik, accession, words in (
        ("0001346610", "0001564590-20-011530", "6-K China Rapid Finance Ltd 1346610 20200318 edgar/data/1346610/0001564590-20-011530.txt"),
        ("0001710350", "0001213900-20-006723", "6-K/A Golden Bull Ltd 1710350 20200318 edgar/data/1710350/0001213900-20-006723.txt"),
        ("0001083301", "0001437749-20-005569", "8-K IKONICS CORP 1083301 20200318 edgar/data/1083301/0001437749-20-005569.txt"),
    ):
        cell(*leads, {"tells": accession}, "url", f"https://data.sec.gov/submissions/CIK{cik}.json", words)
    for start, cik, accession, words in (
        ("0500", "0001829311", "0001493152-26-001237", "8-K - BITMINE IMMERSION TECHNOLOGIES, INC. (0001829311) (Filer)"),
        ("0600", "0001050446", "0001193125-26-009811", "8-K - Strategy Inc (0001050446) (Filer)"),
        ("1600", "0000868278", "0001493152-26-001143", "8-K - ProPhase Labs, Inc. (0000868278) (Filer)"),
        ("2400", "0001640384", "0001193125-26-008955", "8-K - LM FUNDING AMERICA, INC. (0001640384) (Filer)"),
        ("4200", "0001872195", "0001437749-26-000934", "6-K - Bullish (0001872195) (Filer)"),
    ):
        lead = ("sec-current", ATOM_OF.format(start), "next", {"tells": accession})
        cell(*lead, "url", f"https://data.sec.gov/submissions/CIK{cik}.json", words)
    for file, filing, concept, to_day, stands, words in (
        (FACTS, "0000320193-25-000079", "us-gaap:Assets", "2025-09-27", "359241000000", '"end":"2025-09-27","val":359241000000,"accn":"0000320193-25-000079"'),
        (FACTS, "0000320193-26-000006", "us-gaap:EarningsPerShareDiluted", "2025-12-27", "2.84", '"end":"2025-12-27","val":2.84,"accn":"0000320193-26-000006"'),
        (FACTS, "0001193125-09-214859", "us-gaap:EarningsPerShareDiluted", "2007-09-29", "3.93", '"end":"2007-09-29","val":3.93,"accn":"0001193125-09-214859"'),
        (DEBTOR, "0001193125-25-262568", "us-gaap:LongTermDebt", "2025-09-30", "8173903000", '"end":"2025-09-30","val":8173903000,"accn":"0001193125-25-262568"'),
        (ISSUER, "0001193125-26-256375", "ffd:TtlOfferingAmt", "2026-06-03", "20700047325.4", '"end":"2026-06-03","val":20700047325.4,"accn":"0001193125-26-256375"'),
    ):
        fact = {"filing": filing, "concept": concept, "to_day": to_day}
        cell("sec-companyfacts", file, "company_fact", fact, "value", stands, words)
    submitted = ("edinet-list", EDINET.format("2026-08-13"), "filing")
    cell(*submitted, {"accession": "S100YWMP"}, "accepted_at", "2026-08-13T07:46:00Z", '"submitDateTime": "2026-08-13 16:46"')
    cell(*submitted, {"accession": "S100YWMP"}, "form", "160", '"docTypeCode": "160"')
    # a half-year report: the period ends on 2026-06-30, the list names the end of the year
    cell(*submitted, {"accession": "S100YWMP"}, "report_date", None, '"periodEnd": "2026-12-31"')
    cell(*submitted, {"accession": "S100YWMS"}, "company", "jp:E02978", '"edinetCode": "E02978"')
    amended = ("edinet-list", EDINET.format("2026-08-19"), "filing", {"accession": "S100YXKX"})
    cell(*amended, "form", "130", '"docID": "S100YXKX", "edinetCode": "E00566"')
    special = ("edinet-list", EDINET.format("2026-06-26"), "filing", {"accession": "S100YLBR"})
    cell(*special, "filing_date", "2026-06-26", '"submitDateTime": "2026-06-26 10:05"')
    told = ("strategytracker", TRACKER, "sighting")
    cell(*told, {"series": "MSTR.bitcoin.strategytracker"}, "value", 843775, '"Date": "2026-07-06", "BTC Balance": 843775.0')
    cell(*told, {"series": "ASST.bitcoin.strategytracker"}, "value", 19882, '"Date": "2026-07-02", "BTC Balance": 19882.0')
    cell(*told, {"series": "3350.bitcoin.strategytracker"}, "value", 43000, '"Date": "2026-06-30", "BTC Balance": 43000.0')
    newest = ("strategytracker", "treasury_third_party/strategytracker_latest_2026-07-08.json", "next", {})
    cell(*newest, "url", "https://data.strategytracker.com/all.v20260708T041926Z.json", '"full": "all.v20260708T041926Z.json"')


cells()

ANSWER = {"bodies": [whole(*body) for body in BODIES], "rows": ROWS}
# an array of numbers stands on one line
LINES = re.sub(r"\[\s+([^\[\]{}]+?)\s+\]", lambda found: f"[{' '.join(found[1].split())}]", json.dumps(ANSWER, indent=2, ensure_ascii=False))
print(re.sub(r"(?<=\d)e(-?)\+?0*(?=\d)", r"e\1", LINES))
