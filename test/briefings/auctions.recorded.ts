import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { couponMaturities } from '../../data/auctions.ts'
import { macroAuctions } from '../../pipeline/briefings/macro/macro.auctions.ts'
import { PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { recordedFolder } from '../recorded.ts'
import { knownOf, type Sale } from './planned-auctions.ts'

describe('59 real auctions of June 2025 to February 2026', () => {
  test('from September on, with three earlier auctions of each maturity, the state changes twice', () => {
    const file = (name: string) => readFileSync(join(recordedFolder, 'fiscaldata', name), 'utf8')
    const typed = file('auctions_coupons_2025-06-11_2026-02-18_derived.csv')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
      .map(([day, , term, , , , , , cover, dealers]) => ({
        day: day!,
        term: term!,
        cover: Number(cover),
        dealers: Number(dealers),
      }))
    const lengths: Readonly<Record<string, (typeof couponMaturities)[number]>> = {
      '9': '10-Year',
      '19': '20-Year',
      '29': '30-Year',
    }
    const sales = typed.map(({ day, term, ...rest }): Sale => {
      const maturity = couponMaturities.find((each) => each === term) ?? lengths[term.split('-')[0]!]!
      return { day: dayNumber(day)!, maturity, ...rest }
    })
    expect(sales).toHaveLength(59)
    const days = new PointInTimeDays(knownOf(sales))
    const states = Array.from({ length: 150 }, (_, n) => macroAuctions.state.label(days.day(dayNumber('2025-09-24')! + n)))
    expect(states[0]).toBe('demand strong')
    expect(states.at(-1)).toBe('demand strong')
    expect(states.filter((state, n) => n > 0 && state !== states[n - 1])).toEqual(['demand steady', 'demand strong'])
  })
})
