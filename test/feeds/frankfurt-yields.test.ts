import { describe, expect, test } from 'vitest'
import { bundesbankYields } from '../../pipeline/feeds/bundesbank-yields.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { readingAt, stateAt } from './reading.ts'

const at = '2026-08-14T15:00:00Z'
const key = 'BBSIS.D.I.ZST.ZI.EUR.S1311.B.A604.R10XX.R.A.A._Z._Z.A'
const address = `https://api.statistiken.bundesbank.de/rest/data/${key.replace('.', '/')}?format=csv&lang=en`
const { parse, values } = readingAt(at)

/** As the documentation of the service has it; no body was recorded. */
const head = [`"",${key},${key}_FLAGS`, '"","Term structure, residual maturity of 10.0 years",', 'unit,% p.a.,']
const body = (...lines: string[]) => [...head, ...lines, ''].join('\n')

describe('Bundesbank', () => {
  test('a line a day under title and unit; a point is no value', () => {
    const lines = ['2026-08-12,2.71,', '2026-08-13,.,No value available', '2026-08-14,2.74,']
    expect(values(address, body(...lines))).toEqual([
      ['bundesbank.germany-10y', '2026-08-12', 2.71],
      ['bundesbank.germany-10y', '2026-08-14', 2.74],
    ])
    expect(values(address, `\uFEFF${body(...lines)}`)).toHaveLength(2)
  })

  test('decimal commas are no numbers, whether the separator is a comma or a semicolon', () => {
    const german = parse(address, body('2026-08-12,2.71,', '2026-08-13,2,74,'))
    expect(german.rejected.map(({ rule }) => rule)).toEqual(['columns'])
    const semicolons = body('2026-08-12,2.71,').replaceAll(',', ';')
    expect(() => parse(address, semicolons)).toThrow('does not name')
  })

  test.each([
    [body('2026-08-12,.,No value available'), 'no yields'],
    [body('2026-08-12,2.71,').slice(0, -1), 'ends within a line'],
    [body('2026-08-12,2.71,').replace('% p.a.', 'EUR'), 'not percent'],
    [body('2026-08-12,2.71,').replaceAll(key, 'BBSIS.D.I.ZST.ZI.EUR.S1311.B.A604.R05XX.R.A.A._Z._Z.A'), 'does not name'],
    ['<html>maintenance</html>\n', 'web page'],
  ])('refuses %#', (text, why) => expect(() => parse(address, text)).toThrow(why))

  test('asks in English, from a month before the newest day', () => {
    expect(bundesbankYields.plan(stateAt(at)).map(({ url }) => url)).toEqual([address])
    const known = new Map([['bundesbank.germany-10y', 20_678]])
    expect(bundesbankYields.plan(stateAt(at, known))[0]!.url).toBe(`${address}&startPeriod=2026-07-14`)
    expect(feedFor(address)?.id).toBe('bundesbank-yields')
    expect(feedFor(address.replace('lang=en', 'lang=de'))).toBeNull()
  })
})
