import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { segmentsOf } from '../../../pipeline/companies/blocks/segments.ts'
import { segmentsIn } from '../../../pipeline/companies/documents/segments.ts'
import { segmentsBlocks } from '../../../pipeline/documents/company/segments.ts'
import type { Fact } from '../../../pipeline/filings/fact.ts'
import { blocksMarkdown } from '../../../pipeline/render/blocks-markdown.ts'

const axes: Readonly<Record<string, string>> = {
  segment: 'us-gaap:StatementBusinessSegmentsAxis',
  product: 'srt:ProductOrServiceAxis',
  region: 'srt:StatementGeographicalAxis',
  customer: 'srt:MajorCustomersAxis',
  under: 'srt:ConsolidationItemsAxis',
}
const year = { start: '2025-01-01', end: '2025-12-31' }
const yearBefore = { start: '2024-01-01', end: '2024-12-31' }

/** `segment=x:NorthMember product=x:ShoesMember` in millions; a row of a table, or of none. */
function amount(
  on: string,
  millions: number,
  label: string,
  table: number | null = 1,
  days = year,
  concept = 'us-gaap:Revenues',
): Fact {
  const dimensions = on.split(' ').flatMap((each) => {
    const [axis = '', member = ''] = each.split('=')
    return each === '' ? [] : { axis: axes[axis]!, member, typed: false }
  })
  const value = millions * 1e6
  const place = { id: null, offset: 0, table, row: table === null ? null : 1, label, hidden: false }
  const shown = String(millions)
  return {
    concept,
    context: { entity: '1', ...days, dimensions },
    unit: 'USD',
    value: String(value),
    number: value,
    decimals: -6,
    shown,
    place,
  }
}

const set = (facts: readonly Fact[]) => ({
  ...{ company: 'us:0000000001', accession: '0000000001-26-000001', form: '10-K', url: 'https://example.com/', items: [] },
  ...{ facts, texts: [] },
})
/** `business x product: North > Shoes 60` */
const rowsOf = (facts: readonly Fact[]) =>
  segmentsIn(set(facts)).map(
    ({ axis, role, within, segment, value, why }) =>
      `${axis}: ${why ?? `${role === 'segment' ? '' : `${role} `}${within === null ? '' : `${within} > `}${segment} ${Number(value) / 1e6}`}`,
  )

const whole = amount('', 150, 'Total revenue')
const north = amount('segment=x:NorthMember', 100, 'North region')
const finance = amount('segment=x:FinanceandLeaseMember', 50, 'Finance and lease')
const shoes = amount('segment=x:NorthMember product=x:ShoesMember', 60, 'Shoes', 2)
const hats = amount('segment=x:NorthMember product=x:HatsMember', 40, 'Hats (a)', 2)
const leases = amount(
  'segment=x:FinanceandLeaseMember product=x:LeasesMember',
  20,
  'Leases',
  2,
  year,
  'us-gaap:RevenuesNetOfInterestExpense',
)

describe('revenue by two axes', () => {
  test.each<[string, Fact[], string[]]>([
    [
      'parts of a segment that add up to it, beside a segment that is whole',
      [whole, north, finance, shoes, hats, leases],
      [
        'business x product: North region > Shoes 60',
        'business x product: North region > Hats 40',
        'business x product: Finance and lease 50',
      ],
    ],
    [
      'parts that are not all of the segment',
      [whole, north, finance, shoes, { ...hats, number: 30e6, value: '30000000' }],
      ['business x product: Revenue by product as tagged does not add up to that of 1 of 2 segments.'],
    ],
    [
      'segments by their parts alone',
      [
        whole,
        amount('segment=x:NorthMember region=country:US', 90, 'U.S.'),
        amount('segment=x:NorthMember region=us-gaap:NonUsMember', 30, 'Elsewhere'),
        amount('segment=x:SouthMember region=country:US', 30, 'U.S.'),
        amount('segment=x:SouthMember region=us-gaap:NonUsMember', 20, 'Elsewhere'),
        amount('under=us-gaap:IntersegmentEliminationMember', -20, 'Between segments'),
      ],
      [
        'business x geography: North > U.S. 90',
        'business x geography: North > Elsewhere 30',
        'business x geography: South > U.S. 30',
        'business x geography: South > Elsewhere 20',
        'business x geography: reconciling Between segments -20',
      ],
    ],
  ])('%s', (_, facts, expected) => {
    const read = rowsOf(facts).filter((row) => row.includes(' x ') && !row.includes('consolidated'))
    expect(read.toSorted()).toEqual(expected.toSorted())
  })
})

describe('what is a segment, and its name', () => {
  test.each<[string, Fact[], string[]]>([
    [
      'the row of the report, without its note',
      [whole, north, { ...finance, place: { ...finance.place, label: 'Financing: (b)' } }],
      ['business: North region 100', 'business: Financing 50'],
    ],
    [
      'the member in words where a row is called after the amount, or by a sentence',
      [
        whole,
        { ...north, place: { ...north.place, label: 'Net sales' } },
        { ...finance, place: { ...finance.place, label: 'Net sales' } },
        amount('', 1, 'Finance', 7, yearBefore),
        amount('segment=x:NorthMember', 100, 'x'.repeat(200), 3),
        amount('segment=x:NorthMember', 100, 'Net sales of the segment', 4),
        amount('', 150, 'Total', 4),
      ],
      ['business: North 100', 'business: Finance and Lease 50'],
    ],
    [
      'income of affiliates is no product',
      [whole, amount('product=x:OilMember', 120, 'Sales'), amount('product=x:EquityMember', 30, 'Income from equity affiliates')],
      [
        'product: The total that is tagged by product has other income in it, such as that of affiliates, and divides revenue no further.',
      ],
    ],
    [
      'parts of regions that the text below a table states',
      [
        whole,
        amount('region=x:AmericasMember', 100, 'Americas (1)'),
        amount('region=x:AsiaMember', 50, 'Asia'),
        amount('region=country:US', 80, '(1) Revenue in the United States was $80 million.', null),
      ],
      ['geography: Americas 100', 'geography: Asia 50'],
    ],
    [
      'customers that are all of them',
      [whole, amount('customer=x:StateMember', 110, 'Government'), amount('customer=x:FirmsMember', 40, 'Commercial')],
      ['customer: Government 110', 'customer: Commercial 40'],
    ],
    [
      'shares of customers are no amounts',
      [whole, { ...amount('customer=x:AMember', 0, 'A'), unit: 'pure', number: 0.2, value: '0.2' }],
      [],
    ],
  ])('%s', (_, facts, expected) => {
    expect(rowsOf(facts).filter((row) => !row.includes('consolidated'))).toEqual(expected)
  })

  test('whatever the labels are, names are one of them or the member, and tables add up', () => {
    const label = fc.oneof(fc.string({ maxLength: 90 }), fc.constantFrom('Total', 'North', '(a)', '', '*'))
    fc.assert(
      fc.property(label, label, (one, other) => {
        const facts = [whole, north, finance].map((fact, at) => ({
          ...fact,
          place: { ...fact.place, label: [one, other, 'Total'][at]! },
        }))
        const rows = segmentsIn(set(facts)).filter(({ role }) => role === 'segment')
        expect(rows.map(({ value }) => value)).toEqual(['100000000', '50000000'])
        for (const { segment } of rows) expect(segment.length > 0 && segment.length <= 90).toBe(true)
      }),
    )
  })
})

describe('the block', () => {
  const view = { periods: [] } as unknown as Parameters<typeof segmentsOf>[0]
  const reports = {
    company: 'us:0000000001',
    named: (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, { title: 'Annual report', url: null }])),
  } as unknown as Parameters<typeof segmentsOf>[1]
  const blockOf = (facts: readonly Fact[], forms: readonly string[] = []) =>
    segmentsOf(
      view,
      reports,
      segmentsIn(set(facts)).map((row) => ({ ...row, known: 20_500 })),
      forms.map((form) => ({ form })),
    )

  test('a change over next to nothing is a multiple, rows without amounts are left out, headings can be read alone', () => {
    const before = [
      amount('', 54, 'Total revenue', 1, yearBefore),
      amount('segment=x:NorthMember', 4, 'North region', 1, yearBefore),
      amount('segment=x:FinanceandLeaseMember', 50, 'Finance and lease', 1, yearBefore),
    ]
    const none = [year, yearBefore].map((days) => amount('segment=x:SouthMember', 0, 'South', 1, days))
    const block = blockOf([whole, north, finance, ...before, ...none])
    if (typeof block === 'string') throw new Error(block)
    expect(block.reports[0]!.tables[0]!.rows.map(({ segment, change_percent }) => [segment, change_percent])).toEqual([
      ['North region', null],
      ['Finance and lease', 0],
    ])
    const text = blocksMarkdown(segmentsBlocks(block), { as_of: '2026-03-01' } as never)
    expect(text).toContain('Segments: revenue by segment, to 2025-12-31')
    expect(text).toContain('|North region|USD 100m|USD 4m|25 times|')
  })

  test.each([
    [['8-K'], 'the text of no annual or quarterly report was read'],
    [['10-Q'], 'no report that was read tags revenue by segment, product, region or customer'],
  ])('without segments, of %j', (forms, why) => {
    expect(blockOf([], forms)).toBe(why)
  })
})
