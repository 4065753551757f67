import { readFileSync } from 'node:fs'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import type { SightingRow } from '../../pipeline/tables/series.ts'
import { ownTime } from '../own-time.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'
import addresses from './bodies/addresses.json' with { type: 'json' }
import { mutated, seeded } from './mutate.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const at = '2026-11-20T12:00:00Z'

/** Short bodies in the form of each upstream, by file, and their addresses. */
const written = addresses as [file: string, address: string][]

/** Filings and their indexes, which the sample feeds give in their forms. */
const invented = [
  'https://www.sec.gov/files/company_tickers.json',
  'https://www.sec.gov/Archives/edgar/daily-index/2026/QTR4/form.20261109.idx',
  'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=8-K&count=100&output=atom',
  'https://data.sec.gov/api/xbrl/companyfacts/CIK0009900001.json',
  'https://api.edinet-fsa.go.jp/api/v2/documents.json?date=2026-11-16&type=2',
  'https://opendart.fss.or.kr/api/list.json?bgn_de=20261116&end_de=20261116&page_no=1&page_count=100',
]

/** Feeds, addresses, and how to get their bodies. */
export const parsers = [
  ...written.map(
    ([file, url]) => [feedFor(url)!, url, async () => readFileSync(new URL(`bodies/${file}.txt`, import.meta.url))] as const,
  ),
  ...invented.map((url) => [feedFor(url)!, url, () => inventedBody(url)] as const),
]

async function inventedBody(url: string): Promise<Uint8Array> {
  const { id, upstream } = feedFor(url)!
  return (await sampleTransport({ now }).fetch({ feed: id, upstream, url }, new AbortController().signal)).body
}

export interface MutationRun {
  /** Rows, reports and leads of the unmutated body. */
  readonly rows: number
  readonly refused: number
  readonly read: number
  /** Rows that are neither one of the unmutated body nor spelt in the mutated one. */
  readonly strange: string[]
  readonly slowestMs: number
  /** Errors that are not a `ParseError`. */
  readonly crashes: string[]
}

/** Digits of a number without its sign, point, exponent and outer zeros: what a change of unit leaves alone. */
const digitsOf = (number: string): string =>
  number
    .replace(/e.*$/i, '')
    .replaceAll(/[^\d]/g, '')
    .replaceAll(/^0+|0+$/g, '')

/** Whether a text contains a number, in any unit: to its first 12 digits, for the others a change of unit may round. */
function spells(text: string, number: number): boolean {
  const sought = digitsOf(String(number)).slice(0, 12)
  // a comma parts thousands, or two numbers
  const tokens = [/\d+(?:,\d{3})*\.?\d*(?:e[+-]?\d+)?/gi, /\d+\.?\d*(?:e[+-]?\d+)?/gi].flatMap(
    (pattern) => text.match(pattern) ?? [],
  )
  return tokens.some((token) => digitsOf(token).slice(0, 12) === sought || Number(token) === number)
}

/** Figures that no body spells, recomputed from a mutated one: a ratio in percent, or a sum. */
const workedOut: Readonly<Record<string, (text: string) => number[]>> = {
  'okx.BTC-USDT-SWAP.funding': (text) => {
    const sums = new Map<number, number>()
    for (const [payment] of text.matchAll(/\{[^{}]*\}/g)) {
      const day = Math.floor(Number(/.*"fundingTime":\s*"(\d+)"/s.exec(payment)?.[1]) / 86_400_000)
      sums.set(day, (sums.get(day) ?? 0) + Number(/.*"realizedRate":\s*"([^"]*)"/s.exec(payment)?.[1]))
    }
    return [...sums.values()]
  },
  'mempool.adjustment': (text) =>
    [...text.matchAll(/"adjustment":\s*([\d.e+-]+)/gi)].map(([, ratio]) => 100 * (Number(ratio) - 1)),
  'ishares.IBIT.assets': (text) => [
    [...text.matchAll(/^(?:"[^"\n]*",){4}"([\d,.]+)",/gm)].reduce(
      (sum, [, value]) => sum + Number(value!.replaceAll(',', '')),
      0,
    ),
  ],
  'eia.grid.US48': (text) => {
    const sums = new Map<string, number>()
    for (const [, day, value] of text.matchAll(/"period":"([\d-]{10})T\d\d".*?"value":"?(\d+)/gs))
      sums.set(day!, (sums.get(day!) ?? 0) + Number(value))
    return [...sums.values()]
  },
}

/** To the last digits, which adding up in another order may round. */
const isWorkedOut = ({ series, value }: SightingRow, text: string): boolean =>
  (workedOut[series]?.(text) ?? []).some((figure) => Math.abs(figure - value) <= 1e-8 * Math.max(1, Math.abs(value)))

const keyOf = (row: SightingRow): string => `${row.series} ${row.period} ${row.value}`

/** Parses `count` mutations of a body and judges every row: as unmutated, or carrying a mutated cell, or not there. */
export async function mutateParser(
  [feed, url, body]: (typeof parsers)[number],
  count: number,
  seed: number,
): Promise<MutationRun> {
  const lines = Buffer.from(await body())
    .toString('utf8')
    .split('\n')
  const whole = lines.length > 1_200 ? `${lines.slice(0, 1_200).join('\n')}\n` : lines.join('\n')
  const read = (text: string) => flattened(feed.parse(Buffer.from(text), recordingOf(url, text, at)))
  const { sighting: unmutated, ...others } = read(whole)
  const rows = Object.values(others).reduce((sum, { length }) => sum + length, unmutated.length - others.rejected.length)
  const clean = new Set(unmutated.map(keyOf))
  const cleanValues = new Set(unmutated.map(({ series, value }) => `${series} ${value}`))
  const random = seeded(seed)
  const run = { rows, refused: 0, read: 0, strange: [] as string[], slowestMs: 0, crashes: [] as string[] }
  for (let n = 0; n < count; n++) {
    const bad = mutated(whole, random)
    const started = ownTime()
    try {
      const parsed = read(bad)
      run.read++
      const filed = parsed.filing.flatMap(({ accession, form, filing_date: day }) => [accession, form, day])
      const named = [...filed, ...parsed.listing.map(({ code }) => code), ...parsed.next.flatMap(({ tells }) => tells ?? [])]
      for (const text of named) if (!bad.includes(text)) run.strange.push(`${n}: ${text}`)
      for (const { company } of parsed.listing) {
        const cik = Number(company.slice('us:'.length))
        if (!bad.includes(String(cik)) && !spells(bad, cik)) run.strange.push(`${n}: ${company}`)
      }
      for (const row of parsed.sighting) {
        if (clean.has(keyOf(row))) continue
        // a share is spelt nowhere: under a mutated day it is still that of its auction
        const isClean = cleanValues.has(`${row.series} ${row.value}`)
        const spelt = isClean || bad.includes(String(row.value)) || spells(bad, row.value) || isWorkedOut(row, bad)
        if (!spelt) run.strange.push(`${n}: ${keyOf(row)}`)
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'ParseError') run.refused++
      else run.crashes.push(`${n}: ${String(error)}`)
    }
    run.slowestMs = Math.max(run.slowestMs, ownTime() - started)
  }
  return run
}
