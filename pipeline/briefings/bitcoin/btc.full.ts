import { fullGroups } from '../../../data/briefings/full.ts'
import { briefingById } from '../../../data/briefings.ts'
import { rounded } from '../../analysis/rounding.ts'
import { isoDay } from '../../calendar/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { type Briefer, type Day, unknown } from '../day.ts'
import { vote } from '../states/signals.ts'
import { stateSince } from '../states/standing.ts'
import { dayInWords, inWords } from '../story/amounts.ts'
import { capitalised, nameOf } from '../story/names.ts'
import { weightOf } from '../story/ranking.ts'
import { subjectOf } from '../story/subject.ts'
import { context } from './btc.context.ts'
import { energy } from './btc.energy.ts'
import { etfFlows } from './btc.etf-flows.ts'
import { btcFactors } from './btc.factors.ts'
import { gridStress } from './btc.grid-stress.ts'
import { minerSurvival } from './btc.miner-survival.ts'
import { momentum } from './btc.momentum.ts'
import { onChain } from './btc.on-chain.ts'
import { pulse } from './btc.pulse.ts'
import { quickCheck } from './btc.quick-check.ts'
import { treasury } from './btc.treasury.ts'

/** The briefings on bitcoin that this one sums up, in the order of their questions. */
const others: readonly Briefer[] = [
  quickCheck,
  momentum,
  pulse,
  etfFlows,
  context,
  btcFactors,
  onChain,
  gridStress,
  minerSurvival,
  energy,
  treasury,
]

/** Bitcoin as a whole: one signal for each thing that decides, the price itself, dollars, the dollar, real yields, fear, and machines. */
export const full: Briefer = {
  id: 'btc.full',
  state: vote(['bitcoin-price', 'net-liquidity', 'dollar-index', 'real-yield-10y', 'vix', 'hash-ribbon'], {
    enter: 3,
    stay: 1,
    quorum: 4,
    labels: ['headwinds', 'balanced', 'tailwinds'],
  }),
  tell: (day) => ({
    nothing: 'Nothing is on record of bitcoin for this day.',
    also: stateSentences(day),
    sections: [...groupSections(day), ...briefingSections(day)],
    notes: ['Each briefing has its tables at the address beside its state; none of them is repeated here.'],
  }),
}

/** Briefings whose state has changed within a week, or how many can be judged at all. */
function stateSentences(day: Day): string[] {
  const states = standings(day)
  const fresh = states.filter(({ since }) => since > isoDay(day.asOf - newDays))
  const known = states.filter(({ label }) => label !== unknown).length
  if (known === 0) return []
  const judged = `${capitalised(inWords(known))} of ${inWords(states.length)} bitcoin briefings have a state`
  if (fresh.length === 0) return [`${judged}; none has changed within a week.`]
  const named = fresh.slice(0, 2).map(({ title, label }) => `${title} to ${label}`)
  const rest = fresh.length > 2 ? ` and ${inWords(fresh.length - 2)} more` : ''
  return [`${judged}; changed within a week: ${named.join(', ')}${rest}.`]
}

/** Days for which a change of state is new. */
const newDays = 7

function standings(day: Day) {
  return others.map((briefer) => {
    const row = briefingById.get(briefer.id)!
    const state = stateSince(briefer.state.label(day), day.asOf, (before) => day.label(briefer, day.asOf - before))
    return { title: row.title, path: row.path, tier: row.tier, ...state }
  })
}

/** What each briefing says and where it is, the newest change first; nothing where none has a state. */
function briefingSections(day: Day): Section[] {
  const states = standings(day)
  if (states.every(({ label }) => label === unknown)) return []
  const section: Section = {
    id: 'briefings',
    title: 'What each bitcoin briefing says, newest change first',
    note: null,
    columns: [
      { key: 'briefing', label: 'Briefing', unit: null },
      { key: 'state', label: 'State', unit: null },
      { key: 'since', label: 'Since', unit: null },
      { key: 'previous', label: 'Before', unit: null },
      { key: 'path', label: 'Its tables', unit: null },
    ],
    rows: states
      .sort((a, b) => (a.since < b.since ? 1 : a.since > b.since ? -1 : 0))
      .map(({ title, tier, path, label, since, previous, since_at_least }) => ({
        briefing: title,
        state: label,
        since: since_at_least ? `before ${dayInWords(since, isoDay(day.asOf))}` : since,
        previous,
        path,
        tier,
      })),
  }
  return [section]
}

/** Of each group how its signals stand, and which of its readings is the most unusual. */
function groupSections(day: Day): Section[] {
  const rows = fullGroups.flatMap(({ name, metrics }) => {
    const current = metrics.flatMap((metric) => {
      const reading = day.reading(metric)
      return reading && reading.freshness.status !== 'stale' ? [reading] : []
    })
    if (current.length === 0) return []
    const count = (direction: string) =>
      current.filter(({ signal }) => signal?.polarity !== 'none' && signal?.direction === direction).length
    const weighed = current
      .map((reading) => {
        const subject = subjectOf(reading, day.column(reading.metric), isoDay(day.asOf))
        return { reading, weight: weightOf(subject), strength: subject.moves[0]?.strength || null }
      })
      .sort((a, b) => b.weight - a.weight)
    const [most] = weighed
    return [
      {
        group: name,
        bullish: count('bullish'),
        neutral: count('neutral'),
        bearish: count('bearish'),
        most_unusual: capitalised(nameOf(most!.reading).name.replace(/^the /, '')),
        metric: most!.reading.metric,
        strength: most!.strength === null ? null : rounded(most!.strength, 2),
        percentile: most!.reading.percentile_90d === null ? null : Math.round(most!.reading.percentile_90d.value),
        left_out: metrics.length - current.length,
        weight: most!.weight,
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'groups',
      title: 'Signals by group, the group with the most unusual move first',
      note: 'Readings that are not stale. Strength: the largest move over a week or a month against its usual size; from 1 on it is unusual. A value known for a week or longer counts half in the order.',
      columns: [
        { key: 'group', label: 'Group', unit: null },
        { key: 'bullish', label: 'Bullish', unit: null },
        { key: 'neutral', label: 'Neutral', unit: null },
        { key: 'bearish', label: 'Bearish', unit: null },
        { key: 'most_unusual', label: 'Most unusual', unit: null },
        { key: 'strength', label: 'Strength', unit: null },
        { key: 'percentile', label: '90-day rank', unit: 'percent' },
      ],
      rows: rows.sort((a, b) => b.weight - a.weight).map(({ weight: _, ...row }) => row),
    },
  ]
}
