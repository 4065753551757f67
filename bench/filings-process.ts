/**
 * One side of `bench/filings.ts`, in a process of its own so that its memory is its own. `time`: the reader and one pass of the SAX parser
 * alone over the same bytes in turn, medians in milliseconds. `memory`: the reader alone, once.
 */
import { Parser } from 'htmlparser2'
import { readInlineXbrl } from '../pipeline/filings/inline-xbrl.ts'
import { filing } from './filing.ts'
import { median } from './median.ts'

export interface Side {
  readonly name: string
  readonly bytes: number
  readonly facts: number
  readonly readMs: number
  readonly parseMs: number
  readonly peakMb: number
}

const [mode, rounds] = process.argv.slice(2)
const { name, body } = filing()
const read: number[] = []
const parsed: number[] = []
let facts = 0

for (let round = 0; round < Number(rounds); round++) {
  if (mode === 'time') parsed.push(timed(parse))
  read.push(
    timed(() => {
      facts = readInlineXbrl(new TextDecoder().decode(body)).facts.length
    }),
  )
}
process.send?.({
  name,
  bytes: body.length,
  facts,
  readMs: median(read),
  parseMs: mode === 'time' ? median(parsed) : 0,
  peakMb: process.resourceUsage().maxRSS / 1_024,
} satisfies Side)

function timed(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** As it comes, with nobody to tell what it finds. */
function parse(): void {
  const html = new TextDecoder().decode(body)
  new Parser({}).end(html)
}
