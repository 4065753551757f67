import { type Side, stateOn } from '../../analysis/hysteresis.ts'
import { indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading } from '../../documents/reading.ts'
import { averageSection, bitcoin, distanceOf, pathFacts } from '../average.ts'
import { type Briefer, type Measured, unknown } from '../day.ts'
import { signalOn } from '../signals.ts'
import { firstFoldedDay } from '../state.ts'
import { signalDecision } from '../story/decisions.ts'
import { table } from '../table.ts'

/** Percent that the price is away from its 200-day average. */
const distance: Measured = {
  metrics: ['btc-price-200d-ma', 'bitcoin-price'],
  measuring:
    () =>
    ([average, price], i) =>
      distanceOf(price!.value[indexAtOrBefore(price!, average!.period[i]!)]!, average!.value[i]!),
}

/** Percent beyond the 200-day average at which the price is on its other side: closer than that it stays on the one it was on. */
const sideAt = 2

const aboveAverage = { bullish: 'uptrend', neutral: 'uptrend', bearish: 'pulling back' } as const
const belowAverage = { bullish: 'recovering', neutral: 'downtrend', bearish: 'downtrend' } as const
const above: readonly string[] = Object.values(aboveAverage)

/**
 * How the price moves. State from the side of the 200-day average the price is on, which changes when it is 2 % beyond it, and the signal of
 * the price: `uptrend` (above, not bearish), `pulling back` (above, bearish), `recovering` (below, bullish), `downtrend` (below, not
 * bullish).
 */
export const momentum: Briefer = {
  id: 'btc.momentum',
  deciders: ['bitcoin-price', 'btc-price-200d-ma'],
  state: (day) => {
    const price = signalOn(day, 'bitcoin-price')
    const side = stateOn<Side>(day.asOf, firstFoldedDay, [day.figures(distance)], 0, (before, [percent]) => {
      if (Number.isNaN(percent!)) return null
      return before !== 0 && Math.abs(percent!) < sideAt ? before : percent! < 0 ? -1 : 1
    })
    if (price === null || side === null) return unknown
    if (side > 0) return price < 0 ? 'pulling back' : 'uptrend'
    return price > 0 ? 'recovering' : 'downtrend'
  },
  tell: (day) => ({
    nothing: 'No bitcoin price is on record for this day.',
    facts: pathFacts(day, bitcoin),
    // the month of the price is in the first fact
    ranked: weekLeads(day.reading('bitcoin-price')) ? ['bitcoin-price', 'dollar-index'] : ['dollar-index'],
    decides: {
      metrics: ['bitcoin-price'],
      decision: (standing) => signalDecision('bitcoin-price', above.includes(standing) ? aboveAverage : belowAverage),
    },
    sections: [...paces(day.reading('bitcoin-price')), ...averageSection(day, bitcoin)],
    notes: [],
  }),
}

/** The windows of the price side by side. */
const paces = (price: Reading | null): Section[] =>
  table('windows', 'Momentum by window', {
    note: price?.momentum ? `The 7 days against the 30: ${price.momentum.state}.` : null,
    columns: { window: 'Window', from: 'From', change: 'Change | percent', strength: 'Strength' },
    rows: (['7d', '30d', '90d'] as const).flatMap((window) => {
      const { from, change = null, strength = null } = price?.trend[window] ?? {}
      return from && change !== null ? [{ window, from: from.period, change, strength }] : []
    }),
  })

function weekLeads(price: Reading | null): boolean {
  const strength = (window: '7d' | '30d') => Math.abs(price?.trend[window]?.strength ?? 0)
  return strength('7d') > strength('30d')
}
