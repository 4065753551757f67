import type { FiledCount, WitnessCount } from './known.ts'

/** What was decided where two sources disagree materially, by which rule, on which evidence. */
export interface Adjudication {
  verdict: 'filing_stands'
  rule: string
  /** The other reading against the filed one, in percent. */
  difference_percent: number
  decided_on: string
  evidence: {
    reading: 'filed' | 'third party'
    btc: number
    as_of: string
    source: string
    url: string | null
    accession: string | null
  }[]
}

/** Readings further apart than this are a disagreement: rounding and a purchase of a day are not. */
const materialPercent = 1
const materialCoins = 1

const rule = 'The newest statement of the total in a filing stands; what others publish has no filing and no date of its own.'

/** The filed count against what others publish; null where they agree within 1 % or one bitcoin. The widest disagreement is told. */
export function adjudicate(count: FiledCount, witnesses: readonly WitnessCount[]): Adjudication | null {
  const percent = ({ btc }: WitnessCount) => (100 * (btc - count.btc)) / count.btc
  const [widest] = witnesses
    .filter((witness) => Math.abs(percent(witness)) > materialPercent && Math.abs(witness.btc - count.btc) > materialCoins)
    .toSorted((a, b) => Math.abs(percent(b)) - Math.abs(percent(a)))
  if (widest === undefined) return null
  const { filing } = count
  return {
    verdict: 'filing_stands',
    rule,
    difference_percent: Math.round(100 * percent(widest)) / 100,
    decided_on: widest.readOn,
    evidence: [
      {
        reading: 'filed',
        btc: count.btc,
        as_of: count.asOf,
        source: `${filing.form} filed ${filing.filed}`,
        url: filing.url,
        accession: filing.accession,
      },
      {
        reading: 'third party',
        btc: widest.btc,
        as_of: widest.readOn,
        source: widest.name,
        url: widest.url,
        accession: null,
      },
    ],
  }
}
