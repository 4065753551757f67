import { expect, test } from 'vitest'
import type { Activities } from '../../../activities/index.ts'
import { backfillLines } from '../../../cli/commands/backfill.ts'
import type { Host } from '../../../workflows/host.ts'
import { backfill } from '../../../workflows/orchestrations/backfill.ts'
import { quiet } from '../../end-to-end/home.ts'

const span = { from: '2026-11-01', to: '2026-11-10', days: 10, documents: 20, minutes: null }

/** A run over ten days with two documents each, of which so many were on record before it and its attempts added so many as they counted. */
function result(onRecord: number, added: number) {
  const page = { withDocuments: 10, added, same: 20 - added, revised: 0, left: 0, named: [], edition: 'e1' }
  const activities = {
    begin: async () => ({ run: 'r' }),
    end: async () => undefined,
    span: async () => ({ ...span, onRecord, daysOnRecord: onRecord / 2 }),
    backfill: async () => page,
  } as unknown as Host<Activities>['activities']
  const host = { activities, now: () => 0, log: quiet } as unknown as Host<Activities>
  return backfill(host, { from: null, to: null, only: [], revise: null, dryRun: false })
}

test.each([
  ['the first run', 0, 20, '0 days were already on record, 10 days added now; 20 documents added now, 0 unchanged'],
  ['the run after a kill', 12, 8, '6 days were already on record, 4 days added now; 8 documents added now, 12 unchanged'],
  [
    'a run whose worker was killed before it counted',
    12,
    2,
    '6 days were already on record, 4 days added now; 8 documents added now, 12 unchanged',
  ],
  ['a second run', 20, 0, '10 days were already on record, 0 days added now; 0 documents added now, 20 unchanged'],
])('%s says how many days were there and how many it added', async (_, onRecord, added, words) => {
  expect(backfillLines(await result(onRecord, added))[0]).toContain(words)
})
