import { expect, test } from 'vitest'
import { refreshExitCode, refreshLines } from '../../cli/commands/refresh.ts'
import type { RefreshResult } from '../../workflows/orchestrations/refresh.ts'

const failure = { feed: 'h10', code: 'HTTP', message: 'refused' }
const fine: RefreshResult = {
  ...{ edition: 'e1', asOf: '2026-11-20', day: '2026-11-20', documents: 9, recordings: 4, loaded: 4, refused: 0, rejected: 0 },
  ...{ companies: 0, untaken: [], untakenCount: 0, failures: [], refusals: [], stale: [], missing: [], held: [], unplaced: [] },
}

test.each<[string, Partial<RefreshResult>, number, string]>([
  ['nothing', {}, 0, '4 recordings, 4 new, 0 refused, 0 rows in quarantine'],
  ['recorded addresses that match no feed', { untaken: ['https://a.example/'], untakenCount: 1 }, 0, '  https://a.example/'],
  ['rows in quarantine', { rejected: 3 }, 2, '4 recordings, 4 new, 0 refused, 3 rows in quarantine'],
  ['refused bodies', { refused: 1, refusals: [failure] }, 2, '(h10): HTTP: refused'],
  ['failures', { failures: [failure] }, 2, '(h10): HTTP: refused'],
  ['stale series', { stale: ['vix'] }, 2, 'stale: vix'],
  ['missing metrics', { missing: ['vix'] }, 2, 'missing: vix'],
  [
    'documents that no edition can hold',
    { unplaced: ['company/in: no place'] },
    2,
    'left out of the edition: company/in: no place',
  ],
  ['companies alone', { documents: 0, companies: 21, missing: ['vix'] }, 0, '21 companies, no other documents'],
  ['figures held for review', { held: ['0000000001-26-000001'] }, 2, 'held for review: 0000000001-26-000001'],
])('a refresh with %s ends with the code that a scheduler reads, and says so', (_, more, code, line) => {
  expect(refreshExitCode({ ...fine, ...more })).toBe(code)
  expect(refreshLines({ ...fine, ...more }).join('\n')).toContain(line)
})
