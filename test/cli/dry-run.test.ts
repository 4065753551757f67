import { expect, test } from 'vitest'
import { dryRun } from '../../cli/dry-run.ts'
import { loadHome, temporaryHome } from '../end-to-end/home.ts'
import { hashesOf } from '../end-to-end/tree.ts'

test('a dry run tells calls, rows and minutes by feed, asks nothing and writes nothing', async () => {
  const { folder, remove } = await temporaryHome()
  const now = Date.parse('2026-11-20T22:00:00Z')
  await loadHome(folder, { feeds: { kind: 'sample' }, asOf: '2026-11-20', now, only: ['eia-weekly'] })
  const before = await hashesOf(folder)
  const asked = { only: [], now: Date.parse('2026-11-21T22:00:00Z'), credentials: new Set(['SEC_CONTACT']) }
  const sample = await dryRun(folder, { ...asked, feeds: { kind: 'sample' } })
  expect(sample.feeds.find(({ feed }) => feed === 'eia-weekly')).toMatchObject({ calls: 13, minutes: 0, off: null })
  expect(sample.feeds.find(({ feed }) => feed === 'eia-weekly')!.rows).toBeGreaterThan(1_000)
  const live = await dryRun(folder, { ...asked, feeds: { kind: 'live' } })
  const graph = live.feeds.find(({ feed }) => feed === 'fred-graph')!
  // FRED takes 1.5 requests a second
  expect(graph.minutes).toBeCloseTo(graph.calls / 1.5 / 60, 2)
  expect(live.feeds.find(({ feed }) => feed === 'fred-api')).toMatchObject({ calls: 0, off: 'set FRED_API_KEY' })
  expect(live.calls).toBe(live.feeds.reduce((sum, { calls }) => sum + calls, 0))
  expect(await hashesOf(folder)).toEqual(before)
  await expect(dryRun(folder, { ...asked, only: ['planted'], feeds: { kind: 'live' } })).rejects.toMatchObject({
    code: 'FEED_UNKNOWN',
  })
  await remove()
})
