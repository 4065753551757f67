import { describe, expect, test } from 'vitest'
import { flowWeekSection, flowWeekSentences } from '../../../pipeline/briefings/bitcoin/flow-weeks.ts'
import { columnOf } from '../../analysis/columns.ts'

const today = '2026-07-16'
/** The flows of all funds as recorded, 15 June to 15 July 2026: the exchanges were closed on 19 June and 3 July. */
const recorded = {
  ...{ '2026-06-15': -64.8, '2026-06-16': 10.2, '2026-06-17': -82.2, '2026-06-18': -90.7 },
  ...{ '2026-06-22': -68.3, '2026-06-23': -113.8, '2026-06-24': -469, '2026-06-25': -691.7, '2026-06-26': -444.5 },
  ...{ '2026-06-29': -231, '2026-06-30': -222.6, '2026-07-01': -296, '2026-07-02': 223.5 },
  ...{ '2026-07-06': 265.7, '2026-07-07': 21.5, '2026-07-08': -84.9, '2026-07-09': -95.3, '2026-07-10': 90.4 },
  ...{ '2026-07-13': -424.7, '2026-07-14': 181.1, '2026-07-15': 107.7 },
}
const flowsOf = (values: Readonly<Record<string, number>>) => columnOf(values, 'USD mn', 'farside.btc.Total')
const until = (last: string) => flowsOf(Object.fromEntries(Object.entries(recorded).filter(([on]) => on <= last)))

describe('flows by calendar week', () => {
  test('the last week that is over and the month so far, whatever five sessions come to', () => {
    expect(flowWeekSentences(until('2026-07-15'), { flow: -2_414.6, fund: 'IBIT', own: -1_861.1 }, today)).toEqual([
      'Bitcoin funds took in $197mn in the week of 6 to 10 July; in July so far they lost $11mn.',
      'Over twenty sessions bitcoin funds lost $2.41bn, IBIT alone $1.86bn.',
    ])
    for (const last of ['2026-07-09', '2026-07-02'])
      expect(flowWeekSentences(until(last), null, today)[0]).toMatch(
        /^Bitcoin funds lost \$526mn in the week of 29 June to 2 July;/,
      )
  })

  test('a week with a session missing has no sum, nor has the month it is in', () => {
    const { '2026-07-08': _, ...others } = recorded
    expect(flowWeekSentences(flowsOf(others), null, today)).toEqual([])
    const stretches = flowWeekSection(flowsOf(others), [], today)[0]!.rows.map(({ stretch, flow }) => [stretch, flow])
    expect(stretches).toEqual([
      ['13 to 15 July', -135.9],
      ['29 June to 2 July', -526.1],
      ['22 to 26 June', -1_787.3],
      ['15 to 18 June', -227.5],
    ])
  })

  test('a week larger than those of a month before it says since when', () => {
    const larger = { ...recorded, '2026-06-15': -2_000, '2026-06-24': 0, '2026-07-13': -1_900, '2026-07-16': 0, '2026-07-17': 0 }
    expect(flowWeekSentences(flowsOf(larger), null, '2026-07-18')[0]).toContain(
      'lost $1.61bn in the week of 13 to 17 July, the largest outflow since the week to 18 June;',
    )
  })

  test('the funds that took in and lost most of each stretch are named', () => {
    const fund = (name: string, value: number) => ({ fund: name, column: flowsOf({ '2026-07-13': value, '2026-07-14': value }) })
    expect(flowWeekSection(until('2026-07-14'), [fund('IBIT', -20), fund('FBTC', 5)], today)[0]!.rows[0]).toMatchObject({
      most: 'FBTC 10.0',
      least: 'IBIT -40.0',
      from: '2026-07-13',
      to: '2026-07-14',
    })
  })
})
