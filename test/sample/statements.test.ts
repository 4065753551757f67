import { beforeAll, describe, expect, test } from 'vitest'
import type { LineId } from '../../data/companies/lines.ts'
import { newestMarketValue } from '../../pipeline/companies/blocks/valuation.ts'
import { shareClassesIn } from '../../pipeline/companies/documents/share-classes.ts'
import type { Period } from '../../pipeline/companies/figures/fiscal.ts'
import type { Version } from '../../pipeline/companies/figures/version.ts'
import { type View, viewOf } from '../../pipeline/companies/figures/view.ts'
import { submissionUrl } from '../../pipeline/feeds/sec-address.ts'
import { submissionSet } from '../../pipeline/feeds/sec-company-filings.ts'
import { secSubmissions } from '../../pipeline/feeds/sec-submissions.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { filingsOf } from '../../sample/world/filings.ts'
import { listedLines } from '../../sample/world/listed.ts'
import { type Reporter, reporters } from '../../sample/world/reporters.ts'
import { balanceAt, flowsIn, quarterEnd, sharesOn } from '../../sample/world/statements.ts'
import { loadedCompanies } from '../companies/loaded.ts'
import { sampleRecording } from '../recording-of.ts'
import { address, ask, jsonOf, now } from './answers.ts'

const today = dayNumber('2026-11-20')!
const [foods, tools] = reporters as [Reporter, Reporter]
const factsUrl = ({ cik }: Reporter) => `https://data.sec.gov/api/xbrl/companyfacts/CIK${cik}.json`

let versions: ReadonlyMap<string, readonly Version[]>
beforeAll(async () => {
  versions = await loadedCompanies(await Promise.all(reporters.map((row) => ask(factsUrl(row)))))
})

const versionsOf = ({ cik }: Reporter) => versions.get(`us:${cik}`)!
const viewAt = (row: Reporter, day: number): View => viewOf(versionsOf(row), 'general', day)
const periodOf = (view: View, label: string): Period => [...view.years, ...view.quarters].find((each) => each.label === label)!
const amountOf = (view: View, line: LineId, label: string) => view.figure(line, periodOf(view, label))?.value ?? null

/** Fiscal year and quarters of a period, by its last day. */
function placeOf(row: Reporter, { span, to }: Period): readonly [year: number, first: number, last: number] {
  for (let year = row.firstYear - 1; ; year++)
    for (let quarter = 1; quarter <= 4; quarter++)
      if (quarterEnd(row, year, quarter) === to) return [year, span === 'year' ? 1 : quarter, quarter]
}

/** The day of the newest filing by `day` that states the flows or the balance sheet of a fiscal quarter. */
function statedOn(row: Reporter, year: number, quarter: number, day: number, what: 'flows' | 'balance'): number {
  const stating = filingsOf(row.cik, day).filter(({ fiscal }) => {
    if (fiscal === undefined) return false
    const back = fiscal.year - year
    if (what === 'balance') return (back === 0 && fiscal.quarter === quarter) || (back === 1 && quarter === 4)
    return fiscal.quarter === quarter && back >= 0 && back <= (quarter === 4 ? 2 : 1)
  })
  return Math.max(...stating.map(({ filed }) => filed))
}

/** Lines that no subtraction gives: a fourth quarter has none of them. */
const onlyFiled = /^(?:eps|shares)_/

describe.each(reporters)('$ticker', (row) => {
  const days = [
    today,
    ...(row === foods
      ? ['2024-01-15', '2024-01-16', '2024-12-12', '2024-12-13', '2025-12-04', '2025-12-05'].map((day) => dayNumber(day)!)
      : [dayNumber('2023-06-01')!]),
  ]

  test.each(days.map((day) => [isoDay(day), day] as const))("serves the world's own figures as known %s", (_, day) => {
    const view = viewAt(row, day)
    expect(view.currency).toBe('USD')
    // an amended year leaves open which of its quarters were wrong
    const withheld = view.leftOut.map(({ lines, to, why }) => {
      expect([to, why]).toEqual([dayNumber('2024-08-31'), 'The year was restated on 2024-12-13 without its nine months.'])
      return lines[0]
    })
    const isWithheld = (line: string, { span, to }: Period) =>
      span === 'quarter' && to === dayNumber('2024-08-31') && withheld.includes(line as LineId)
    expect(withheld.length > 0).toBe(row === foods && day >= dayNumber('2024-12-13')!)
    expect(view.quarters).toHaveLength(12)
    for (const period of [...view.years, ...view.quarters]) {
      const [year, first, last] = placeOf(row, period)
      const flows = Object.entries(flowsIn(row, year, first, last, statedOn(row, year, last, day, 'flows')))
      for (const [line, value] of flows) {
        const isServed = !(onlyFiled.test(line) && period.span === 'quarter' && last === 4) && !isWithheld(line, period)
        expect(view.figure(line as LineId, period)?.value ?? null, `${line} ${period.label}`).toBe(isServed ? value : null)
      }
      const sheet = Object.entries(balanceAt(row, year, last, statedOn(row, year, last, day, 'balance')))
      for (const [line, value] of sheet) expect(view.figure(line as LineId, period)?.value, `${line} ${period.label}`).toBe(value)
    }
  })

  test('its statements add up, balance and roll cash forward', () => {
    for (let year = row.firstYear - 1; year <= 2026; year++)
      for (let quarter = 1; quarter <= 4; quarter++)
        for (const day of [dayNumber('2024-12-12')!, today]) {
          const flows = flowsIn(row, year, 1, quarter, day)
          const sheet = balanceAt(row, year, quarter, day)
          expect(flows.revenue - flows.cost_of_revenue).toBe(flows.gross_profit)
          expect(flows.gross_profit - flows.research_development - flows.selling_general_admin).toBe(flows.operating_income)
          expect(flows.operating_income - flows.interest_expense - flows.income_tax).toBe(flows.net_income)
          expect(sheet.total_assets).toBe(sheet.liabilities_and_equity)
          expect(Object.values(sheet).every((amount) => amount > 0)).toBe(true)
          if (year < row.firstYear) continue
          const opening = balanceAt(row, year - 1, 4, day)
          const change = flows.operating_cash_flow + flows.investing_cash_flow + flows.financing_cash_flow
          expect(opening.cash + change, `${year} Q${quarter}`).toBe(sheet.cash)
          if (day === today || year < 2024)
            expect(opening.retained_earnings + flows.net_income - flows.dividends_paid - flows.buybacks).toBe(
              sheet.retained_earnings,
            )
        }
  })

  test('a past fact is the same whatever the day of the run', async () => {
    const text = (value: unknown) => JSON.stringify(value)
    const before = await jsonOf(factsUrl(row), Date.UTC(2024, 4, 2))
    const after = await jsonOf(factsUrl(row), Date.UTC(2029, 4, 2))
    for (const [tag, { units }] of Object.entries<{ units: Record<string, unknown[]> }>(before.facts['us-gaap']))
      for (const [unit, facts] of Object.entries(units)) {
        const later = new Set(after.facts['us-gaap'][tag].units[unit].map(text))
        for (const fact of facts) expect(later.has(text(fact)), `${tag} ${text(fact)}`).toBe(true)
      }
  })

  test('the cover of its newest report counts its shares, which a close values', async () => {
    const { accession, filed, fiscal } = filingsOf(row.cik, today).find(({ form }) => /^10-[KQ]$/.test(form))!
    const { url, body } = await ask(submissionUrl(row.cik, accession))
    const classes = submissionSet(body, new URL(url)).flatMap((set) => shareClassesIn(set!))
    expect(classes.map((each) => each.class)).toEqual(row === foods ? ['Class A common stock', 'Class B common stock'] : [])
    const view = { ...viewAt(row, today), classes: classes.map((each) => ({ ...each, known: filed, recording: '' })) }
    const close = listedLines.find(({ code }) => code === row.ticker)!.close(today - 1)
    const column = { period: Int32Array.of(today - 1), value: Float64Array.of(close), unit: 'USD' }
    const market = newestMarketValue(view, { column, splits: [], source: { name: 'sample', url: null, resale: 'free' } })
    expect(market).toMatchObject({ value: close * sharesOn(row, fiscal!.year, fiscal!.quarter, filed), close })
  })

  test('its index of filings is read without a rejected row, and names what its facts come from', async () => {
    const answer = await ask(address.submissions(row.cik))
    expect(secSubmissions.parse(answer.body, sampleRecording(answer)).rejected).toEqual([])
    const page = await jsonOf(address.submissions(row.cik))
    const older = await jsonOf(address.submissions(row.cik, '-submissions-001'))
    const named = [...page.filings.recent.accessionNumber, ...older.accessionNumber]
    expect(named).toEqual(expect.arrayContaining([...new Set(versionsOf(row).map(({ filing }) => filing))]))
    expect(page).toMatchObject({ sic: row.sic, category: row.category, fiscalYearEnd: row.fiscalYearEnd, tickers: [row.ticker] })
  })
})

describe('MZPX', () => {
  test('has quarters of 12, 12, 12 and 16 or 17 weeks', () => {
    const { years, quarters } = viewAt(foods, today)
    const weeks = ({ from, to }: Period) => (to - from + 1) / 7
    expect(years.map((year) => [year.label, isoDay(year.to), weeks(year)])).toEqual([
      ['FY2026', '2026-08-29', 52],
      ['FY2025', '2025-08-30', 52],
      ['FY2024', '2024-08-31', 52],
      ['FY2023', '2023-09-02', 52],
      ['FY2022', '2022-09-03', 53],
    ])
    expect(quarters.slice(0, 4).map((quarter) => [quarter.label, weeks(quarter)])).toEqual([
      ['FY2026 Q4', 16],
      ['FY2026 Q3', 12],
      ['FY2026 Q2', 12],
      ['FY2026 Q1', 12],
    ])
  })

  test('its split restates a period in the next filing that compares it, and no earlier', () => {
    const quarter = 'FY2023 Q2'
    const [before, after] = ['2024-03-25', '2024-03-26'].map((day) => viewAt(foods, dayNumber(day)!)) as [View, View]
    const [old, restated] = [
      amountOf(before, 'shares_basic_average', quarter)!,
      amountOf(after, 'shares_basic_average', quarter)!,
    ]
    expect(restated / old).toBeCloseTo(3, 3)
    expect(amountOf(before, 'eps_basic', quarter)! / amountOf(after, 'eps_basic', quarter)!).toBeCloseTo(3, 1)
    expect(amountOf(after, 'eps_basic', 'FY2024 Q1')).toBe(amountOf(before, 'eps_basic', 'FY2024 Q1'))
    expect(amountOf(after, 'revenue', quarter)).toBe(amountOf(before, 'revenue', quarter))
  })

  test('its amended report turns the year on its day, and withholds the fourth quarter', () => {
    const [before, after] = ['2024-12-12', '2024-12-13'].map((day) => viewAt(foods, dayNumber(day)!)) as [View, View]
    const change = (line: LineId, label: string) => amountOf(after, line, label)! - amountOf(before, line, label)!
    const changes = { cost_of_revenue: 23_400_000, net_income: -17_784_000, operating_cash_flow: 9_700_000 }
    for (const [line, amount] of Object.entries({ ...changes, capital_expenditure: 9_700_000 }) as [LineId, number][]) {
      expect([line, change(line, 'FY2024')]).toEqual([line, amount])
      expect([line, amountOf(after, line, 'FY2024 Q4')]).toEqual([line, null])
    }
    for (const label of ['FY2024', 'FY2024 Q4'])
      expect([change('equity', label), change('cash', label)]).toEqual([-17_784_000, 0])
    expect(change('net_income', 'FY2024 Q3')).toBe(0)
    expect(after.figure('net_income', periodOf(after, 'FY2024'))).toMatchObject({
      form: '10-K/A',
      restated: { was: amountOf(before, 'net_income', 'FY2024'), since: dayNumber('2024-12-13') },
    })
  })

  test('its late report is known 97 days after the end of the year', () => {
    expect(viewAt(foods, dayNumber('2025-12-04')!).years[0]!.label).toBe('FY2024')
    expect(viewAt(foods, dayNumber('2025-12-05')!).years[0]!.label).toBe('FY2025')
    expect(filingsOf(foods.cik, today).find(({ form }) => form === 'NT 10-K')?.filed).toBe(dayNumber('2025-10-30'))
  })

  test('states no fourth quarter, cash flows from the start of the year alone, and gross profit until 2024', async () => {
    const view = viewAt(foods, today)
    const derived = (line: LineId, label: string) => view.figure(line, periodOf(view, label))!.derived
    expect(derived('net_income', 'FY2026 Q4')).toBe('year less nine months')
    expect(derived('operating_cash_flow', 'FY2026 Q2')).toBe('half-year less first quarter')
    expect(derived('operating_cash_flow', 'FY2026 Q3')).toBe('nine months less half-year')
    expect(derived('gross_profit', 'FY2024')).toBeNull()
    expect(derived('gross_profit', 'FY2026')).toBe('revenue less cost of revenue')
  })

  test('has no count of its two classes in company facts', async () => {
    const { facts } = await jsonOf(factsUrl(foods))
    expect(Object.keys(facts.dei)).toEqual(['EntityPublicFloat'])
  })
})

test('PLFX states the shares on its cover', () => {
  const counts = versionsOf(tools).filter(({ line }) => line === 'shares_outstanding')
  const newest = filingsOf(tools.cik, today).find(({ fiscal }) => fiscal)!
  expect(counts.at(-1)).toMatchObject({ to: newest.filed - 4, value: sharesOn(tools, 2026, 3, newest.filed) })
})

test('a company is listed once it has filed', async () => {
  const tickers = async (at: number) =>
    Object.values<{ ticker: string }>(await jsonOf('https://www.sec.gov/files/company_tickers.json', at)).map(
      ({ ticker }) => ticker,
    )
  expect(await tickers(now)).toEqual(expect.arrayContaining(['MZPX', 'PLFX']))
  expect(await tickers(Date.UTC(2019, 0, 2))).not.toContain('PLFX')
})
