import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ParseError } from '../../pipeline/errors.ts'
import { readEdinetCsv } from '../../pipeline/filings/edinet-csv.ts'
import { cover, csv, dei, passage, cells as row } from './edinet-package.ts'

describe('rows of an EDINET CSV', () => {
  test('amounts in yen with the days the document information states, nil as nil, members as dimensions', () => {
    const { facts } = readEdinetCsv(
      csv(
        ...cover,
        row('a:Assets', 'CurrentYearInstant', '-12000'),
        row('a:Assets', 'Prior1YearInstant_NonConsolidatedMember', '－'),
        row('a:Sales', 'CurrentYearDuration', '7', 'JPYPerShares'),
      ),
    )
    expect(
      facts
        .slice(cover.length)
        .map(({ context, unit, value }) => [context.start, context.end, context.dimensions.length, unit, value]),
    ).toEqual([
      [null, '2026-03-31', 0, 'iso4217:JPY', '-12000'],
      [null, '2025-03-31', 1, 'iso4217:JPY', null],
      ['2025-04-01', '2026-03-31', 0, 'iso4217:JPY/xbrli:shares', '7'],
    ])
  })

  test('of a semi-annual report the half-year, the year before and the half of it', () => {
    const half = [
      ...cover.filter(([name]) => !/Current(?:Period|FiscalYear)EndDate/u.test(name ?? '')),
      dei('CurrentPeriodEndDate', '2025-09-30'),
      dei('CurrentFiscalYearEndDate', '2026-03-31'),
      dei('ComparativePeriodEndDate', '2024-09-30'),
    ]
    const contexts = ['InterimInstant', 'InterimDuration', 'CurrentYTDDuration', 'CurrentQuarterInstant', 'CurrentYearInstant']
    const prior = ['Prior1YearInstant', 'Prior1InterimDuration']
    const { facts, unread } = readEdinetCsv(
      csv(...half, ...[...contexts, ...prior, 'CurrentQuarterDuration', 'constructorInstant'].map((id) => row('a:A', id, '1'))),
    )
    expect(facts.slice(half.length).map(({ context }) => [context.start, context.end])).toEqual([
      [null, '2025-09-30'],
      ['2025-04-01', '2025-09-30'],
      ['2025-04-01', '2025-09-30'],
      [null, '2025-09-30'],
      [null, '2026-03-31'],
      [null, '2025-03-31'],
      ['2024-04-01', '2024-09-30'],
    ])
    expect(unread).toHaveLength(2)
  })

  test('years before the previous one, by the months that head the five-year summary', () => {
    const daysOf = (months: string, id = 'Prior2YearDuration', summary = 'Group') => {
      const text = passage(`jpcrp_cor:BusinessResultsOf${summary}TextBlock`, `回次第64期第65期決算年月 ${months}売上高`)
      const { facts } = readEdinetCsv(csv(...cover, text, row('a:A', id, '1')))
      return facts.slice(cover.length).map(({ context }) => [context.start, context.end])
    }
    const months = '2022年３月2023年３月2024年３月2025年３月2026年３月'
    expect(daysOf(months)).toEqual([['2023-04-01', '2024-03-31']])
    expect(daysOf(months, 'Prior4YearInstant', 'ReportingCompany')).toEqual([[null, '2022-03-31']])
    expect(daysOf('令和4年3月令和5年3月令和6年3月令和7年3月令和8年3月', 'Prior4YearDuration')).toEqual([
      ['2021-04-01', '2022-03-31'],
    ])
    // the year ended in December once
    expect(daysOf('2022年12月2023年12月2024年３月2025年３月2026年３月')).toEqual([['2024-01-01', '2024-03-31']])
    // a day is that of a transition to other standards
    expect(daysOf('2023年４月１日2024年３月2025年３月2026年３月')).toEqual([['2023-04-01', '2024-03-31']])
    for (const other of ['2025年３月2026年３月', '2024年３月2026年３月', '2024年３月2025年３月2026年12月', ''])
      expect(daysOf(other)).toEqual([])
  })

  test('a quote inside a passage', () => {
    const { texts } = readEdinetCsv(csv(...cover, passage('a:NotesTextBlock', 'the "sum"')))
    expect(texts.map(({ text }) => text)).toEqual(['the "sum"'])
  })

  test('other years, units and words for numbers are unread, never left out', () => {
    const { unread } = readEdinetCsv(
      csv(
        ...cover,
        row('a:A', 'Prior3YearInstant', '1'),
        row('a:B', 'CurrentYearInstant', '1', 'XYZ'),
        row('a:Dollars', 'CurrentYearInstant', '1', 'USD'),
        row('a:C', 'CurrentYearInstant', '1千円'),
      ),
    )
    expect(unread.map(({ why }) => why)).toEqual([
      'the file does not state the days of Prior3YearInstant',
      'its unit "XYZ" is not known',
      '"1千円" does not read as a number',
    ])
  })

  test.each([
    ['another header', '"a"\t"b"\r\n'],
    ['no quotes', 'a\tb\r\n'],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(() => readEdinetCsv(text)).toThrow(ParseError)
  })

  test('whatever is cut out of it, it is read or refused', () => {
    const text = csv(...cover, row('a:Assets', 'CurrentYearInstant', '12'))
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(20), (at, length) => {
        try {
          const { facts } = readEdinetCsv(text.slice(0, at) + text.slice(at + length))
          expect(facts.every(({ number }) => number === null || Number.isFinite(number))).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(ParseError)
        }
      }),
      { numRuns: 50 },
    )
  })
})
