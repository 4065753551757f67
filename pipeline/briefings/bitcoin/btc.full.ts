import { fullGroups } from '../../../data/briefings/full.ts'
import { briefingById } from '../../../data/briefings.ts'
import { type Day, unknown } from '../../days/day.ts'
import type { Section, StandingState } from '../../documents/briefing.ts'
import type { SignalDirection } from '../../documents/reading.ts'
import { isoDay } from '../../time/day.ts'
import { amount, amountInWords, changeSizeText, dayInWords, gapInWords, inWords } from '../../values/amounts.ts'
import { rounded } from '../../values/rounding.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentOf } from '../readings.ts'
import { stateSince } from '../states/rule.ts'
import { signalVoteState } from '../states/signals.ts'
import { capitalised, nameOf } from '../story/names.ts'
import { directionSigns, type Fact, subjectFact, unusualnessOf } from '../story/ranking.ts'
import { readingSubject } from '../story/subject.ts'
import { listing } from '../table.ts'
import { withoutDuplicateMetrics } from '../tell.ts'
import { btcContext } from './btc.context.ts'
import { btcEnergy } from './btc.energy.ts'
import { btcEtfFlows } from './btc.etf-flows.ts'
import { btcFactors } from './btc.factors.ts'
import { btcGridStress } from './btc.grid-stress.ts'
import { btcMinerSurvival } from './btc.miner-survival.ts'
import { btcMomentum } from './btc.momentum.ts'
import { btcOnChain } from './btc.on-chain.ts'
import { btcPulse } from './btc.pulse.ts'
import { btcQuickCheck } from './btc.quick-check.ts'
import { btcTreasury } from './btc.treasury.ts'

/** The briefings on bitcoin that this one sums up, in the order of their questions. */
const others: readonly BriefingDefinition[] = [
  btcQuickCheck,
  btcMomentum,
  btcPulse,
  btcEtfFlows,
  btcContext,
  btcFactors,
  btcOnChain,
  btcGridStress,
  btcMinerSurvival,
  btcEnergy,
  btcTreasury,
]

/** Bitcoin as a whole: one signal for each thing that decides, the price itself, dollars, the dollar, real yields, fear, and machines. */
export const btcFull: BriefingDefinition = {
  id: 'btc.full',
  state: signalVoteState(['bitcoin-price', 'net-liquidity', 'dollar-index', 'real-yield-10y', 'vix', 'hash-ribbon'], {
    enter: 4,
    stay: 1,
    quorum: 4,
    labels: ['headwinds', 'balanced', 'tailwinds'],
  }),
  tell: (day) => ({
    nothing: 'Nothing is on record of bitcoin for this day.',
    opening: {
      headwinds: ['Headwinds for bitcoin', 'Bitcoin faces headwinds'],
      balanced: ['Forces on bitcoin are balanced', 'Bitcoin’s drivers are balanced'],
      tailwinds: ['Tailwinds for bitcoin', 'Bitcoin has tailwinds'],
    },
    facts: priceFacts(day),
    // the price is in the fact
    ranked: withoutDuplicateMetrics(briefingById.get('btc.full')!.metrics).filter((metric) => metric !== 'bitcoin-price'),
    also: [...flowSentences(day), ...stateSentences(day)],
    sections: [...groupSection(day), ...briefingSection(day)],
    notes: ['Each briefing has its tables at the address beside its state; none of them is repeated here.'],
  }),
}

/** The price with its week and its distance from the highest close. */
const priceFacts = (day: Day): Fact[] =>
  currentOf(day, ['bitcoin-price'], ({ metric, reading: { value, unit, period, trend }, column }) => {
    const week = trend['7d']
    const way = directionSigns[week?.direction ?? 'flat']
    const moved = week === null || way === 0 ? '' : `, ${week.direction} ${changeSizeText(week, unit)} in a week`
    const high = column.value.reduce((most, each) => Math.max(most, each), 0)
    const far = 100 * (value / high - 1)
    const below = Math.abs(far) < 0.05 ? ', its highest close on record' : `, ${gapInWords(far)} its highest close`
    const [at, on] = [amount(value, unit), dayInWords(period, isoDay(day.asOf))]
    return subjectFact({
      ...{ metric, about: 'bitcoin', way },
      text: `Bitcoin was at ${at} on ${on}${moved}${below}.`,
      clauses: [[`Bitcoin was at ${at} on ${on}${moved}`], [`On ${on} bitcoin was at ${at}${moved}`]],
      asides: [`bitcoin was at ${at}${moved}`],
    })
  })

/** What funds took in or lost in a month of sessions. */
const flowSentences = (day: Day): string[] =>
  currentOf(day, ['btc-etf-flow-20d'], ({ metric, reading: { value, unit } }) =>
    value === 0 ? null : `Bitcoin funds had ${amountInWords(metric, value, unit)} over twenty sessions.`,
  )

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
    const state = stateSince(briefer.state.label(day), day.asOf, (before) => day.label(briefer, day.asOf - before))
    return { ...briefingById.get(briefer.id)!, ...state }
  })
}

/** What each briefing says and where it is; nothing where none has a state. */
function briefingSection(day: Day): Section[] {
  const states = standings(day)
  if (states.every(({ label }) => label === unknown)) return []
  const sinceWords = ({ since, since_at_least }: StandingState) =>
    since_at_least ? `before ${dayInWords(since, isoDay(day.asOf))}` : since
  return listing('briefings', 'What each bitcoin briefing says, newest change first', {
    things: states.sort((a, b) => (a.since < b.since ? 1 : a.since > b.since ? -1 : 0)),
    columns: {
      briefing: ['Briefing', ({ title }) => title],
      state: ['State', ({ label }) => label],
      since: ['Since', sinceWords],
      previous: ['Before', ({ previous }) => previous],
      path: ['Its tables', ({ path }) => path],
      tier: [null, ({ tier }) => tier],
    },
  })
}

/** The readings of each group, which of them is the most unusual, and how many are stale or missing. */
const groupsOf = (day: Day) =>
  fullGroups.flatMap(({ name, metrics }) => {
    const current = currentOf(day, metrics, ({ reading, column }) => {
      const subject = readingSubject(reading, column, isoDay(day.asOf))
      return { reading, weight: unusualnessOf(subject), strength: subject.moves[0]?.strength || null }
    }).sort((a, b) => b.weight - a.weight)
    const [most] = current
    return most ? [{ name, current, ...most, leftOut: metrics.length - current.length }] : []
  })
type Group = ReturnType<typeof groupsOf>[number]

const count = (direction: SignalDirection) => (group: Group) =>
  group.current.filter(({ reading: { signal } }) => signal?.polarity !== 'none' && signal?.direction === direction).length

/** Of each group how its signals stand, and which of its readings is the most unusual. */
const groupSection = (day: Day): Section[] =>
  listing('groups', 'Signals by group, the group with the most unusual move first', {
    note: 'Readings that are not stale. Strength: the largest move over a week or a month against its usual size; from 1 on it is unusual. A value known for a week or longer counts half in the order.',
    things: groupsOf(day).sort((a, b) => b.weight - a.weight),
    columns: {
      group: ['Group', ({ name }) => name],
      bullish: ['Bullish', count('bullish')],
      neutral: ['Neutral', count('neutral')],
      bearish: ['Bearish', count('bearish')],
      most_unusual: ['Most unusual', ({ reading }) => capitalised(nameOf(reading).name.replace(/^the /, ''))],
      metric: [null, ({ reading }) => reading.metric],
      strength: ['Strength', ({ strength }) => strength && rounded(strength, 2)],
      percentile: ['90-day rank | percent', ({ reading: { percentile_90d: rank } }) => rank && Math.round(rank.value)],
      left_out: [null, ({ leftOut }) => leftOut],
    },
  })
