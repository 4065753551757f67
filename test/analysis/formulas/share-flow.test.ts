import { expect, test } from 'vitest'
import { shareFlow } from '../../../pipeline/analysis/formulas/share-flow.ts'
import { trailing } from '../../../pipeline/analysis/formulas/trailing.ts'
import { columnOf, readOf } from '../columns.ts'

const read = (series: string, rows: Parameters<typeof columnOf>[0]) => readOf(columnOf(rows, 'shares', series))
const sum5d = trailing('sum', '5 sessions').calculate
const named = { name: 'flow', unit: 'USD mn' }

test('the flow is the change of shares at the assets of one, over a weekend too', () => {
  const shares = read('shares', { '2026-05-01': 1_000_000, '2026-05-04': 1_200_000, '2026-05-05': 1_150_000 })
  const assets = read('assets', { '2026-05-01': 5e7, '2026-05-04': 6e7, '2026-05-05': 4.6e7 })
  const { column, parts } = shareFlow([shares, assets], named)!
  // 200,000 shares at 50 dollars; 50,000 fewer at 40
  expect([...column.value]).toEqual([10, -2])
  expect(parts(0).map(({ value }) => value)).toEqual([1_200_000, 1_000_000, 6e7])
})
test('a session that is missing leaves the flow of the next one out', () => {
  const shares = read('shares', { '2026-05-04': 100, '2026-05-06': 200 })
  const assets = read('assets', { '2026-05-04': 1e6, '2026-05-06': 2e6 })
  expect(shareFlow([shares, assets], named)!.column.period).toHaveLength(0)
})
test('five sessions are added up, and no fewer', () => {
  const sessions = ['01', '04', '05', '06', '07', '08', '11']
  const flows = [1, 2, 3, 4, 5, -20, 7].map((flow, at) => [`2026-05-${sessions[at]}`, flow] as const)
  expect([...sum5d([read('flow', flows)], named)!.column.value]).toEqual([15, -6, -1])
  // the Wednesday is missing: no sum reaches across it
  const torn = flows.filter(([day]) => day !== '2026-05-06')
  expect(sum5d([read('flow', torn)], named)!.column.value).toHaveLength(0)
})
