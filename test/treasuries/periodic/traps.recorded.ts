import { describe, expect, test } from 'vitest'
import { type RecordedReport, readReport, recordedReport } from './recorded.ts'

describe('the traps of recorded reports', () => {
  const served = (report: RecordedReport, filed?: string) => {
    const { count: found } = readReport(report, filed)
    return [found?.value, found?.asOf, found?.status]
  }
  const file = (name: string) => recordedReport(`sec/filings/${name}.html`)

  test('BitMine, a sum over two coins: 193, not 3,737,333', () => {
    const report = file('bmnr_10q_10q-2026-01-13')
    expect(served(report)).toEqual(['193', '2025-11-30', 'served'])
    const withoutMember = report.facts.filter(({ number, concept }) => !(concept.endsWith('NumberOfUnits') && number === 193))
    expect(readReport({ ...report, facts: withoutMember }).count).toBeNull()
  })

  test('Kindly MD, the pledged part is the only count without a dimension: 5,398, not 2,903 nor 5,765', () => {
    const report = file('naka_10q_10Q-2025-09-30')
    expect(served(report)).toEqual(['5398', '2025-09-30', 'served'])
    const { count: read } = readReport({ ...report, facts: report.facts.filter(({ number }) => number !== 5_398) })
    expect([read?.value, read?.how, read?.status]).toEqual(['5398', 'table', 'served'])
  })

  test('Strategy, a filing whose fair value is not read is not said to carry none', () => {
    const { count: found, missing } = readReport(file('mstr_10q_10-Q-2022-05-03'))
    expect(found?.status).toBe('served')
    expect(missing.find(({ part }) => part === 'btcFairValue')?.why).toBe(
      'No fair value of the bitcoins is read from the filing.',
    )
  })

  test('Kindly MD, a nil cell of the prior year stands before the value', () => {
    expect(readReport(file('naka_10q_10Q-2025-06-30')).report?.btcFairValue).toBe(2_250_566)
  })

  test('CleanSpark, tagged in dollars of scale 3: 10,075; the receivable is named and not in it', () => {
    const { count: found } = readReport(file('clsk_10q_10Q-2025-06-30'))
    expect([found?.value, found?.status]).toEqual(['10075', 'served'])
    expect(found?.place).toContain('excluded: a receivable of 271491000 dollars (clsk:ReceivableForBitcoinCollateralPledged')
  })

  test('CleanSpark, coins paid for miners are tagged as units: never 691 nor 128', () => {
    const report = file('clsk_10q_10Q-2025-06-30')
    const facts = report.facts.filter(({ concept }) => concept !== 'clsk:NumberOfBitcoinsHeld')
    const { count: found } = readReport({ ...report, facts })
    expect([found?.value, found?.how]).toEqual(['10075', 'table'])
    expect(readReport({ ...report, facts, spans: [] }).count).toBeNull()
  })

  test('Fold, treasuries, pledged coins and those of customers: 1,579, not 1,492, 800, 300 or 87', () => {
    const report = file('fld_10q_10Q-2025-06-30')
    expect(served(report)).toEqual(['1579', '2025-06-30', 'served'])
    const { count: read } = readReport({ ...report, facts: report.facts.filter(({ number }) => number !== 1_579) })
    expect([read?.value, read?.how, read?.status]).toEqual(['1579', 'table', 'served'])
  })

  test('Strategy 2021, nothing bears the count of the day out; the later one is not put in its place', () => {
    expect(served(file('mstr_10q_10-Q-2021-04-29'), '2021-04-29')).toEqual(['91326', '2021-03-31', 'held'])
  })

  test('Strategy 2024, 214,278 at the balance sheet day, not the later 214,400, the pledged 38,557 or the 92,079 of a covenant', () => {
    const report = file('mstr_10q_10-Q-2024-05-01')
    expect(served(report, '2024-05-01')).toEqual(['214278', '2024-03-31', 'served'])
    const facts = report.facts.filter(({ number }) => number !== 214_278)
    const { count: found } = readReport({ ...report, facts }, '2024-05-01')
    expect([found?.value, found?.how, found?.status]).toEqual(['214278', 'table', 'served'])
  })

  test('Strategy 2022, without the market value the aggregate and the average cost bear it out', () => {
    const report = file('mstr_10q_10-Q-2022-05-03')
    const spans = report.spans.filter(({ heading }) => !/Market Value of Bitcoin/.test(heading))
    const { count: found } = readReport({ ...report, spans }, '2022-05-03')
    expect([found?.value, found?.status]).toEqual(['129218', 'served'])
    expect(found?.check.map(({ name }) => name)).toContain('price')
  })

  test('Strategy 2021, maturities that hold interest are no principal', () => {
    const { report } = readReport(file('mstr_10q_10-Q-2021-04-29'), '2021-04-29')
    expect(report?.debt?.map(({ principal }) => principal)).toEqual([650_000_000, 1_050_000_000])
    expect([report?.maturities, report?.dueWithin24Months]).toEqual([[], null])
  })

  test('the cover is that of the reviewed classes, or none', () => {
    const report = file('mstr_10q_10-Q-2024-05-01')
    const of = (classes: readonly string[]) => readReport(report, '2024-05-01', classes)
    expect(of(['Class B common stock', 'Class A common stock']).report?.coverShares.length).toBe(2)
    const other = of(['Common stock'])
    expect(other.report?.coverShares).toEqual([])
    expect(other.missing.find(({ part }) => part === 'coverShares')?.why).toContain('the reviewed classes are Common stock')
  })
})
