import { dayNumber } from '../calendar/day.ts'
import { type Adjudication, standingOf } from './adjudication.ts'
import { isOpen } from './corroboration.ts'
import type { FiledCount, Filing, KnownCompany, WitnessCount } from './known.ts'
import { rounded } from './rounded.ts'

/** A holding as it is served: of a filing, exact, or of a third party, an estimate. */
export type Holding =
  | { readonly precision: 'exact'; readonly count: FiledCount }
  | { readonly precision: 'estimate'; readonly witness: WitnessCount; readonly adjudication: Adjudication | null }

/** A company of which no count is shown, and the filing that is why. */
export interface Withheld {
  readonly reason: string
  readonly evidence: Filing
}

export type Held = { readonly holding: Holding } | { readonly withheld: Withheld } | null

/** Days after which a filed total says nothing of today: two quarters and the time to file. */
const filedDays = 240

/**
 * What a company holds on a day: the newest filed statement of the total that passed its checks. Where none is recent enough, what a third
 * party says, unless that is above what the company itself said last. Where a count was read that does not match its filing and no other
 * stands, nothing; one that merely waits for something to bear it out does not count. Null where nobody says anything.
 *
 * @param asOf day number
 */
export function holdingOf({ counts, witnesses }: KnownCompany, asOf: number): Held {
  const served = newest(counts.filter(({ status }) => status === 'served'))
  if (served !== null && asOf - dayNumber(served.asOf)! <= filedDays) return { holding: { precision: 'exact', count: served } }
  const held = newest(counts.filter((count) => count.status === 'held' && !isOpen(count)))
  if (held !== null && (served === null || held.asOf > served.asOf))
    return { withheld: { reason: 'The count read from the filing does not match that filing.', evidence: held.filing } }
  const standing = standingOf(witnesses)
  if (standing === null) return served === null ? null : { holding: { precision: 'exact', count: served } }
  const { witness, adjudication } = standing
  if (served !== null && witness.btc > served.btc)
    return {
      withheld: {
        reason: 'The count of the source is above the total the company itself reported last.',
        evidence: served.filing,
      },
    }
  return { holding: { precision: 'estimate', witness, adjudication } }
}

function newest(counts: readonly FiledCount[]): FiledCount | null {
  const key = ({ asOf, filing }: FiledCount) => `${asOf} ${filing.knownAt} ${filing.accession}`
  return counts.reduce<FiledCount | null>((best, count) => (best === null || key(count) > key(best) ? count : best), null)
}

/** The count figures are worked out with: the filed one, or the estimate as displayed. */
export function countOf(holding: Holding): number {
  return holding.precision === 'exact' ? holding.count.btc : rounded(holding.witness.btc)
}
