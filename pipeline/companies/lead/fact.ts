import type { LineId } from '../../../data/companies/lines.ts'
import type { LeadFact } from '../../documents/company/lead.ts'
import { isoDay } from '../../time/day.ts'
import type { Period } from '../figures/fiscal.ts'
import type { Figure } from '../figures/version.ts'
import type { View } from '../figures/view.ts'

/** What a rule looks at. */
export interface LeadSubject {
  readonly view: View
  /** The newest period. */
  readonly period: Period
  /** A bank, an insurer or a broker. */
  readonly isFinancial: boolean
  /** Revenue, or what stands for it in the form of its statements; null where none is stated. */
  readonly sales: LineId | null
}

/** A fact that follows from figures. */
export interface LeadDraft extends Pick<LeadFact, 'topic' | 'strength'> {
  readonly headline: string
  /** A sentence of the summary, without its full stop and the period, which the first one names. */
  readonly text: string
  /** What else there is to say below a headline that has said the rest. */
  readonly rest?: string
  readonly figures: readonly Figure[]
}

/** A change over the year is at most so strong: graver events come before any. */
export const maxChangeStrength = 7

/** A change of an amount at the end of the period over the year before it. @param end what else there is to say of it */
export const yearChangeFact = (
  topic: LeadDraft['topic'],
  strength: number,
  change: string,
  { label }: Period,
  figures: readonly Figure[],
  end = '',
): LeadDraft => ({
  topic,
  strength: Math.min(maxChangeStrength, strength),
  headline: `${change} over the year to the end of ${label}${end}`,
  text: `${change} over the year${end}`,
  figures,
})

/** A fact on the period. @param say the sentence, with ` in ` and the period put where it is named */
export const periodFact = (
  topic: LeadDraft['topic'],
  strength: number,
  { label }: Period,
  figures: readonly Figure[],
  say: (when: string) => string,
): LeadDraft => ({ topic, strength, headline: say(` in ${label}`), text: say(''), figures })

/** A fact with the newest of the filings that state it. */
export function toLeadFact({ topic, strength, headline: text, figures }: LeadDraft, { label: period }: Period): LeadFact {
  const newest = figures.reduce((last, each) => (each.known > last.known ? each : last))
  return { topic, strength: boundedStrength(strength), text, period, filing: newest.filing, known_since: isoDay(newest.known) }
}

/** At most 10, with one decimal: more digits say nothing. */
export const boundedStrength = (strength: number): number => Math.min(10, Math.round(10 * strength) / 10)
