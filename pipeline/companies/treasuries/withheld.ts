import type { CheckName } from './extraction.ts'
import type { FiledCount, Filing } from './known.ts'

/** A company of which no count is shown, and the filing that is why. */
export interface Withheld {
  readonly reason: string
  readonly evidence: Filing
}

const mismatch = 'The count read from the filing does not match that filing:'
const review = 'A review of the count read from the filing is pending:'

/**
 * Why a count that failed a check is not shown, by the check. It does not match its filing only where the count times a price is not the
 * value the filing states; any other check leaves the question open.
 */
const reasons: Readonly<Record<CheckName, string>> = {
  'fair value': `${mismatch} times the price of the day, it does not equal the value stated.`,
  'market value': `${mismatch} times the price of the day, it does not equal the market value stated.`,
  price: `${mismatch} times the average price paid, it does not equal the aggregate price stated.`,
  number: `${review} the text there does not state a single number of bitcoins.`,
  'as-of': `${review} the date it is stated for is uncertain.`,
  agreement: `${review} the filing states more than one count for the day.`,
  statements: `${review} the filing states more than one count for the day.`,
  period: `${review} the purchases stated with it end on a different day.`,
  step: `${review} it does not follow from the previous total and the changes stated.`,
  'fair value stated': `${review} the filing states more than one fair value.`,
  restricted: `${review} it may exclude restricted bitcoins.`,
  assets: `${review} the value stated for it exceeds total assets.`,
  heading: `${review} its heading may not refer to the whole holding.`,
  neighbour: `${review} a neighbouring sentence may count further bitcoins.`,
  corroboration: `${review} nothing confirms it yet.`,
  report: `${review} the report could not be read.`,
  review: `${review} a reviewer has not accepted it.`,
}
const order = Object.keys(reasons) as CheckName[]

/** A count that failed a check, with no other to stand: the reason of the failed check that comes first in the list. */
export function withheldFor({ checks, filing }: FiledCount): Withheld {
  const failed = new Set(checks.flatMap(({ name, passed }) => (passed ? [] : name)))
  const first = order.find((name) => failed.has(name))
  return {
    reason: first === undefined ? 'A review of the count read from the filing is pending.' : reasons[first],
    evidence: filing,
  }
}

/** A third party above the total the company itself reported last, which is too old to stand. */
export function withheldAbove({ asOf, filing }: FiledCount): Withheld {
  return {
    reason: `The count of the source is above the total the company itself reported last, as of ${asOf}.`,
    evidence: filing,
  }
}
