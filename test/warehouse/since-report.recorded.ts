import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOfMoment, dayNumber } from '../../pipeline/time/day.ts'
import { atmCapacityOn } from '../../pipeline/treasuries/atm-capacity.ts'
import { financingSince } from '../../pipeline/treasuries/since-report.ts'
import {
  type FiledPassages,
  type FinancingFiling,
  financingFilings,
  programPassages,
} from '../../pipeline/warehouse/companies/filings.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { loadOf } from '../load-of.ts'
import { recordedBody, recordedFolder, recordedRows } from '../recorded.ts'
import { report } from '../treasuries/known-company.ts'

const cik = '0001050446'

describe("Strategy's recorded index and current reports", () => {
  let store: Store
  let filings: readonly FinancingFiling[]
  let passages: readonly FiledPassages[]

  beforeAll(async () => {
    store = await emptyStore()
    const index = readFileSync(join(recordedFolder, 'sec/submissions/CIK0001050446_MSTR_2026-01-20.json'))
    const documents = recordedRows().filter(({ file }) => file.includes('/mstr_8k/8k-'))
    const loads = [
      loadOf(`https://data.sec.gov/submissions/CIK${cik}.json`, index, '2026-01-20T20:00:00Z'),
      ...documents.map((row) => loadOf(row.url, recordedBody(row), '2026-01-21T00:00:00Z')),
    ]
    await load(store, loads, () => [])
    filings = (await financingFilings(store)).get(`us:${cik}`)!
    passages = (await programPassages(store)).get(`us:${cik}`)!
  })
  afterAll(() => store.close())

  test('after the 10-Q of 2025-11-03 it filed nine reports on financing, newest first', () => {
    const quarter = report({ filing: { ...report().filing, knownAt: '2025-11-03T21:12:13Z' } })
    expect(financingSince(quarter, filings).map(({ filed, form, accession }) => [filed, form, accession.slice(-6)])).toEqual([
      ['2025-11-13', '8-K', '280178'],
      ['2025-11-07', '424B5', '272591'],
      ['2025-11-04', '424B5', '263900'],
      ['2025-11-04', '424B5', '263759'],
      ['2025-11-04', '424B5', '263746'],
      ['2025-11-04', '424B5', '263731'],
      ['2025-11-04', '424B5', '263719'],
      ['2025-11-04', '424B2', '263653'],
      ['2025-11-03', '424B5', '262757'],
    ])
  })

  test('its weekly updates are none, and an 8-K keeps all its items', () => {
    expect(filings.some(({ items }) => items.join() === '7.01,8.01')).toBe(false)
    expect(filings.find(({ filing }) => filing.accession === '0001193125-25-280178')?.items).toEqual(['3.03', '5.03', '9.01'])
    expect(filings.filter(({ filing, items }) => items.length === 0 && filing.form.startsWith('8-K'))).toEqual([])
  })

  test('what was left of its programs is what the newest 8-K of that day said', () => {
    const common = (day: string) => {
      const asOf = dayNumber(day)!
      const known = passages.filter(({ filing }) => Date.parse(filing.knownAt) <= asOfMoment(asOf))
      const all = atmCapacityOn(known, asOf).map(({ program, available_usd, as_of, filing }) => [
        program,
        available_usd,
        as_of,
        filing.accession.slice(-6),
      ])
      return [all.length, all.find(([program]) => /^(?:MSTR|Common|Sales)/u.test(String(program)))]
    }
    expect(common('2024-11-17')).toEqual([0, undefined])
    expect(common('2024-11-18')).toEqual([1, ['Sales Agreement', 15_300_000_000, '2024-11-17', '260452']])
    expect(common('2025-02-05')).toEqual([1, ['Sales Agreement', 6_770_000_000, '2025-01-05', '001854']])
    expect(common('2025-05-01')).toEqual([2, ['Common ATM', 2_370_000_000, '2025-03-31', '073989']])
    expect(common('2025-07-31')).toEqual([4, ['Common ATM', 17_042_700_000, '2025-07-20', '097081']])
    expect(common('2026-01-05')).toEqual([5, ['MSTR Stock', 11_386_300_000, '2026-01-04', '001550']])
    expect(common('2026-01-19')).toEqual([5, ['MSTR Stock', 10_256_700_000, '2026-01-11', '009811']])
    expect(common('2026-01-20')).toEqual([5, ['MSTR Stock', 8_427_400_000, '2026-01-19', '016002']])
  })

  test('passages kept of one report are few', () => {
    expect(Math.max(...passages.map((each) => each.passages.length))).toBeLessThanOrEqual(12)
  })
})
