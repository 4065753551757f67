import { expect, test } from 'vitest'
import { explanationOf } from '../../cli/commands/explain.ts'
import { endsOf } from '../../cli/lineage/lineage.ts'
import { metricRows } from '../../data/metrics.ts'
import { recordedHome, sampleHome } from '../end-to-end/home.ts'
import { withoutRecorded } from '../recorded.ts'

test.each([
  ['sample', sampleHome, 400],
  ['recorded', recordedHome, 190],
] as const)('every metric of the %s feeds leads to the rows or columns its numbers stand in', async (feeds, home, least) => {
  if (feeds === 'recorded' && withoutRecorded) return
  const { folder } = await home()
  const lost: string[] = []
  let followed = 0
  for (const { metric } of metricRows) {
    const explained = await explanationOf(folder, metric, undefined, 0).catch((error: { code: string }) => {
      expect([metric, error.code]).toEqual([metric, 'NOT_KNOWN'])
      return null
    })
    if (explained === null) continue
    followed++
    const unnamed = endsOf(explained.lineage).filter(
      ({ recording: { place, passages } }) =>
        place === null && passages.some(({ column, row }) => column === null && row === null),
    )
    if (explained.ends === 0 || explained.unproven + unnamed.length > 0)
      lost.push(`${metric}: ${explained.unproven} not found, ${unnamed.length} without row and column, of ${explained.ends}`)
  }
  expect(lost).toEqual([])
  expect(followed).toBeGreaterThanOrEqual(least)
})
