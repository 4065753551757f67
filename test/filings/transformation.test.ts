import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quotient, scaled } from '../../pipeline/filings/decimal.ts'
import { readNumberWords, transform } from '../../pipeline/filings/transformation.ts'

describe('formats', () => {
  test.each([
    ['ixt:num-dot-decimal', '1,234,567.89', '1234567.89'],
    ['ixt:numdotdecimal', '1234', '1234'],
    ['ixt:num-dot-decimal', '1,23', null],
    ['ixt:num-dot-decimal', '.', null],
    ['ixt:num-comma-decimal', '1.234,5', '1234.5'],
    ['ixt:numcommadecimal', '1,234.5', null],
    ['ixt:zerodash', '–', '0'],
    ['ixt:zerodash', '0', null],
    ['ixt:fixed-zero', 'nil', '0'],
    ['ixt:fixed-true', 'x', 'true'],
    ['ixt:booleanfalse', 'no', 'false'],
    ['ixt-sec:boolballotbox', '☒', 'true'],
    ['ixt-sec:boolballotbox', 'x', null],
    ['ixt:date-monthname-day-year-en', 'June 30, 2025', '2025-06-30'],
    ['ixt:datemonthdayyearen', 'Sept. 30 , 2025', '2025-09-30'],
    ['ixt:date-monthname-day-year-en', 'February 29, 2025', null],
    ['ixt:date-monthname-day-year-en', 'Ju 3, 2025', null],
    ['ixt:date-day-monthname-year-en', '30 June 2025', '2025-06-30'],
    ['ixt:date-month-day-year', '6/30/2025', '2025-06-30'],
    ['ixt:date-day-month-year', '30.6.2025', '2025-06-30'],
    ['ixt:date-year-month-day', '2025-06-30', '2025-06-30'],
    ['ixt:dateyearmonthdaycjk', '2024年５月14日', '2024-05-14'],
    ['ixt:dateyearmonthdaycjk', '2024年２月30日', null],
    ['ixt:dateerayearmonthdayjp', '令和元年5月1日', '2019-05-01'],
    ['ixt:dateerayearmonthdayjp', '平成２６年　５月８日', '2014-05-08'],
    ['ixt:date-month-day', '6/30', '--06-30'],
    ['ixt:date-month-day', '2/29', '--02-29'],
    ['ixt:date-month-day', '13/01', null],
    ['ixt:date-monthname-day-en', 'December 31', '--12-31'],
    ['ixt:date-monthname-year-en', 'May 2023', '2023-05'],
    ['ixt:datemonthyearen', 'May 23', null],
    ['ixt-sec:duryear', '5', 'P5Y'],
    ['ixt-sec:duryear', '3.96', 'P3Y11M15D'],
    ['ixt-sec:durmonth', '2.5', 'P2M15D'],
    ['ixt-sec:durday', '1.5', null],
    ['ixt-sec:durwordsen', 'two-year', 'P2Y'],
    ['ixt-sec:durwordsen', '30 days', 'P30D'],
    ['ixt-sec:durwordsen', 'a while', null],
    ['ixt-sec:exchnameen', 'The Nasdaq Stock Market LLC', 'The Nasdaq Stock Market LLC'],
    ['ixt:unheard-of', '1', null],
  ])('%s of %s is %s', (format, text, value) => expect(transform(format, text)).toBe(value))

  test.each([
    ['twelve', '12'],
    ['Twenty-one', '21'],
    ['one hundred and five', '105'],
    ['three million two hundred thousand', '3200000'],
    ['twelve hundred', '1200'],
    ['None', '0'],
    ['two three', null],
    ['thousand', null],
    ['two thousand three million', null],
    ['twenty eleven', null],
    ['a', null],
    ['', null],
  ])('number words %s are %s', (text, value) => expect(readNumberWords(text)).toBe(value))
})

describe('decimal text', () => {
  test('scaled moves the point and nothing else', () => {
    expect(scaled('1.50', 6, false)).toBe('1500000')
    expect(scaled('0.00', 3, true)).toBe('0')
    expect(scaled('5', -3, true)).toBe('-0.005')
    for (const none of ['', '.', '1e3', '-1', '1,0', '9'.repeat(61)]) expect(scaled(none, 0, false)).toBeNull()
    expect(scaled('1', 61, false)).toBeNull()
    expect(scaled('1', 0.5, false)).toBeNull()
  })

  test('property: scaling there and back gives the number again', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.integer({ min: -20, max: 20 }), (whole, scale) => {
        const there = scaled(String(whole), scale, false) ?? ''
        expect(scaled(there, -scale, false)).toBe(String(whole))
        expect(Number(there)).toBeCloseTo(Number(`${whole}e${scale}`), -Math.max(0, scale + 12))
      }),
      { numRuns: 200 },
    )
  })

  test('a quotient that ends', () => {
    expect(quotient('-1', '8')).toBe('-0.125')
    expect(quotient('0.3', '0.1')).toBe('3')
    expect(quotient('1', '7')).toBeNull()
    expect(quotient('1', '0')).toBeNull()
  })
})
