import { describe, expect, test } from 'vitest'
import { farsideFlows } from '../../pipeline/feeds/farside-flows.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { isharesHoldings } from '../../pipeline/feeds/ishares-holdings.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { newestOf, readingAt, stateAt } from './reading.ts'

const at = '2026-07-23T21:00:00Z'
const btc = 'https://farside.co.uk/btc/'
const ishares = (fund: 'IBIT' | 'ETHA') =>
  `https://www.ishares.com/us/products/${fund === 'IBIT' ? '333011/ishares-bitcoin' : '337614/ishares-ethereum'}-trust-etf/1467271812596.ajax?fileType=csv&fileName=${fund}_holdings&dataType=fund`
const { parse, refusal, rules, values } = readingAt(at)

const table = (funds: readonly string[], ...rows: readonly (readonly string[])[]) =>
  `<html><body><table class="etf">${[['', ...funds.map(() => ''), 'Total'], ['', ...funds, ''], ...rows]
    .map((cells) => `<tr>${cells.map((cell) => `<td><span>${cell}</span></td>`).join('')}</tr>`)
    .join('')}</table></body></html>`
const two = ['IBIT', 'GBTC']
const read = (...rows: readonly (readonly string[])[]) => values(btc, table(two, ...rows))

describe('flows of funds', () => {
  test('millions of dollars, negative in parentheses, none as 0.0', () => {
    expect(read(['21 Jul 2026', '1,163.9', '(45.4)', '1,118.5'], ['22 Jul 2026', '0.0', '5.0', '5.0'])).toEqual([
      ['farside.btc.IBIT', '2026-07-21', 1163.9],
      ['farside.btc.IBIT', '2026-07-22', 0],
      ['farside.btc.GBTC', '2026-07-21', -45.4],
      ['farside.btc.GBTC', '2026-07-22', 5],
      ['farside.btc.Total', '2026-07-21', 1118.5],
      ['farside.btc.Total', '2026-07-22', 5],
    ])
  })
  test('an unfinished flow day is not read: 39.3 of a day that ended at 203.2', () => {
    const day = ['20 Jul 2026', '116.5', '0.0', '116.5']
    expect(read(day, ['21 Jul 2026', '39.3', '-', '39.3']).some(([, date]) => date === '2026-07-21')).toBe(false)
    expect(read(day, ['21 Jul 2026', '-', '-', '0.0'])).toHaveLength(3)
    // complete once every fund has reported
    expect(read(day, ['21 Jul 2026', '203.2', '0.0', '203.2'])).toContainEqual(['farside.btc.Total', '2026-07-21', 203.2])
  })
  test.each([
    ['0.0', ['2026-07-22', '2026-07-23']],
    ['-', ['2026-07-23']],
  ])('an all-zero row of an unopened session is not a flow of 0 before a later one has a flow: %s', (cell, days) => {
    const unopened = ['22 Jul 2026', cell, '0.0', '0.0']
    expect(read(['21 Jul 2026', '1.0', '2.0', '3.0'], unopened).some(([, date]) => date === '2026-07-22')).toBe(false)
    const followed = read(unopened, ['23 Jul 2026', '1.0', '0.0', '1.0'])
    expect([...new Set(followed.map(([, date]) => date))].sort()).toEqual(days)
    expect(followed.filter(([, date, flow]) => date === '2026-07-22' && flow !== 0)).toEqual([])
    // nor does it end the session before it
    expect(read(['20 Jul 2026', '1.0', '2.0', '3.0'], ['21 Jul 2026', '39.3', '-', '39.3'], unopened)).toHaveLength(3)
  })
  test('a fund without a figure on a day before a later one has none: it is not nought', () => {
    expect(read(['20 Jul 2026', '116.5', '-', '116.5'], ['21 Jul 2026', '1.0', '2.0', '3.0'])).toEqual([
      ['farside.btc.IBIT', '2026-07-20', 116.5],
      ['farside.btc.IBIT', '2026-07-21', 1],
      ['farside.btc.Total', '2026-07-20', 116.5],
      ['farside.btc.Total', '2026-07-21', 3],
      ['farside.btc.GBTC', '2026-07-21', 2],
    ])
  })
  test('a total that is not the sum of its funds, and a cell that is no figure, are rejected', () => {
    const good = ['20 Jul 2026', '1.0', '1.0', '2.0']
    const body = table(two, good, ['21 Jul 2026', '39.3', '0.0', '203.2'], ['22 Jul 2026', 'n/a', '1.0', '1.0'])
    expect(rules(btc, body)).toEqual(['total', 'total'])
    expect(values(btc, body)).toHaveLength(3)
  })
  test('an unknown column is a new fund: it is in the total, and reported', () => {
    const body = table(['IBIT', 'NEWB'], ['21 Jul 2026', '10.0', '5.0', '15.0'])
    expect(parse(btc, body).rejected.map(({ rule, reason }) => [rule, reason])).toEqual([
      ['column', 'a btc fund that is not registered: NEWB'],
    ])
    expect(values(btc, body)).toEqual([
      ['farside.btc.IBIT', '2026-07-21', 10],
      ['farside.btc.Total', '2026-07-21', 15],
    ])
  })
  test('rows for holidays, sums and fees are no sessions', () => {
    expect(
      read(
        ['Fee', '0.25%', '1.50%', ''],
        ['02 Jul 2026', '1.0', '0.0', '1.0'],
        ['03 Jul 2026', '0.0', '0.0', '0.0'],
        ['Total', '60,809', '10,048', '51,904'],
      ),
    ).toHaveLength(3)
  })
  test.each([
    ['<html><body>Just a moment...</body></html>', 'DATA_MISSING'],
    [table(['IBIT', 'IBIT'], ['21 Jul 2026', '1.0', '1.0', '2.0']), 'HEADER'],
    [table(two, ['21 Jul 2026', '1.0', '1.0']), 'BODY_CUT'],
    [table(two, ['21 Jul 2026', '-', '-', '0.0']), 'PAGE_EMPTY'],
  ])('refuses %s', (body, code) => expect(refusal(btc, body)).toBe(code))
  test('all sessions are asked for at first, then the newest', () => {
    const asked = (newest: ReadonlyMap<string, number>) => farsideFlows.plan(stateAt(at, newest)).map(({ url }) => url)
    expect(asked(new Map())).toEqual([
      'https://farside.co.uk/bitcoin-etf-flow-all-data/',
      'https://farside.co.uk/ethereum-etf-flow-all-data/',
    ])
    const today = Math.floor(Date.parse(at) / 86_400_000)
    expect(asked(new Map([['farside.btc.Total', today - 2]]))[0]).toBe(btc)
    expect(asked(new Map([['farside.btc.Total', today - 12]]))[0]).toContain('all-data')
  })
  test.each([
    ['2026-07-23T19:59:00Z', 0],
    ['2026-07-23T20:00:00Z', 2],
    ['2026-07-24T03:45:00Z', 2],
  ])('pages are asked for from the close of the session that is missing: at %s %i of them', (time, count) => {
    const newest = new Map(['btc', 'eth'].map((coin) => [`farside.${coin}.Total`, dayNumber('2026-07-22')!]))
    expect(farsideFlows.plan(stateAt(time, newest))).toHaveLength(count)
  })
  test('nothing is asked for on a day on which the exchanges were closed once', () => {
    const newest = new Map(['btc', 'eth'].map((coin) => [`farside.${coin}.Total`, dayNumber('2025-01-08')!]))
    expect(farsideFlows.plan(stateAt('2025-01-10T20:59:00Z', newest))).toEqual([])
    expect(farsideFlows.plan(stateAt('2025-01-10T21:00:00Z', newest))).toHaveLength(2)
  })
})

describe('files of an issuer', () => {
  const csv = (
    name = 'iShares Bitcoin Trust ETF',
    rows = ['"BTC","BITCOIN","1,000.50","2.50000"', '"USD","CASH","0.25","0.25"'],
  ) =>
    [
      `\uFEFF${name}`,
      'Fund Holdings as of,"Jul 22, 2026"',
      'Shares Outstanding,"1,448,920,000.00"',
      '\u00A0',
      'Ticker,Name,Market Value,Quantity',
      ...rows,
      '\u00A0',
      '"legal\ntext"',
    ].join('\n')

  test('shares, coins, and the value of all holdings', () => {
    expect(values(ishares('IBIT'), csv())).toEqual([
      ['ishares.IBIT.shares', '2026-07-22', 1_448_920_000],
      ['ishares.IBIT.coins', '2026-07-22', 2.5],
      ['ishares.IBIT.worth', '2026-07-22', 1000.5],
      ['ishares.IBIT.assets', '2026-07-22', 1000.75],
    ])
  })
  test('a fund file that is another fund’s is refused, though it came with status 200', () => {
    const refused = (url: string, body: string) => expect(refusal(url, body)).toBe('HEADER')
    refused(ishares('IBIT'), csv('iShares MSCI South Korea ETF'))
    refused(ishares('ETHA'), csv())
  })
  test.each([
    [csv(undefined, []), 'DATA_MISSING'],
    [csv(undefined, ['"ETH","ETHER","1","1"']), 'DATA_MISSING'],
    [csv().replace('Shares Outstanding', 'Shares'), 'DATA_MISSING'],
    [csv().slice(0, -20), 'BODY_CUT'],
    ['<!DOCTYPE html><html></html>', 'BODY_IS_HTML'],
  ])('refuses %j', (body, code) => expect(refusal(ishares('IBIT'), body)).toBe(code))
  test('a figure whose commas do not part thousands has lost or gained a digit: it is rejected', () => {
    const bad = csv().replace('1,448,920,000.00', '1,448,92,000.00')
    expect(parse(ishares('IBIT'), bad).rejected.map(({ series, rule }) => [series, rule])).toEqual([
      ['ishares.IBIT.shares', 'number'],
    ])
  })
  test('the newest file is asked for while its session is missing, where it is now; it is read where it was too', () => {
    const asked = (newest: string) =>
      isharesHoldings
        .plan(stateAt(at, newestOf({ 'ishares.IBIT.coins': newest, 'ishares.ETHA.coins': newest })))
        .map(({ url }) => url)
    expect(asked('2026-07-22')).toEqual([])
    const urls = asked('2026-07-21')
    expect(urls).toEqual([
      'https://www.ishares.com/us/products/333011/ishares-bitcoin-trust-etf/latest-holdings.csv',
      'https://www.ishares.com/us/products/337614/ishares-ethereum-trust-etf/latest-holdings.csv',
    ])
    for (const url of [...urls, ishares('IBIT'), `${ishares('ETHA')}&asOfDate=20261005`])
      expect(feedFor(url)).toBe(isharesHoldings)
    expect(values(urls[0]!, csv())).toEqual(values(ishares('IBIT'), csv()))
  })
})
