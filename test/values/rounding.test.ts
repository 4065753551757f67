import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalExponent, decimalsOf, twelveDigits, withoutNoise } from '../../pipeline/values/rounding.ts'

describe('served digits', () => {
  test('statistics have twelve significant digits and no negative zero', () => {
    expect(twelveDigits(100 / 3)).toBe(33.3333333333)
    expect(twelveDigits(-0.000123456789012345)).toBe(-0.000123456789012)
    expect(Object.is(twelveDigits(-0), 0)).toBe(true)
    expect(twelveDigits(1_234_567)).toBe(1_234_567)
  })

  test('differences lose the noise of the larger end and nothing else', () => {
    expect(withoutNoise(5.7 - 5.6, 5.7)).toBe(0.1)
    expect(withoutNoise(6543.21 - 6543.209, 6543.21)).toBe(0.001)
    expect(withoutNoise(0.1 + 0.2)).toBe(0.3)
    expect(withoutNoise(6_543_210 / 1000 - 812.345 - 3.456, 6543.21)).toBe(5727.409)
    expect(withoutNoise(1.5e300)).toBe(1.5e300)
    expect(withoutNoise(1e-300)).toBe(1e-300)
    expect(Object.is(withoutNoise(-0), 0)).toBe(true)
  })

  test('figures with up to twelve digits stand', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
        fc.integer({ min: 0, max: 9 }),
        (digits, shift) => {
          const value = Number(`${digits}e-${shift}`)
          expect(withoutNoise(value) + 0).toBe(value + 0)
        },
      ),
    )
  })

  test('rounding again changes nothing', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(twelveDigits(twelveDigits(value))).toBe(twelveDigits(value))
        expect(withoutNoise(withoutNoise(value))).toBe(withoutNoise(value))
      }),
    )
  })

  test('the power of ten of the first digit', () => {
    expect([365.25, 1000, 999.9999, 0.05, 1, -20].map(decimalExponent)).toEqual([2, 3, 2, -2, 0, 1])
  })

  test('decimals shown', () => {
    expect([65_432.1234, 3.456, 16.54, 0.968123, 0.0512345, 1_234_567.8, 0].map((value) => decimalsOf(value, 'USD'))).toEqual([
      2, 4, 3, 5, 6, 0, 0,
    ])
    expect(decimalsOf(0.00123, 'percent')).toBe(2)
  })
})
