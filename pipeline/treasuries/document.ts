import { marketOf } from '../companies/markets/index.ts'
import type { HoldingDocument } from '../documents/holding.ts'
import type { AtmCapacity, StatedSince, TreasuryDocument } from '../documents/treasury.ts'
import type { TreasuryList, TreasuryRow, WithheldDocument } from '../documents/treasury-list.ts'
import { countDays } from '../freshness.ts'
import { dayNumber } from '../time/day.ts'
import { adjudicate, roundedCount, witnessesApartByAge } from './adjudication.ts'
import { holdingAge } from './age.ts'
import { financingNote, financingOf, financingSummaryOf, type YenRate } from './financing.ts'
import { type Holding, type HoldingOrReason, holdingOf } from './holding.ts'
import { filingCitation, filingReference, type KnownCompany } from './known.ts'
import type { MnavResult } from './mnav.ts'
import type { WithheldCompany } from './withheld.ts'

/** A company as known on a day, with what was worked out of it. */
export interface TreasuryFacts {
  readonly company: KnownCompany
  readonly rate: YenRate | null
  /** The ratio of a holding. */
  mnav(holding: Holding): MnavResult
  readonly atmCapacity: readonly AtmCapacity[]
  readonly statedSince: readonly StatedSince[]
}

export interface DocumentStamp {
  readonly asOf: string
  readonly sample: boolean
  readonly notices: readonly string[]
}

/** One company of the roster. */
export function treasuryDocument(
  facts: TreasuryFacts,
  standing: HoldingOrReason,
  { asOf, sample, notices }: DocumentStamp,
): TreasuryDocument {
  const { company, rate, atmCapacity, statedSince } = facts
  const financing = financingOf(company, rate)
  const holding = standing !== null && 'holding' in standing ? standing.holding : null
  const head = { ticker: company.ticker, company_name: company.name, as_of: asOf, sample }
  const rest = {
    financing,
    financing_note: financing === null ? financingNote(company) : null,
    filed_currency: financing?.filed_currency ?? null,
    citation: financing?.citation ?? null,
    atm_capacity: [...atmCapacity],
    btc_stated_since: [...statedSince],
  }
  if (standing !== null && 'withheld' in standing)
    return { ...head, holding: null, withheld: evidenceOf(standing.withheld), ...rest, notices: [...notices] }
  const { mnav, note } =
    holding === null ? { mnav: null, note: 'No bitcoin count of the company is available.' } : facts.mnav(holding)
  return {
    ...head,
    holding: holding === null ? null : holdingDocument(holding, company, dayNumber(asOf)!),
    ...rest,
    mnav,
    mnav_note: note,
    notices: [...notices],
  }
}

/** The list, largest holding first. Withheld companies are in neither the rows nor the total. */
export function treasuryList(
  all: readonly TreasuryFacts[],
  asOf: number,
  { asOf: day, sample, notices }: DocumentStamp,
): TreasuryList {
  const rows: TreasuryRow[] = []
  const withheld: WithheldDocument[] = []
  for (const facts of all) {
    const { company, rate } = facts
    const standing = holdingOf(company, asOf)
    if (standing === null) continue
    const names = { ticker: company.ticker, company_name: company.name }
    if ('withheld' in standing) {
      withheld.push({ ...names, ...evidenceOf(standing.withheld) })
      continue
    }
    const financing = financingOf(company, rate)
    const { mnav } = facts.mnav(standing.holding)
    rows.push({
      ...names,
      ...holdingDocument(standing.holding, company, asOf),
      financing_summary: financing === null ? null : financingSummaryOf(financing),
      mnav_summary: mnav === null ? null : { value: mnav.value, basis: mnav.basis, as_of: mnav.as_of },
    })
  }
  rows.sort((a, b) => b.btc_display - a.btc_display || (a.ticker < b.ticker ? -1 : 1))
  withheld.sort((a, b) => (a.ticker < b.ticker ? -1 : 1))
  return {
    as_of: day,
    sample,
    holdings: rows,
    total_btc_exact: sumOf(rows.map(({ btc_exact }) => btc_exact ?? 0)),
    financing: { companies_with_filed_financing: rows.filter((row) => row.financing_summary !== null).length },
    mnav: { companies_with_mnav: rows.filter((row) => row.mnav_summary !== null).length },
    withheld,
    notices: [...notices],
  }
}

/** @param asOf day of the document, a day number */
function holdingDocument(holding: Holding, { witnesses, counts, market }: KnownCompany, asOf: number): HoldingDocument {
  if (holding.precision === 'estimate') {
    const { provider, name, url, btc, readOn, knownAt } = holding.witness
    return {
      ...estimate,
      btc_display: roundedCount(btc),
      as_of: readOn,
      ...holdingAge('third party', readOn, asOf),
      known_at: knownAt,
      source: { id: provider, name, url },
      adjudication: holding.adjudication,
      age_note: null,
    }
  }
  const { filing, value: btc, asOf: stated, how, place, checks } = holding.count
  const counted = {
    btc_display: roundedCount(btc),
    as_of: stated,
    ...holdingAge('filing', stated, asOf),
    known_at: filing.knownAt,
    source: { id: marketOf({ market }).upstream, name: filingCitation(filing).source, url: filing.url },
  }
  if (holding.precision === 'last filed')
    return { ...estimate, ...counted, adjudication: null, age_note: lastFiledNote(stated, holding.newerPending) }
  return {
    precision: 'exact',
    btc_exact: btc,
    unit: 'BTC',
    ...counted,
    filing_url: filing.url,
    filing: filingReference(filing),
    reading: { how, place, checks: checks.map(({ name, detail }) => ({ name, detail })) },
    adjudication: adjudicate(holding.count, witnesses, counts),
    age_note: apartNote(witnessesApartByAge(holding.count, witnesses, counts), stated),
  }
}

/** What of a holding an estimate does not have. */
const estimate = { precision: 'estimate', btc_exact: null, unit: 'BTC', filing_url: null, filing: null, reading: null } as const

function lastFiledNote(stated: string, newerPending: boolean): string {
  const since = newerPending ? 'A newer count is awaiting review' : 'No newer count is known'
  return `The last count filed by the company is for ${stated}, more than ${countDays.filing.stands} days ago. ${since}, so it is shown rounded, as an estimate, and is excluded from the total.`
}

function apartNote(names: readonly string[], stated: string): string | null {
  if (names.length === 0) return null
  const say = names.length === 1 ? 'reports' : 'report'
  return `${names.join(' and ')} ${say} a different count for a later date than ${stated}: the difference reflects age, not disagreement.`
}

/** A sum of bitcoins, in whole hundred-millionths: filed counts have no smaller part. */
function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, btc) => sum + Math.round(btc * 1e8), 0) / 1e8
}

function evidenceOf({ reason, evidence }: WithheldCompany) {
  return { reason, evidence_filing: filingReference(evidence) }
}
