import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Alert, notifyAlertChannels } from '../../activities/runs/alerts.ts'
import { changeRunsState, type RunRecord, runsStateAfter } from '../../activities/runs/runs-state.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { folderOfTests } from '../closed-after.ts'
import { quiet } from '../end-to-end/home.ts'

const folder = await folderOfTests()
let count = 0

/** A run of feeds of the SEC: the code each failed with, null for one that was read. */
function ended(feeds: Readonly<Record<string, string | null>>): RunRecord {
  const at = new Date(Date.UTC(2026, 10, 20, ++count)).toISOString()
  const by_feed = Object.entries(feeds).map(([feed, error_code]) => {
    const isGood = error_code === null
    const counts = {
      requests: 1,
      recordings: isGood ? 1 : 0,
      failures: isGood ? 0 : 1,
      refused: 0,
      rejected: 0,
      bytes: 0,
      rows: 0,
    }
    return { feed, upstream: 'sec', seconds: 0, ...counts, error_code, error: isGood ? null : `words of ${error_code}` }
  })
  return {
    ...{ id: `run-${count}`, kind: 'refresh', trigger: 't', host: 'in-process', feeds: 'live', status: 'partial', edition: null },
    ...{ logical_at: at, began_at: at, ended_at: at, seconds: 0, error_code: null, error: null, by_feed },
  } as unknown as RunRecord
}

test('an upstream that refuses is reported once, not for each feed or run, and again only after it has answered', async () => {
  const blobs = folderBlobs(join(folder, 'sec'))
  const told: Alert[] = []
  const alerts = [{ name: 'command' as const, send: async (alert: Alert) => void told.push(alert) }]
  const end = async (feeds: Readonly<Record<string, string | null>>) => {
    const record = ended(feeds)
    await changeRunsState(blobs, (state) => runsStateAfter(state, record))
    await notifyAlertChannels({ blobs, clock: () => 0, alerts }, record.id, quiet)
    return told.splice(0).map(({ text }) => text)
  }
  const refusedAll = { 'sec-tickers': 'UPSTREAM_RESTING', 'sec-current': 'UPSTREAM_REFUSED', 'sec-news': 'UPSTREAM_RESTING' }
  const first = 'Market Briefing: upstream sec failed: UPSTREAM_REFUSED: words of UPSTREAM_REFUSED'
  expect(await end(refusedAll)).toEqual([first])
  expect(await end(refusedAll)).toEqual([])
  // another fault of one feed does not show that the upstream answers
  expect(await end({ 'sec-news': 'UPSTREAM_TOO_SLOW' })).toEqual([
    'Market Briefing: feed sec-news failed: UPSTREAM_TOO_SLOW: words of UPSTREAM_TOO_SLOW',
  ])
  expect(await end(refusedAll)).toEqual([])
  expect(await end({ 'sec-tickers': null, 'sec-news': null })).toEqual([
    expect.stringMatching(/upstream sec recovered \(failing since .*\)$/),
  ])
  expect(await end(refusedAll)).toEqual([first])
})
