import { describe, expect, test } from 'vitest'
import { FiledReports } from '../../pipeline/companies/blocks/filings.ts'
import { growthPercent, numbersOf } from '../../pipeline/companies/blocks/numbers.ts'
import { whatChangedOf } from '../../pipeline/companies/blocks/what-changed.ts'
import { splitsOf } from '../../pipeline/companies/figures/splits.ts'
import type { Version } from '../../pipeline/companies/figures/version.ts'
import { viewOf } from '../../pipeline/companies/figures/view.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { recordedVersions } from './recorded.ts'

const apple = 'us:0000320193'

/** Every split of the recorded companies, with the first filing that counts in new shares. */
const splits: Readonly<Record<string, readonly string[]>> = {
  // Apple
  'us:0000320193': ['7:1 2014-07-23 0001193125-14-277160', '4:1 2020-10-30 0000320193-20-000096'],
  // Alphabet states counts by class alone: earnings per share with net income unchanged
  'us:0001652044': ['20:1 2022-07-27 0001652044-22-000071'],
  // Shopify
  'us:0001594805': ['10:1 2023-02-16 0001594805-23-000011'],
  // Under Armour, the third as a dividend of class C shares
  'us:0001336917': [
    '2:1 2012-08-06 0001193125-12-335302',
    '2:1 2014-05-07 0001336917-14-000020',
    '2:1 2016-04-29 0001336917-16-000077',
  ],
  // SUNation Energy merged its shares three times in eleven months
  'us:0000022701': [
    '1:15 2024-08-19 0000022701-24-000006',
    '1:50 2024-11-14 0000022701-24-000008',
    '1:200 2025-05-15 0000022701-25-000005',
  ],
  // Nikola
  'us:0001731289': ['1:30 2024-08-09 0001731289-24-000221'],
}
/** Every other ratio of a count stated again to the count before, and what it comes from. */
const others: Readonly<Record<string, readonly string[]>> = {
  // thousands stated as units, and back
  'us:0001003935': ['0.0010', '1000'],
  'us:0001336917': ['1000'],
  // the exchange ratios of mergers with shell companies: earnings of these periods changed too
  'us:0000022701': ['0.317', '0.318', '0.319', '0.322', '0.324', '0.325', '0.327', '0.329'],
  'us:0001731289': ['8.79', '8.86', '9.17'],
  'us:0001997711': ['0.170'],
}

const versions = await recordedVersions()

const reportOn = (company: string, day: string) => {
  const all = versions.get(company)!
  const view = viewOf(all, 'general', dayNumber(day)!)
  return { view, reports: new FiledReports(all, company, view.day) }
}

describe('splits of recorded companies', () => {
  test('are those, with the filings that show them', () => {
    const all = [...versions].map(([company, chain]) => [
      company,
      splitsOf(chain).map(({ name, known, filing }) => `${name} ${isoDay(known)} ${filing}`),
    ])
    expect(Object.fromEntries(all.filter(([, some]) => some!.length > 0))).toEqual(splits)
  })
  test('every other ratio of counts stated again makes no split', () => {
    const left = [...versions].map(([company, chain]) => {
      const ratios = new Set<string>()
      const last = new Map<string, Version>()
      for (const version of chain) {
        if (!/^shares_(?:basic|diluted)_average$/.test(version.line)) continue
        const key = `${version.line} ${version.span} ${version.to}`
        const before = last.get(key)
        last.set(key, version)
        if (before === undefined) continue
        const split = splitsOf(chain)
          .filter(({ known }) => known > before.known && known <= version.known)
          .reduce((product, { ratio }) => product * ratio, 1)
        const ratio = version.value / before.value
        if (Math.abs(ratio / split - 1) > 0.05) ratios.add(ratio.toPrecision(ratio < 0.01 ? 2 : ratio > 100 ? 4 : 3))
      }
      return [company, [...ratios].sort()]
    })
    expect(Object.fromEntries(left.filter(([, some]) => some!.length > 0))).toEqual(others)
  })
  test('are known from the filing that shows them, not before', () => {
    const names = (day: string) => reportOn(apple, day).view.splits.map(({ name }) => name)
    expect([names('2014-07-22'), names('2014-07-23'), names('2020-10-29'), names('2020-10-30')]).toEqual([
      [],
      ['7:1'],
      ['7:1'],
      ['7:1', '4:1'],
    ])
  })
  test('nothing is set against a value from before one: the quarter before in the first report after the split of Apple', () => {
    const { view, reports } = reportOn(apple, '2014-07-23')
    const { figures } = whatChangedOf(view, reports)
    expect(figures.find(({ line }) => line === 'eps_diluted')).toMatchObject({
      value: 1.28,
      before: null,
      same_period_last_year: 1.07,
      why: 'The earlier value is in shares before the 7:1 split.',
    })
    expect(figures.find(({ line }) => line === 'revenue')).toMatchObject({ before: 45_646e6, why: null })
    const [now, then] = view.quarters.slice(0, 2).map((period) => view.figure('shares_diluted_average', period)!)
    expect(growthPercent(now!, then!, view.splits)).toEqual({
      percent: null,
      why: 'The earlier value is in shares before the 7:1 split.',
    })
  })
  test('are named by the numbers, with their filings', () => {
    const { view, reports } = reportOn(apple, '2026-07-01')
    const { splits: named, filings } = numbersOf(view, reports)
    expect(named.map(({ ratio, known, filing }) => [ratio, known, filings[filing]?.form])).toEqual([
      ['7:1', '2014-07-23', '10-Q'],
      ['4:1', '2020-10-30', '10-K'],
    ])
  })
})
