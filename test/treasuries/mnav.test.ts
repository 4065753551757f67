import { describe, expect, test } from 'vitest'
import { dayNumber } from '../../pipeline/calendar/day.ts'
import { mnavOf } from '../../pipeline/treasuries/mnav.ts'
import { asOf, column, company, count, report, witness } from './known-company.ts'

const price = column('bitcoin-price', 'USD', { '2026-11-18': 90_000, '2026-11-19': 100_000 })
const closes = column('TEST.close', 'USD', { '2026-11-18': 110, '2026-11-19': 120 })
const exact = { precision: 'exact', count: count(10_000, '2026-11-15') } as const
const facts = { company: company({ report: report(), closes }), holding: exact, price, yen: null, splits: [], asOf }

describe('mNAV in house', () => {
  test('is cover shares of all classes times the stored close, over the served holding times the price of that session', () => {
    const { mnav } = mnavOf(facts)
    // 10,000,000 shares x 120 = 1.2 bn; 10,000 BTC x 100,000 = 1 bn
    expect(mnav).toMatchObject({ value: 1.2, basis: 'in house', as_of: '2026-11-19', valid_until: '2026-11-26' })
    expect(mnav!.inputs.map(({ what, value, as_of }) => [what, value, as_of])).toEqual([
      ['shares outstanding on the cover, all classes', 10_000_000, '2026-10-30'],
      ['close of the listed share', 120, '2026-11-19'],
      ['bitcoins held', 10_000, '2026-11-15'],
      ['bitcoin price', 100_000, '2026-11-19'],
    ])
  })

  test('on enterprise value adds debt and preferred stock and takes off cash', () => {
    // 1.2 bn + 300 m + 100 m - 50 m = 1.55 bn
    expect(mnavOf(facts).mnav!.enterprise_value).toBe(1.55)
    expect(mnavOf({ ...facts, company: company({ closes, report: report({ cash: null }) }) }).mnav!.enterprise_value).toBeNull()
  })

  test('stands for seven days after its session', () => {
    const session = dayNumber('2026-11-19')!
    expect(mnavOf({ ...facts, asOf: session + 7 }).mnav).not.toBeNull()
    expect(mnavOf({ ...facts, asOf: session + 8 })).toMatchObject({
      mnav: null,
      note: expect.stringContaining('from the last 7 days'),
    })
  })

  test('an estimate is used as displayed', () => {
    const holding = { precision: 'estimate', witness: witness(9_996), adjudication: null } as const
    expect(mnavOf({ ...facts, holding }).mnav!.inputs[2]).toMatchObject({ value: 10_000, what: 'bitcoins held, as displayed' })
  })

  test('is shown only where the bitcoins are worth a tenth of market value', () => {
    const at = (close: number) =>
      mnavOf({ ...facts, company: company({ report: report(), closes: column('c', 'USD', { '2026-11-19': close }) }) })
    expect(at(1_000).mnav).toMatchObject({ value: 10 })
    expect(at(1_010)).toMatchObject({ mnav: null, note: expect.stringContaining('less than a tenth of market value') })
  })

  test('a split between cover and close is put into the count', () => {
    const splits = [{ ticker: 'TEST', day: '2026-11-10', session: '2026-11-10', ratio: 10, source: 'invented' }]
    // ten times the shares at the old price would be 12
    expect(mnavOf({ ...facts, splits })).toMatchObject({ mnav: null, note: expect.stringContaining('mNAV 12') })
    expect(
      mnavOf({ ...facts, splits, company: company({ report: report(), closes: column('c', 'USD', { '2026-11-19': 12 }) }) }).mnav!
        .value,
    ).toBe(1.2)
  })

  test.each([
    ['no reading of shares', { report: null }, 'states the shares outstanding'],
    ['unreviewed classes', { classes: null }, 'share classes of the company are not reviewed'],
    ['a foreign issuer', { files: 'foreign' as const }, 'foreign issuer'],
    ['no close', { closes: null }, 'No close of the listed share'],
  ])('%s: null, and the note says so', (_, more, said) => {
    const { mnav, note } = mnavOf({ ...facts, company: { ...facts.company, ...more } })
    expect([mnav, note]).toEqual([null, expect.stringContaining(said)])
  })

  test('closes in yen are put into dollars at the rate of the session', () => {
    const tokyo = column('c', 'JPY', { '2026-11-19': 18_000 })
    const yen = column('H10.JPY', 'JPY/USD', { '2026-11-18': 150 })
    expect(mnavOf({ ...facts, yen, company: company({ report: report(), closes: tokyo }) }).mnav!.value).toBe(1.2)
    expect(mnavOf({ ...facts, company: company({ report: report(), closes: tokyo }) }).note).toMatch(/No yen rate/)
  })
})

describe('mNAV of a third party', () => {
  const third = (values: Readonly<Record<string, number>>) =>
    mnavOf({
      ...facts,
      company: company({ files: 'foreign', witnesses: [witness(10_000)], thirdPartyMnav: column('m', 'ratio', values) }),
    })

  test('is named as such, with when it was read and why there is none in house', () => {
    expect(third({ '2026-11-20': 0.8 }).mnav).toMatchObject({
      value: 0.8,
      basis: 'third party',
      source: 'CoinGecko',
      provider_entity: 'Test Company',
      read_at: '2026-11-20T23:59:59Z',
      why_not_in_house: expect.stringContaining('foreign issuer'),
      inputs: [],
    })
  })

  test('is shown while about a day old and at 0.25 or more', () => {
    expect(third({ '2026-11-19': 0.8 }).mnav).not.toBeNull()
    expect(third({ '2026-11-18': 0.8 }).mnav).toBeNull()
    expect(third({ '2026-11-20': 0.25 }).mnav).toMatchObject({ value: 0.25 })
    expect(third({ '2026-11-20': 0.24 })).toMatchObject({ mnav: null, note: expect.stringContaining('below 0.25') })
  })
})
