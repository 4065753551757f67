import fc from 'fast-check'
import { expect } from 'vitest'
import { ParseError } from '../../pipeline/errors.ts'
import { readFiledDocument } from '../../pipeline/filings/document.ts'
import type { Fact, Tagged } from '../../pipeline/filings/fact.ts'
import { readInstance } from '../../pipeline/filings/instance.ts'
import { submittedDocuments } from '../../pipeline/filings/submission.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { ownTime } from '../own-time.ts'
import { textOf } from './recorded.ts'

/** Filings with inline XBRL of five filing agents, an instance, and a whole submission. */
export const brokenFiles = [
  'mstr_10q_10-Q-2024-05-01.html',
  'clsk_10q_10Q-2025-06-30.html',
  'naka_10q_10Q-2025-09-30.html',
  'xom_10q_2025-08-04.html',
  'companies/nice_20f_2026.html',
  'companies/jpm_8k_2026-06-24.html',
  'companies/gahc_10q_2024-09-30_htm.xml',
  'ddc_2025-10-20_6K_1083btc-holdings.txt',
]

const slowest = 2_000
const excerptLength = 40_000
const tokens = [
  ...'<td> </td> <tr> </tr> <table> </table> <p> </p> <br/> <sup> </sup> <!-- --> </ix:nonFraction> </ix:nonNumeric> <ix:exclude> </ix:exclude> <ix:hidden> <ix:header> </ix:header> <ix:resources> </xbrli:context> </xbrli:segment> <context> </unit> <TEXT> </DOCUMENT> ]]>'.split(
    ' ',
  ),
  ...[
    '<ix:continuation id="x" continuedAt="x">',
    ' scale="99"',
    ' sign="-"',
    ' xsi:nil="true"',
    ' format="ixt:fixed-zero"',
    '"',
    "'",
    '>',
    '<',
  ],
  ...['&', '&#0;', '1e999', 'NaN', 'Infinity', '-', '(', '9'.repeat(400), '0000-00-00', '9999-99-99', '\u0000', '\ufffd'],
]

type Change = [kind: number, at: number, length: number, token: string]

const changes = fc.array(
  fc.tuple(fc.nat(4), fc.noBias(fc.nat(9_999)), fc.oneof(fc.nat(40), fc.nat(8_000)), fc.constantFrom(...tokens)),
  { minLength: 1, maxLength: 4 },
) satisfies fc.Arbitrary<Change[]>

/** Cuts, drops, repeats, puts in, or flips a bit. */
function changed(text: string, [kind, share, length, token]: Change): string {
  const at = Math.floor((share / 10_000) * text.length)
  if (kind === 0) return text.slice(0, at)
  if (kind === 1) return text.slice(0, at) + text.slice(at + length)
  if (kind === 2) return text.slice(0, at + length) + text.slice(at)
  if (kind === 3) return text.slice(0, at) + token + text.slice(at)
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << (length % 8))) + text.slice(at + 1)
}

/** Some 40 KB of a document in its middle, with the contexts and units its tags name. */
function excerpt(file: string): string {
  const text = textOf(`sec/filings/${file}`)
  if (text.length < 2 * excerptLength) return text
  if (file.endsWith('.xml')) return text.slice(0, excerptLength)
  const start = text.indexOf('<td', Math.floor(text.length * 0.55))
  const body = text.slice(start, text.indexOf('</td>', start + excerptLength) + 5)
  const named = new Set([...body.matchAll(/(?:contextRef|unitRef)="([^"]+)"/gu)].map((match) => match[1]))
  const resources = [...text.matchAll(/<xbrli:(context|unit) id="([^"]+)">.*?<\/xbrli:\1>/gsu)].filter((match) =>
    named.has(match[2]),
  )
  return `<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><body><ix:header><ix:resources>${resources.map((match) => match[0]).join('')}</ix:resources></ix:header><table><tr>${body}</tr></table></body></html>`
}

function read(file: string, text: string): Tagged {
  if (file.endsWith('.xml')) return readInstance(text)
  const whole = file.endsWith('.txt')
    ? submittedDocuments(text)
        .map((document) => document.text)
        .join('')
    : text
  const { spans: _, ...tagged } = readFiledDocument(whole, null, () => true)
  return tagged
}

/** Whatever was changed: numbers are finite and those of their text, periods are days, places are in the document. */
function expectSound({ facts, texts, unread }: Tagged, length: number): void {
  for (const { value, number, unit, context, decimals } of facts) {
    if (unit !== null && value !== null) {
      expect(value).toMatch(/^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/u)
      expect(number).toBe(Number(value))
      expect(Number.isFinite(number)).toBe(true)
    } else expect(number).toBeNull()
    if (typeof decimals === 'number') expect(Number.isInteger(decimals)).toBe(true)
    for (const day of [context.start, context.end]) if (day !== null) expect(dayNumber(day)).not.toBeNull()
  }
  for (const { place } of [...facts, ...texts, ...unread]) expect(place.offset >= 0 && place.offset < length).toBe(true)
}

const key = (fact: Fact) => JSON.stringify([fact.concept, fact.context, fact.unit, fact.value])

/** The elements of the unmutated document by id, with the fact of each. */
function elements(text: string, { facts }: Tagged): { source: string; id: string; said: string }[] {
  return facts.flatMap((fact) => {
    const end = text.indexOf('</ix:non', fact.place.offset)
    const source = text.slice(fact.place.offset, text.indexOf('>', end) + 1)
    return fact.place.id === null || end < 0 || source.indexOf('<ix:', 4) >= 0
      ? []
      : [{ source, id: fact.place.id, said: key(fact) }]
  })
}

/**
 * `runs` seeded mutations of an excerpt: a `ParseError`, or facts that are sound. Where no context, unit or element with the id changed, the
 * fact of an element that stands there unchanged is the same, or unread, or gone.
 */
export function expectUnbroken(file: string, runs: number, seed: number): { refused: number; kept: number; slowestMs: number } {
  const text = excerpt(file)
  const tally = { refused: 0, kept: 0, slowestMs: 0 }
  const before = file.endsWith('.xml') ? { facts: [], texts: [], unread: [] } : read(file, text)
  const known = elements(text, before)
  const header = text.slice(0, text.indexOf('</ix:resources>'))
  fc.assert(
    fc.property(changes, (list) => {
      const mutated = list.reduce(changed, text)
      const start = ownTime()
      try {
        const tagged = read(file, mutated)
        expectSound(tagged, mutated.length)
        const facts = new Map(tagged.facts.map((fact) => [fact.place.offset, fact]))
        if (header !== '' && mutated.startsWith(header))
          for (const { source, id, said } of known) {
            const at = mutated.indexOf(source)
            const fact = facts.get(at)
            if (at < 0 || mutated.indexOf(`id="${id}"`) !== mutated.lastIndexOf(`id="${id}"`) || fact === undefined) continue
            expect(key(fact)).toBe(said)
            tally.kept += 1
          }
      } catch (error) {
        if (!(error instanceof ParseError)) throw error
        tally.refused += 1
      }
      const took = ownTime() - start
      tally.slowestMs = Math.max(tally.slowestMs, took)
      expect(took).toBeLessThan(slowest)
    }),
    { numRuns: runs, seed },
  )
  return tally
}
