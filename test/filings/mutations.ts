import { expect } from 'vitest'
import { ParseError } from '../../pipeline/errors.ts'
import { secSubmissions } from '../../pipeline/feeds/sec-submissions.ts'
import { htmlOf } from '../../pipeline/filings/body.ts'
import { plainText } from '../../pipeline/filings/text.ts'
import { readTotals } from '../../pipeline/treasuries/bitcoin-total.ts'
import { ownTime } from '../own-time.ts'
import { flattened } from '../rows.ts'
import pieces from './mutations.json' with { type: 'json' }
import { spansOf } from './passages.ts'
import { bytesOf, type documents } from './recorded.ts'

type Row = (typeof documents)[number]
type Random = () => number

const excerptLength = 65_536
const slowest = 2_000
const tokens = [
  ...'<td> </td> <tr> </tr> <table> </table> <p> </p> <br/> <sup> </sup> <!-- --> <ix:header> </ix:header> </html> <div>'.split(
    ' ',
  ),
  ...pieces.tokens,
]

/** mulberry32: the same mutations every time. */
function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** At most 64 KB of a document that still read as it: its cover's form, and the table or sentence of the total with what surrounds it. */
function excerpt(row: Row): { html: string; at: number } {
  const html = new TextDecoder().decode(bytesOf(row.file))
  if (html.length <= excerptLength && row.whole) return { html, at: row.quote === null ? 0 : html.lastIndexOf(figure(row)) }
  const before = row.how === 'table' ? html.lastIndexOf('<table', anchor(html, row)) - 3_000 : anchor(html, row) - 8_000
  const start = html.indexOf('<p', Math.max(0, before))
  const cover = '<html><body><p>FORM 8-K</p>'
  const end = html.lastIndexOf('<', start + excerptLength - 200)
  const text = `${cover}${html.slice(start, end)}</body></html>`
  return { html: text, at: text.indexOf(figure(row)) }
}

function figure(row: Row): string {
  return Number(row.count ?? 0).toLocaleString('en-US')
}

/** Where the total of the newest day stands: with several tables of one count the first, with several days the last. */
function anchor(html: string, row: Row): number {
  if (row.count === null) return Math.floor(html.length / 2)
  return row.how === 'table' ? html.indexOf(figure(row)) : html.search(new RegExp(`approximately[^<]{0,9}${figure(row)}`, 'u'))
}

/** One to three changes, half of them near `at`. */
function mutate(text: string, at: number, random: Random): string {
  let changed = text
  const changes = 1 + Math.floor(random() * 3)
  for (let change = 0; change < changes; change += 1) {
    const near = random() < 0.5
    const where = Math.max(
      0,
      Math.min(changed.length - 1, near ? at + Math.floor((random() - 0.7) * 12_000) : Math.floor(random() * changed.length)),
    )
    const length = random() < 0.7 ? 1 + Math.floor(random() * 40) : Math.floor(random() * 4_000)
    const token = tokens[Math.floor(random() * tokens.length)] ?? ''
    const kind = Math.floor(random() * 8)
    if (kind === 0) changed = splice(changed, where, 1, String.fromCharCode(32 + Math.floor(random() * 95)))
    else if (kind === 1) changed = splice(changed, where, length, '')
    else if (kind === 2) changed = splice(changed, where, 0, changed.slice(where, where + length))
    else if (kind === 3) changed = splice(changed, where, 0, token)
    else if (kind === 4) changed = splice(changed, where, length, token)
    else if (kind === 5) changed = swapTags(changed, where, random)
    else if (kind === 6) changed = digit(changed, where, random)
    else changed = tag(changed, where, token)
  }
  return changed
}

function splice(text: string, at: number, length: number, put: string): string {
  return text.slice(0, at) + put + text.slice(at + length)
}

/** Takes the next whole tag out, or puts another in its place. */
function tag(text: string, from: number, put: string): string {
  const start = text.indexOf('<', from)
  const end = text.indexOf('>', start)
  return start < 0 || end < 0 ? text : splice(text, start, end + 1 - start, put.startsWith('<') ? put : '')
}

/** Exchanges two neighbouring cells. */
function swapTags(text: string, from: number, random: Random): string {
  const starts = [...text.slice(from, from + 8_000).matchAll(/<td/gu)].map((match) => from + match.index)
  const index = Math.floor(random() * Math.max(1, starts.length - 2))
  const [one, two, three] = starts.slice(index, index + 3)
  return one === undefined || two === undefined || three === undefined
    ? text
    : text.slice(0, one) + text.slice(two, three) + text.slice(one, two) + text.slice(three)
}

function digit(text: string, from: number, random: Random): string {
  const found = /\d/u.exec(text.slice(from, from + 400))
  return found === null ? text : splice(text, from + found.index, 1, String(Math.floor(random() * 10)))
}

export interface Tally {
  runs: number
  refused: number
  none: number
  held: number
  same: number
  carried: number
  slowestMs: number
}

export const tally = (): Tally => ({ runs: 0, refused: 0, none: 0, held: 0, same: 0, carried: 0, slowestMs: 0 })

/**
 * Mutated documents through the readers: a `ParseError`, nothing, a held total, a total (count and day together) the unmutated document
 * states, or one whose count or day the mutation itself wrote. Anything else is a wrong figure and fails.
 */
export function tortureDocument(row: Row, count: number, seed: number, result: Tally): void {
  const { html, at } = excerpt(row)
  const filed = new Map([['x', row.filed]])
  const text = plainText(html.replace(/<[^>]*>/gu, ' '))
  const known = statesOf(html, filed)
  if (row.count !== null) expect(known, row.file).toContain(`${row.as_of} ${row.count}`)
  const random = seeded(seed)
  for (let run = 0; run < count; run += 1) {
    const mutated = mutate(html, at, random)
    const start = ownTime()
    result.runs += 1
    try {
      const totals = readTotals(spansOf(htmlOf(new TextEncoder().encode(mutated)), 'x'), filed)
      const [total] = totals
      if (total === undefined) result.none += 1
      else if (total.extraction.status === 'held') {
        result.held += 1
        expect(total.extraction.reason).not.toBeNull()
      } else if (known.has(`${total.extraction.asOf} ${total.extraction.value}`)) result.same += 1
      else {
        const printed = Number(total.extraction.value).toLocaleString('en-US')
        const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
          new Date(total.extraction.asOf),
        )
        const written = !has(text, printed) || !has(text, `As of ${day}`)
        expect(written, `${row.file}, mutation ${run} of seed ${seed}: ${total.extraction.quote}`).toBe(true)
        result.carried += 1
      }
    } catch (error) {
      if (!(error instanceof ParseError)) throw error
      result.refused += 1
    }
    const took = ownTime() - start
    result.slowestMs = Math.max(result.slowestMs, took)
    expect(took, `${row.file}, mutation ${run} of seed ${seed}`).toBeLessThan(slowest)
  }
}

/** Whether a number or day stands in the text by itself. */
function has(text: string, words: string): boolean {
  return new RegExp(`(?<![\\d,])${words.replaceAll(' ', '\\s')}(?![\\d,]\\d)`, 'u').test(text)
}

function statesOf(html: string, filed: ReadonlyMap<string, string>): Set<string> {
  const states = new Set<string>()
  for (const { extraction, earlier } of readTotals(spansOf(html, 'x'), filed)) {
    states.add(`${extraction.asOf} ${extraction.value}`)
    for (const { asOf, value } of earlier) states.add(`${asOf} ${value}`)
  }
  return states
}

/** Mutated indexes of filings: a `ParseError`, or rows that are each valid and, where their cells are unchanged, the unmutated ones. */
export function tortureSubmissions(count: number, seed: number, result: Tally): void {
  const whole = JSON.parse(new TextDecoder().decode(bytesOf('sec/submissions/CIK0001050446_MSTR_2026-01-20.json')))
  const recent = Object.fromEntries(
    Object.entries<unknown[]>(whole.filings.recent).map(([name, cells]) => [name, cells.slice(0, 400)]),
  )
  const json = JSON.stringify({ cik: whole.cik, filings: { recent, files: whole.filings.files } }).slice(0, excerptLength)
  const recording = pieces.recording
  const read = (text: string) => flattened(secSubmissions.parse(new TextEncoder().encode(text), recording))
  expect(json.endsWith('}')).toBe(true)
  const known = new Map(read(json).filing.map((filing) => [filing.accession, JSON.stringify(filing)]))
  const random = seeded(seed)
  for (let run = 0; run < count; run += 1) {
    const mutated = mutate(json, Math.floor(random() * json.length), random)
    const start = ownTime()
    result.runs += 1
    try {
      const { filing: filings } = read(mutated)
      const changed = filings.filter((filing) => known.get(filing.accession) !== JSON.stringify(filing))
      for (const filing of changed) {
        expect(filing.accession).toMatch(/^\d{10}-\d{2}-\d{6}$/u)
        expect(filing.accepted_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.000Z$/u)
      }
      if (changed.length === 0) result.same += 1
      else result.carried += 1
    } catch (error) {
      if (!(error instanceof ParseError)) throw error
      result.refused += 1
    }
    const took = ownTime() - start
    result.slowestMs = Math.max(result.slowestMs, took)
    expect(took, `mutation ${run} of seed ${seed}`).toBeLessThan(slowest)
  }
}
