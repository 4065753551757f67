import { describe, expect, test } from 'vitest'
import {
  briefingQualityOf,
  countDays,
  countDue,
  feedWord,
  freshnessAt,
  freshnessTurns,
  periodsToCover,
  readingQualityOf,
  servedFreshness,
  worstFreshness,
} from '../pipeline/freshness.ts'
import { isoTime } from '../pipeline/time/day.ts'

const hour = 3_600_000
const dayMs = 24 * hour
const due = Date.parse('2026-07-28T17:00:00Z')
const release = (cadence: string) => ({ nextDueAt: due, graceMs: 24 * hour, staleMs: 14 * dayMs, cadence })

describe('the words of time', () => {
  test.each(['weekly', 'monthly'])('a %s release is late from its due time on: readers wait for it', (cadence) => {
    const turns = freshnessTurns(release(cadence), 0)
    const words = [due - 1, due, due + 14 * dayMs - 1, due + 14 * dayMs].map((now) => freshnessAt(turns, now))
    expect(words).toEqual(['fresh', 'late', 'late', 'stale'])
  })

  test.each(['daily', 'business daily'])('a %s value is late once the grace is over', (cadence) => {
    const turns = freshnessTurns(release(cadence), 0)
    const words = [due, due + 24 * hour - 1, due + 24 * hour, due + 14 * dayMs].map((now) => freshnessAt(turns, now))
    expect(words).toEqual(['fresh', 'fresh', 'late', 'stale'])
  })

  test('what is published when something happens is never late, and stale so long after it became known', () => {
    const turns = freshnessTurns({ nextDueAt: null, graceMs: hour, staleMs: 10 * dayMs, cadence: 'on change' }, due)
    expect([due + 10 * dayMs - 1, due + 10 * dayMs].map((now) => freshnessAt(turns, now))).toEqual(['fresh', 'stale'])
  })

  test.each(['filing', 'third party'] as const)(
    'a count of a %s ages with the day it is stated for, whenever it became known',
    (by) => {
      const stated = 20_000
      const { fresh, stands } = countDays[by]
      const turns = freshnessTurns({ ...countDue(by, stated), cadence: 'as filed' }, due)
      const words = [fresh, fresh + 1, stands, stands + 1].map((days) => freshnessAt(turns, (stated + days) * dayMs))
      expect(words).toEqual(['fresh', 'late', 'late', 'stale'])
    },
  )

  test('a whole is as late as its latest part', () => {
    expect(worstFreshness(['fresh', 'late', 'fresh'])).toBe('late')
    expect(worstFreshness(['late', 'stale', 'missing'])).toBe('missing')
    expect(worstFreshness([])).toBe('fresh')
  })

  test('a published document is refused from the moment it says, and then it is stale; one that says nothing has no word', () => {
    const facts = { late_after: isoTime(5_000), stale_after: isoTime(9_000), stands_until: isoTime(8_000) }
    expect([4, 5, 8].map((second) => servedFreshness(facts, second * 1_000))).toEqual([
      { word: 'fresh', refused: false },
      { word: 'late', refused: false },
      { word: 'stale', refused: true },
    ])
    expect(servedFreshness({ ...facts, stands_until: null }, 9_000)).toEqual({ word: 'stale', refused: false })
    expect(servedFreshness({}, 9_000)).toEqual({ word: null, refused: false })
  })
})

describe('the words of operation', () => {
  const well = { held: false, off: false, read: true, brings: [] }
  test.each([
    ['what it brings is in time', { ...well, brings: ['fresh', 'fresh'] }, 'fresh'],
    ['one of its series is late', { ...well, brings: ['fresh', 'late'] }, 'late'],
    ['its newest data are of 2019', { ...well, brings: ['stale', 'fresh'] }, 'stale'],
    ['it was never read', { ...well, read: false }, 'unread'],
    ['its credential is not set, whatever it brought before', { ...well, off: true, brings: ['fresh'] }, 'off'],
    ['a body of it waits for a decision', { ...well, held: true, off: true, brings: ['stale'] }, 'held'],
  ] as const)('a feed: %s', (_, facts, word) => expect(feedWord(facts)).toBe(word))
})

describe('the words of quality', () => {
  test('of a reading: coverage, and stale is poor', () => {
    expect([1, 0.95, 0.94, 0.7, 0.69].map((coverage) => readingQualityOf(coverage, 'fresh'))).toEqual([
      'good',
      'good',
      'partial',
      'partial',
      'poor',
    ])
    expect(readingQualityOf(1, 'late')).toBe('good')
    expect([readingQualityOf(1, 'fresh', true), readingQualityOf(1, 'late', true)]).toEqual(['good', 'partial'])
    expect(readingQualityOf(1, 'stale')).toBe('poor')
  })

  test('a release that is due and not read makes no gap; one that has been given up for stale does', () => {
    expect(periodsToCover([1, 2, 3], 2, 'late')).toEqual([1, 2])
    expect(periodsToCover([1, 2, 3], 2, 'stale')).toEqual([1, 2, 3])
  })

  test('of a briefing: never better than what decides, and good only when every part is', () => {
    expect(briefingQualityOf(['good', 'good', 'good'], ['good'])).toBe('good')
    expect(briefingQualityOf(['good', 'good', 'partial'], ['good'])).toBe('partial')
    expect(briefingQualityOf(['good', 'good', 'poor'], ['good'])).toBe('partial')
    expect(briefingQualityOf(['good', 'good', null], ['good'])).toBe('partial')
    expect(briefingQualityOf(['good', 'poor'], ['good'])).toBe('poor')
    expect(briefingQualityOf(['good', 'good', 'good', 'partial'], ['partial'])).toBe('partial')
    expect(briefingQualityOf(['good', 'good', 'good', 'poor'], ['poor'])).toBe('poor')
    expect(briefingQualityOf(['good', 'good', 'good'], [null])).toBe('poor')
  })
})
