import { describe, expect, test } from 'vitest'
import type { Fact, Tagged } from '../../pipeline/filings/fact.ts'
import { readInlineXbrl } from '../../pipeline/filings/inline-xbrl.ts'
import truth from '../truth/inline-xbrl.json' with { type: 'json' }
import { textOf } from './recorded.ts'

const read = (file: string): Tagged => readInlineXbrl(textOf(file))
const of = (file: string, concept: string): Fact[] => read(file).facts.filter((fact) => fact.concept === concept)

/** Exact: in units of 10^-20. */
function sum(values: readonly string[]): string {
  let total = 0n
  for (const value of values) {
    const [whole = '', part = ''] = value.replace('-', '').split('.')
    const units = BigInt(whole + part.padEnd(20, '0'))
    total += value.startsWith('-') ? -units : units
  }
  const digits = String(total < 0n ? -total : total).padStart(21, '0')
  const text = `${digits.slice(0, -20)}.${digits.slice(-20)}`.replace(/\.?0+$/u, '')
  return total < 0n ? `-${text}` : text
}

function spelled({ concept, value, unit, context: { start, end, dimensions }, decimals }: Fact): string {
  const members = dimensions.map(({ axis, member }) => `${axis}=${member}`)
  return [concept, value, unit, start === null ? end : `${start}/${end}`, decimals, ...members].join(' ')
}

describe('every recorded filing, as another program reads it (test/truth/README.md)', () => {
  test.each(truth.filings.map((row) => [row.file, row] as const))('%s', (file, row) => {
    const html = textOf(file)
    const { facts, texts, unread } = readInlineXbrl(html)
    const numbers = facts.filter((fact) => fact.unit !== null)
    expect(unread).toEqual([])
    expect({
      facts: facts.length,
      numbers: numbers.length,
      nil: facts.filter((fact) => fact.value === null).length,
      texts: texts.length,
      sum: sum(numbers.flatMap((fact) => fact.value ?? [])),
    }).toEqual({ facts: row.facts, numbers: row.numbers, nil: row.nil, texts: row.texts, sum: row.sum })
    const said = new Set(facts.map(spelled))
    for (const sampled of row.sampled ?? []) expect(said).toContain(sampled)
    for (const { place } of facts) expect(html.startsWith('<ix:', place.offset)).toBe(true)
  })
})

describe('traps of the filings of Bitcoin holders', () => {
  const at = (facts: readonly Fact[]) =>
    facts.map(({ value, unit, context: { start, end, dimensions } }) => [
      value,
      unit,
      start === null ? end : `${start}/${end}`,
      dimensions.map(({ member }) => member).join(' '),
    ])

  test('Kindly MD: the count stands with a member only; the nil of the prior year comes first and is no zero', () => {
    const file = 'sec/filings/naka_10q_10Q-2025-09-30.html'
    expect(at(of(file, 'us-gaap:CryptoAssetNumberOfUnits'))).toContainEqual([
      '5398',
      'NAKA:Integer',
      '2025-09-30',
      'NAKA:BTCMember',
    ])
    const undimensioned = of(file, 'us-gaap:CryptoAssetNumberOfUnits').filter((fact) => fact.context.dimensions.length === 0)
    expect(undimensioned.map((fact) => fact.value)).toEqual(['2903'])
    expect(at(of(file, 'us-gaap:CryptoAssetFairValueNoncurrent')).slice(0, 2)).toEqual([
      [null, 'iso4217:USD', '2024-12-31', ''],
      ['615798837', 'iso4217:USD', '2025-09-30', ''],
    ])
  })

  test('BitMine: the count without a member adds two coins', () => {
    const counts = at(of('sec/filings/bmnr_10q_10q-2026-01-13.html', 'us-gaap:CryptoAssetNumberOfUnits'))
    expect(counts.filter(([, , end, member]) => end === '2025-11-30' && member === '').map(([value]) => value)).toContain(
      '3737333',
    )
    expect(counts.map(([value, , , member]) => [value, member])).toEqual(
      expect.arrayContaining([
        ['193', 'BMNR:BitcoinMember'],
        ['3737140', 'BMNR:EthereumMember'],
      ]),
    )
  })

  test('CleanSpark: the count is tagged in dollars and thousands, as the filing has it', () => {
    const counts = of('sec/filings/clsk_10q_10Q-2025-06-30.html', 'clsk:NumberOfBitcoinsHeld')
    expect(counts.map(({ value, unit, shown, context }) => [value, unit, shown, context.end])).toContainEqual([
      '10075000',
      'iso4217:USD',
      '10,075',
      '2025-06-30',
    ])
  })

  test('Strategy: the holding under its own tag, unit and member, and the shares of two classes on the cover', () => {
    const file = 'sec/filings/mstr_10q_10-Q-2024-05-01.html'
    expect(at(of(file, 'dei:EntityCommonStockSharesOutstanding')).map(([value, , , member]) => [value, member])).toEqual([
      [expect.stringMatching(/^\d+$/u), 'us-gaap:CommonClassAMember'],
      [expect.stringMatching(/^\d+$/u), 'us-gaap:CommonClassBMember'],
    ])
    expect(of(file, 'mstr:NumberOfBitcoinHeld').map((fact) => fact.unit)).toContain('mstr:Bitcoin')
  })
})
