import { rosterOf } from '../../data/companies.ts'
import { series } from '../../data/series.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { parseRecordedBody } from '../../pipeline/feeds/sample-rows.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { sampleRecording } from '../recording-of.ts'
import { flattened } from '../rows.ts'

export const now = Date.parse('2026-11-20T22:00:00Z')

export async function ask(url: string, at = now) {
  const { id, upstream } = feedFor(url) ?? { id: 'test', upstream: 'test' }
  return sampleTransport({ now: at }).fetch({ feed: id, upstream, url }, new AbortController().signal)
}

export async function textOf(url: string, at = now): Promise<string> {
  return new TextDecoder().decode((await ask(url, at)).body)
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, each looked into by its own test
export const jsonOf = async (url: string, at = now): Promise<any> => JSON.parse(await textOf(url, at))

/** What the feed of an address reads of the answer. */
export async function readOf(url: string, at = now) {
  const response = await ask(url, at)
  return flattened(parseRecordedBody(feedFor(url)!, response.body, sampleRecording(response)))
}

/** Values of a series by day, in the order of the answer. */
export async function valuesOf(url: string, id: string, at = now): Promise<Map<string, number>> {
  const { sighting } = await readOf(url, at)
  return new Map(sighting.flatMap(({ series, period, value }) => (series === id ? [[isoDay(period), value]] : [])))
}

export const address = {
  metrics: (query: string) => `https://community-api.coinmetrics.io/v4/timeseries/asset-metrics?assets=btc&frequency=1d&${query}`,
  csv: 'https://raw.githubusercontent.com/coinmetrics/data/master/csv/btc.csv',
  observations: (key: string, query = '') =>
    `https://api.stlouisfed.org/fred/series/observations?series_id=${key}&file_type=json${query}`,
  graph: (query: string) => `https://fred.stlouisfed.org/graph/fredgraph.csv?${query}`,
  alfred: (query: string) => `https://alfred.stlouisfed.org/graph/alfredgraph.csv?${query}`,
  parCurve: (year: string, more = '') =>
    `https://home.treasury.gov/resource-center/data-chart-center/interest-rates/pages/xml?data=daily_treasury_yield_curve&field_tdr_date_value=${year}${more}`,
  cash: (page = 1, filter = '') =>
    `https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/dts/operating_cash_balance?fields=record_date,account_type,close_today_bal,open_today_bal${filter}&sort=record_date&page[number]=${page}&page[size]=10000`,
  ecb: (key: string, query = '') => `https://data-api.ecb.europa.eu/service/data/${key}?format=csvdata${query}`,
  submissions: (cik: string, older = '') => `https://data.sec.gov/submissions/CIK${cik}${older}.json`,
  document: (cik: string, accession: string, name: string) =>
    `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}/${name}`,
}

/** Every body one refresh of the sample feeds asks for, by URL. */
export async function everything(at = now): Promise<Map<string, string>> {
  const bodies = new Map<string, string>()
  const get = async (url: string): Promise<string> => {
    const text = await textOf(url, at)
    bodies.set(url, text)
    return text
  }
  await get(address.metrics('metrics=PriceUSD,HashRate,BlkCnt,TxCnt&page_size=10000&paging_from=start'))
  await get(address.csv)
  for (const row of series) {
    if (row.upstream !== 'fred') continue
    await get(address.observations(row.key))
    await get(address.observations(row.key, '&realtime_start=1776-07-04&realtime_end=9999-12-31'))
    await get(address.graph(`id=${row.key}`))
  }
  for (let year = 2017; year <= 2026; year++) await get(address.parCurve(String(year)))
  await get(address.cash())
  await get(address.ecb('EXR/D.USD+JPY+GBP+CHF+CNY.EUR.SP00.A'))
  await get(address.ecb('FM/B.U2.EUR.4F.KR.DFR.LEV'))
  for (const { code: cik } of rosterOf(true).filter(({ market }) => market === 'us')) {
    const first = JSON.parse(await get(address.submissions(cik)))
    const older = first.filings.files.length === 0 ? [] : [JSON.parse(await get(address.submissions(cik, '-submissions-001')))]
    for (const page of [first.filings.recent, ...older])
      for (const [i, form] of (page.form as string[]).entries())
        if (form === '8-K') await get(address.document(cik, page.accessionNumber[i], page.primaryDocument[i]))
  }
  return bodies
}
