import { describe, expect, test } from 'vitest'
import { insidersPartOf } from '../../../pipeline/companies/blocks/insiders.ts'
import { secOwnership } from '../../../pipeline/feeds/sec-ownership.ts'
import { dayNumber } from '../../../pipeline/time/day.ts'
import { recordingOf } from '../../recording-of.ts'
import { flattened } from '../../rows.ts'
import { type Form4, form4 } from './bodies.ts'

const day = dayNumber('2026-03-31')!

/** The part of a company after these forms, each with the day on which it was filed. */
type Filed = Form4 & { readonly filed?: string }

function partAfter(...forms: readonly Filed[]) {
  const read = forms.map(({ filed = '2026-03-05', ...form }, at) => {
    const body = new TextEncoder().encode(form4(form))
    const url = `https://www.sec.gov/Archives/edgar/data/1/00000000012600000${at + 1}/form4.xml`
    return { known: dayNumber(filed)!, rows: flattened(secOwnership.parse(body, recordingOf(url, body, '2026-03-06T00:00:00Z'))) }
  })
  const known = <Row>(of: (rows: (typeof read)[number]['rows']) => readonly Row[]) =>
    read.flatMap(({ known, rows }) => of(rows).map((row) => ({ ...row, known })))
  const unread = {
    filing: '0000000001-26-000099',
    company: 'us:0000000001',
    form: '4',
    filed: '2026-03-30',
    url: '',
    known: day - 1,
  }
  return insidersPartOf(
    {
      ownership_filing: [unread],
      ownership_report: known((rows) => rows.ownership_report),
      ownership_line: known((rows) => rows.ownership_line),
    },
    day,
  )!
}
const sums = (...forms: readonly Filed[]) =>
  partAfter(...forms).trades.map(
    ({ side, plan, people, shares, value_usd: value, priced_shares: priced }) =>
      `${side} ${plan} ${people} ${shares} ${value} ${priced}`,
  )
const bob = [['8', 'Bob Roe', 'CEO']] as const

describe('sums', () => {
  test.each([
    ['a sale', [{ plan: '0' }], ['sold false 1 12000 2246400 12000']],
    ['two people, and one who has no price', [{}, { owners: bob, lines: [{ price: '' }] }], ['sold null 2 24000 2246400 12000']],
    ['a plan apart', [{ plan: '1' }, { plan: '0' }], ['sold false 1 12000 2246400 12000', 'sold true 1 12000 2246400 12000']],
    [
      'securities apart',
      [{ lines: [{}, { security: 'Series A Preferred' }] }],
      ['sold null 1 12000 2246400 12000', 'sold null 1 12000 2246400 12000'],
    ],
    [
      'one class under two spellings',
      [{ lines: [{}, { security: 'Common Stock, par value $0.01' }] }],
      ['sold null 1 24000 4492800 24000'],
    ],
    ['no grant, tax, exercise or gift', [{ lines: ['A', 'F', 'M', 'G', 'J', 'D'].map((code) => ({ code })) }], []],
    ['no swap', [{ lines: [{ swap: 'true' }] }], []],
    ['no trade before the days', [{ lines: [{ day: '2025-12-31' }] }], []],
    ['the first of the days', [{ lines: [{ day: '2026-01-01' }] }], ['sold null 1 12000 2246400 12000']],
    ['joint owners as one', [{ owners: [...bob, ['9', 'Fund', 'x']] }, { owners: bob }], ['sold null 1 24000 4492800 24000']],
    [
      'a trade of indirect holders that two reports state',
      [{ lines: [{ ownership: 'I' }] }, { owners: bob, lines: [{ ownership: 'I' }] }],
      ['sold null 1 12000 2246400 12000'],
    ],
    [
      'an amendment that states all again',
      [{}, { form: '4/A', filed: '2026-03-09', lines: [{ shares: '100' }] }],
      ['sold null 1 100 18720 100'],
    ],
    [
      'an amendment of an amendment',
      [{}, { form: '4/A', lines: [{ shares: '5' }] }, { form: '4/A', filed: '2026-03-09', lines: [{ shares: '100' }] }],
      ['sold null 1 100 18720 100'],
    ],
    ['an amendment of another owner', [{}, { form: '4/A', owners: bob }], ['sold null 1 12000 2246400 12000']],
  ] satisfies [string, Filed[], string[]][])('%s', (_, forms, expected) => expect(sums(...forms)).toEqual(expected))
})

test.each([
  ['an amendment in part', [{ lines: [{}, { day: '2026-03-04' }] }, { form: '4/A', filed: '2026-03-09' }], 2],
  ['an amendment of what was not read', [{ form: '4/A' }], 1],
  ['a code that its direction denies', [{ lines: [{ code: 'P' }] }], 1],
  ['a day after the filing', [{ lines: [{ day: '2026-03-06' }] }], 1],
  ['no number of shares', [{ lines: [{ shares: 'some' }] }], 1],
] satisfies [string, Filed[], number][])('%s does not count, and the part says so', (_, forms, count) => {
  const { trades, not_counted: out, reports } = partAfter(...forms)
  expect(trades).toEqual([])
  expect(out).toHaveLength(count)
  for (const { filing } of out) expect(reports[filing]!.url).toContain('/form4.xml')
})

test('what was not read is counted, and trades cite their filings', () => {
  const { unread, read, trades, reports } = partAfter({}, { owners: bob })
  expect([unread, read]).toEqual([1, 2])
  expect(trades[0]!.filings).toEqual(['0000000001-26-000001', '0000000001-26-000002'])
  expect(reports['0000000001-26-000001']).toMatchObject({ form: '4', filed: '2026-03-05' })
})
