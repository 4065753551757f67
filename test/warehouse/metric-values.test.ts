import { afterAll, expect, test } from 'vitest'
import { dayMs } from '../../pipeline/time/day.ts'
import { putMetricValues } from '../../pipeline/warehouse/metric-values.ts'
import { select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'

const store = await emptyStore()
afterAll(() => store.close())

const rows = () =>
  select(
    store,
    `SELECT concat_ws(' ', metric, period, coalesce(value::VARCHAR, 'none'), strftime(known_at, '%Y-%m-%dT%H:%M:%S.%g'), known_basis, version) AS row
     FROM metric_value ORDER BY metric, period, version`,
  ).then((all) => all.map(({ row }) => row))
const walk = (metric: string) => ({ metric, through: '2024-10-06', inputs: '' })

test('changes of the values of metrics count the versions of a period, from those that are kept', async () => {
  const [vix, gold] = ['vix', 'gold-managed-money-share'].map(walk)
  await putMetricValues(store, [
    { walk: gold!, keptThrough: null, changes: [{ period: 20_000, value: 7.25, known: 20_001 * dayMs + 1, basis: 0 }] },
    {
      walk: vix!,
      keptThrough: null,
      changes: [
        { period: 20_000, value: 1, known: 20_001 * dayMs, basis: 2 },
        { period: 20_001, value: 3, known: 20_002 * dayMs, basis: 1 },
        { period: 20_000, value: Number.NaN, known: 20_003 * dayMs, basis: 0 },
      ],
    },
  ])
  const before = [
    'gold-managed-money-share 2024-10-04 7.25 2024-10-05T00:00:00.001 filed 1',
    'vix 2024-10-04 1.0 2024-10-05T00:00:00.000 deadline 1',
  ]
  expect(await rows()).toEqual([
    ...before,
    'vix 2024-10-04 none 2024-10-07T00:00:00.000 filed 2',
    'vix 2024-10-05 3.0 2024-10-06T00:00:00.000 reported 1',
  ])
  const again = {
    walk: vix!,
    keptThrough: '2024-10-05',
    changes: [{ period: 20_000, value: 2, known: 20_004 * dayMs, basis: 0 }],
  }
  await putMetricValues(store, [{ walk: gold!, keptThrough: '2024-10-05', changes: [] }, again])
  expect(await rows()).toEqual([...before, 'vix 2024-10-04 2.0 2024-10-08T00:00:00.000 filed 2'])
})

test('metrics that are not given keep their values, unless they are no longer registered', async () => {
  const before = await rows()
  await store.connection.run("INSERT INTO metric_value SELECT * REPLACE ('retired' AS metric) FROM metric_value")
  await putMetricValues(store, [{ walk: walk('gold-managed-money-share'), keptThrough: '2024-10-05', changes: [] }])
  expect(await rows()).toEqual(before)
  expect(before.some((row) => String(row).startsWith('vix'))).toBe(true)
})
