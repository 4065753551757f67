import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { marketOf } from '../../pipeline/companies/markets/index.ts'
import { readStatement } from '../../pipeline/companies/reading.ts'
import { statementLines } from '../../pipeline/companies/statement.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { recordedBody, recordedRows } from '../recorded.ts'
import { recordedReport } from '../treasuries/periodic/recorded.ts'
import { factLoads } from './loaded.ts'
import { recordedStore } from './recorded.ts'

const folder = 'sec/filings'
/** Recorded reports of companies whose company facts are recorded too. */
const reports = [
  ['mstr_10q_10-Q-2021-04-29.html', '10-Q', 'us:0001050446', '0001564590-21-021949'],
  ['mstr_10q_10-Q-2022-05-03.html', '10-Q', 'us:0001050446', '0001564590-22-017437'],
  ['mstr_10q_10-Q-2024-05-01.html', '10-Q', 'us:0001050446', '0000950170-24-051230'],
  ['companies/inline/khc_10q_2023-07-01.html.gz', '10-Q', 'us:0001637459', '0001637459-23-000114'],
  ['companies/inline/khc_10k_2023-12-30.html.gz', '10-K', 'us:0001637459', '0001637459-24-000018'],
  ['companies/inline/meta_10q_2023-06-30.html.gz', '10-Q', 'us:0001326801', '0001326801-23-000093'],
  ['companies/inline/goog_10k_2023-12-31.html.gz', '10-K', 'us:0001652044', '0001652044-24-000022'],
  ['companies/inline/shop_10k_2025-12-31.html.gz', '10-K', 'us:0001594805', '0001594805-26-000007'],
  ['companies/nice_20f_2026.html', '20-F', 'us:0001003935', '0001003935-26-000010'],
] as const

describe('total assets and cash of a balance sheet day', () => {
  let store: Store
  beforeAll(async () => {
    const strategy = recordedRows().filter(({ url }) => url.endsWith('/companyfacts/CIK0001050446.json'))
    store = await recordedStore()
    const bodies = strategy.map((row) => ({ url: row.url, at: `${row.fetched_on}T00:00:00Z`, body: recordedBody(row) }))
    await load(store, factLoads(bodies), () => [])
  })
  afterAll(() => store?.close())

  test.each(reports)('%s: the document and company facts state the same', async (file, form, company, accession) => {
    const market = marketOf({ market: 'us' })
    const { statement } = readStatement(market, recordedReport(`${folder}/${file}`), form)
    const own = statementLines(statement!, market.tags).filter(({ line }) => line === 'total_assets' || line === 'cash')
    const rows = await select<{ line: string; value: number; concept: string; filing: string }>(
      store,
      `SELECT line, value::DOUBLE AS value, unit, concept, filing FROM company_line
       WHERE company = $1 AND to_day = $2::DATE AND line IN ('total_assets', 'cash') ORDER BY line DESC, version`,
      [company, statement!.periodEnd],
    )
    // one version each: no later report of a company states another amount
    expect(rows).toEqual(
      own.map(({ line, value, unit, concept }) => ({ line, value, unit, concept: concept.split(' ')[0], filing: accession })),
    )
  })
})
