import { expect, test } from 'vitest'
import { servedFreshness } from '../../../pipeline/freshness.ts'
import { dayNumber, endOfDay } from '../../../pipeline/time/day.ts'
import { shareOf, sixtyDays } from '../../briefings/sixty-days.ts'

const days = (await sixtyDays()).flat()

test('on 60 recorded days the document, its facts and what is sold are one word', () => {
  const wrong = days.filter(({ document, facts, isSold }) => {
    const { word, refused } = servedFreshness(facts, endOfDay(dayNumber(document.as_of)!))
    return word !== document.data_quality.freshness || refused !== (word === 'stale') || (isSold && refused)
  })
  expect(wrong.map(({ document: { briefing, as_of } }) => `${briefing} ${as_of}`)).toEqual([])
})

test('what has no current reading is refused whatever its state says, and what is sold has something current that decides it', () => {
  const sold = days.filter(({ isSold }) => isSold)
  expect(sold.length).toBeGreaterThan(shareOf(1_000))
  const old = sold.filter(
    ({
      document: {
        readings,
        data_quality: { deciding = [] },
      },
    }) => {
      const words = Object.entries(readings).map(([metric, { freshness }]) => ({ metric, word: freshness.status }))
      const current = words.filter(({ word }) => word !== 'stale')
      return current.length === 0 || (deciding.length > 0 && !current.some(({ metric }) => deciding.includes(metric)))
    },
  )
  expect(old.map(({ document: { briefing, as_of } }) => `${briefing} ${as_of}`)).toEqual([])
  const refused = days.filter(({ document, isSold }) => !isSold && document.briefing === 'btc.grid-stress')
  expect(refused.length).toBeGreaterThan(0)
})

test('a reading that decides nothing makes nothing stale: the snapshot and the calendar are fresh with core prices stale', () => {
  const beside = days.filter(
    ({ document: { briefing, data_quality } }) =>
      (briefing === 'macro.snapshot' || briefing === 'macro.calendar') && data_quality.stale.length > 0,
  )
  expect(beside.length).toBeGreaterThan(0)
  expect(new Set(beside.map(({ document }) => document.data_quality.freshness)).has('stale')).toBe(false)
})
