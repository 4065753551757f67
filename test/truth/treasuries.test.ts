import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { recordedFilesIn, recordedFolder, withoutRecorded } from '../recorded.ts'
import strategy from './strategy-8k.json' with { type: 'json' }

type Node = { readonly [member: string]: unknown }
interface Leaf {
  readonly value?: string | null
  readonly why?: string
  readonly how?: string
  readonly written?: string
  readonly scale?: number
  readonly quote?: string
  readonly sum_of?: readonly string[]
  readonly product_of?: readonly [string, string]
}
interface Check {
  readonly count: string
  readonly price: string
  readonly value: string
  readonly implied_price: string
  readonly off_percent: string
}
interface Filing extends Node {
  readonly file: string
  readonly values: Node
  readonly traps: readonly Node[]
  readonly check?: Check
}
interface Negative extends Node {
  readonly file: string
  readonly names_bitcoin: boolean
  readonly quote?: string
}
interface Counted {
  readonly accession: string | null
  readonly as_of: string | null
  readonly count: string | null
}
interface Series {
  readonly counts: readonly (Counted & { readonly acquired: string | null })[]
  readonly gaps: readonly { readonly after: string }[]
}

const truth = JSON.parse(readFileSync(join(import.meta.dirname, 'treasuries.json'), 'utf8')) as {
  readonly filings: readonly Filing[]
  readonly negatives: readonly Negative[]
  readonly strategy_series: Series
  readonly companyfacts: readonly (Node & {
    readonly file: string
    readonly as_of: string
    readonly facts: Record<string, number>
  })[]
}

const bitcoin = /[Bb]itcoin|BITCOIN|\bBTC\b|ビットコイン|暗号資産/
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Text as a reader sees it: cells and blocks apart, tags of letters gone, white space folded. */
function textOf(markup: string): string {
  return markup
    .replace(/<(ix:header|style|script)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<\/?(?:p|div|t[dhr]|table|br|li|ul|ol|h[1-6r]|body|title|text)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) => String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)))
    .replace(/&([a-z]+);/g, (whole, name: string) => named[name] ?? whole)
    .replace(/\u200b/g, '')
    .replace(/\s+/g, ' ')
}

/** Members of a ZIP archive, by its central directory. */
function members(zip: Buffer): Buffer[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const found: Buffer[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const start = zip.readUInt32LE(at + 42)
    const body = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const packed = zip.subarray(body, body + zip.readUInt32LE(at + 20))
    found.push(zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed))
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return found
}

function plain(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le').replaceAll('"', '').replace(/\s+/g, ' ')
  return textOf(bytes.toString('utf8'))
}

function documentText(file: string): string {
  const bytes = readFileSync(join(recordedFolder, file))
  return file.endsWith('.zip') ? members(bytes).map(plain).join(' ') : plain(bytes)
}

/** Every object below `node`, itself included. */
function* objectsIn(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const item of node) yield* objectsIn(item)
  else if (typeof node === 'object' && node !== null) {
    yield node as Node
    yield* objectsIn(Object.values(node))
  }
}

/** Decimal text as a count of millionths: exact, and figures here have no more places. */
function millionths(decimal: string): bigint {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(decimal) ?? []
  if (whole === undefined) throw new Error(`not a decimal: ${decimal}`)
  return BigInt(`${sign}${whole}${part.padEnd(6, '0')}`)
}

const sum = (decimals: readonly string[]) => decimals.map(millionths).reduce((total, each) => total + each, 0n)
const offPercent = ({ count, price, value }: Check) => Math.abs(Number(value) / Number(count) / Number(price) - 1) * 100
const cases = truth.filings.map((filing) => [filing.file, filing] as const)

describe('the golden set of treasury filings', () => {
  test.each(cases)('%s: values are as written, sums and products are exact', (_, filing) => {
    for (const leaf of objectsIn(filing.values) as Iterable<Leaf>) {
      if (leaf.value === null) expect(leaf.why).toBeTruthy()
      if (leaf.quote) expect(leaf.quote.length).toBeLessThanOrEqual(200)
      if (typeof leaf.value !== 'string') continue
      expect(leaf.quote ?? leaf.how).toBeTruthy()
      const value = millionths(leaf.value)
      if (leaf.written) {
        const figure = /^[\d,.]+$/.test(leaf.written) ? leaf.written.replaceAll(',', '') : '0'
        expect(leaf.quote).toContain(leaf.written)
        expect(value).toBe(millionths(figure) * BigInt(leaf.scale!))
      }
      if (leaf.sum_of) expect(value).toBe(sum(leaf.sum_of))
      if (leaf.product_of) expect(value * 1_000_000n).toBe(millionths(leaf.product_of[0]) * millionths(leaf.product_of[1]))
    }
    expect(filing.traps.every(({ kind, wrong, why }) => kind && wrong && why)).toBe(true)
  })

  test.each(cases)('%s: instruments and maturities add up to the debt', (_, filing) => {
    const debt = filing.values['debt'] as Node | undefined
    const total = (debt?.['total'] as Node | undefined)?.['value']
    if (typeof total !== 'string') return
    const instruments = debt?.['instruments'] as { value: string; basis?: string }[]
    if (!instruments.some(({ basis }) => basis === 'book'))
      expect(sum(instruments.map(({ value }) => value))).toBe(millionths(total))
    const maturities = debt?.['maturities'] as { principal_only: boolean; rows: { value: string }[] } | null
    if (maturities) expect(sum(maturities.rows.map(({ value }) => value)) === millionths(total)).toBe(maturities.principal_only)
  })

  test('count x price is the value, within 1 %', () => {
    const checks = [...truth.filings, ...truth.companyfacts].flatMap(({ check }) => (check ? [check as Check] : []))
    expect(checks.length).toBeGreaterThanOrEqual(25)
    for (const check of checks) {
      expect(offPercent(check)).toBeLessThan(1)
      expect(offPercent(check)).toBeCloseTo(Math.abs(Number(check.off_percent)), 2)
      expect(Number(check.implied_price)).toBeCloseTo(Number(check.value) / Number(check.count), 1)
    }
  })

  test('the Strategy series is that of the other reading of the same documents', () => {
    const counts = (rows: readonly Counted[]) =>
      new Map(rows.map(({ accession, as_of, count }) => [accession, `${count} ${as_of}`]))
    const other = counts(strategy.documents)
    const mine = counts(truth.strategy_series.counts)
    for (const [accession, reading] of mine) if (accession && other.has(accession)) expect(reading).toBe(other.get(accession))
    expect(truth.strategy_series.counts.filter(({ count }) => count)).toHaveLength(
      strategy.documents.filter(({ count }) => count).length,
    )
    expect(truth.strategy_series.counts).toHaveLength(strategy.documents.length)
  })

  test('the Strategy series is in order and adds up wherever no update between is missing', () => {
    const counted = truth.strategy_series.counts.filter(({ count }) => count)
    const gaps = new Set(truth.strategy_series.gaps.map(({ after }) => after))
    expect(counted.map(({ as_of }) => as_of)).toEqual(counted.map(({ as_of }) => as_of).sort())
    for (const [at, { as_of, count }] of counted.slice(0, -1).entries()) {
      const next = counted[at + 1]!
      if (!gaps.has(as_of!)) expect(sum([count!, next.acquired!])).toBe(millionths(next.count!))
    }
  })
})

describe.skipIf(withoutRecorded)('the golden set against the recorded documents', () => {
  test.each(cases)('%s: every quote stands in the document', (file, filing) => {
    const text = documentText(file)
    const quotes = [...objectsIn(filing.values)].flatMap(({ quote }) => (typeof quote === 'string' ? [quote] : []))
    expect(quotes.filter((quote) => !text.includes(quote))).toEqual([])
    const count = filing.values['btc_count'] as Node
    if (typeof count['names_bitcoin'] === 'boolean') expect(bitcoin.test(text)).toBe(count['names_bitcoin'])
  })

  test.each(truth.negatives.map((row) => [row.file, row] as const))(
    '%s: names bitcoin only where said',
    (file, { names_bitcoin, quote }) => {
      const text = documentText(file)
      expect(bitcoin.test(text)).toBe(names_bitcoin)
      if (quote) expect(text).toContain(quote)
    },
  )

  test('every recorded filing that tests read is in the set', () => {
    const folders = ['sec/filings', 'sec/filings/mstr_8k', 'sec/filings/companies']
    const packages = recordedFilesIn('edinet').filter((name) => name.endsWith('.zip'))
    expect([...truth.filings, ...truth.negatives].map(({ file }) => file).sort()).toEqual(
      [...folders.flatMap(recordedFilesIn), ...packages].sort(),
    )
  })

  test.each(truth.companyfacts.map((row) => [row.file, row] as const))('%s: facts and their sums', (file, row) => {
    const { facts } = JSON.parse(readFileSync(join(recordedFolder, file), 'utf8')) as {
      facts: { 'us-gaap': Record<string, { units: Record<string, { val: number; end: string; accn: string }[]> }> }
    }
    for (const [tag, value] of Object.entries(row.facts)) {
      const reported = Object.values(facts['us-gaap'][tag]?.units ?? {}).flat()
      expect(reported.filter(({ end, accn }) => end === row.as_of && accn === row['accession']).map(({ val }) => val)).toContain(
        value,
      )
    }
    for (const { value, sum_of } of [row['debt_principal'], row['due_24_months']] as { value: string; sum_of: string[] }[]) {
      expect(millionths(value)).toBe(sum(sum_of))
    }
  })
})
