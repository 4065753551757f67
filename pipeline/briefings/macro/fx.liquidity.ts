import { type MetricName, metricByName } from '../../../data/metrics.ts'
import { mapWindows } from '../../analysis/rhythm.ts'
import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading, TrendWindow } from '../../documents/reading.ts'
import { isoDay } from '../../time/day.ts'
import { twelveDigits, withoutNoise } from '../../values/rounding.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentOf } from '../readings.ts'
import { metricSignalState } from '../states/signals.ts'
import { readingFact } from '../story/sentences.ts'
import { readingSubject } from '../story/subject.ts'
import { listing } from '../table.ts'

/** The dollar against other money. A rise of the broad dollar index tightens. */
export const fxLiquidity: BriefingDefinition = {
  id: 'fx.liquidity',
  state: metricSignalState('dollar-index', { bullish: 'dollar weak', bearish: 'dollar strong', neutral: 'dollar steady' }),
  tell: (day) => {
    const quotes = quotesPerDollar(day)
    return {
      nothing: 'No exchange rate is on record for this day.',
      ranked: ['dollar-index', 'net-liquidity', 'bitcoin-price'],
      facts: quotes.map(({ reading, name }) =>
        readingFact(readingSubject(reading, day.column(reading.metric), isoDay(day.asOf), name)),
      ),
      sections: quoteSection(quotes),
      notes: ['Rates are the noon buying rates in New York of the H.10 release, published on Mondays for the week before.'],
    }
  },
}

const currencies = { 'eur-usd': 'Euro', 'cny-usd': 'Yuan', 'jpy-usd': 'Yen' } as const

const isPerDollar = (metric: MetricName): boolean => {
  const { quoted } = metricByName.get(metric)!
  return typeof quoted === 'object' && 'pair' in quoted && quoted.pair.startsWith('USD/')
}

/** Exchange rates as they are traded, each with its move as that of the dollar. */
const quotesPerDollar = (day: Day) =>
  currentOf(day, ['eur-usd', 'cny-usd', 'jpy-usd'], ({ metric, reading }) => ({
    currency: currencies[metric],
    name: {
      name: 'the dollar',
      against: `against the ${currencies[metric].toLowerCase()}`,
      ends: ['strongest', 'weakest'] as const,
    },
    ...(isPerDollar(metric)
      ? { reading, perDollar: reading.value }
      : { reading: inverted(reading), perDollar: withoutNoise(1 / reading.value) }),
  }))

/** What a dollar buys, one way round. */
const quoteSection = (quotes: ReturnType<typeof quotesPerDollar>): Section[] =>
  listing('dollar', 'The dollar against other currencies', {
    note: 'Units of each currency to one dollar: a rise is a stronger dollar.',
    things: quotes,
    columns: {
      currency: ['Currency', ({ currency }) => currency],
      rate: ['To one dollar | 1', ({ perDollar }) => perDollar],
      period: ['As of', ({ reading }) => reading.period],
      '7d': ['1 wk | percent', ({ reading }) => reading.trend['7d']?.change ?? null],
      '30d': ['30 days | percent', ({ reading }) => reading.trend['30d']?.change ?? null],
      '90d': ['90 days | percent', ({ reading }) => reading.trend['90d']?.change ?? null],
    },
  })

const opposite = { up: 'down', down: 'up', flat: 'flat' } as const
const otherEnd = { highest: 'lowest', lowest: 'highest', largest_rise: 'largest_fall', largest_fall: 'largest_rise' } as const

/** A rate in dollars, with what moves seen from the dollar. */
function inverted(reading: Reading): Reading {
  const trend = mapWindows((name): TrendWindow | null => {
    const window = reading.trend[name]
    if (window === null) return null
    const { from, to, change, strength, direction } = window
    return {
      ...window,
      change: change === null ? null : twelveDigits(100 * (from.value / to.value - 1)),
      strength: strength === null ? null : -strength,
      direction: opposite[direction],
    }
  })
  return {
    ...reading,
    trend,
    percentile_90d: reading.percentile_90d && { ...reading.percentile_90d, value: 100 - reading.percentile_90d.value },
    record: reading.record && { ...reading.record, kind: otherEnd[reading.record.kind] },
    ...(reading.near_record && {
      near_record: {
        ...reading.near_record,
        kind: otherEnd[reading.near_record.kind],
        change: twelveDigits(100 * (reading.near_record.value / reading.value - 1)),
      },
    }),
  }
}
