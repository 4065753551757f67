import type { AgainstGuidance, InForce } from '../../documents/company/against-guidance.ts'
import type { LeadFact } from '../../documents/company/lead.ts'
import type { WhatChanged } from '../../documents/company/what-changed.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { dayInWords } from '../../values/amounts.ts'
import type { View } from '../figures/view.ts'
import type { SituationEpisode } from '../situations.ts'
import { lowerFirst, moneyText, percentText } from './wording.ts'

type Fact = Omit<LeadFact, 'period'>

const weights = { high: 9, medium: 5, low: 2 } as const
/** Days for which a situation is news; what lasts longer has been read before. */
const newsDays = 120
const standing = 0.7

/** Situations that are on, graver and newer ones first. */
export const situationFacts = (episodes: readonly SituationEpisode[], day: number): Fact[] =>
  episodes.flatMap(({ ended, row, since, atLeast, trigger }) => {
    if (ended !== null) return []
    const text = `On since ${atLeast ? 'at least ' : ''}${dayInWords(isoDay(since))}: ${lowerFirst(row.title)} (${trigger.form}${trigger.item === null ? '' : `, item ${trigger.item}`})`
    const strength = weights[row.severity] * (day - since <= newsDays ? 1 : standing)
    return [{ topic: 'situation', strength, text, filing: trigger.filing, known_since: isoDay(since) }]
  })

/** Lines whose restatement a reader asks about. */
const watched = [
  'revenue',
  'net_interest_income',
  'premiums_earned',
  'operating_income',
  'net_income',
  'operating_cash_flow',
  'equity',
  'total_assets',
]
/** A restated total says more than income that moved between lines. */
const ofTotals = ['equity', 'total_assets', 'net_income']
/** Below this many percent it is rounding or a reclassification. */
const leastRestated = 2

/** The largest restatement by the newest report. */
export function restatementFacts({ restated, latest }: WhatChanged): Fact[] {
  const size = ({ change_percent }: WhatChanged['restated'][number]) => Math.abs(change_percent ?? 0)
  const [most] = restated
    .filter((row) => watched.includes(row.line) && size(row) >= leastRestated)
    .toSorted((a, b) => size(b) - size(a))
  if (most === undefined) return []
  const { line, period, was, is, unit, filing } = most
  const isCompared = was > 0 && is > 0
  const text = `The ${latest.form} restates ${line.replaceAll('_', ' ')} of ${period} ${isCompared ? `by ${percentText(size(most))} ` : ''}to ${moneyText(is, unit)} from ${moneyText(was, unit)}`
  const strength = ofTotals.includes(line) ? Math.min(8.5, 3 + size(most) / 8) : Math.min(6, 2.5 + size(most) / 12)
  return [{ topic: 'restatement', strength, text, filing, known_since: most.since }]
}

const guidanceWeights: Partial<Record<InForce['action'], number>> = { withdrawn: 7.5, cut: 7, raised: 5 }
const verbs: Partial<Record<InForce['action'], string>> = { withdrawn: 'withdrew', cut: 'cut', raised: 'raised' }
/** Days for which a change of guidance is news. */
const guidanceDays = 120

/** Guidance that was changed of late, and the newest that the company missed or beat. */
export function guidanceFacts(guidance: AgainstGuidance | null, view: View, newest: string): Fact[] {
  if (guidance === null) return []
  const changed = guidance.in_force.flatMap((row): Fact[] => {
    const strength = guidanceWeights[row.action]
    if (strength === undefined || view.day - dayNumber(row.given_on)! > guidanceDays) return []
    const now = guidanceRangeText(row)
    const before = row.prior === null ? null : guidanceRangeText({ ...row, ...row.prior })
    const range = row.action === 'withdrawn' || now === null ? '' : ` to ${now}${before === null ? '' : ` from ${before}`}`
    const text = `The company ${verbs[row.action]} its guidance for ${nameOf(row)} of ${row.period}${range} on ${dayInWords(row.given_on)}`
    return [{ topic: 'guidance', strength, text, filing: row.filing, known_since: row.given_on }]
  })
  const missed = guidance.compared.flatMap((row): Fact[] => {
    const range = guidanceRangeText(row)
    if (row.period !== newest || row.position === 'within' || range === null) return []
    const { value, unit, filing, knownSince } = row.actual
    const reported = unit.includes('/') ? `${unit.split('/')[0]} ${value}` : moneyText(value, unit)
    const text = `${capital(nameOf(row))} of ${row.period} came in at ${reported}, ${row.position} the guidance of ${range}`
    return [{ topic: 'guidance', strength: row.position === 'below' ? 5.5 : 4, text, filing, known_since: knownSince }]
  })
  return [...changed, ...missed]
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const nameOf = ({ metric, basis }: Pick<InForce, 'metric' | 'basis'>) =>
  `${basis === 'reported' ? '' : `${basis} `}${metric === 'eps' ? 'earnings per share' : metric.replaceAll('_', ' ')}`

/** `$10bn to $11bn`, `at least 4%`; null where neither bound is stated. */
export function guidanceRangeText({ low, high, unit }: Pick<InForce, 'low' | 'high' | 'unit'>): string | null {
  const text = (value: number) => {
    if (unit === 'percent') return percentText(value)
    if (unit === 'growth_percent') return `${percentText(value)} growth`
    return unit.includes('/') ? `${unit.split('/')[0]} ${value.toFixed(2)}` : moneyText(value, unit)
  }
  if (low === null) return high === null ? null : `at most ${text(high)}`
  if (high === null) return `at least ${text(low)}`
  return low === high ? text(low) : `${text(low)} to ${text(high)}`
}

/** A period that is neither a year nor a quarter, after which figures are not to be compared. */
export const transitionPeriodFacts = ({ leftOut, years }: View, filing: string, known: string): Fact[] =>
  leftOut.flatMap(({ what, to }) => {
    const days = /^(?<from>\d{4}-\d\d-\d\d) to (?<end>\d{4}-\d\d-\d\d)$/u.exec(what)?.groups
    if (days === undefined || to === null || to < (years[0]?.to ?? 0)) return []
    const text = `The fiscal year changed: the report on ${dayInWords(days['from']!)} to ${dayInWords(days['end']!)} is neither a year nor a quarter`
    return [{ topic: 'report', strength: 4.5, text, filing, known_since: known }]
  })
