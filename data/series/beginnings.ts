import type { SeriesName } from '../series.ts'

type First = Partial<Record<SeriesName, string>>

const onFirstDay = (day: string, ids: readonly SeriesName[]): First => Object.fromEntries(ids.map((id) => [id, day]))

/** First observation by the page of each series at fred.stlouisfed.org, which its whole CSV begins with. */
const onFred: First = {
  ...onFirstDay('1962-01-02', ['DGS1', 'DGS3', 'DGS5', 'DGS10', 'DGS20']),
  ...{ DGS1MO: '2001-07-31', DGS3MO: '1981-09-01', DGS6MO: '1981-09-01', DGS2: '1976-06-01', DGS7: '1969-07-01' },
  ...{ DGS30: '1977-02-15', DFII20: '2004-07-27', DFII30: '2010-02-22' },
  ...onFirstDay('2003-01-02', ['DFII5', 'DFII7', 'DFII10', 'T5YIE', 'T10YIE', 'T5YIFR']),
  ...{ VIXCLS: '1990-01-02', DCOILWTICO: '1986-01-02', DCOILBRENTEU: '1987-05-20', DHHNGSP: '1997-01-07' },
  ...onFirstDay('2002-12-18', ['WALCL', 'WDTGAL', 'WRESBAL', 'TREAST']),
  ...{ RRPONTSYD: '2003-02-07', ICSA: '1967-01-07', CCSA: '1967-01-07', DTWEXBGS: '2006-01-02', DEXUSEU: '1999-01-04' },
  ...onFirstDay('1971-01-04', ['DEXJPUS', 'DEXUSUK', 'DEXSZUS', 'DEXCAUS', 'DEXUSAL']),
  ...{ DEXCHUS: '1981-01-02', DEXMXUS: '1993-11-08', DEXKOUS: '1981-04-13', DEXINUS: '1973-01-02', DEXBZUS: '1995-01-02' },
  ...{ SOFR: '2018-04-03', EFFR: '2000-07-03', IORB: '2021-07-29', DPRIME: '1955-08-04' },
  ...onFirstDay('2008-12-16', ['DFEDTARU', 'DFEDTARL']),
  ...onFirstDay('1971-01-08', ['NFCI', 'ANFCI', 'NFCIRISK', 'NFCICREDIT', 'NFCILEVERAGE']),
  ...onFirstDay('1973-01-03', ['TOTBKCR', 'TOTLL', 'TOTCI']),
  ...{ STLFSI4: '1993-12-31', WEI: '2008-01-05', CFNAI: '1967-03', M2SL: '1959-01', UNRATE: '1948-01', PAYEMS: '1939-01' },
  ...{ CPIAUCSL: '1947-01', CPILFESL: '1957-01', PCEPI: '1959-01', PCEPILFE: '1959-01', PPIFIS: '2009-11' },
  ...{ SAHMREALTIME: '1959-12', U6RATE: '1994-01', CIVPART: '1948-01', LNS12300060: '1948-01', TEMPHELPS: '1990-01' },
  ...onFirstDay('2006-03', ['AWHAETP', 'CES0500000003']),
  ...onFirstDay('2000-12', ['JTSJOL', 'JTSQUR', 'JTSLDR']),
  ...{ ECIWAG: '2001-03', GDPC1: '1947-03', INDPRO: '1919-01', TCU: '1967-01', RSAFS: '1992-01' },
  ...onFirstDay('1992-02', ['DGORDER', 'NEWORDER']),
  ...{ HOUST: '1959-01', PERMIT: '1960-01', HSN1F: '1963-01', W875RX1: '1959-01', PSAVERT: '1959-01' },
}

/** First day of each maturity in the daily par yield curve and real yield curve at home.treasury.gov. */
const ofTreasury: First = {
  ...onFirstDay('1990-01-02', ['treasury.BC_3MONTH', 'treasury.BC_6MONTH', 'treasury.BC_1YEAR', 'treasury.BC_2YEAR']),
  ...onFirstDay('1990-01-02', ['treasury.BC_3YEAR', 'treasury.BC_5YEAR', 'treasury.BC_7YEAR', 'treasury.BC_10YEAR']),
  ...{ 'treasury.BC_30YEAR': '1990-01-02', 'treasury.BC_20YEAR': '1993-10-01', 'treasury.BC_1MONTH': '2001-07-31' },
  ...{ 'treasury.BC_2MONTH': '2018-10-16', 'treasury.BC_4MONTH': '2022-10-19', 'treasury.BC_1_5MONTH': '2025-02-18' },
  ...onFirstDay('2003-01-02', ['treasury.TC_5YEAR', 'treasury.TC_7YEAR', 'treasury.TC_10YEAR']),
  ...{ 'treasury.TC_20YEAR': '2004-07-27', 'treasury.TC_30YEAR': '2010-02-22' },
}

/** First row of the whole file or answer of its publisher: fiscaldata, the New York Fed, the ECB, the EIA, Cboe, Coin Metrics and Farside. */
const ofOthers: First = {
  ...{ 'fiscaldata.TGA': '2005-10-03', 'fiscaldata.tot_pub_debt_out_amt': '1993-04-01' },
  ...onFirstDay('2003-07-09', ['nyfed.soma.bills', 'nyfed.soma.notesbonds', 'nyfed.soma.tips', 'nyfed.soma.agencies']),
  ...onFirstDay('2003-07-09', ['nyfed.soma.mbs', 'nyfed.soma.cmbs', 'nyfed.soma.tipsInflationCompensation']),
  ...onFirstDay('2022-01-05', ['nyfed.PDPOSGSC-G11L21', 'nyfed.PDPOSGSC-G21']),
  ...{ 'nyfed.SOFR': '2018-04-02', 'nyfed.PDPOSGST-TOT': '2013-04-03', 'nyfed.PDPOSGS-B': '2013-04-03' },
  ...onFirstDay('1999-01-04', ['ecb.EXR.USD', 'ecb.EXR.JPY', 'ecb.EXR.GBP', 'ecb.EXR.CHF']),
  ...{ 'ecb.DFR': '1999-01-01', 'ecb.YC.SR_2Y': '2004-09-06', 'ecb.YC.SR_10Y': '2004-09-06' },
  ...{ 'eia.WCESTUS1': '1982-08-20', 'eia.WDISTUS1': '1982-08-20', 'eia.WCRFPUS2': '1983-01-07' },
  ...{ 'eia.RWTC': '1986-01-02', 'eia.RBRTE': '1987-05-20', 'eia.RNGWHHD': '1997-01-07' },
  ...{ 'eia.WRPUPUS2': '1990-11-09', 'eia.NW2_EPG0_SWO_R48_BCF': '2010-01-01', 'cboe.VIX': '1990-01-02' },
  ...onFirstDay('2009-01-03', ['btc.AdrActCnt', 'btc.AdrBalCnt', 'btc.BlkCnt', 'btc.FeeTotNtv', 'btc.SplyCur', 'btc.TxCnt']),
  ...onFirstDay('2009-01-09', ['btc.DiffMean', 'btc.HashRate', 'btc.IssTotNtv']),
  ...onFirstDay('2010-07-18', ['btc.PriceUSD', 'btc.CapMrktCurUSD', 'btc.CapMVRVCur']),
  ...onFirstDay('2015-07-30', ['eth.AdrActCnt', 'eth.FeeTotNtv', 'eth.SplyCur', 'eth.TxCnt']),
  ...{ 'eth.PriceUSD': '2015-08-08', 'farside.btc.Total': '2024-01-11' },
}

/** First month of each price in the World Bank's "Pink Sheet" Data, monthly prices, which the whole workbook begins with. */
const ofPinkSheet: First = {
  ...onFirstDay('1960-01', ['worldbank.brent', 'worldbank.gas-us', 'worldbank.gas-europe', 'worldbank.gold']),
  ...onFirstDay('1960-01', ['worldbank.silver', 'worldbank.platinum', 'worldbank.copper', 'worldbank.aluminium']),
  ...onFirstDay('1960-01', ['worldbank.nickel', 'worldbank.zinc', 'worldbank.iron-ore', 'worldbank.wheat-hrw']),
  ...onFirstDay('1960-01', ['worldbank.maize', 'worldbank.soybeans', 'worldbank.soybean-meal', 'worldbank.soybean-oil']),
  ...onFirstDay('1960-01', ['worldbank.rice-thai', 'worldbank.urea', 'worldbank.potash']),
  ...{ 'worldbank.dap': '1967-01', 'worldbank.coal-australia': '1970-01', 'worldbank.lng-japan': '1977-01' },
  ...{ 'worldbank.wheat-srw': '1979-01', 'worldbank.wti': '1982-01' },
}

/**
 * First period of a series at its publisher, `YYYY-MM-DD` or, of months and quarters, `YYYY-MM` (the last month of the quarter). Only a
 * history that reaches back to it may be called that of the whole series; a series whose beginning is not certain has no entry.
 */
export const seriesBeginnings: Readonly<First> = { ...onFred, ...ofTreasury, ...ofOthers, ...ofPinkSheet }
