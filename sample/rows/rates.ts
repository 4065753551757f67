import { dayNumber } from '../../pipeline/time/day.ts'
import { localToUtc } from '../../pipeline/time/zone.ts'
import { accountHolding, euroYield, germanYield, realYield, yieldOf } from '../world/economy.ts'
import { seriesByKey, sessionsOf } from '../world/history.ts'
import { noiseSeedOf, normalNoise } from '../world/noise.ts'
import { pathOf, roundTo, sampleEpoch } from '../world/random-walk.ts'
import { firstRequestedDay, requestedSessions, type SampleAnswers, seriesAnswer } from './publication.ts'

const hours = noiseSeedOf('between Frankfurt and New York')

/** Of the euro in dollars at noon in New York, a few hours before: a tenth of a percent apart as a rule. */
const dollars = (day: number): number => pathOf('DEXUSEU')(day) * (1 + 0.001 * normalNoise(hours, day))

/** Decimals and value of each currency. */
const currencies: Readonly<Record<string, readonly [decimals: number, value: (day: number) => number]>> = {
  USD: [4, dollars],
  JPY: [2, (day) => dollars(day) * pathOf('DEXJPUS')(day)],
  GBP: [5, pathOf('pounds to one euro')],
  CHF: [4, pathOf('francs to one euro')],
  CNY: [4, (day) => dollars(day) * pathOf('DEXCHUS')(day)],
}

/** Days from a decision on the deposit facility until it is in force. */
const inForceAfter = 6
const depositRate = (decided: number): number => Math.round(pathOf('euro short rate')(decided) * 4) / 4

/** Days on which a new rate came into force: a decision every 42 days, which often changes nothing. */
function rateChanges(now: number): number[] {
  const changes: number[] = []
  for (let decided = sampleEpoch; localToUtc(decided, '14:15', 'Europe/Berlin') <= now; decided += 42)
    if (decided === sampleEpoch || depositRate(decided) !== depositRate(decided - 42)) changes.push(decided + inForceAfter)
  return changes
}

/** First days of the tenors that came later. */
const since: Readonly<Record<string, string>> = {
  BC_1_5MONTH: '2025-02-18',
  BC_2MONTH: '2018-10-16',
  BC_4MONTH: '2022-10-19',
}
const curveDays = seriesByKey('treasury').get('BC_10YEAR')!

/** A yield curve of the Treasury in a year. */
const curve = (keys: RegExp, yieldAt: (years: number, day: number) => number) =>
  seriesAnswer({
    keys,
    days: ({ key }, { url, now }) => {
      const year = url.searchParams.get('field_tdr_date_value')
      const from = Math.max(dayNumber(`${year}-01-01`)!, dayNumber(since[key] ?? '') ?? 0)
      const to = dayNumber(`${year}-12-31`)!
      return sessionsOf(curveDays, now).filter((day) => day >= from && day <= to)
    },
    value: ({ key }, day) => {
      const [, count = '', unit] = /_([\d_]+)(MONTH|YEAR)/.exec(key)!
      const years = Number(count.replace('_', '.')) / (unit === 'MONTH' ? 12 : 1)
      return roundTo(yieldAt(years, day), 2)
    },
  })

const total = 'PDPOSGST-TOT'
const positions = [...seriesByKey('nyfed').keys()].filter((key) => key.startsWith('PDPOS') && key !== total)
/** Millions of dollars, whole; the total is what its parts come to. */
const position = (key: string, day: number): number =>
  key === total
    ? positions.reduce((sum, part) => sum + position(part, day), 0)
    : Math.round(pathOf(`dealers ${key}`, [0, 2_000_000])(day) - 800)

export const rates: SampleAnswers = {
  /** Reference exchange rates, yields, and the deposit facility rate. */
  'ecb-data': seriesAnswer({
    days: (row, asked) =>
      row.key.startsWith('FM.')
        ? rateChanges(asked.now).filter((day) => day >= firstRequestedDay(asked.url))
        : requestedSessions(row, asked),
    value: ({ key }, day) => {
      if (key.startsWith('FM.')) return depositRate(day - inForceAfter)
      const [, years] = /SR_(\d+)Y$/.exec(key) ?? []
      if (years !== undefined) return roundTo(euroYield(Number(years), day), 10)
      const [decimals, value] = currencies[key.split('.')[2]!]!
      return roundTo(value(day), decimals)
    },
  }),
  'bundesbank-yields': seriesAnswer({ value: (_, day) => roundTo(germanYield(day), 2) }),
  'treasury-par-curve': curve(/^BC_/, yieldOf),
  'treasury-real-curve': curve(/^TC_/, realYield),
  /** Yen to a dollar, from a day written the American way. */
  h10: seriesAnswer({
    days: (row, { url, now }) => {
      const from = dayNumber(url.searchParams.get('from')!.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2')) ?? 0
      return sessionsOf(row, now).filter((day) => day >= from)
    },
    value: (_, day) => roundTo(pathOf('DEXJPUS')(day), 2),
  }),
  'nyfed-dealers': seriesAnswer({
    value: ({ key }, day) => position(key, day),
  }),
  /** Dollars and cents. */
  'nyfed-soma': seriesAnswer({
    keys: /^soma\//,
    value: ({ key }, day) => roundTo(1e9 * accountHolding(key, day), 2),
  }),
  /** The newest days of SOFR or of the effective rate, which stands a little below. */
  'nyfed-rates': seriesAnswer({
    keys: ({ pathname }) => (pathname.includes('/sofr/') ? /SOFR/ : /EFFR/),
    days: (row, { url, now }) => sessionsOf(row, now).slice(-Number(/(\d+)\.json$/.exec(url.pathname)![1])),
    value: ({ key }, day) => roundTo(pathOf('short rate')(day) + (key.endsWith('SOFR') ? 0.04 : 0), 2),
  }),
}
