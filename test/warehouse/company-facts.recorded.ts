import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { recordedBody, recordedRows } from '../recorded.ts'
import { loadOf, urlOf } from './company-facts.ts'

let store: Store
beforeEach(async () => {
  store = await emptyStore()
})
afterEach(() => store.close())

const put = (loads: readonly Load[], options = {}) => load(store, loads, () => [], options)

describe('recorded bodies', () => {
  const recorded = (cik: string, file: string) => {
    const row = recordedRows().find((each) => each.url === urlOf(cik) && each.file.includes(file))!
    return loadOf(recordedBody(row), `${row.fetched_on}T23:59:59Z`, cik)
  }

  test('Strategy on 2025-09-30: principal by year, and the carrying amount beside it', async () => {
    await put([recorded('0001050446', 'MSTR')])
    const sum = (tag: string) =>
      select(
        store,
        `SELECT sum(value)::BIGINT::DOUBLE AS total, count(*)::INTEGER AS n FROM v_company_facts
         WHERE company = 'us:0001050446' AND concept LIKE 'us-gaap:' || $1 AND to_day = DATE '2025-09-30' AND unit = 'USD'`,
        [tag],
      )
    expect(await sum('LongTermDebtMaturitiesRepaymentsOfPrincipal%')).toEqual([{ total: 8_244_123_000, n: 6 }])
    expect(await sum('LongTermDebt')).toEqual([{ total: 8_173_903_000, n: 1 }])
  })
  test('Apple: every fact, and figures as a Python program reads them with its decimals', async () => {
    await put([recorded('0000320193', 'AAPL')])
    expect(
      await select(
        store,
        "SELECT count(*)::INTEGER AS n, (sum(value) FILTER (WHERE unit = 'USD'))::VARCHAR AS dollars FROM company_fact",
      ),
    ).toEqual([{ n: 24_579, dollars: '501324950913760.40000000' }])
    expect(
      await select(
        store,
        `SELECT concept, value::VARCHAR AS value, filed::VARCHAR AS filed, reports::INTEGER AS reports FROM v_company_facts
         WHERE (concept, to_day) IN (('us-gaap:Assets', DATE '2025-09-27'), ('us-gaap:EarningsPerShareDiluted', DATE '2025-12-27')) ORDER BY concept`,
      ),
    ).toEqual([
      { concept: 'us-gaap:Assets', value: '359241000000.00000000', filed: '2026-01-30', reports: 2 },
      { concept: 'us-gaap:EarningsPerShareDiluted', value: '2.84000000', filed: '2026-01-30', reports: 1 },
    ])
  })
  test('facts looked up one by one in the bodies, digit for digit', async () => {
    const { rows } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'truth', 'feeds.json'), 'utf8')) as {
      rows: { file: string; url: string; table?: string; key: Record<string, string>; value: string }[]
    }
    const looked = rows.filter(({ table }) => table === 'company_fact')
    const bodies = new Map(looked.map(({ file, url }) => [file, url.slice(-15, -5)]))
    await put([...bodies].map(([file, cik]) => loadOf(recordedBody({ file }), undefined, cik)))
    for (const { key, value } of looked) {
      const { filing, concept, to_day } = key
      expect(
        await select(
          store,
          'SELECT DISTINCT value = $4::DECIMAL(38,8) AS same FROM company_fact WHERE filing = $1 AND concept = $2 AND to_day = $3::DATE',
          [filing!, concept!, to_day!, value],
        ),
        concept,
      ).toEqual([{ same: true }])
    }
    expect(looked.length).toBeGreaterThanOrEqual(5)
  })
  test('Alphabet: figures of eleven digits and cents, which binary floating point would spoil', async () => {
    await put([loadOf(recordedBody({ file: 'sec/companyfacts/CIK0001652044_GOOG_2026-07-09.json' }), undefined, '0001652044')])
    expect(
      await select(
        store,
        'SELECT DISTINCT value::VARCHAR AS val FROM company_fact WHERE value > 1e9 AND value % 1 <> 0 ORDER BY val',
      ),
    ).toEqual(['20700047325.40000000', '3644582121.64000000', '6207375725.08000000'].map((val) => ({ val })))
  })
})
