import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metricRows } from '../../data/metrics.ts'
import { metricEvaluator, seriesOf } from '../../pipeline/formulas/evaluate.ts'
import { type MetricChanges, metricChanges, type VersionedInputs } from '../../pipeline/formulas/versions.ts'
import { asOfMoment, dayMs } from '../../pipeline/time/day.ts'
import { asKnown, asKnownAt, type Versions } from '../../pipeline/values/column.ts'
import { arraysIn, seeded } from '../analysis/columns.ts'

const first = 20_600
const last = first + 60
const names = [...new Set(metricRows.flatMap(({ metric }) => seriesOf(metric)))]

/** Series with gaps, late values and revisions, some of which begin late or hold nothing. */
function versionsOf(seed: number): Map<string, Versions> {
  const next = seeded(seed)
  const all = new Map<string, Versions>()
  for (const series of names) {
    // a test below revises the VIX: it is there whatever the draw
    if (next() < 0.1 && series !== 'VIXCLS') continue
    const rows: { period: number; value: number; known: number }[] = []
    for (let period = first + (next() < 0.3 ? 20 : 0); period < last; period++) {
      if (next() < 0.1) continue
      const value = 1 + 100 * next()
      let known = (period + 1 + (next() < 0.1 ? Math.ceil(20 * next()) : 0)) * dayMs + Math.floor(next() * dayMs)
      rows.push({ period, value, known })
      while (next() < 0.2) {
        known += Math.ceil(15 * next() * dayMs)
        rows.push({ period, value: value + next(), known })
      }
    }
    if (rows.length === 0) continue
    all.set(series, { series, unit: '1', ...arraysIn(rows.map((row) => ({ ...row, basis: Math.floor(3 * next()) }))) })
  }
  return all
}

function walked(versions: ReadonlyMap<string, Versions>): VersionedInputs {
  const known = new Map([...versions].map(([id, each]) => [id, asKnown(each)]))
  return { versions, known: (id) => known.get(id) ?? null }
}

/** The changes of a whole walk. */
function changesOf(...walk: Parameters<typeof metricChanges>): MetricChanges[] {
  const days = metricChanges(...walk)
  for (;;) {
    const { done, value } = days.next()
    if (done) return value
  }
}

/** The history of a metric as its changes give it at the end of a day. */
function historyAt({ changes }: Pick<MetricChanges, 'changes'>, day: number) {
  const newest = new Map<number, MetricChanges['changes'][number]>()
  for (const change of changes) if (change.known <= asOfMoment(day)) newest.set(change.period, change)
  return [...newest.values()].filter(({ value }) => !Number.isNaN(value)).sort((a, b) => a.period - b.period)
}

test('the changes known by the end of a day give the history that the formula gives over what was known then', () => {
  let compared = 0
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.integer({ min: first, max: last }), { minLength: 4, maxLength: 8 }), (seed, days) => {
      const versions = versionsOf(seed)
      const changed = changesOf(walked(versions), [], last, 'test')
      for (const day of days) {
        const calculated = metricEvaluator((id) => {
          const all = versions.get(id)
          return all ? asKnownAt(all, asOfMoment(day)) : null
        })
        for (const each of changed) {
          const column = calculated(each.metric)?.column
          const expected = [...(column?.period ?? [])].map((period, i) => [
            period,
            column!.value[i],
            column!.known[i],
            column!.basis[i],
          ])
          const given = historyAt(each, day).map(({ period, value, known, basis }) => [period, value, known, basis])
          expect(given, `${each.metric} on ${day}`).toEqual(expected)
          compared += expected.length
        }
      }
    }),
    { seed: 20_261_122, numRuns: 8 },
  )
  expect(compared).toBeGreaterThan(10_000)
})

test('a walk that goes on from the one before makes the same changes, and starts over for a metric whose past is another', () => {
  const versions = versionsOf(11)
  const [early, whole] = [changesOf(walked(versions), [], first + 40, 'test'), changesOf(walked(versions), [], last, 'test')]
  const walks = early.map(({ walk }) => walk)
  const further = changesOf(walked(versions), walks, last, 'test')
  for (const [i, { metric, keptThrough, changes }] of further.entries()) {
    expect(keptThrough).toBe(first + 39)
    const kept = early[i]!.changes.filter(({ known }) => known <= asOfMoment(first + 39))
    expect([...kept, ...changes], metric).toEqual(whole[i]!.changes)
  }
  const vix = versions.get('VIXCLS')!
  const revised = new Map(versions).set('VIXCLS', { ...vix, value: vix.value.map((value) => value + 1) })
  const anew = changesOf(walked(revised), walks, last, 'test').filter(({ keptThrough }) => keptThrough === null)
  expect(anew.map(({ metric }) => metric)).toEqual(['vix'])
  expect(anew[0]!.changes.length).toBe(whole.find(({ metric }) => metric === 'vix')!.changes.length)
  expect(changesOf(walked(versions), walks, last, 'other').every(({ keptThrough }) => keptThrough === null)).toBe(true)
})
