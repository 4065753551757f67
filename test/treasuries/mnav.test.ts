import { describe, expect, test } from 'vitest'
import { companyById, type Split } from '../../data/companies.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { type MnavFacts, mnavOf } from '../../pipeline/treasuries/mnav.ts'
import { asOf, column, company, count, filing, report, witness } from './known-company.ts'

const price = column('bitcoin-price', 'USD', { '2026-11-18': 90_000, '2026-11-19': 100_000 })
const closes = column('TEST.close', 'USD', { '2026-11-18': 110, '2026-11-19': 120 })
const exact = { precision: 'exact', count: count(10_000, '2026-11-15') } as const
const facts: MnavFacts = {
  company: company({ report: report(), closes }),
  holding: exact,
  price,
  priceFrom: () => 'btc.PriceUSD',
  yen: null,
  providerRead: true,
  asOf,
}
const closing = (close: number) => column('TEST.close', 'USD', { '2026-11-19': close })

describe('mNAV in house', () => {
  test('is cover shares of all classes times the stored close, over the served holding times the price of that session', () => {
    const { mnav } = mnavOf(facts)
    // 10,000,000 shares x 120 = 1.2 bn; 10,000 BTC x 100,000 = 1 bn
    expect(mnav).toMatchObject({ value: 1.2, basis: 'in house', as_of: '2026-11-19', valid_until: '2026-11-26' })
    expect(mnav!.inputs.slice(0, 4).map(({ what, value, as_of }) => [what, value, as_of])).toEqual([
      ['shares outstanding on the cover, all classes', 10_000_000, '2026-10-30'],
      ['closing price of the listed share', 120, '2026-11-19'],
      ['bitcoins held', 10_000, '2026-11-15'],
      ['bitcoin price', 100_000, '2026-11-19'],
    ])
  })

  test('on enterprise value adds debt and preferred stock and takes off cash', () => {
    // 1.2 bn + 300 m + 100 m - 50 m = 1.55 bn
    const { mnav } = mnavOf(facts)
    expect(mnav!.enterprise_value).toBe(1.55)
    expect(mnav!.inputs.slice(4).map(({ what, value, unit, as_of }) => [what, value, unit, as_of])).toEqual([
      ['debt principal', 300_000_000, 'USD', '2026-09-30'],
      ['preferred stock at liquidation preference', 100_000_000, 'USD', '2026-09-30'],
      ['cash', 50_000_000, 'USD', '2026-09-30'],
    ])
  })

  test.each(['debt', 'preferred', 'cash'] as const)('has no enterprise value where the report does not state %s', (part) => {
    const { mnav } = mnavOf({ ...facts, company: company({ closes, report: report({ [part]: null }) }) })
    expect([mnav!.value, mnav!.enterprise_value, mnav!.inputs.length]).toEqual([1.2, null, 4])
  })

  test('is of the newest session of which the close and the price of that very day are held', () => {
    const later = column('TEST.close', 'USD', { '2026-11-18': 110, '2026-11-19': 120, '2026-11-20': 500 })
    expect(mnavOf({ ...facts, company: company({ report: report(), closes: later }) }).mnav).toMatchObject({
      value: 1.2,
      as_of: '2026-11-19',
    })
    expect(mnavOf({ ...facts, price: column('bitcoin-price', 'USD', { '2026-11-17': 90_000 }) })).toMatchObject({
      mnav: null,
      note: expect.stringContaining('No bitcoin price for a session in the last 7 days is available.'),
    })
  })

  test.each([
    ['3:2', [110, 73], [90_000, 90_000]],
    ['5:4', [110, 88], [90_000, 90_000]],
    ['10:1', [110, 11.2], [90_000, 90_000]],
    ['1:10', [11, 110], [90_000, 90_000]],
    [null, [110, 88], [90_000, 72_000]],
    [null, [110, 99], [90_000, 90_000]],
  ])('a close from after an undeclared split (%s) is not multiplied by a count from before', (name, [before, after], prices) => {
    const days = (values: readonly number[]) => ({ '2026-11-18': values[0]!, '2026-11-19': values[1]! })
    const known = company({ report: report(), closes: column('TEST.close', 'USD', days([before!, after!])) })
    const { mnav, note } = mnavOf({ ...facts, company: known, price: column('bitcoin-price', 'USD', days(prices)) })
    if (name === null) expect(mnav).not.toBeNull()
    else expect([mnav, note]).toEqual([null, expect.stringContaining(`a ${name} split on 2026-11-19, no split of that day`)])
  })

  test('names the source the price of the session is of', () => {
    const source = (id: string) => mnavOf({ ...facts, priceFrom: () => id }).mnav!.inputs[3]
    expect(source('btc.PriceUSD')).toMatchObject({ source: 'Coin Metrics', url: expect.stringContaining('coinmetrics') })
    expect(source('kraken.XBTUSD')).toMatchObject({ source: 'Kraken' })
  })

  test('is shown up to ten and not a hair above; above it no figure is told', () => {
    const at = (close: number) => mnavOf({ ...facts, company: company({ report: report(), closes: closing(close) }) })
    expect(at(1_000).mnav).toMatchObject({ value: 10 })
    for (const close of [1_000.01, 1_234]) {
      const { mnav, note } = at(close)
      expect([mnav, note]).toEqual([null, expect.stringContaining('less than a tenth of market value')])
      expect(note).not.toMatch(/12\.3|10\.0|\d{3}/)
    }
  })

  test('above the line a third party is not asked', () => {
    const thirdPartyMnav = column('TEST.mnav.coingecko', '1', { '2026-11-20': 0.8 })
    const known = company({ report: report(), closes: closing(2_000), thirdPartyMnav, witnesses: [witness(10_000)] })
    expect(mnavOf({ ...facts, company: known }).mnav).toBeNull()
  })

  test('closes in yen are put into dollars at the rate of the session, and so is what enterprise value adds', () => {
    const tokyo = column('TEST.close', 'JPY', { '2026-11-19': 18_000 })
    const yen = column('H10.JPY', 'JPY/USD', { '2026-11-18': 150 })
    const known = company({ report: report({ currency: 'JPY' }), closes: tokyo })
    const { mnav } = mnavOf({ ...facts, yen, company: known })
    // 1.2 bn dollars; (300 m + 100 m - 50 m) yen / 150 are 2.33 m dollars more
    expect(mnav).toMatchObject({ value: 1.2, enterprise_value: 1.2 })
    expect(mnav!.inputs[2]).toMatchObject({ what: 'yen per dollar', value: 150, as_of: '2026-11-18', unit: 'JPY/USD' })
    expect(mnav!.inputs[2]!.source).toContain('Federal Reserve')
    expect(mnavOf({ ...facts, company: known }).note).toMatch(/No yen exchange rate for the session is available/)
  })

  test.each([
    ['its latest report is held for review', { report: null, heldReport: filing }, 'latest report is held for review'],
    ['the cover gives no count of shares', { report: report({ coverShares: [] }) }, 'no SEC filing reading of the shares'],
    ['it files with the Japanese system', { market: 'jp' }, 'does not file with the SEC'],
  ])('there is none where %s, and the note says so', (_, more, said) => {
    const { mnav, note } = mnavOf({ ...facts, company: { ...facts.company, ...more } })
    expect([mnav, note]).toEqual([null, expect.stringContaining(said)])
  })
})

describe('splits', () => {
  const split: Split = { day: '2026-11-10', session: '2026-11-10', ratio: 10, source: 'invented notice' }

  test('one between the day of the count and the session is put into the count, and is an input of its own', () => {
    const known = company({ report: report(), closes: closing(12), splits: [split] })
    const { mnav } = mnavOf({ ...facts, company: known })
    expect(mnav!.value).toBe(1.2)
    expect(mnav!.inputs.slice(0, 2)).toEqual([
      expect.objectContaining({
        what: 'shares outstanding on the cover, all classes, in shares of the session',
        value: 100_000_000,
      }),
      expect.objectContaining({ value: 10, unit: 'new shares for one old', as_of: '2026-11-10', source: 'invented notice' }),
    ])
  })

  test('a reverse split leaves fewer shares, whole ones', () => {
    const reverse = { ...split, ratio: 1 / 30 }
    const known = company({ report: report(), closes: closing(3_600), splits: [reverse] })
    const { mnav } = mnavOf({ ...facts, company: known })
    expect([mnav!.value, mnav!.inputs[0]!.value]).toEqual([1.2, 333_333])
  })

  test('classes counted on either side of a split stand on one basis', () => {
    const coverShares = [
      { name: 'Class A', shares: 90_000_000, asOf: '2026-11-12' },
      { name: 'Class B', shares: 1_000_000, asOf: '2026-10-30' },
    ]
    const known = company({ report: report({ coverShares }), closes: closing(12), splits: [split] })
    expect(mnavOf({ ...facts, company: known }).mnav!.inputs[0]).toMatchObject({
      value: 100_000_000,
      as_of: '2026-10-30',
    })
  })

  // Cover of the 10-Q for 2024-03-31, recorded closes as they traded and the reference rates of those days; ratios worked out by hand.
  test.each([
    ['2024-08-07', 1_246.85, 55_129.74, 17_737_431, 1.77],
    ['2024-08-08', 135.99, 61_908.79, 177_374_310, 1.72],
    ['2024-08-09', 135.37, 60_720.94, 177_374_310, 1.75],
  ])('Strategy, ten for one on 2024-08-08: of the session %s as known that day', (day, close, usd, shares, value) => {
    const coverShares = [
      { name: 'Class A common stock', shares: 15_773_406, asOf: '2024-04-24' },
      { name: 'Class B common stock', shares: 1_964_025, asOf: '2024-04-24' },
    ]
    const known = company({
      ticker: 'MSTR',
      splits: companyById('us:0001050446')!.splits,
      report: report({ coverShares }),
      closes: column('MSTR.close', 'USD', { [day]: close }),
    })
    const { mnav } = mnavOf({
      ...facts,
      company: known,
      holding: { precision: 'exact', count: count(226_500, '2024-07-31') },
      price: column('bitcoin-price', 'USD', { [day]: usd }),
      asOf: dayNumber(day)!,
    })
    expect([mnav!.inputs[0]!.value, mnav!.value]).toEqual([shares, value])
  })
})

describe('mNAV of a third party', () => {
  const third = (values: Readonly<Record<string, number>>, more: Partial<MnavFacts['company']> = {}) =>
    mnavOf({
      ...facts,
      company: company({
        ticker: 'MSTR',
        foreign: true,
        witnesses: [witness(10_000)],
        thirdPartyMnav: column('MSTR.mnav.coingecko', '1', values),
        ...more,
      }),
    })

  test('is that of the provider whoever else counts the coins', () => {
    const other = witness(10_000, '2026-11-19', { provider: 'strategytracker', name: 'StrategyTracker' })
    expect(third({ '2026-11-20': 0.8 }, { witnesses: [other] }).mnav).toMatchObject({ source: 'CoinGecko' })
  })

  test('is held to both lines before it is rounded', () => {
    expect(third({ '2026-11-20': 0.249 })).toMatchObject({ mnav: null })
    expect(third({ '2026-11-20': 10.001 })).toMatchObject({ mnav: null, note: expect.stringContaining('less than a tenth') })
    expect(third({ '2026-11-20': 0.2501 }).mnav).toMatchObject({ value: 0.25 })
  })

  test('one that has grown old is told as such', () => {
    expect(third({ '2026-11-18': 0.8 }).note).toContain('The CoinGecko figure is more than a day old.')
  })

  test('where it was not read within a day nothing is said of what it publishes', () => {
    const { mnav, note } = mnavOf({ ...facts, company: company({ foreign: true }), providerRead: false })
    expect([mnav, note]).toEqual([null, expect.stringContaining('No CoinGecko figure from the last day is available.')])
  })
})
