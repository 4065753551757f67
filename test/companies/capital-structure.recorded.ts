import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { composeCompany } from '../../pipeline/companies/compose.ts'
import { documentRows } from '../../pipeline/companies/documents/index.ts'
import { statementBlocks } from '../../pipeline/documents/company/company.ts'
import { secDocuments } from '../../pipeline/feeds/sec-documents.ts'
import type { Issuer } from '../../pipeline/tables/company.ts'
import { documentTables, type FiledRows, unreadPassageTable } from '../../pipeline/tables/company-document.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { withStatementRows } from '../../pipeline/treasuries/report-rows.ts'
import { recordedFolder } from '../recorded.ts'
import { recordingOf } from '../recording-of.ts'
import { documentsIn, handReadOf } from './documents.ts'
import { recordedVersions } from './recorded.ts'

interface ByArm {
  readonly value: Readonly<Record<string, number>>
}

const inline = 'sec/filings/companies/inline'
const debtOf = (file: string) => documentRows(documentsIn(file)).debt_instrument!

/** A company as composed on a day from its facts and one of its filings. */
async function composed(cik: string, file: string, filed: string) {
  const company = `us:${cik}`
  const versions = await recordedVersions()
  const rows = documentRows(documentsIn(file))
  const known = Object.fromEntries(
    documentTables.map(({ name }) => [name, (rows[name] ?? []).map((row) => ({ ...row, known: dayNumber(filed)! }))]),
  ) as unknown as FiledRows
  const issuer = {
    company,
    name: company,
    listed: [],
    formerCodes: [],
    formerNames: [],
    industry: '7370',
    lei: null,
  } as unknown as Issuer
  return composeCompany(issuer, versions.get(company)!, dayNumber(filed)!, { filed: known })
}

/** The SEC's folder of a report of Strategy, which the roster has. */
const ofRoster = 'https://www.sec.gov/Archives/edgar/data/1050446/000095017024053222/mstr-20240331.htm'

test('a report of the roster gives the rows of a company document beside its own, which stay as they were', () => {
  const body = readFileSync(join(recordedFolder, 'sec/filings/mstr_10q_10-Q-2024-05-01.html'))
  const parsed = secDocuments.parse(body, recordingOf(ofRoster, body, '2024-05-02T00:00:00Z'))
  const { rows } = withStatementRows(parsed)
  expect(rows.debt_instrument?.length).toBeGreaterThan(5)
  expect(rows.segment_figure?.some(({ segment }) => segment === 'Software Business')).toBe(true)
  expect(rows.share_class?.length).toBe(2)
  const ofDocuments = [...documentTables, unreadPassageTable].map(({ name }) => name as string)
  const own = Object.fromEntries(Object.entries(rows).filter(([table]) => !ofDocuments.includes(table)))
  expect(own).toEqual(withStatementRows({ ...parsed, documents: [] }).rows)
})

describe('debt of recorded reports', () => {
  const facts = handReadOf<ByArm>('debt_by_arm')

  test('two are read by hand', () => {
    expect(facts.length).toBe(2)
  })

  test.each(facts.map((fact) => [fact.id, fact] as const))('%s by arm as read by hand', (_, { file, value }) => {
    const rows = debtOf(file).filter(({ arm }) => arm !== '')
    for (const [named, millions] of Object.entries(value)) {
      const finance = /Ford Credit|finance/.test(named)
      const within = /within/.test(named)
      const own = rows.filter(({ arm, within_a_year: due }) => due === within && /excluding|machinery/i.test(arm) !== finance)
      expect(
        own.map(({ amount }) => Number(amount) / 1e6),
        named,
      ).toContain(millions)
    }
  })

  test('Strategy: instruments at principal with coupon and maturity, and years that add up to them', () => {
    const set = documentsIn('sec/filings/mstr_10q_10-Q-2024-05-01.html')
    const { debt_instrument: debt = [], debt_maturity: years = [] } = documentRows(set)
    const instruments = debt.filter(({ kind }) => kind === 'debt')
    expect(instruments[2]).toMatchObject({
      ...{ name: '2030 Convertible Notes', basis: 'principal', amount: '800000000', coupon_percent: 0.625 },
      ...{ maturity: '2030-03-15', within_a_year: false },
    })
    const sum = (rows: readonly { readonly amount: string | null }[]) => rows.reduce((all, { amount }) => all + Number(amount), 0)
    expect(sum(years)).toBe(sum(instruments))
    expect(years.length).toBe(6)
  })

  test.each([
    ['aapl_10k_2024-09-28', 'principal', [97_341], 'principal', 97_341, '2025'],
    [
      'amc_10q_2023-06-30',
      'principal',
      [1_915, 400, 950, 1_148.4, 5, 98.3, 51.5, 125.5],
      'principal',
      4_693.7,
      'Six months ended December 31, 2023',
    ],
    [
      'meta_10q_2023-06-30',
      'principal',
      [2_750, 3_000, 2_750, 1_500, 1_500, 1_000, 1_750, 2_500, 1_750],
      'principal',
      18_500,
      'Remainder of 2023 through 2026',
    ],
    ['gme_10k_2024-02-03', 'principal', [28.5], 'principal', 28.5, 'Fiscal 2024'],
    ['goog_10k_2023-12-31', 'note', [13_000], 'maturities', 14_862, '2024'],
    ['khc_10k_2023-12-30', 'note', [16_545, 2_642, 163, 507, 30], 'maturities', 19_733, '2024'],
    ['muln_10q_2023-06-30', 'note', [2.398881, 5, 0.3328], 'maturities', 7.306107, '2023 (3 months)'],
    ['pep_10k_2023-12-30', 'note', [3_919, 3_994, 3_961, 2_544, 3_323, 23_725, 53], undefined, 0, undefined],
    ['jnj_10q_2025-06-29', undefined, [], undefined, 0, undefined],
  ])('%s: instruments (%s) and years as read by hand, in millions', (name, basis, millions, due, sum, first) => {
    const { debt_instrument: debt = [], debt_maturity: years = [] } = documentRows(documentsIn(`${inline}/${name}.html.gz`))
    const instruments = debt.filter(({ kind, basis: of, amount }) => kind === 'debt' && of !== 'carried' && amount !== null)
    expect(instruments.map(({ amount }) => Number(amount) / 1e6)).toEqual(millions)
    expect([instruments[0]?.basis, years[0]?.basis, years[0]?.label]).toEqual([basis, due, first])
    expect(years.reduce((all, { amount }) => all + Number(amount), 0)).toBe(Math.round(sum * 1e6))
  })

  test('rates as tagged, and the coupon of an instrument alone', () => {
    const of = (name: string) => documentRows(documentsIn(`${inline}/${name}.html.gz`))
    const rates = ['aapl_10k_2024-09-28', 'adm_10k_2025-12-31', 'pep_10k_2023-12-30'].flatMap((name) => of(name).debt_rate!)
    expect(rates.map(({ kind, debt, percent }) => [kind, debt, percent])).toEqual([
      ['weighted_average', 'Commercial paper', 5],
      ['weighted_average', 'Short-term debt', 4],
      ['floating', 'Total debt', 9],
    ])
    const [, due2025] = of('pep_10k_2023-12-30').debt_instrument!
    expect(due2025).toMatchObject({ coupon_percent: null, effective_percent: 3.2 })
  })

  test('a liability that names loans in another matter is not taken for debt: nothing is served, with the reason', () => {
    const rows = debtOf(`${inline}/rkt_10q_2023-06-30.html.gz`).filter(({ kind }) => kind === 'debt')
    expect(rows.every(({ amount }) => amount === null)).toBe(true)
    expect(rows[0]!.why).toMatch(/principal/)
  })

  test('Meta: blocks of its annual report', async () => {
    const { blocks } = await composed('0001326801', `${inline}/meta_10k_2024-12-31.html.gz`, '2025-01-30')
    const { capital_structure: capital, segments } = blocks
    expect(capital!.debt.map(({ amount }) => amount / 1e6)).toEqual([10_000, 8_500, 10_500])
    expect(capital!.totals.debt!.value).toBe(28_826e6)
    expect(capital!.dilution!.percent).toBeCloseTo(3.5, 0)
    expect(capital!.classes.length).toBeGreaterThan(0)
    expect(segments!.reports[0]!.tables[0]).toMatchObject({
      ...{ axis: 'business', measure: 'revenue', period: { label: 'FY2024', end: '2024-12-31' } },
      rows: [
        { segment: 'Family of Apps', value: 162_355e6, before: 133_006e6 },
        { segment: 'Reality Labs', value: 2_146e6, before: 1_896e6 },
      ],
      sum: { segments: 164_501e6, reconciling: [], total: 164_501e6, of: 'company', difference: 0 },
    })
    expect(capital!.principal).toMatchObject({ agrees: true, difference: 0, instruments: 29_000e6, maturities: 29_000e6 })
    expect(capital!.net_debt_parts.reduce((sum, { value }) => sum + value, 0)).toBe(capital!.totals.net_debt!.value)
    expect(capital!.totals_without).toEqual(['short_term_debt'])
    const text = [statementBlocks.capital_structure.blocks(capital!), statementBlocks.segments.blocks(segments!)]
    expect(JSON.stringify(text)).toContain('Reality Labs')
  })
})
