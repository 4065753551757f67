import { describe, expect, test } from 'vitest'
import { eiaRetailPower } from '../../pipeline/feeds/eia-retail-power.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { readingOf, stateAt } from './reading.ts'

const at = '2026-11-20T21:00:00Z'
const { url } = eiaRetailPower.plan(stateAt(at))[0]!
const { parse, refusal, rules, values } = readingOf(url, at)
const answer = (data: unknown[], total = String(data.length)) =>
  JSON.stringify({ response: { total, dateFormat: 'YYYY-MM', frequency: 'monthly', data }, apiVersion: '2.1.10' })
const month = (period: string, price: unknown, over: object = {}) => ({
  period,
  stateid: 'US',
  stateDescription: 'U.S. Total',
  sectorid: 'IND',
  sectorName: 'industrial',
  price,
  'price-units': 'cents per kilowatt-hour',
  ...over,
})

/** Industrial customers in table 5.3 of the Electric Power Monthly released on 2012-09-24, January to July 2012. */
const printed = ['6.50', '6.52', '6.52', '6.44', '6.57', '6.95', '7.18']
const months = printed.map((price, n) => month(`2012-0${n + 1}`, price))

describe('EIA price of power', () => {
  test('cents a kilowatt hour by the last day of the month, texts or numbers, read by hand', () => {
    expect(values(answer(months))).toEqual([
      ['eia.retail.US-IND', '2012-01-31', 6.5],
      ['eia.retail.US-IND', '2012-02-29', 6.52],
      ['eia.retail.US-IND', '2012-03-31', 6.52],
      ['eia.retail.US-IND', '2012-04-30', 6.44],
      ['eia.retail.US-IND', '2012-05-31', 6.57],
      ['eia.retail.US-IND', '2012-06-30', 6.95],
      ['eia.retail.US-IND', '2012-07-31', 7.18],
    ])
    expect(values(answer([month('2012-07', 7.18, { 'price-units': 'cents per kilowatthour' })]))).toEqual([
      ['eia.retail.US-IND', '2012-07-31', 7.18],
    ])
  })

  test('null, NA and nothing are missing, no price of zero', () => {
    const rows = [...months, month('2012-08', null), month('2012-09', 'NA'), month('2012-10', '')]
    expect([values(answer(rows)).length, parse(answer(rows)).rejected]).toEqual([7, []])
  })

  test('another sector, state, unit or a year is not the price of a month in industry', () => {
    const rows = [
      months[0],
      month('2012-02', '9.72', { sectorid: 'COM' }),
      month('2012-03', '8.92', { stateid: 'VA' }),
      month('2023', '8.92'),
      month('2012-04', '0.0644', { 'price-units': 'dollars per kilowatt-hour' }),
      month('2012-05', '65.7'),
      { ...month('2012-06', null), price: undefined, sales: '82000' },
    ]
    expect(rules(answer(rows))).toEqual(['row', 'row', 'row', 'unit', 'row', 'range'])
    expect(values(answer(rows))).toHaveLength(1)
  })

  test('months before 2012, whose day of release is not known, are left out without being wrong', () => {
    const rows = [month('2001-01', '4.73'), month('2011-12', '6.6'), months[0]]
    expect(values(answer(rows)).map(([, day]) => day)).toEqual(['2012-01-31'])
    expect(parse(answer(rows)).rejected).toEqual([])
  })

  test('two prices of a month are none', () => {
    const rows = [months[0], months[1], month('2012-02', '6.53')]
    expect(values(answer(rows)).map(([, day]) => day)).toEqual(['2012-01-31'])
    expect(rules(answer(rows))).toEqual(['duplicate'])
  })

  test.each([
    ['{"error":{"code":"API_KEY_INVALID","message":"No key"}}', 'UPSTREAM_SAYS'],
    ['{"response":{"total":"1"}}', 'DATA_MISSING'],
    [answer([]), 'PAGE_EMPTY'],
    [answer([month('2012-01', null)]), 'PAGE_EMPTY'],
    [answer(months, '177'), 'BODY_CUT'],
    ['<!DOCTYPE html><title>Maintenance</title>', 'BODY_IS_HTML'],
  ])('refuses %s', (body, code) => expect(refusal(body)).toBe(code))

  test('asks for the price of industry, whole; other sectors, states and measures are not its own', () => {
    expect(feedFor(url)?.id).toBe('eia-retail-power')
    expect(new URL(url).searchParams.get('start')).toBeNull()
    for (const [part, other] of [
      ['=IND', '=RES'],
      ['=US', '=TX'],
      ['=price', '=sales'],
      ['=monthly', '=annual'],
    ] as const)
      expect(feedFor(url.replace(part, other))).toBeNull()
    expect(feedFor(`${url}&facets[sectorid][]=RES`)).toBeNull()
  })
})
