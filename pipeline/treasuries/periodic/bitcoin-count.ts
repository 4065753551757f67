import type { SpanRow } from '../../tables/filing.ts'
import { type Check, type Extraction, withCheck } from '../extraction.ts'
import type { Filing } from '../known.ts'
import type { BalanceDay } from './balance-day.ts'
import { type Candidate, candidatesOf } from './candidate.ts'
import { checksOf, type Evidence } from './evidence.ts'
import { receivableNote } from './lines-of-coins.ts'

/** Coins two places may differ by: what the one rounds, the other states. */
const rounding = 1

/**
 * The number of bitcoins a report states for its balance sheet day, with the checks it passed; null where no place may state it. Served
 * only if a place that may state it passes every check, no other that does so states another number and none at all a larger one, of which
 * it may be a part; else held with the reason.
 */
export function readBitcoinCount(
  day: BalanceDay,
  spans: readonly SpanRow[],
  filing: Filing,
  evidence: Evidence,
): Extraction | null {
  const candidates = candidatesOf(day, spans, evidence.only).map((candidate) => ({
    candidate,
    checks: checksOf(candidate, evidence),
  }))
  const borne = candidates.filter(({ checks }) => checks.every(({ passed }) => passed))
  const [chosen] = borne.length > 0 ? borne : candidates
  if (chosen === undefined) return null
  const { candidate, checks } = chosen
  const larger = candidates.filter((other) => !borne.includes(other) && Number(other.candidate.coins) > Number(candidate.coins))
  const stated = borne.length > 0 ? [...borne, ...larger] : candidates
  const bare: Extraction = {
    accession: filing.accession,
    cik: day.cik,
    what: 'bitcoin-at-period-end',
    value: candidate.coins,
    unit: 'BTC',
    asOf: day.day,
    how: candidate.how,
    place: [candidate.place, ...receivableNote(evidence.lines)].join('; '),
    quote: candidate.quote,
    check: [],
    status: 'served',
    reason: null,
  }
  return [...checks, agreement(stated.map((each) => each.candidate))].reduce(withCheck, bare)
}

function agreement(candidates: readonly Candidate[]): Check {
  const [first] = candidates
  const apart = candidates.filter(({ coins }) => Math.abs(Number(coins) - Number(first?.coins)) >= rounding)
  const told = [...new Set(candidates.map(({ coins, place }) => `${coins} (${place})`))]
  return {
    name: 'agreement',
    passed: apart.length === 0,
    detail:
      apart.length === 0
        ? `stated at ${told.length === 1 ? 'one place' : `${told.length} places`}`
        : `stated as ${told.join(', ')}`,
  }
}
