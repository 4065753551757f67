import { regimeInputs } from '../../data/regime.ts'
import { aheadDays, minimumWindows, type RegimeName, regimes } from '../analysis/regime.ts'
import { isoDay } from '../calendar/day.ts'
import type { Section } from '../documents/briefing.ts'
import { type Briefer, type Day, unknown } from './day.ts'
import { figure } from './words.ts'

const words: Record<RegimeName, string> = {
  expansion: 'conditions favour risk',
  contraction: 'conditions weigh on risk',
  transition: 'conditions point neither way',
}

/** Expansion, contraction or transition, by the probabilities of `analysis/regime.ts`; the state is the regime. */
export const regime: Briefer = {
  id: 'cross.regime',
  deciders: (day) =>
    day
      .regimes()
      .today()
      ?.inputs.map(({ metric }) => metric) ?? regimeInputs.map(({ metric }) => metric),
  reads: regimeInputs.map(({ metric }) => metric),
  state: (day) => day.regimes().today()?.regime ?? unknown,
  tell: (day) => {
    const today = day.regimes().today()
    if (!today) return { nothing: 'Too few of the regime’s inputs are known on this day to judge it.', sections: [], notes: [] }
    const listed = regimes.map((name) => `${name} ${figure(today.probabilities[name])}`).join(', ')
    return {
      nothing: '',
      summary: `The regime is ${today.regime} on ${isoDay(day.asOf)}: ${words[today.regime]}. Probabilities: ${listed}.`,
      sections: followed(day),
      notes: [
        'The regime describes conditions by fixed weights; it is not fitted to what prices did next.',
        `Base rates count windows of ${aheadDays} days that do not overlap and have ended; below ${minimumWindows} of them none is told.`,
      ],
      regime: today,
    }
  },
}

/** What bitcoin did in the 30 days after days of each regime. */
function followed(day: Day): Section[] {
  const price = day.column('bitcoin-price')
  const judged = day.regimes().judged()
  if (!price || !judged) return []
  return [
    {
      id: 'followed',
      title: 'What followed: bitcoin over the next 30 days',
      note: `Days judged since ${isoDay(Math.max(judged.first, price.period[0]!))}, as known on ${isoDay(day.asOf)}.`,
      columns: [
        { key: 'regime', label: 'After', unit: null },
        { key: 'n', label: 'Windows', unit: null },
        { key: 'median', label: 'Median change', unit: 'percent' },
        { key: 'rose', label: 'Rose', unit: 'percent' },
      ],
      rows: day
        .regimes()
        .followed(price)
        .map(({ regime, n, median, rose }) => ({ regime: regime === 'any' ? 'any day' : regime, n, median, rose })),
    },
  ]
}
