import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCompanyFacts } from '../../../pipeline/treasuries/periodic/company-facts.ts'
import type { BalanceSheetFacts } from '../../../pipeline/warehouse/companies/reports.ts'
import { statedFacts } from '../../companies/loaded.ts'
import { recordedFolder } from '../../recorded.ts'
import truth from '../../truth/treasuries.json' with { type: 'json' }

const filing = { form: '10-Q', accession: '0009900001-26-000001', filed: '2026-05-04', url: '', knownAt: '2026-05-04T20:00:00Z' }
type Amount = BalanceSheetFacts['amounts'][number]

/** Amounts on a day as the SEC sends them of one filing. */
function amountsOf(file: string, accession: string, day: string): Amount[] {
  return statedFacts(readFileSync(join(recordedFolder, file)))
    .filter(({ unit, accn, start, end }) => unit === 'USD' && accn === accession && start === undefined && end === day)
    .map(({ concept, val }) => ({ concept, value: val }))
}

describe('real company facts', () => {
  const strategy = 'sec/companyfacts/CIK0001050446_MSTR_2025-11.json'
  const principal = (file: string, accession: string, end: string): number | null => {
    const amounts = amountsOf(file, accession, end)
    expect(amounts.length).toBeGreaterThan(20)
    return readCompanyFacts({ periodEnd: end, amounts }, filing).debt?.[0]?.principal ?? null
  }

  test('the debt of Strategy on 2025-09-30 is what was read by hand', () => {
    const [read] = truth.companyfacts
    expect(principal(strategy, read!.accession, read!.as_of)).toBe(Number(read!.debt_principal.value))
  })

  test.each([
    // totals of the notes on debt, test/truth/treasuries.json
    ['0001564590-22-017437', '2022-03-31', 2_405_000_000],
    ['0000950170-24-051230', '2024-03-31', 3_613_959_000],
    // the principal of all notes in issue: 650 and 1,050 million due 2025 and 2027, 500 million due 2028
    ['0001564590-22-005287', '2021-12-31', 2_200_000_000],
    // interest stands among the rows
    ['0001564590-21-021949', '2021-03-31', null],
    ['0001564590-21-039125', '2021-06-30', null],
  ] as const)('%s of Strategy: %s', (accession, end, expected) => {
    expect(principal(strategy, accession, end)).toBe(expected)
  })
})
