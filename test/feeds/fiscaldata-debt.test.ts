import { describe, expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { readingOf } from './reading.ts'

const url = 'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v2/accounting/od/debt_to_penny?sort=record_date'
const { refusal, rules, values } = readingOf(url, '2026-11-20T21:00:00Z')
const day = (over: object = {}) => ({
  record_date: '2026-11-18',
  debt_held_public_amt: '30000000000000.10',
  intragov_hold_amt: '7000000000000.02',
  tot_pub_debt_out_amt: '37000000000000.12',
  ...over,
})
const answer = (data: object[]) => JSON.stringify({ data, meta: { count: data.length, 'total-pages': 1 } })

describe('Debt to the Penny', () => {
  test('three amounts a day; of an old day the total alone', () => {
    const rows = [day(), day({ record_date: '2004-11-18', debt_held_public_amt: 'null', intragov_hold_amt: 'null' })]
    expect(values(answer(rows))).toEqual([
      ['fiscaldata.debt_held_public_amt', '2026-11-18', 30_000_000_000_000.1],
      ['fiscaldata.intragov_hold_amt', '2026-11-18', 7_000_000_000_000.02],
      ['fiscaldata.tot_pub_debt_out_amt', '2026-11-18', 37_000_000_000_000.12],
      ['fiscaldata.tot_pub_debt_out_amt', '2004-11-18', 37_000_000_000_000.12],
    ])
  })
  test('parts that are a cent off their total, and amounts without cents, are refused with their rule', () => {
    const rows = [day(), day({ tot_pub_debt_out_amt: '37000000000000.13' }), day({ intragov_hold_amt: '7000000000000' })]
    expect(rules(answer(rows))).toEqual(['sum', 'row'])
  })
  test.each([
    ['{"error":"Invalid Query Param","message":"no"}', 'UPSTREAM_SAYS'],
    ['{"data":[],"meta":{"count":0,"total-pages":1}}', 'PAGE_EMPTY'],
    ['{"data":[],"meta":{"count":1,"total-pages":1}}', 'BODY_CUT'],
    ['{"data":[]}', 'DATA_MISSING'],
  ])('refuses %s', (body, code) => expect(refusal(body)).toBe(code))
  test('as CSV it is not its own', () => {
    expect(feedFor(url)?.id).toBe('fiscaldata-debt')
    expect(feedFor(`${url}&format=csv`)).toBeNull()
  })
})
