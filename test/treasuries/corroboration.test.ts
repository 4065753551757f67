import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { corroborated, isFilerReviewed, isHeldUncontested, uncorroborated } from '../../pipeline/treasuries/corroboration.ts'
import { holdingOf } from '../../pipeline/treasuries/holding.ts'
import type { FiledCount } from '../../pipeline/treasuries/known.ts'
import { knownCompany } from '../../pipeline/treasuries/known-company.ts'
import { asKnownAt } from '../../pipeline/values/column.ts'
import counts from './corroboration.json' with { type: 'json' }
import { column, company, count, witness } from './known-company.ts'

const failed = (name: string) => ({ name, passed: false, detail: 'x' })
const waiting = (btc: number, asOf: string, more: readonly string[] = []): FiledCount =>
  count(btc, asOf, { status: 'held', checks: [...more.map(failed), uncorroborated('nobody compared it')] })
const periodic = (btc: number, asOf: string, check = 'fair value'): FiledCount => {
  const bare = count(btc, asOf)
  return { ...bare, filing: { ...bare.filing, form: '10-Q' }, checks: [{ name: check, passed: true, detail: 'borne out' }] }
}
const said = (values: Readonly<Record<string, number>>) => [
  { name: 'CoinGecko', column: column('TEST.bitcoin.coingecko', 'BTC', values) },
]
const statusOf = (one: FiledCount, ...rest: readonly Parameters<typeof corroborated>[1][number][]) =>
  corroborated([one], rest)[0]?.status

describe('a count that only waits for something to bear it out', () => {
  test.each(counts as [string, Readonly<Record<string, number>>, 'served' | 'held'][])(
    'a third party says %s: %s',
    (_, values, status) => {
      expect(statusOf(waiting(5_200, '2026-10-31'), ...said(values))).toBe(status)
    },
  )

  test('of a few bitcoins one more or less is the same', () => {
    expect(statusOf(waiting(24, '2026-10-31'), ...said({ '2026-11-01': 25 }))).toBe('served')
    expect(statusOf(waiting(24, '2026-10-31'), ...said({ '2026-11-01': 26 }))).toBe('held')
  })

  test.each<[string, FiledCount, 'served' | 'held']>([
    ['the same within 45 days', periodic(5_200, '2026-09-30'), 'served'],
    ['the same in the next report', periodic(5_190, '2026-12-15'), 'served'],
    ['the same long ago', periodic(5_200, '2026-06-30'), 'held'],
    ['another', periodic(5_000, '2026-09-30'), 'held'],
    ['the same, borne out by its cost alone', periodic(5_200, '2026-09-30', 'price'), 'held'],
    ['the same, held itself', { ...periodic(5_200, '2026-09-30'), status: 'held' }, 'held'],
  ])('a periodic report states %s', (_, report, status) => {
    const found = corroborated([report, waiting(5_200, '2026-10-31')], [])
    expect(found.find(({ asOf }) => asOf === '2026-10-31')?.status).toBe(status)
  })

  test('tells what bears it out in the place of what it waited for', () => {
    const [found] = corroborated([waiting(5_200, '2026-10-31')], said({ '2026-11-02': 5_201 }))
    expect(found?.checks).toEqual([{ name: 'corroboration', passed: true, detail: 'CoinGecko says 5201 on 2026-11-02' }])
  })

  test('what fails another check stays held, whoever agrees; a periodic count is for its own filing to bear out', () => {
    expect(statusOf(waiting(5_200, '2026-10-31', ['agreement']), ...said({ '2026-11-02': 5_200 }))).toBe('held')
    expect(statusOf(waiting(5_200, '2026-10-31', ['heading']), ...said({ '2026-11-02': 5_200 }))).toBe('held')
    const bare = waiting(5_200, '2026-10-31')
    expect(statusOf({ ...bare, filing: { ...bare.filing, form: '10-Q' } }, ...said({ '2026-11-02': 5_200 }))).toBe('held')
  })
})

describe('the holding', () => {
  const asOf = dayNumber('2026-11-20')!

  test('a count nothing bears out withholds no company: the estimate stands', () => {
    const open = waiting(5_200, '2026-10-31')
    expect(isHeldUncontested(open)).toBe(true)
    expect(holdingOf(company({ counts: [open], witnesses: [witness(4_000)] }), asOf)).toMatchObject({
      holding: { precision: 'estimate', witness: { btc: 4_000 } },
    })
    expect(holdingOf(company({ counts: [open] }), asOf)).toBeNull()
    expect(holdingOf(company({ counts: [open, periodic(4_100, '2026-09-30')] }), asOf)).toMatchObject({
      holding: { precision: 'exact', count: { value: 4_100 } },
    })
  })

  test('one that a check speaks against does', () => {
    const wrong = waiting(5_200, '2026-10-31', ['agreement'])
    expect(isHeldUncontested(wrong)).toBe(false)
    expect(holdingOf(company({ counts: [wrong], witnesses: [witness(4_000)] }), asOf)).toMatchObject({
      withheld: { evidence: wrong.filing },
    })
  })
})

describe('as known on a day', () => {
  const filer = rosterOf(true).find(({ reviewed, market }) => reviewed.length === 0 && market === 'us')!
  const day = (text: string) => dayNumber(text)! * 86_400_000
  const countsAt = (moment: number, known: Readonly<Record<string, number>>) =>
    knownCompany(filer, {
      column: (id) => {
        const then = asKnownAt(column(id, 'BTC', known), moment)
        return id === `${filer.ticker}.bitcoin.coingecko` && then.period.length > 0 ? then : null
      },
      counts: [waiting(5_200, '2026-10-31')],
      readings: { report: null, held: null, counts: [] },
      financing: [],
      moment,
    }).counts

  test('it is held until the third party is known to say the same, and served from then on', () => {
    const known = { '2026-11-01': 4_900, '2026-11-06': 5_200, '2026-11-20': 6_000 }
    expect(countsAt(day('2026-11-06'), known)[0]?.status).toBe('held')
    expect(countsAt(day('2026-11-07'), known)[0]?.status).toBe('served')
    expect(countsAt(day('2027-03-01'), known)[0]?.status).toBe('served')
  })

  test('nothing a third party says later changes what is served on a day', () => {
    const says = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 5_100, max: 5_300 })), { maxLength: 8 })
    fc.assert(
      fc.property(says, fc.integer({ min: 0, max: 40 }), (rows, until) => {
        const first = dayNumber('2026-10-31')!
        const all = Object.fromEntries(rows.toSorted(([a], [b]) => a - b).map(([after, btc]) => [isoDay(first + after), btc]))
        const then = Object.fromEntries(Object.entries(all).filter(([read]) => dayNumber(read)! < first + until))
        const moment = (first + until) * 86_400_000
        expect(countsAt(moment, all)).toEqual(countsAt(moment, then))
      }),
    )
  })
})

test('what was compared is a fact of the roster', () => {
  expect([
    isFilerReviewed('us:0001050446', 'current'),
    isFilerReviewed('us:0001507605', 'current'),
    isFilerReviewed('us:0000827876', 'periodic'),
  ]).toEqual([true, false, true])
})
