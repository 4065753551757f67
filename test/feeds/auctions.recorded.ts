import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedFolder } from '../recorded.ts'
import { readingOf } from './reading.ts'

const url = 'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/upcoming_auctions'
const { parse, refusal } = readingOf(url, '2024-03-28T23:59:59Z')
const file = (name: string) => readFileSync(join(recordedFolder, 'fiscaldata', name), 'utf8')

describe('recorded auctions', () => {
  test('upcoming auctions asked without an order on 2026-07-16 begin with March 2024: refused, for none of it is upcoming', () => {
    const body = file('upcoming_auctions_first23of90_2026-07-16.json')
    expect(refusal(body, '2026-07-16T23:59:59Z')).toBe('SNAPSHOT_OLD')
    const then = parse(body)
    expect(then.rows.planned_auction!.map(({ kind, auction_day }) => [kind, auction_day])).toEqual([
      ['cash management', '2024-03-26'],
    ])
  })
})
