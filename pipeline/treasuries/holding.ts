import type { Adjudication } from '../documents/holding.ts'
import { roundedCount, thirdPartyCount } from './adjudication.ts'
import { isCountCurrent } from './age.ts'
import { isHeldUncontested } from './corroboration.ts'
import type { FiledCount, KnownCompany, WitnessCount } from './known.ts'
import { type WithheldCompany, withheldAbove, withheldByFailedCheck } from './withheld.ts'

/**
 * A holding as it is served: of a filing, exact; an estimate of a third party; or the last count filed, where it is too old to be exact and
 * nobody says anything newer.
 */
export type Holding =
  | { readonly precision: 'exact'; readonly count: FiledCount }
  | { readonly precision: 'estimate'; readonly witness: WitnessCount; readonly adjudication: Adjudication | null }
  | { readonly precision: 'last filed'; readonly count: FiledCount; readonly newerPending: boolean }

export type HoldingOrReason = { readonly holding: Holding } | { readonly withheld: WithheldCompany } | null

/**
 * What a company holds on a day: the newest filed statement of the total that passed its checks, by the day it is stated for, up to 240 days
 * after it. Else, where a newer count failed a check, nothing, with the reason; one that merely waits for something to confirm it does not
 * count. Else what a third party says, unless that is above what the company itself said last. Else that last count, which is then no
 * exact figure of the day. Null where nobody says anything.
 *
 * @param asOf day number
 */
export function holdingOf({ counts, witnesses }: KnownCompany, asOf: number): HoldingOrReason {
  const served = newest(counts.filter(({ status }) => status === 'served'))
  if (served !== null && isCountCurrent(served.asOf, asOf)) return { holding: { precision: 'exact', count: served } }
  const isNewer = (count: FiledCount) => count.status === 'held' && (served === null || count.asOf > served.asOf)
  const pending = newest(counts.filter((count) => isNewer(count) && !isHeldUncontested(count)))
  if (pending !== null) return { withheld: withheldByFailedCheck(pending) }
  const standing = thirdPartyCount(witnesses)
  if (standing === null)
    return served === null ? null : { holding: { precision: 'last filed', count: served, newerPending: counts.some(isNewer) } }
  const { witness, adjudication } = standing
  if (served !== null && witness.btc > served.value) return { withheld: withheldAbove(served) }
  return { holding: { precision: 'estimate', witness, adjudication } }
}

function newest(counts: readonly FiledCount[]): FiledCount | null {
  const key = ({ asOf, filing }: FiledCount) => `${asOf} ${filing.knownAt} ${filing.accession}`
  return counts.reduce<FiledCount | null>((best, count) => (best === null || key(count) > key(best) ? count : best), null)
}

/** The count figures are worked out with: the filed one, or what is displayed where that is rounded. */
export function holdingCount(holding: Holding): number {
  if (holding.precision === 'exact') return holding.count.value
  return roundedCount(holding.precision === 'estimate' ? holding.witness.btc : holding.count.value)
}
