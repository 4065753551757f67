import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Calculated } from '../../pipeline/formulas/formula.ts'
import { coinFlow, shareFlow } from '../../pipeline/formulas/fund-flow.ts'
import { fundTotal } from '../../pipeline/formulas/fund-total.ts'
import { trailingFormula } from '../../pipeline/formulas/trailing.ts'
import { witnessedFlow } from '../../pipeline/formulas/witnessed-flow.ts'
import { columnOf, readOf, valuesOf } from '../analysis/columns.ts'

const read = (series: string, rows: Parameters<typeof columnOf>[0]) => readOf(columnOf(rows, 'shares', series))
const named = { name: 'flow', unit: 'USD mn' }
const flows = (made: Pick<Calculated, 'column'> | null) => valuesOf(made!)

const sessions = ['2026-05-01', '2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07'] as const
const dated = (values: readonly number[]) => values.map((value, at) => [sessions[at]!, value] as const)

describe('the flow of a fund by its coins', () => {
  test('is their change at the price of the day, over a weekend too', () => {
    const coins = read('coins', dated([1_000, 1_200, 1_150]))
    const worth = read('worth', dated([5e7, 7.2e7, 5.75e7]))
    const made = coinFlow.calculate([coins, worth], named)!
    // 200 coins at 60,000 dollars; 50 fewer at 50,000
    expect(flows(made)).toEqual({ '2026-05-04': 12, '2026-05-05': -2.5 })
    expect(made.parts(0).map(({ value }) => value)).toEqual([1_200, 1_000, 7.2e7])
  })
  test('has no value for a session whose neighbour is not on record', () => {
    const [coins, worth] = [
      { '2026-05-04': 100, '2026-05-06': 200 },
      { '2026-05-04': 1e6, '2026-05-06': 2e6 },
    ]
    expect(coinFlow.calculate([read('coins', coins), read('worth', worth)], named)!.column.period).toHaveLength(0)
  })
})

describe('the flow of a fund by its shares', () => {
  const nav = read('nav', dated([50, 51, 49]))
  const shares = read('shares', dated([1_000_000, 1_100_000, 1_050_000]))
  test('is of the session of the trades, whichever of the two sessions the fund dates its shares by', () => {
    expect(flows(shareFlow('trade').calculate([shares, nav], named))).toEqual({ '2026-05-04': 5.1, '2026-05-05': -2.45 })
    expect(flows(shareFlow('settlement').calculate([shares, nav], named))).toEqual({ '2026-05-01': 5, '2026-05-04': -2.55 })
  })
  test('is known when the later of the two sessions is', () => {
    const made = shareFlow('settlement').calculate([shares, nav], named)!
    expect(made.column.known[0]).toBe(shares.column.known[1])
  })
  test('is 0 on the day of a split and none where shares jump without one', () => {
    const split = read('shares', dated([390e6, 130e6, 131e6]))
    expect(flows(shareFlow('trade').calculate([split, read('nav', dated([14.55, 43.8, 44.1]))], named))).toEqual({
      '2026-05-04': 0,
      '2026-05-05': 44.1,
    })
    // the net assets of a share did not move, or the jump is not a ratio: the cause is unknown
    const still = read('nav', dated([14.55, 14.6, 44.1]))
    expect(flows(shareFlow('trade').calculate([split, still], named))).toEqual({ '2026-05-05': 44.1 })
    const odd = read('shares', dated([390e6, 131.77e6, 131.77e6]))
    expect(flows(shareFlow('trade').calculate([odd, read('nav', dated([14.55, 43.8, 44.1]))], named))).toEqual({
      '2026-05-05': 0,
    })
  })
})

const ratio = fc.constantFrom<[number, number]>([3, 2], [5, 4], [10, 1], [1, 30], [1, 3], [2, 1], [7, 1], [1, 10], [2, 3])
const amount = fc.double({ min: -0.05, max: 0.05, noNaN: true })

test('no split of any ratio on any session changes a flow by coins or makes one by shares', () => {
  fc.assert(
    fc.property(
      ratio,
      fc.integer({ min: 1, max: 4 }),
      fc.array(amount, { minLength: 4, maxLength: 4 }),
      fc.constantFrom<'trade' | 'settlement'>('trade', 'settlement'),
      ([to, from], on, moves, basis) => {
        const prices = [50_000, ...moves.map((move) => 50_000 * (1 + move))]
        const coins = [10_000, ...moves.map((move, at) => (at + 1 === on ? 10_000 : Math.round(10_000 * (1 + move))))]
        const split = (at: number) => (at >= on ? to / from : 1)
        // nothing was created on the session of the split: its shares are whole
        const shares = coins.map((_, at) => 30_000_000 * split(at))
        const nav = prices.map((price, at) => (price * 10_000) / (30_000_000 * split(at)))
        const worth = coins.map((count, at) => count * prices[at]!)
        const byCoins = coinFlow.calculate([read('coins', dated(coins)), read('worth', dated(worth))], named)!
        expect([...byCoins.column.value]).toEqual(
          prices.slice(1).map((price, at) => expect.closeTo(((coins[at + 1]! - coins[at]!) * price) / 1e6, 6)),
        )
        const byShares = shareFlow(basis).calculate([read('shares', dated(shares)), read('nav', dated(nav))], named)!
        expect([...byShares.column.value]).toEqual([0, 0, 0, 0])
      },
    ),
  )
})

describe('the flow of a fund by its own files and by the table', () => {
  // 10 more coins at 1,000,000 dollars, 10 fewer, 5 more
  const coins = read('coins', dated([100, 110, 100, 105]))
  const worth = read('worth', dated([100e6, 110e6, 100e6, 105e6]))
  const table = read('table', { '2026-05-01': 7, '2026-05-04': 10.1, '2026-05-05': -12.5 })
  const { calculate } = witnessedFlow(['coins', 'settlement'])

  test('is its own where they say the same, the only one where there is one, and withheld with both amounts where they differ', () => {
    const made = calculate([coins, worth, null, null, table], named)!
    expect(flows(made)).toEqual({ '2026-05-01': 7, '2026-05-04': 10, '2026-05-06': 5 })
    expect(made.parts(1).map(({ series, value }) => [series, value])).toEqual([
      ['coins', 110],
      ['coins', 100],
      ['worth', 110e6],
      ['table', 10.1],
    ])
    expect(made.notes(2)).toEqual(['The flow of 2026-05-05 is withheld: USD mn -10 by its coins, -12.5 by table.'])
  })
  test('is withheld too where the newest session is the one in dispute', () => {
    const until = (values: readonly number[]) => read('coins', dated(values.slice(0, 3)))
    const made = calculate([until([100, 110, 100]), worth, null, null, table], named)!
    expect(made.column.value.at(-1)).toBe(10)
    expect(made.notes(1)).toEqual(['The flow of 2026-05-05 is withheld: USD mn -10 by its coins, -12.5 by table.'])
  })
  test('follows from the shares of the next session where no coins are on record, and from the table alone', () => {
    const [shares, nav] = [read('shares', dated([1_000_000, 1_000_000, 1_100_000])), read('nav', dated([100, 101, 99]))]
    expect(flows(calculate([null, null, shares, nav, table], named))).toEqual({ '2026-05-04': 10.1, '2026-05-05': -12.5 })
    expect(flows(calculate([null, null, null, null, table], named))).toEqual(flows(table))
    expect(calculate([null, null, null, null, null], named)).toBeNull()
  })
})

describe('the total of the funds', () => {
  const total = read('T.Total', dated([10, 20, 30, 40]))
  const funds = [
    read('T.A', dated([10, 15, 20, 30])),
    read('T.B', { '2026-05-04': 5, '2026-05-06': 10 }),
    null,
    read('T.C', { '2026-05-08': 1 }),
  ]
  test('has no value for a session on which a fund with an earlier flow is missing', () => {
    const made = fundTotal.calculate([total, ...funds], named)!
    expect(flows(made)).toEqual({ '2026-05-01': 10, '2026-05-04': 20, '2026-05-06': 40 })
    expect(made.notes(2)[0]).toBe('Funds in the sum: 2 (A, B).')
    expect(made.notes(0)[0]).toBe('Funds in the sum: 1 (A).')
  })
})

test('five sessions are added up, and no fewer', () => {
  const sum5d = trailingFormula('sum', '5 sessions').calculate
  const days = ['01', '04', '05', '06', '07', '08', '11']
  const moved = [1, 2, 3, 4, 5, -20, 7].map((flow, at) => [`2026-05-${days[at]}`, flow] as const)
  expect([...sum5d([read('flow', moved)], named)!.column.value]).toEqual([15, -6, -1])
  // the Wednesday is missing: no sum reaches across it
  const torn = moved.filter(([day]) => day !== '2026-05-06')
  expect(sum5d([read('flow', torn)], named)!.column.value).toHaveLength(0)
})
