import { expect, test } from 'vitest'
import { statusReport } from '../../server/answers/system.ts'
import { viewOf } from './home.ts'
import { recordedHome, recordedRun } from './recorded-home.ts'

test('a feed whose newest data are of 2019 is stale, and says since when and for want of what', async () => {
  const { feeds } = statusReport(await viewOf((await recordedHome()).folder), recordedRun().now)
  const served = new Map(feeds.map((line) => [line.feed, line]))
  expect(served.get('coinmetrics-csv')).toMatchObject({
    status: 'stale',
    next_due_at: null,
    note: expect.stringContaining('stale since 2019-10-24T00:00:00Z, nothing newer than 2019-10-20: btc.DiffMean'),
  })
  expect(served.get('fiscaldata-operating-cash')).toMatchObject({ status: 'stale', next_due_at: null })
  expect(served.get('strategytracker')).toMatchObject({
    status: 'stale',
    note: expect.stringContaining('last read 2026-07-08'),
  })
  expect(served.get('sec-submissions')).toMatchObject({
    status: 'off',
    note: expect.stringContaining('off: set SEC_CONTACT'),
  })
  expect(served.get('fred-graph')).toMatchObject({
    status: 'stale',
    note: expect.stringContaining('nothing newer than 2026-04-30: CPILFESL'),
  })
})
