import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fiscaldataUpcoming } from '../../../pipeline/source/feeds/fiscaldata-upcoming.ts'
import { recordedFolder } from '../../recorded.ts'
import { recordingOf } from '../../recording-of.ts'
import { refusalOf } from './reading.ts'

const api = 'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/'
const upcoming = (body: string, at = '2026-11-20T21:00:00Z') =>
  fiscaldataUpcoming.parse(Buffer.from(body), recordingOf(`${api}upcoming_auctions`, body, at))
const file = (name: string) => readFileSync(join(recordedFolder, 'fiscaldata', name), 'utf8')

describe('recorded auctions', () => {
  test('upcoming auctions asked without an order on 2026-07-16 begin with March 2024: refused, for none of it is upcoming', () => {
    const body = file('upcoming_auctions_first23of90_2026-07-16.json')
    expect(refusalOf(() => upcoming(body, '2026-07-16T23:59:59Z'))).toBe('SNAPSHOT_OLD')
    const then = upcoming(body, '2024-03-28T23:59:59Z')
    expect(then.rows.planned_auction!.map(({ kind, auction_day }) => [kind, auction_day])).toEqual([
      ['cash management', '2024-03-26'],
    ])
  })
})
