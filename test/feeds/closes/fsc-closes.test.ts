import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fscCloses } from '../../../pipeline/feeds/fsc-closes.ts'
import { feedFor } from '../../../pipeline/feeds/index.ts'
import { dayNumber, daysBetween } from '../../../pipeline/time/day.ts'
import { recordedAs } from './recorded-as.ts'

const address =
  'https://apis.data.go.kr/1160100/GetStockSecuritiesInfoService_V2/getStockPriceInfo_V2?resultType=json&numOfRows=10000&pageNo=1&basDt=20260910'
const row = (srtnCd: string, clpr: string, more: object = {}) => ({
  ...{ basDt: '20260910', srtnCd, mrktCtg: 'KOSPI', clpr, vs: '-500', fltRt: '-.19', trqu: '5545', lstgStCnt: '3007020' },
  ...more,
})
const answer = (item: readonly object[], more: object = {}) =>
  JSON.stringify({
    response: {
      header: { resultCode: '00', resultMsg: 'NORMAL SERVICE.' },
      body: { numOfRows: 10_000, pageNo: 1, totalCount: item.length, items: { item }, ...more },
    },
  })
const read = (body: string) => fscCloses.parse(...recordedAs(address, body, '2026-09-11T09:30:00Z'))
const closes = (body: string) => read(body).rows.close!.map(({ line, value, shares }) => [line, value, shares])
const rows = [row('005930', '269000'), row('000815', '418500', { mrktCtg: 'KOSDAQ' }), row('0008Z0', '1234', { lstgStCnt: '' })]

describe('closes of Korea', () => {
  test('have listed shares', () => {
    expect(feedFor(address)).toBe(fscCloses)
    expect(feedFor(address.replace('&basDt=20260910', ''))).toBeNull()
    const { rows: read1, rejected } = read(answer(rows))
    expect(read1.close![0]).toEqual({
      ...{ feed: 'fsc-closes', market: 'kr', line: '005930', session: '2026-09-10', value: 269_000, unit: 'KRW' },
      ...{ shares: 3_007_020, due_at: '2026-09-11T09:00:00Z' },
    })
    expect(closes(answer(rows)).slice(1)).toEqual([
      ['000815', 418_500, 3_007_020],
      ['0008Z0', 1_234, null],
    ])
    expect(rejected).toEqual([])
  })

  test.each([
    ['nothing traded', row('000001', '5', { trqu: '0' }), 0],
    ['no close', row('000001', ''), 1],
    ['a close of zero', row('000001', '0'), 1],
    ['no code', row('5930', '5'), 1],
    ['an unknown market', row('000001', '5', { mrktCtg: 'K-OTC' }), 1],
    ['another day', row('000001', '5', { basDt: '20260909' }), 1],
    ['two closes', row('000815', '5'), 1],
  ])('a row with %s gives none', (_, more, count) => {
    const { rows: read1, rejected } = read(answer([...rows, more]))
    expect(read1.close!.map(({ line }) => line)).not.toContain('000001')
    expect(read1.close!).toHaveLength(more.srtnCd === '000815' ? 2 : 3)
    expect(rejected).toHaveLength(count)
  })

  const xml = (name: string) =>
    `<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg>${name}<returnReasonCode>30</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>`
  test.each([
    ['a page of more', answer(rows, { totalCount: 2_800 }), 'BODY_CUT', '3 of 2800 rows'],
    ['of another day', answer(rows.map((each) => ({ ...each, basDt: '20260909' }))), 'OTHER_DAY', '2026-09-09'],
    ['refused', answer([]).replace('"00"', '"22"').replace('NORMAL SERVICE.', 'LIMITED'), 'UPSTREAM_SAYS', 'LIMITED'],
    [
      'XML',
      xml('<returnAuthMsg>SERVICE_KEY_IS_NOT_REGISTERED_ERROR</returnAuthMsg>'),
      'UPSTREAM_SAYS',
      'SERVICE_KEY_IS_NOT_REGISTERED_ERROR',
    ],
    ['XML without a reason', xml(''), 'UPSTREAM_SAYS', 'SERVICE ERROR'],
    ['without a list', answer([], { items: '' }), 'DATA_MISSING', 'no array'],
  ])('a body that is %s is refused', (_, body, code, reason) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(reason) }))
  })

  test('a day without a session has none', () => {
    expect(closes(answer([]))).toEqual([])
  })

  test('do not depend on the order of rows, and are not read of a body that is cut', () => {
    const whole = closes(answer(rows)).toSorted()
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), fc.nat(answer(rows).length - 1), (shuffled, length) => {
        expect(closes(answer(shuffled)).toSorted()).toEqual(whole)
        expect(() => read(answer(shuffled).slice(0, length))).toThrow(expect.objectContaining({ code: expect.any(String) }))
      }),
    )
  })
})

test('a session is asked for in the evening of the next weekday', () => {
  const asked = (now: string, newest: string) => {
    const closes = new Map([['fsc-closes', new Set(daysBetween(0, dayNumber(newest)!))]])
    return fscCloses.plan({ now: Date.parse(now), firstYear: 0, closes } as never).map(({ url }) => url.slice(-8))
  }
  // Friday 27 November 2026
  expect(asked('2026-11-30T08:59:00Z', '2026-11-25')).toEqual(['20261126'])
  expect(asked('2026-11-30T09:00:00Z', '2026-11-25')).toEqual(['20261127', '20261126'])
  expect(asked('2026-11-30T09:00:00Z', '2026-11-27')).toEqual([])
})
