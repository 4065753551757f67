import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TrendWindow } from '../../pipeline/documents/reading.ts'
import { figureText, formatChange, formatFigure, formatNumber, plainNumber } from '../../pipeline/render/format-number.ts'
import { decimalsOf } from '../../pipeline/values/rounding.ts'

const window = (change: number | null, change_unit: TrendWindow['change_unit'], from: number, to: number): TrendWindow => ({
  change,
  change_unit,
  direction: to > from ? 'up' : to < from ? 'down' : 'flat',
  strength: null,
  span: '7 days',
  from: { period: '2026-07-15', value: from },
  to: { period: '2026-07-22', value: to },
})

describe('numbers for people', () => {
  test('thousands, decimals, no trailing zeros, no exponent, no negative zero', () => {
    expect(formatNumber(1_234_567.891, 2)).toBe('1,234,567.89')
    expect(formatNumber(1_000, 2)).toBe('1,000')
    expect(formatNumber(100, 0)).toBe('100')
    expect(formatNumber(-36.98, 2)).toBe('-36.98')
    expect(formatNumber(-999_999.5, 1)).toBe('-999,999.5')
    expect(formatNumber(0.1234567, 4)).toBe('0.1235')
    expect(formatNumber(1_234.123456, 6)).toBe('1,234.123456')
    expect(formatNumber(-0.0001, 2)).toBe('0')
    expect(formatNumber(1e-12, 14)).toBe('0.000000000001')
    expect(formatNumber(2 ** 80, 0)).toBe('1,208,925,819,614,629,174,706,176')
    expect(plainNumber(2026, 2)).toBe('2026')
  })

  test('what is no number is refused', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) expect(() => formatNumber(value, 2)).toThrow(RangeError)
  })

  test('figures carry their unit', () => {
    expect(formatFigure(65_432.1234, 'USD')).toBe('65,432.12 USD')
    expect(formatFigure(1_312_345_678_901.23, 'USD')).toBe('1,312,345,678,901 USD')
    expect(formatFigure(2.1, 'percent')).toBe('2.1%')
    expect(formatFigure(0.968123, '1')).toBe('0.96812')
    expect(formatFigure(0.0512345, 'USD/TH/day')).toBe('0.051235 USD/TH/day')
    expect(formatFigure(717_131, 'BTC')).toBe('717,131 BTC')
    expect(formatFigure(0, 'USD bn')).toBe('0 USD bn')
    const plain = (figure: number) => figureText({ figure, unit: null })
    expect([9_999, 10_000, -9_999, -10_000].map(plain)).toEqual(['9999', '10,000', '-9999', '-10,000'])
  })

  test('changes carry their sign', () => {
    expect(formatChange(window(2.104, 'percent', 1, 2), 'USD')).toBe('+2.1%')
    expect(formatChange(window(-0.001, 'percent', 2, 1), 'USD')).toBe('0%')
    expect(formatChange(window(-16, 'basis_points', 4.27, 4.11), 'percent')).toBe('-16 bp')
    expect(formatChange(window(-12.345, 'unit', 100, 87.655), 'USD bn')).toBe('-12.35 USD bn')
    expect(formatChange(window(0.002358, 'unit', 1.025513, 1.027871), '1')).toBe('+0.0024')
    expect(formatChange(window(0.4, 'unit', 1, 1.4), 'percent')).toBe('+0.4 pp')
    expect(formatChange(window(null, 'percent', -36.98, 12.17), 'USD/bbl')).toBe('up, no percent')
  })

  test('reads back as the number rounded', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
        fc.integer({ min: 0, max: 8 }),
        (value, decimals) => {
          const text = formatNumber(value, decimals)
          expect(text).toMatch(/^-?\d{1,3}(,\d{3})*(\.\d*[1-9])?$/)
          expect(Math.abs(Number(text.replaceAll(',', '')) - value)).toBeLessThanOrEqual(
            0.5 / 10 ** decimals + Math.abs(value) * 1e-15,
          )
        },
      ),
    )
  })

  test('a figure keeps at least four significant digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: 1e-9, max: 1e15 }), (value) => {
        const shown = Number(formatNumber(value, decimalsOf(value, 'USD')).replaceAll(',', ''))
        expect(Math.abs(shown / value - 1)).toBeLessThanOrEqual(5e-5)
      }),
    )
  })
})
