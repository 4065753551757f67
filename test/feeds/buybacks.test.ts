import { expect, test } from 'vitest'
import { readingOf } from './reading.ts'

const url =
  'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/buybacks_operations?sort=operation_date'
const operation = {
  operation_date: '2026-09-10',
  operation_type: 'Liquidity Support',
  security_type: 'Nominal Coupons',
  maturity_bucket: '20Y to 30Y',
  total_par_amt_accepted: '5187000000.00',
}
const { parse } = readingOf(url, '2026-09-10T20:00:00Z')
function parsed(...data: object[]) {
  const { rows, rejected } = parse({ data, meta: { count: data.length, 'total-pages': 1 } })
  return { records: rows.news_record!, rejected }
}

test('an operation with a result is a record of its day', () => {
  expect(parsed(operation).records).toEqual([
    {
      ...{ source: 'treasury', id: '2026-09-10 Nominal Coupons 20Y to 30Y', told_by: 'list', origin: 'official' },
      ...{ form: 'Liquidity Support', items: null, day: '2026-09-10', clock: null, zone: 'America/New_York', happened_at: null },
      ...{ title: 'Treasury buyback operation: nominal coupons, 20Y to 30Y (liquidity support)', title_as_filed: null },
      ...{ kinds: '', link: 'https://fiscaldata.treasury.gov/datasets/treasury-securities-buybacks/', language: 'en' },
      known_at: '2026-09-10T20:00:00Z',
    },
  ])
})

test('one without results is none until they are filled in, and one that accepted nothing has a result', () => {
  const announced = { ...operation, total_par_amt_accepted: 'null' }
  expect(parsed(announced)).toEqual({ records: [], rejected: [] })
  expect(parsed({ ...operation, total_par_amt_accepted: '0' }).records).toHaveLength(1)
})

test('two maturities of a day are two records, and an abbreviation stays', () => {
  const { records } = parsed(operation, { ...operation, security_type: 'TIPS', maturity_bucket: '1Y to 10Y' })
  expect(records.map(({ id }) => id)).toEqual(['2026-09-10 Nominal Coupons 20Y to 30Y', '2026-09-10 TIPS 1Y to 10Y'])
  expect(records[1]!.title).toBe('Treasury buyback operation: TIPS, 1Y to 10Y (liquidity support)')
})

test.each([
  ['a day that no month has', { operation_date: '2026-09-31' }],
  ['no maturities', { maturity_bucket: 'null' }],
  ['an amount that is none', { total_par_amt_accepted: '5.1bn' }],
])('a row with %s goes to quarantine', (_, other) => {
  const { records, rejected } = parsed({ ...operation, ...other })
  expect([records, rejected.length]).toEqual([[], 1])
})

test('before the first operation there is none', () => expect(parsed()).toEqual({ records: [], rejected: [] }))
