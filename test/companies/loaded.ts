import { type LineId, lines } from '../../data/companies/lines.ts'
import type { Figure, Version } from '../../pipeline/companies/figures/version.ts'
import type { View } from '../../pipeline/companies/figures/view.ts'
import { filerOfFacts, secCompanyfacts } from '../../pipeline/feeds/sec-companyfacts.ts'
import { lineVersionsOf } from '../../pipeline/warehouse/companies/company-versions.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { loadOf } from '../load-of.ts'
import { recordingOf } from '../recording-of.ts'

export interface Body {
  readonly url: string
  /** RFC 3339 */
  readonly at: string
  readonly body: Uint8Array
}

/** Company facts of the SEC as they are loaded. */
export const factLoads = (bodies: readonly Body[]) =>
  bodies.map(({ url, at, body }) => ({
    recording: recordingOf(url, body, at),
    feed: secCompanyfacts.id,
    parsed: { bulk: secCompanyfacts, body: async () => body },
  }))

/** Tickers of recorded companies, in the order of their market values. */
const tickers: readonly (readonly [cik: number, ticker: string, title: string])[] = [
  [320193, 'AAPL', 'Apple Inc.'],
  [1652044, 'GOOGL', 'Alphabet Inc.'],
  [1652044, 'GOOG', 'Alphabet Inc.'],
  [1326801, 'META', 'Meta Platforms, Inc.'],
  [19617, 'JPM', 'JPMORGAN CHASE & CO'],
  [1594805, 'SHOP', 'SHOPIFY INC.'],
  [1835632, 'MRVL', 'Marvell Technology, Inc.'],
  [1637459, 'KHC', 'Kraft Heinz Co'],
  [1336917, 'UAA', 'Under Armour, Inc.'],
  [1336917, 'UA', 'Under Armour, Inc.'],
  [1003935, 'NICE', 'NICE Ltd.'],
  [1093691, 'PLUG', 'PLUG POWER INC'],
  [1067983, 'BRK-B', 'BERKSHIRE HATHAWAY INC'],
]

/** A list of years before: one ticker is nobody's by now, two are those of other companies. */
const formerTickers: typeof tickers = [
  [1326801, 'FB', 'Meta Platforms, Inc.'],
  [1835632, 'SHOP', 'Marvell Technology, Inc.'],
  [1637459, 'BRK-B', 'Kraft Heinz Co'],
]
const listUrl = 'https://www.sec.gov/files/company_tickers.json'
const listOf = (rows: typeof tickers) =>
  Buffer.from(JSON.stringify({ ...rows.map(([cik_str, ticker, title]) => ({ cik_str, ticker, title })) }))

/** Loads the statements, the lists of tickers and the indexes of companies. */
export async function loadCompanies(store: Store, bodies: readonly Body[], indexes: readonly Body[] = []): Promise<void> {
  await load(
    store,
    [
      loadOf(listUrl, listOf(formerTickers), '2021-12-01T00:00:00Z'),
      loadOf(listUrl, listOf(tickers), '2026-07-01T00:00:00Z'),
      ...indexes.map(({ url, at, body }) => loadOf(url, body, at)),
      ...factLoads(bodies),
    ],
    () => [],
  )
}

/** Every version of the lines of each company of these bodies, by issuer id. */
export const versionsIn = (store: Store, bodies: readonly Body[]): Promise<ReadonlyMap<string, readonly Version[]>> =>
  lineVersionsOf(
    store,
    bodies.map(({ url }) => filerOfFacts(url)!),
  )

/** The same of a store that is loaded from these bodies of the SEC alone. */
export async function loadedCompanies(bodies: readonly Body[]): Promise<ReadonlyMap<string, readonly Version[]>> {
  const store = await emptyStore()
  await loadCompanies(store, bodies)
  const versions = await versionsIn(store, bodies)
  await store.close()
  return versions
}

/** The figure of a line in the period of that label. */
export function figureOf(view: View, line: LineId, label: string): Figure | null {
  const period = [...view.years, ...view.quarters].find((each) => each.label === label)
  return period === undefined ? null : view.figure(line, period)
}

/** The figures of all years and quarters, of these lines, each with its period. */
export const figuresIn = (view: View, of: readonly LineId[] = lines.map(({ line }) => line)) =>
  [...view.years, ...view.quarters].flatMap((period) =>
    of.flatMap((line) => {
      const figure = view.figure(line, period)
      return figure === null ? [] : [{ figure, period }]
    }),
  )

/** Millions of a line in the periods of these labels; NaN where there is none. */
export const millionsOf = (view: View, line: LineId, labels: readonly string[]): number[] =>
  labels.map((label) => (figureOf(view, line, label)?.value ?? Number.NaN) / 1e6)

/** What is not served of a line, and why. */
export const leftOutOf = (view: View, line: LineId): string[] =>
  view.leftOut.filter(({ lines: names }) => names.includes(line)).map(({ what, why }) => `${what}: ${why}`)

/** A fact of company facts as the SEC sends them. */
export interface StatedFact {
  readonly concept: string
  readonly unit: string
  readonly start?: string
  readonly end: string
  readonly val: number
  readonly accn: string
  readonly form: string
  readonly filed: string
}

/** The facts of a body of the SEC, read in the plainest way: nothing of the feed. */
export function statedFacts(body: Uint8Array): StatedFact[] {
  const { facts } = JSON.parse(Buffer.from(body).toString('utf8')) as {
    facts: Record<string, Record<string, { units: Record<string, Omit<StatedFact, 'concept' | 'unit'>[]> }>>
  }
  return Object.entries(facts).flatMap(([taxonomy, tags]) =>
    Object.entries(tags).flatMap(([tag, { units }]) =>
      Object.entries(units).flatMap(([unit, filed]) => filed.map((each) => ({ ...each, concept: `${taxonomy}:${tag}`, unit }))),
    ),
  )
}
