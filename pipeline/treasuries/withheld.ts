import { type CheckName, checkReasons } from './extraction.ts'
import type { FiledCount, TreasuryFiling } from './known.ts'

/** A company of which no count is shown, and the filing that is why. */
export interface WithheldCompany {
  readonly reason: string
  readonly evidence: TreasuryFiling
}

const order = Object.keys(checkReasons) as CheckName[]

/** A count that failed a check, with no other to stand: the reason of the failed check that comes first in the list. */
export function withheldByFailedCheck({ checks, filing }: FiledCount): WithheldCompany {
  const failed = new Set(checks.flatMap(({ name, passed }) => (passed ? [] : name)))
  const first = order.find((name) => failed.has(name))
  return {
    reason: first === undefined ? 'A review of the count read from the filing is pending.' : checkReasons[first],
    evidence: filing,
  }
}

/** A third party above the total the company itself reported last, which is too old to stand. */
export function withheldAbove({ asOf, filing }: FiledCount): WithheldCompany {
  return {
    reason: `The count of the source is above the total the company itself reported last, as of ${asOf}.`,
    evidence: filing,
  }
}
