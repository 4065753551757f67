import { describe, expect, test } from 'vitest'
import { numberInText, type PassageQuery, passagesOf } from '../../pipeline/feeds/passage.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import places from './passage.json' with { type: 'json' }

const sought = (key: string, period: string, value: number, rest: Partial<PassageQuery> = {}): PassageQuery => ({
  key,
  period: dayNumber(period)!,
  value,
  frequency: 'business',
  factors: [1],
  ...rest,
})

const proofOf = (body: string, what: PassageQuery) => passagesOf(Buffer.from(body))(what)
const passageOf = (body: string, what: PassageQuery) => proofOf(body, what)?.passages[0] ?? null

describe('lines of cells', () => {
  const body = 'observation_date,DGS2,DGS10\n2026-07-21,3.9,4.5\n2026-07-22,4.50,4.5\r\n2026-07-23,.,\n'
  test.each([
    ['the column of the series wins', 'DGS10', '2026-07-21', 4.5, '2026-07-21,3.9,4.5', 2],
    ['4.50 is 4.5', 'DGS2', '2026-07-22', 4.5, '2026-07-22,4.50,4.5', 3],
    ['a column of another name will do where none is', 'OTHER', '2026-07-21', 3.9, '2026-07-21,3.9,4.5', 2],
  ])('%s', (_, key, period, value, text, line) => {
    const found = passageOf(body, sought(key, period, value))
    expect(found).toMatchObject({ text: expect.stringContaining(text), line })
    expect(body.slice(found!.offset!, found!.offset! + text.length)).toBe(text)
  })

  test.each([
    ['another value', '2026-07-21', 4.51],
    ['another day', '2026-07-20', 4.5],
    ['no value', '2026-07-23', 4.5],
  ])('%s is found nowhere', (_, period, value) => {
    expect(passageOf(body, sought('DGS10', period, value))).toBeNull()
  })

  test('of a long line its beginning and the value are shown', () => {
    const cells = Array.from({ length: 300 }, (_, i) => `${i}.25`)
    const long = `time,${cells.map((_, i) => `m${i}`).join(',')}\n2026-07-22,${cells.join(',')}\n`
    const { text } = passageOf(long, sought('m250', '2026-07-22', 250.25))!
    expect(text).toMatch(/^2026-07-22,0\.25,.* \.\.\. .*,250\.25,/)
    expect(text.length).toBeLessThan(500)
  })

  test('quoted cells, American days and grouped numbers', () => {
    const quoted = 'Date,"A, B"\n"7/22/2026","1,234.5"\n'
    expect(passageOf(quoted, sought('x', '2026-07-22', 1_234.5))?.line).toBe(2)
  })

  test('a value in another unit is found by its factor, exactly', () => {
    const body = 'DATE,WTREGEN\n2026-07-22,765.417\n'
    expect(passageOf(body, sought('WTREGEN', '2026-07-22', 765_417))).toBeNull()
    expect(passageOf(body, sought('WTREGEN', '2026-07-22', 765_417, { factors: [1, 1_000] }))?.line).toBe(2)
  })

  test('a body of changes alone shows a value where it was last set, if no chance match', () => {
    const body = 'day,difficulty\n2026-06-20,133869853540305\n2026-07-03,126411437451912\n2026-07-10,7\n'
    const standing = (day: string, value: number) => passageOf(body, sought('difficulty', day, value))?.line ?? null
    expect(standing('2026-07-05', 126_411_437_451_912)).toBe(3)
    expect(standing('2026-07-05', 133_869_853_540_305)).toBeNull()
    expect(standing('2026-07-12', 7)).toBeNull()
    expect(standing('2026-06-19', 133_869_853_540_305)).toBeNull()
  })

  test('a month is any day of it', () => {
    const body = 'DATE,M2SL\n2026-06-01,22000.1\n'
    expect(passageOf(body, sought('M2SL', '2026-06-30', 22_000.1, { frequency: 'monthly' }))?.line).toBe(2)
    expect(passageOf(body, sought('M2SL', '2026-06-30', 22_000.1))).toBeNull()
  })
})

describe('objects', () => {
  const rows = [
    { realtime_start: '2026-07-22', realtime_end: '9999-12-31', date: '2026-07-21', value: '4.30' },
    { realtime_start: '2026-07-23', realtime_end: '9999-12-31', date: '2026-07-22', value: '4.30' },
  ]
  const body = JSON.stringify({ observation_start: '2026-07-22', observations: rows })

  test('the vintage beside a date is none', () => {
    expect(JSON.parse(passageOf(body, sought('SOFR', '2026-07-22', 4.3))!.text)).toEqual(rows[1])
  })

  test('the member of the series wins over another with the same number', () => {
    const body = JSON.stringify({ data: [{ time: '2026-07-22T00:00:00.000000000Z', A: '7', B: '7' }] })
    expect(JSON.parse(passageOf(body, sought('B', '2026-07-22', 7))!.text)).toEqual({
      time: '2026-07-22T00:00:00.000000000Z',
      A: '7',
      B: '7',
    })
  })

  test.each(places as [string, string, string, number][])('%s', (_, body, text, value) => {
    expect(passageOf(body, sought('x', '2026-07-22', value))?.text).toBe(text)
  })

  test('a body of nothing but noise is no place', () => {
    for (const noise of ['', '{', ']}', '{"a":', '[[[', '}{', '<a', '<a><b></a>', '","'])
      expect(passageOf(noise, sought('x', '2026-07-22', 1))).toBeNull()
  })
})

describe('elements', () => {
  test('values of elements, in the one that is the series', () => {
    const body =
      '<feed><entry><m:p><d:NEW_DATE m:type="t">2026-07-22T00:00:00</d:NEW_DATE><d:BC_2YEAR>4.10</d:BC_2YEAR><d:BC_10YEAR>4.38</d:BC_10YEAR></m:p></entry></feed>'
    const found = passageOf(body, sought('BC_10YEAR', '2026-07-22', 4.38))
    expect(found!.text).toMatch(/^<m:p>.*<\/m:p>$/)
    expect(passageOf(body, sought('BC_10YEAR', '2026-07-22', 4.39))).toBeNull()
  })

  test('attributes, the date in what encloses them', () => {
    const body = `<Cube><Cube time='2026-07-21'><Cube currency='USD' rate='1.17'/></Cube><Cube time='2026-07-22'>\n<Cube currency='USD' rate='1.17'/></Cube></Cube>`
    expect(passageOf(body, sought('USD', '2026-07-22', 1.17))).toMatchObject({
      text: "<Cube currency='USD' rate='1.17'/>",
      line: 2,
    })
  })
})

test('a number in words is found whole, grouped or not', () => {
  expect(numberInText('held 1,843,706 and then 843,706 bitcoin', 843_706)!.text).toContain('then 843,706 bitcoin')
  expect(numberInText('held 1843706 and 843706.5', 843_706)).toBeNull()
  expect(numberInText('held 843706.', 843_706)).not.toBeNull()
})

describe('every number is named by its row and column, and a derived value leads to each number it is made of', () => {
  const numbersOf = (body: string, what: PassageQuery) => {
    const proof = proofOf(body, what)
    return proof && [proof.formula, ...proof.passages.map(({ row, column, printed }) => [row, column, printed])]
  }

  test('a table of a page: days in words, negatives in parentheses, the column of the series', () => {
    const page =
      '<html><table><tr><th></th><th>IBIT</th><th>FBTC</th></tr><tr><td>02 Jul 2026</td><td>(1,091.8)</td><td>-</td></tr><tr><td>03 Jul 2026</td><td>5.0</td><td>5.0</td></tr></table></html>'
    expect(numbersOf(page, sought('btc/IBIT', '2026-07-02', -1_091.8))).toEqual([null, ['02 Jul 2026', 'IBIT', '(1,091.8)']])
    expect(numbersOf(page, sought('btc/FBTC', '2026-07-03', 5))).toEqual([null, ['03 Jul 2026', 'FBTC', '5.0']])
    expect(numbersOf(page, sought('btc/FBTC', '2026-07-02', 1_091.8))).toBeNull()
  })

  test('lines under a preamble: its day is that of the rows; a sum leads to every number of the column', () => {
    const file =
      'A Trust\nFund Holdings as of,"May 06, 2026"\nShares Outstanding,"1,448,920,000.00"\n \nTicker,Name,Market Value,Quantity\n"BTC","BITCOIN","67,212,458,573.65","822,736.64900"\n"USD","CASH","3,343.33","3,343.33"\n'
    expect(numbersOf(file, sought('IBIT/shares', '2026-05-06', 1_448_920_000))).toEqual([
      null,
      ['Shares Outstanding', null, '1,448,920,000.00'],
    ])
    expect(numbersOf(file, sought('IBIT/assets', '2026-05-06', 67_212_461_916.98))).toEqual([
      'sum of 2 numbers under Market Value',
      ['BTC', 'Market Value', '67,212,458,573.65'],
      ['USD', 'Market Value', '3,343.33'],
    ])
  })

  test('columns of months: the row is that of the country', () => {
    const table = 'Table 5\nBillions of dollars\nCountry\t2026-05\t2026-04\nJapan\t1185.5\t1202.7\nBelgium\t1202.7\t1185.5\n'
    const month = { frequency: 'monthly' } as const
    expect(numbersOf(table, sought('major/Belgium', '2026-04-30', 1_185.5, month))).toEqual([
      null,
      ['Belgium', '2026-04', '1185.5'],
    ])
  })

  test('a share, a change of a ratio, another scale and a rounded price', () => {
    const auction =
      '[{"auction_date":"2026-06-23","issue_date":"2026-06-30","primary_dealer_accepted":"6966490000","direct_bidder_accepted":"23343000000","indirect_bidder_accepted":"37726415000","total_accepted":"79328705800"}]'
    expect(numbersOf(auction, sought('auction/2-Year/dealers', '2026-06-23', 10.2394))).toEqual([
      '100 x primary_dealer_accepted / (primary_dealer_accepted + direct_bidder_accepted + indirect_bidder_accepted)',
      ['2026-06-23', 'primary_dealer_accepted', '6966490000'],
      ['2026-06-23', 'direct_bidder_accepted', '23343000000'],
      ['2026-06-23', 'indirect_bidder_accepted', '37726415000'],
    ])
    const ratio = '[{"time":"2026-07-01","adjustment":1.0715340375900269}]'
    expect(numbersOf(ratio, sought('adjustment', '2026-07-03', 7.15340376))?.[0]).toBe('100 x (1.0715340375900269 - 1)')
    const reward = { recordedOn: dayNumber('2026-07-22')! }
    expect(numbersOf('{"totalReward":"45312345678"}', sought('totalReward', '2026-07-22', 453.12345678, reward))).toEqual([
      '45312345678 / 100,000,000',
      [null, 'totalReward', '45312345678'],
    ])
    expect(numbersOf('month,Brent\n2026-07-22,70.1234\n', sought('Brent', '2026-07-22', 70.12))?.[0]).toBe(
      '70.1234 rounded to 2 decimals',
    )
  })

  test('a number under another name, or of another row, is none of these', () => {
    const table = 'country\tcode\tmonth\tnet\tgross\nJapan\t42609\t2026-05\t7\t9\nChina\t41408\t2026-05\t9\t7\n'
    const month = { frequency: 'monthly' } as const
    expect(numbersOf(table, sought('tic/42609/net', '2026-05-31', 7, month))).toEqual([null, ['42609, 2026-05', 'net', '7']])
    expect(numbersOf(table, sought('tic/42609/net', '2026-05-31', 9, month))).toBeNull()
    expect(proofOf('{"other":"45312345678"}', sought('totalReward', '2026-07-22', 453.12345678))).toBeNull()
    expect(proofOf('month,Coal\n2026-07-22,70.1234\n', sought('Brent', '2026-07-22', 70.12))).toBeNull()
  })
})
