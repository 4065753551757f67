import type { Adjudication } from '../documents/holding.ts'
import { dayNumber } from '../time/day.ts'
import { type FiledCount, filingCitation, type WitnessCount } from './known.ts'

type Evidence = Adjudication['evidence'][number]

/** Readings further apart than this are a disagreement: rounding and a purchase of a day are not. */
const materialPercent = 1
const materialCoins = 1
/** Days two readings may lie apart and still be compared: the 45 a quarterly report takes to be filed, and two weeks to be taken in. */
const comparableDays = 60

const rules = {
  filing_stands: 'The latest total stated in a filing is accepted; third-party counts cite no filing and no date.',
  lower_stands: 'No total is read from a filing: the lower of the third-party counts is accepted.',
} as const

/**
 * A filed count against what others publish of days that can be compared with its own; null where they agree within 1% or one bitcoin. The
 * widest disagreement is reported.
 *
 * @param counts all that filings of the company state
 */
export function adjudicate(
  count: FiledCount,
  witnesses: readonly WitnessCount[],
  counts: readonly FiledCount[] = [],
): Adjudication | null {
  const comparable = witnesses.filter((witness) => isComparable(count, witness, counts))
  const widest = widestFrom(count.value, comparable)
  if (widest === null) return null
  const { filing } = count
  const filed: Evidence = {
    reading: 'filed',
    btc: count.value,
    as_of: count.asOf,
    ...filingCitation(filing),
    accession: filing.accession,
  }
  return decided('filing_stands', filed, widest)
}

/** Names of those whose count is apart from a filed one and of another time: that is age, and no disagreement. */
export function witnessesApartByAge(
  count: FiledCount,
  witnesses: readonly WitnessCount[],
  counts: readonly FiledCount[],
): string[] {
  return witnesses
    .filter((witness) => isMateriallyApart(count.value, witness.btc) && !isComparable(count, witness, counts))
    .map(({ name }) => name)
}

/**
 * Whether a filed count and a third party's speak of the same time: their days lie within 60 days of each other, and no later filing up to the
 * third party's day states, though it waits for review, what the third party says.
 */
function isComparable({ asOf, value }: FiledCount, witness: WitnessCount, counts: readonly FiledCount[]): boolean {
  if (Math.abs(dayNumber(witness.readOn)! - dayNumber(asOf)!) > comparableDays) return false
  return !counts.some(
    (other) =>
      other.asOf > asOf &&
      other.asOf <= witness.readOn &&
      isMateriallyApart(value, other.value) &&
      !isMateriallyApart(other.value, witness.btc),
  )
}

/** Three significant digits: what is shown of a count that is not known to the coin. */
export function roundedCount(btc: number): number {
  return btc === 0 ? 0 : Number(btc.toPrecision(3))
}

/**
 * The count that stands where only third parties speak: that of the first, or the lower one where they disagree materially. It is an
 * estimate, so the evidence shows no count to the coin.
 */
export function thirdPartyCount(
  witnesses: readonly WitnessCount[],
): { witness: WitnessCount; adjudication: Adjudication | null } | null {
  const [first] = witnesses
  if (first === undefined) return null
  if (widestFrom(first.btc, witnesses) === null) return { witness: first, adjudication: null }
  const lowest = witnesses.reduce((least, each) => (each.btc < least.btc ? each : least))
  const shown = (witness: WitnessCount): WitnessCount => ({ ...witness, btc: roundedCount(witness.btc) })
  const widest = shown(widestFrom(lowest.btc, witnesses)!)
  return { witness: lowest, adjudication: decided('lower_stands', said(shown(lowest)), widest) }
}

/** Whether another count is materially apart from one. */
export function isMateriallyApart(btc: number, other: number): boolean {
  const far = Math.abs(other - btc)
  return far > (btc * materialPercent) / 100 && far > materialCoins
}

function widestFrom(btc: number, witnesses: readonly WitnessCount[]): WitnessCount | null {
  const far = (witness: WitnessCount) => Math.abs(witness.btc - btc)
  const [widest] = witnesses.filter((witness) => isMateriallyApart(btc, witness.btc)).toSorted((a, b) => far(b) - far(a))
  return widest ?? null
}

function decided(verdict: Adjudication['verdict'], stands: Evidence, other: WitnessCount): Adjudication {
  return {
    verdict,
    rule: rules[verdict],
    difference_percent: stands.btc === 0 ? null : Math.round((10_000 * (other.btc - stands.btc)) / stands.btc) / 100,
    decided_on: other.readOn,
    evidence: [stands, said(other)],
  }
}

function said({ btc, readOn, name, url }: WitnessCount): Evidence {
  return { reading: 'third party', btc, as_of: readOn, source: name, url, accession: null }
}
