import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { bseCloses } from '../../../pipeline/feeds/bse-closes.ts'
import { feedFor } from '../../../pipeline/feeds/index.ts'
import { nseCloses } from '../../../pipeline/feeds/nse-closes.ts'
import { dayNumber, daysBetween } from '../../../pipeline/time/day.ts'
import { recordedAs } from './recorded-as.ts'

const nse = 'https://nsearchives.nseindia.com/content/cm/BhavCopy_NSE_CM_0_0_0_20260828_F_0000.csv.zip'
const bse = 'https://www.bseindia.com/download/BhavCopy/Equity/BhavCopy_BSE_CM_0_0_0_20260828_F_0000.CSV'
const line = (isin: string, series: string, close: string, volume = '10', day = '2026-08-28') =>
  `${day},${day},CM,NSE,STK,1,${isin},TICKER,${series},"A, B LIMITED",${close},${volume},`
const csv = (lines: readonly string[]) =>
  [
    'TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,FinInstrmNm,ClsPric,TtlTradgVol,Rsvd4',
    ...lines,
    '',
  ].join('\n')
const zipped = (text: string) => zipSync({ 'BhavCopy_NSE_CM_0_0_0_20260828_F_0000.csv': strToU8(text) })
const readNse = (body: Uint8Array) => nseCloses.parse(...recordedAs(nse, body, '2026-08-28T15:00:00Z'))
const readBse = (body: string) => bseCloses.parse(...recordedAs(bse, body, '2026-08-28T15:00:00Z'))
const valuesOf = ({ rows }: ReturnType<typeof readBse>) => rows.close!.map(({ line: isin, value }) => [isin, value])
const shares = [line('INE144J01027', 'EQ', '222.00'), line('INE748C01038', 'BE', '23.85'), line('INE0O6N01012', 'SM', '46.05')]

describe('closes of India', () => {
  test('are of shares of companies, by ISIN', () => {
    expect([feedFor(nse), feedFor(bse)]).toEqual([nseCloses, bseCloses])
    const others = [
      line('IN0020200104', 'GB', '15636.18'),
      line('INF579M01BB5', 'EQ', '154.70'),
      line('INE020B07JU4', 'NH', '1196.50'),
      line('INE144J01027', 'BL', '219.00'),
    ]
    const { rows, rejected } = readNse(zipped(csv([...shares, ...others])))
    const same = { market: 'in', session: '2026-08-28', unit: 'INR', shares: null, due_at: '2026-08-28T14:00:00Z' }
    const values = [
      { ...same, line: 'INE144J01027', value: 222 },
      { ...same, line: 'INE748C01038', value: 23.85 },
      { ...same, line: 'INE0O6N01012', value: 46.05 },
    ]
    expect(rows.close).toEqual(values.map((row) => ({ feed: 'nse-closes', ...row })))
    expect(rejected).toEqual([])
    const groups = csv([...shares, line('INE111B01023', 'XT', '250'), line('INE528G08394', 'F', '100')])
    const bombay = readBse(groups).rows.close!
    expect(bombay.slice(0, 3)).toEqual(values.map((row) => ({ feed: 'bse-closes', ...row })))
    expect(bombay.slice(3).map(({ line: isin }) => isin)).toEqual(['INE111B01023'])
  })

  test.each([
    ['nothing traded', line('INE111B01023', 'A', '5', '0'), 0],
    ['no close', line('INE111B01023', 'A', ''), 1],
    ['another day', line('INE111B01023', 'A', '5', '10', '2026-08-27'), 1],
    ['a cell less', line('INE111B01023', 'A', '5').slice(0, -1), 1],
    ['two closes', line('INE144J01027', 'A', '5'), 1],
  ])('a row with %s gives none', (_, row, count) => {
    const { rows, rejected } = readBse(csv([...shares, row]))
    expect(rows.close!.map(({ value }) => value)).not.toContain(5)
    expect(rejected).toHaveLength(count)
  })

  test.each([
    ['of another day', csv(shares).replaceAll('2026-08-28', '2026-08-27'), 'OTHER_DAY'],
    ['without lines', csv([]), 'BODY_CUT'],
    ['cut within a line', csv(shares).slice(0, -10), 'BODY_CUT'],
    ['of other columns', csv(shares).replace('ClsPric', 'LastPric'), 'HEADER'],
    ['a page', '<html><body>Not here</body></html>', 'BODY_IS_HTML'],
  ])('a body that is %s is refused', (_, body, code) => {
    expect(() => readBse(body)).toThrow(expect.objectContaining({ code }))
  })

  test('do not depend on the order of rows; a body that is cut gives some of them or none', () => {
    const whole = valuesOf(readBse(csv(shares)))
    fc.assert(
      fc.property(fc.shuffledSubarray(shares, { minLength: shares.length }), fc.nat(csv(shares).length - 1), (rows, length) => {
        expect(valuesOf(readBse(csv(rows))).toSorted()).toEqual(whole.toSorted())
        let cut: readonly unknown[] = []
        try {
          cut = valuesOf(readBse(csv(rows).slice(0, length)))
        } catch (error) {
          expect(error).toHaveProperty('code')
        }
        expect(whole).toEqual(expect.arrayContaining([...cut]))
        const packed = zipped(csv(rows))
        expect(() => readNse(packed.subarray(0, Math.min(length, packed.length - 1)))).toThrow(
          expect.objectContaining({ code: expect.any(String) }),
        )
      }),
    )
  })
})

test('a session is asked for in the evening, where a licence is declared', () => {
  const asked = (now: string, licence: string) => {
    const closes = new Map([['nse-closes', new Set(daysBetween(0, dayNumber('2026-11-25')!))]])
    return nseCloses.plan({ now: Date.parse(now), firstYear: 0, closes, licences: new Set([licence]) } as never)
  }
  expect(asked('2026-11-27T14:00:00Z', 'bse')).toEqual([])
  expect(asked('2026-11-27T13:59:00Z', 'nse').map(({ url }) => url.slice(-23, -15))).toEqual(['20261126'])
  expect(asked('2026-11-27T14:00:00Z', 'nse')[0]).toEqual({
    ...{ feed: 'nse-closes', upstream: 'nse', absence: true },
    url: 'https://nsearchives.nseindia.com/content/cm/BhavCopy_NSE_CM_0_0_0_20261127_F_0000.csv.zip',
  })
})
