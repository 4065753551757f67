import { foreignAnnualReports } from '../../feeds/sec-forms.ts'
import type { Tagged } from '../../filings/fact.ts'
import type { SpanRow } from '../../tables/filing.ts'
import { type Extraction, figureId, type Verdict, withVerdict } from '../extraction.ts'
import type { Filing, PeriodicReport } from '../known.ts'
import { balanceSheetLine } from './agreed.ts'
import { readBalanceDay } from './balance-day.ts'
import { readBitcoinCount } from './bitcoin-count.ts'
import { readCoverShares } from './cover-shares.ts'
import { readDebt } from './debt.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { readFiscalTable } from './fiscal-table.ts'
import { type MaturityTable, readMaturityTable } from './maturity-table.ts'
import { saysOnlyBitcoin } from './only-bitcoin.ts'
import { missing, type Part, stated } from './part.ts'
import { readPreferred } from './preferred.ts'
import { isBalance, isWhole } from './scope.ts'

/** What a report is read with besides itself. */
export interface ReportFacts {
  /** Dollars for a bitcoin at the end of a day, YYYY-MM-DD; null where none is held. */
  readonly priceAt: (day: string) => number | null
  /** Names of the classes of shares as reviewed; null while nobody has reviewed them. */
  readonly classes: readonly string[] | null
  /** What operators said of counts, by `figureId`. */
  readonly said: ReadonlyMap<string, Verdict>
}

/** The reading of one periodic report. */
export interface PeriodicReading {
  /** The count of the balance sheet day, as its checks or an operator left it; null where the filing states none. */
  readonly count: Extraction | null
  readonly report: PeriodicReport | null
  /** Why the report as a whole cannot be read. */
  readonly held: { readonly reason: string } | null
  /** Each part of the report that is null or empty, with why: not stated, or stated in contradiction. */
  readonly missing: readonly { readonly part: keyof PeriodicReport; readonly why: string }[]
}

/**
 * Facts, text blocks and passages of one 10-Q or 10-K -> what it states about its balance sheet day, in dollars. Only facts whose context
 * ends on that day count. What is not stated is null, and so is what the filing states in contradiction; `missing` says why.
 *
 * @param spans of this filing alone
 */
export function readPeriodicReport(
  tagged: Tagged,
  spans: readonly SpanRow[],
  filing: Filing,
  facts: ReportFacts,
): PeriodicReading {
  if (foreignAnnualReports.includes(filing.form)) return { count: null, report: null, held: null, missing: unreadParts }
  const day = readBalanceDay(tagged, filing)
  if (typeof day === 'string') return { count: null, report: null, held: { reason: day }, missing: [] }
  const sheet = day.facts.filter((fact) => isBalance(fact) && isWhole(fact))
  const totalAssets = balanceSheetLine(sheet, ['us-gaap:Assets'], 'total assets')
  const cash = balanceSheetLine(sheet, ['us-gaap:CashAndCashEquivalentsAtCarryingValue', 'us-gaap:Cash'], 'cash')
  const only = saysOnlyBitcoin(day, tagged.texts, spans)
  const evidence = evidenceOf(day, spans, { price: facts.priceAt(day.day), assets: totalAssets.value, only })
  const read = readBitcoinCount(day, spans, filing, evidence)
  const count = read && withVerdict(read, facts.said.get(figureId(read)))
  const btc = countPart(count)
  // an accepted count bears no fair value out: that it does not is why it was held
  const btcFairValue = fairValuePart(read?.status === 'served' ? count : null, evidence)
  const maturityTable = readMaturityTable(day, tagged.texts) ?? readFiscalTable(day, tagged.texts)
  const debt = readDebt(day, maturityTable, tagged.texts)
  const preferred = readPreferred(day)
  const maturities: Part<PeriodicReport['maturities']> =
    maturityTable === null || !debt.maturitiesArePrincipal
      ? missing('No maturity table is tagged whose rows are borne out as principal alone.')
      : stated(maturityTable.rows)
  const due = dueWithin24Months(debt.instruments.value, maturityTable, maturities)
  const coverShares = readCoverShares(day, facts.classes)
  const parts = {
    btc,
    btcFairValue,
    debt: debt.instruments,
    preferred,
    maturities,
    dueWithin24Months: due,
    cash,
    totalAssets,
    coverShares,
  }
  return {
    count,
    report: {
      filing,
      periodEnd: day.day,
      currency: 'USD',
      btc: btc.value,
      btcFairValue: btcFairValue.value,
      debt: debt.instruments.value,
      preferred: preferred.value,
      maturities: maturities.value ?? [],
      dueWithin24Months: due.value,
      cash: cash.value,
      totalAssets: totalAssets.value,
      coverShares: coverShares.value ?? [],
    },
    held: null,
    missing: Object.entries(parts).flatMap(([part, { why }]) => (why === null ? [] : { part: part as keyof typeof parts, why })),
  }
}

/** Annual reports of foreign private issuers are kept as filed: no recorded one states a holding, so no reading of theirs was compared. */
const unreadParts: PeriodicReading['missing'] = (
  ['btc', 'btcFairValue', 'debt', 'preferred', 'maturities', 'dueWithin24Months', 'cash', 'totalAssets', 'coverShares'] as const
).map((part) => ({ part, why: 'Annual reports of foreign private issuers (20-F, 40-F) are kept and not read.' }))

function countPart(count: Extraction | null): Part<NonNullable<PeriodicReport['btc']>> {
  if (count === null) return missing('No place of the filing states a count of bitcoins for the balance sheet day.')
  if (count.status !== 'served') return missing(count.reason ?? '')
  const basis = count.how === 'table' || count.how === 'sentence' ? 'report text' : 'tag'
  return stated({ value: Number(count.value), basis })
}

/** The fair value the books carry, where it bears the count out: the two are right or wrong together. */
function fairValuePart(count: Extraction | null, { fairValue, bookValue }: Evidence): Part<number> {
  if (count?.status !== 'served') return missing('No count of bitcoins bears a fair value out.')
  if (fairValue !== null) return fairValue
  const atFairValue = count.check.some(({ name }) => name === 'fair value')
  return atFairValue && bookValue !== null ? stated(bookValue) : missing('The books do not carry the bitcoins at fair value.')
}

function dueWithin24Months(
  debt: PeriodicReport['debt'],
  table: MaturityTable | null,
  maturities: Part<PeriodicReport['maturities']>,
): Part<number> {
  if (debt?.length === 0) return stated(0)
  if (table === null || maturities.value === null) return missing(maturities.why ?? '')
  const [first, second] = table.rows
  if (!table.rolling || first === undefined || second === undefined)
    return missing('The rows of the maturity table may be fiscal years: 24 months may end inside one.')
  return stated(first.amount + second.amount)
}
