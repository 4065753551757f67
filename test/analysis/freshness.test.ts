import { describe, expect, test } from 'vitest'
import { dataQualityOf, freshnessOf } from '../../pipeline/analysis/make-reading.ts'
import type { FreshnessWord } from '../../pipeline/freshness.ts'
import { columnOf, daily, day } from './columns.ts'

const hour = 3_600_000
const at = (time: string) => Date.parse(time)

describe('freshness', () => {
  const release = { nextDueAt: at('2026-07-23T13:00:00Z'), graceMs: 12 * hour, staleMs: 96 * hour, cadence: 'business daily' }
  test('the moments it turns on', () => {
    expect(freshnessOf(release, 0, at('2026-07-23T00:00:00Z'))).toEqual({
      status: 'fresh',
      cadence: 'business daily',
      next_due_at: '2026-07-23T13:00:00Z',
      stale_after: '2026-07-27T13:00:00Z',
    })
  })

  test('published when something happens: from when it became known, never late', () => {
    const filed = { nextDueAt: null, graceMs: 336 * hour, staleMs: 100 * 24 * hour, cadence: 'as filed' }
    const known = at('2026-04-01T12:00:00Z')
    const read = (time: string) => freshnessOf(filed, known, at(time))
    expect(read('2026-07-10T11:59:59Z')).toEqual({
      status: 'fresh',
      cadence: 'as filed',
      next_due_at: null,
      stale_after: '2026-07-10T12:00:00Z',
    })
    expect(read('2026-07-10T12:00:00Z').status).toBe('stale')
  })
})

describe('data quality', () => {
  const fresh: FreshnessWord = 'fresh'
  const nothing = { disagreement: null, notes: [] }
  const ninety = Array.from({ length: 90 }, (_, i) => day('2026-04-24') + i)
  const without = (missing: number) => columnOf(ninety.slice(missing).map((period) => [period, 1] as const))
  const of = (missing: number, freshness: FreshnessWord = fresh) => {
    const column = without(missing)
    return dataQualityOf(column, column.period.length - 1, ninety, at('2026-07-23T23:59:59Z'), freshness, nothing)
  }

  test('coverage, gaps and age by hand', () => {
    expect(of(0)).toEqual({ status: 'good', coverage_90d: 1, gaps: 0, age_days: 1, disagreement: null, notes: [] })
    expect(of(1)).toMatchObject({ coverage_90d: 0.988888888889, gaps: 1, notes: ['No value for 2026-04-24.'] })
    expect([of(28).status, of(0, 'stale').status]).toEqual(['poor', 'poor'])
    expect(of(7).notes).toEqual(['No value for 2026-04-30, 2026-04-29, 2026-04-28, 2026-04-27, 2026-04-26 and 2 more.'])
  })

  test('nothing expected is full coverage; entries after `last` do not fill a gap of what is stale', () => {
    const column = daily('2026-07-20', [1, 2, 3])
    expect(dataQualityOf(column, 2, [], at('2026-07-22T12:00:00Z'), fresh, nothing)).toMatchObject({
      coverage_90d: 1,
      gaps: 0,
      age_days: 0,
    })
    expect(dataQualityOf(column, 1, [day('2026-07-22')], at('2026-07-22T12:00:00Z'), 'stale', nothing)).toMatchObject({
      gaps: 1,
      age_days: 1,
    })
  })

  test('carries what it is told', () => {
    const column = without(0)
    const told = { disagreement: 'two sources differ by 3%', notes: ['week average'] }
    expect(dataQualityOf(column, 89, ninety, at('2026-07-23T23:59:59Z'), fresh, told)).toMatchObject({
      disagreement: 'two sources differ by 3%',
      notes: ['week average'],
    })
  })
})
