import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { viewOf } from '../../pipeline/companies/figures/view.ts'
import { filerOfFacts } from '../../pipeline/feeds/sec-companyfacts.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { memoized } from '../../pipeline/values/memoized.ts'
import { recordedFolder } from '../recorded.ts'
import { statedFacts } from './loaded.ts'
import { companyBodies, recordedVersions } from './recorded.ts'
import { type Fact, type Reading, readings } from './truth.ts'

const versions = await recordedVersions()

const rows = readings.flatMap((reading) => reading.facts.map((fact) => ({ reading, fact })))
const named = ({ company, filing }: Reading, [line, period]: Fact) => `${company} ${line} ${period} of ${filing}`

describe('facts of US filings, read by hand', () => {
  test('each quote is in its row of the document or under its concept in the filing', () => {
    for (const { reading, fact } of rows) {
      const [, , value, place, quote] = fact
      const numbers = quote.split(/ [+-] /)
      const amounts = numbers.map(amountOf)
      const whole = quote.includes(' + ') ? amounts[0]! + amounts[1]! : amounts[0]! - (amounts[1] ?? 0)
      // a document states thousands or millions, and the costs of a cash flow in brackets
      const scaled = [1, 1e3, 1e6].map((scale) => Math.abs(whole) * scale)
      expect(
        scaled.some((each) => Math.abs(each - Math.abs(value)) < 0.001),
        named(reading, fact),
      ).toBe(true)
      const places = reading.document === undefined ? factsOf(reading.company) : rowsOf(reading.document)
      const stands = (number: string) => places.some((each) => standsIn(each, reading, place, number))
      // the second number of a difference is from an earlier filing
      expect(
        numbers.slice(0, 1).filter((number) => !stands(number)),
        named(reading, fact),
      ).toEqual([])
    }
  })

  test('as known on its day each is served, or left out by name; none is another value', () => {
    const wrong: string[] = []
    const withheld: string[] = []
    const views = new Map(
      readings.map((reading) => {
        const { company, shape = 'general', known } = reading
        return [reading, viewOf(versions.get(company)!, shape, dayNumber(known)!)]
      }),
    )
    for (const { reading, fact } of rows) {
      const [line, label, value, , , unit = 'USD'] = fact
      const view = views.get(reading)!
      const period = [...view.years, ...view.quarters].find((each) => each.label === label || isoDay(each.to) === label)
      const figure = period === undefined ? null : view.figure(line, period)
      if (figure === null && view.leftOut.some(({ lines, to }) => lines.includes(line) && to === period?.to))
        withheld.push(named(reading, fact))
      else if (figure?.value !== value || figure.unit !== unit)
        wrong.push(`${named(reading, fact)}: ${figure?.value} ${figure?.unit}, not ${value} ${unit}`)
    }
    console.log(
      `US facts read by hand: ${rows.length - withheld.length - wrong.length} served, ${withheld.length} withheld:\n${withheld.join('\n')}`,
    )
    expect(wrong).toEqual([])
    expect(withheld.length / rows.length, withheld.join('\n')).toBeLessThanOrEqual(0.05)
    expect(rows.length).toBeGreaterThanOrEqual(60)
  })
})

/** An amount as printed, `(1,013)` being negative. */
const amountOf = (text: string) => Number(text.replace(/[(),]/g, '')) * (text.startsWith('(') ? -1 : 1)

/** A row of a table: its cells; a fact of a body: filing, concept, value. */
type Place = readonly string[]

function standsIn(cells: Place, { document, filing }: Reading, place: string, number: string): boolean {
  if (document === undefined) return cells[0] === filing && cells[1] === place && cells[2] === number
  const label = place.slice(place.indexOf(': ') + 2)
  return cells[0]?.startsWith(label) === true && cells.includes(number)
}

const read = new Map<string, Place[]>()

const rowsOf = (document: string): Place[] =>
  memoized(read, document, () => {
    const path = join(recordedFolder, document)
    if (!existsSync(path)) throw new Error(`${document} is not recorded`)
    const stored = readFileSync(path)
    const html = (document.endsWith('.gz') ? gunzipSync(stored) : stored).toString('utf8')
    return (html.match(/<tr.*?<\/tr>/gs) ?? []).map((row) =>
      (row.match(/<td.*?<\/td>/gs) ?? []).map(textOf).filter((cell) => cell !== ''),
    )
  })

const factsOf = (company: string): Place[] =>
  memoized(read, company, () =>
    companyBodies
      .filter(({ url }) => filerOfFacts(url) === company)
      .flatMap(({ body }) => statedFacts(body).map(({ accn, concept, val }) => [accn, concept, String(val)])),
  )

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&#160;|&nbsp;/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .trim()
