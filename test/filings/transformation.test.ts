import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideDecimals, scaledDecimal } from '../../pipeline/filings/decimal.ts'
import { applyTransformation, readNumberWords } from '../../pipeline/filings/transformation.ts'
import texts from './transformation.json' with { type: 'json' }

describe('formats', () => {
  test.each(texts.formats as [string, string, string | null][])('%s of %s is %s', (format, text, value) =>
    expect(applyTransformation(format, text)).toBe(value),
  )

  test.each(texts.numberWords as [string, string | null][])('number words %s are %s', (text, value) =>
    expect(readNumberWords(text)).toBe(value),
  )
})

describe('decimal text', () => {
  test('scaled moves the point and nothing else', () => {
    expect(scaledDecimal('1.50', 6, false)).toBe('1500000')
    expect(scaledDecimal('0.00', 3, true)).toBe('0')
    expect(scaledDecimal('5', -3, true)).toBe('-0.005')
    for (const none of ['', '.', '1e3', '-1', '1,0', '9'.repeat(61)]) expect(scaledDecimal(none, 0, false)).toBeNull()
    expect(scaledDecimal('1', 61, false)).toBeNull()
    expect(scaledDecimal('1', 0.5, false)).toBeNull()
  })

  test('property: scaling there and back gives the number again', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.integer({ min: -20, max: 20 }), (whole, scale) => {
        const there = scaledDecimal(String(whole), scale, false) ?? ''
        expect(scaledDecimal(there, -scale, false)).toBe(String(whole))
        expect(Number(there)).toBeCloseTo(Number(`${whole}e${scale}`), -Math.max(0, scale + 12))
      }),
      { numRuns: 200 },
    )
  })

  test('a quotient that ends', () => {
    expect(divideDecimals('-1', '8')).toBe('-0.125')
    expect(divideDecimals('0.3', '0.1')).toBe('3')
    expect(divideDecimals('1', '7')).toBeNull()
    expect(divideDecimals('1', '0')).toBeNull()
  })
})
