import type { SpanRow } from '../tables/filing.ts'
import { countText } from '../time/counted.ts'
import { dayNumber } from '../time/day.ts'
import { groupedBy } from '../values/grouped.ts'
import { uncorroborated } from './corroboration.ts'
import { type CountCheck, type Extraction, uncheckedFigure, withCheck } from './extraction.ts'
import { furtherCoinsCheck } from './further-coins.ts'
import { likelyStatements } from './likely-statement.ts'
import { sentenceStatements } from './sentence-statement.ts'
import { type CoinChange, type HoldingStatement, isInExhibit } from './statement.ts'
import { tableStatements } from './table-statement.ts'

/** No more bitcoins than this can ever exist. */
const mostCoins = 21_000_000
/** A weekly update is a day old; a count carried over a quarter's end and the time to file a report is not four months old. */
const oldest = 120

/** The newest total one filing states, with what the same filing says about the way there. */
export interface BitcoinTotalReading {
  readonly extraction: Extraction
  readonly change: CoinChange | null
  /** Totals the filing states for earlier days, oldest first. */
  readonly earlier: readonly Pick<Extraction, 'asOf' | 'value'>[]
}

/**
 * Spans (of any number of filings, in any order) -> for each filing the number of bitcoins it says the filer held in all, for the newest
 * day it states one; a filing that states none gives none. Exhibits speak only where the report itself states none. `filed` is the filing
 * date by accession number, where known. Readings are in the order in which the filings first appear.
 *
 * Served only if every check passes: the count is one number from 1 to 21,000,000, in a table a whole one; its day is not after the filing
 * date and at most 120 days before it; all statements for that day (tables and sentences) agree; the stated aggregate price over the
 * stated average price makes that count (a place without prices needs a second one that agrees); in a table, the purchases next to it end
 * on that day; no sentence beside one counts further coins. Otherwise held, with the reason; so is a figure under a header that may mean
 * the whole, where nothing states it in known words.
 */
export function readTotals(spans: readonly SpanRow[], filed: ReadonlyMap<string, string>): BitcoinTotalReading[] {
  const filings = groupedBy(spans, ({ accession }) => accession)
  return [...filings].flatMap(([accession, filing]) => readFiling(filing, filed.get(accession)) ?? [])
}

function readFiling(spans: readonly SpanRow[], filed: string | undefined): BitcoinTotalReading | null {
  const sentences = spans.filter((span) => span.kind === 'sentence')
  const known = [...tableStatements(spans.filter((span) => span.kind === 'cell')), ...sentenceStatements(sentences)]
  const isCurrent = ({ asOf }: HoldingStatement) => asOf !== null && filed !== undefined && dayCheck(asOf, filed).passed
  const all = known.length > 0 ? known : likelyStatements(spans, filed ?? null).filter(isCurrent)
  const own = all.filter((statement) => !isInExhibit(statement))
  const preferred = own.length > 0 ? own : all
  const sure = preferred.filter((statement) => statement.doubt === null)
  const statements = sure.length > 0 ? sure : preferred
  const [first] = spans
  const days = statements.flatMap((statement) => statement.asOf ?? []).sort()
  const newest = days.at(-1)
  const undated = statements.filter((statement) => statement.asOf === null)
  const asOf = newest ?? filed
  if (first === undefined || statements.length === 0 || asOf === undefined) return null
  const current = newest === undefined ? undated : statements.filter((statement) => statement.asOf === newest)
  const chosen = current.find(({ price }) => price !== null) ?? current[0]
  if (chosen === undefined) return null

  const checks: CountCheck[] = [
    numberCheck(chosen),
    ...(filed === undefined ? [] : [dayCheck(asOf, filed)]),
    agreementCheck(current, undated),
    ...current.flatMap((statement) => periodCheck(statement) ?? []),
    ...priceChecks(current),
    ...besideCheck(current),
    ...current.flatMap(({ doubt }) => (doubt === null ? [] : ({ name: 'heading', passed: false, detail: doubt } as const))),
  ]
  const { accession, company } = first
  const { coins: value, how, place, quote } = chosen
  const bare = uncheckedFigure({ accession, company, what: 'bitcoin-total', value, asOf, how, place, quote })
  return {
    extraction: checks.reduce(withCheck, bare),
    change: current.flatMap((statement) => statement.change ?? [])[0] ?? null,
    earlier: statements
      .flatMap(({ asOf: day, coins, how, price }) =>
        day !== null && day < asOf && (how === 'sentence' || price !== null) ? { asOf: day, value: coins } : [],
      )
      .sort((a, b) => (a.asOf < b.asOf ? -1 : a.asOf > b.asOf ? 1 : 0)),
  }
}

/** Updates with prices give whole coins, where a point is a slip; elsewhere miners give tenths. */
function numberCheck({ coins, clean, how, quote, price }: HoldingStatement): CountCheck {
  const whole = (how === 'table' && price !== null ? /^\d+(?:\.0+)?$/u : /^\d+(?:\.\d{1,8})?$/u).test(coins)
  const passed = clean && whole && Number(coins) >= 1 && Number(coins) <= mostCoins
  return {
    name: 'number',
    passed,
    detail: passed ? `${coins} is a number of coins up to 21,000,000` : `"${quote.slice(-80)}" is not a count of coins`,
  }
}

function dayCheck(asOf: string, filed: string): CountCheck {
  const age = (dayNumber(filed) ?? Number.NaN) - (dayNumber(asOf) ?? Number.NaN)
  return {
    name: 'as-of',
    passed: age >= 0 && age <= oldest,
    detail: `as of ${asOf}, ${countText(age, 'day')} before the filing of ${filed}`,
  }
}

/** In a table the purchases and the holding beside them end on the same day; two days that differ show that a day was misread or mistyped. */
function periodCheck({ how, change, asOf }: HoldingStatement): CountCheck | null {
  if (how !== 'table' || change === null) return null
  return { name: 'period', passed: change.to === asOf, detail: `the period of purchases ends on ${change.to}` }
}

/** One place alone may be misread, or state a part: what the coins cost, or a second place in other words, must confirm it. */
function priceChecks(current: readonly HoldingStatement[]): CountCheck[] {
  const checks = current.flatMap((statement) => statement.price ?? [])
  const whole = current.filter(({ bare }) => !bare)
  if (checks.length > 0 || (whole.length > 0 && new Set(current.map(({ quote }) => quote)).size > 1)) return checks
  if (whole.length === 0) return [uncorroborated('the sentence does not say that this is the whole holding')]
  return [
    uncorroborated(
      current[0]?.how === 'sentence'
        ? 'only one sentence states it'
        : 'no aggregate and average purchase price are stated with it to confirm it',
    ),
  ]
}

/** A sentence next to a count that speaks of further coins: the count may be a part, unless a table states the same. */
function besideCheck(current: readonly HoldingStatement[]): CountCheck[] {
  const beside = current.find((statement) => statement.beside !== null)?.beside
  if (beside == null || current.some((statement) => statement.how === 'table' && statement.beside === null)) return []
  return [furtherCoinsCheck(beside)]
}

function agreementCheck(current: readonly HoldingStatement[], undated: readonly HoldingStatement[]): CountCheck {
  const places = (some: readonly HoldingStatement[]) => some.map(({ coins, place }) => `${coins} (${place})`).join(', ')
  if (undated.length > 0) return { name: 'as-of', passed: false, detail: `the day of ${places(undated)} could not be read` }
  const values = new Set(current.map((statement) => Number(statement.coins)))
  const passed = values.size === 1 && current.every((statement) => statement.clean)
  return {
    name: 'agreement',
    passed,
    detail: passed ? `stated ${current.length === 1 ? 'once' : `${current.length} times`}` : `stated as ${places(current)}`,
  }
}
