import { expect, test } from 'vitest'
import { recordKind } from '../../pipeline/documents/record.ts'
import { renderMarkdown } from '../../pipeline/render/markdown.ts'
import { recordDocument, type StakeFigures } from '../../pipeline/status/record.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { seeded } from '../analysis/columns.ts'

const first = dayNumber('2026-01-01')!
const next = seeded(7)

/** One signal a day over 7 days of which the first 100 are graded, and a regime of three claims on the first day. */
const signals = Array.from({ length: 110 }, (_, i): StakeFigures => {
  const [as_of, due] = [isoDay(first + i), isoDay(first + i + 7)]
  const came_true = i < 100 ? next() < 0.6 : null
  const [probability, method] = [0.4 + 0.4 * next(), i < 50 ? '4.1' : '4.2']
  return {
    ...{ entered: 'published', metric: 'a', claim: 'bullish', way: 1, called: true, horizon_days: 7, as_of, period: as_of },
    ...{ due, probability, base: 0.5, persistence: i % 2, method, came_true },
  }
})
const regime = [0.7, 0.2, 0.1].map((probability, k): StakeFigures => {
  const [as_of, due] = ['2026-01-01', '2026-01-31']
  return {
    ...{ entered: 'published', metric: null, claim: 'expansion', way: null, called: k === 0, horizon_days: 30, as_of },
    ...{ period: as_of, due, probability, base: 1 / 3, persistence: k === 0 ? 1 : 0, method: '4', came_true: k === 1 },
  }
})
const late: StakeFigures = { ...signals[0]!, entered: 'after', came_true: null }
const calm: StakeFigures = { ...signals[0]!, claim: 'neutral', way: 0, came_true: true }
const record = recordDocument([...signals, calm, ...regime, late], '2026-04-25', false)
const find = (about: string, by: string, key: string, entered = 'published') =>
  record.figures.find((row) => row.about === about && row.by === by && row.key === key && row.entered === entered)!

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const loss = (stakes: readonly StakeFigures[], of: (stake: StakeFigures) => number) =>
  mean(stakes.map((stake) => (of(stake) - Number(stake.came_true)) ** 2))

test('counts every stake, and what is graded as its plain definition has it', () => {
  const graded = signals.slice(0, 100)
  const row = find('signals', 'all', 'all')
  expect([row.stakes, row.unresolved, row.overdue, row.n]).toEqual([110, 10, 7, Math.ceil(100 / 7)])
  expect(row.hit_rate).toBe(mean(graded.map(({ came_true }) => Number(came_true))))
  const [own, base, lasting] = [
    loss(graded, ({ probability }) => probability),
    loss(graded, ({ base }) => base),
    loss(graded, ({ persistence }) => persistence),
  ]
  expect(row.brier!.value).toBeCloseTo(own, 10)
  expect(row.skill!.value).toBeCloseTo(1 - own / base, 10)
  expect(row.persistence_skill!.value).toBeCloseTo(1 - own / lasting, 10)
  expect(row.skill!.low!).toBeLessThan(row.skill!.value)
  expect(row.skill!.high!).toBeGreaterThan(row.skill!.value)
})

test('is grouped by horizon, month and methodology version, and nothing is left out of a grouping', () => {
  for (const by of ['all', 'horizon', 'month', 'method'])
    expect(record.figures.filter((row) => row.by === by).reduce((sum, { stakes }) => sum + stakes, 0)).toBe(115)
  expect(find('signals', 'method', '4.1').stakes).toBe(50)
  expect(find('signals', 'month', '2026-02').stakes).toBe(28)
})

test('the hit rate of the regime is that of the most likely one, and its windows are counted once', () => {
  expect(find('regime', 'all', 'all')).toMatchObject({ stakes: 3, unresolved: 0, n: 1, hit_rate: 0 })
})

test('a neutral signal that came true is not counted among directions', () => {
  expect(find('neutral', 'all', 'all')).toMatchObject({ stakes: 1, unresolved: 0, hit_rate: 1 })
  expect(renderMarkdown(recordKind, record)).toContain('## Neutral signals\n')
})

test('lists the next results, says when the first one is due, and why a replay is empty', () => {
  // overdue ones are counted, not listed
  expect(record.open.map(({ due }) => due)).toEqual(['2026-04-25', '2026-04-26', '2026-04-27'])
  const ungraded = recordDocument(signals.slice(100), '2026-04-10', false)
  const text = renderMarkdown(recordKind, ungraded)
  expect(text).toContain('No stake has been graded yet: first result on 18 April 2026')
  expect(text).toMatch(/\|18 Apr\|a\|bullish\|\d+%\|11 Apr\|/)
  const replay = renderMarkdown(recordKind, recordDocument([], '2026-04-25', false, true))
  expect(replay).toContain('A replay stakes nothing')
})

test('what was entered after it was published has separate figures', () => {
  expect(find('signals', 'all', 'all', 'after')).toMatchObject({ stakes: 1, unresolved: 1, n: 0, hit_rate: null, skill: null })
  const text = renderMarkdown(recordKind, record)
  expect(text).toContain('## Signals with a direction, published before the ledger began')
  expect(text).toContain('104 stakes have been graded')
})

test('before anything is staked it says so, and a skill over what is never wrong is left out', () => {
  const empty = recordDocument([], '2026-04-25', true)
  expect(empty).toEqual({ as_of: '2026-04-25', sample: true, since: null, open: [], figures: [] })
  expect(renderMarkdown(recordKind, empty)).toContain('No stake has been graded yet')
  const sure = recordDocument([{ ...signals[0]!, came_true: true, persistence: 1 }], '2026-04-25', true)
  expect(sure.figures[0]!.persistence_skill).toBeNull()
})
