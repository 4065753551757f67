import { prices } from '../../data/prices.ts'
import {
  type Block,
  heading,
  joined,
  list,
  number,
  type OutputMedium,
  type Span,
  standfirst,
  type Text,
  tableOf,
} from './blocks.ts'
import { adjudicationText, coinCountSpan, filedCurrencyText, filingLink, holdersBlocks } from './holders-table.ts'
import { companyNames, financingSummary, holdingMembers, mnavBasisSchema, mnavValue, withheldSchema } from './holding.ts'
import { defineKind } from './kind.ts'
import { type Draft, day, identityMembers, part, type SchemaType } from './schema.ts'
import { treasuriesTag } from './treasury.ts'

const treasuryList = part((z) => {
  const { as_of, sample, notices, ...stamp } = identityMembers(z)
  return z
    .object({
      as_of,
      sample,
      holdings: z.array(
        z
          .object({
            ...companyNames(z),
            ...holdingMembers(z),
            financing_summary: z
              .object(financingSummary(z))
              .nullable()
              .describe('From the latest periodic report of the company, which can be older than the holding.'),
            mnav_summary: z
              .object({ value: mnavValue(z), basis: mnavBasisSchema(z), as_of: day(z) })
              .nullable()
              .describe('Null if there is no figure; the company document says why.'),
          })
          .meta({ id: 'TreasuryRow', description: 'The holding of one company.' }),
      ),
      total_btc_exact: z.number().describe('Total bitcoins of the exact rows, excluding estimates.'),
      financing: z.object({
        companies_with_filed_financing: z.int().describe('Rows with a financing summary.'),
      }),
      mnav: z.object({ companies_with_mnav: z.int().describe('Rows with an mNAV summary.') }),
      withheld: z
        .array(z.object({ ...companyNames(z), ...withheldSchema(z) }))
        .describe('Companies whose count is withheld; they appear in neither the rows nor the total. Empty if there are none.'),
      notices,
      ...stamp,
    })
    .meta({ id: 'TreasuryList', description: 'Holdings of the companies on the roster, largest first.' })
})

/** The list, before the run stamps it. */
export type TreasuryList = Draft<SchemaType<typeof treasuryList>>
export type TreasuryRow = TreasuryList['holdings'][number]
export type WithheldDocument = TreasuryList['withheld'][number]

const companies = (count: number): string => (count === 1 ? '1 company' : `${count} companies`)
const dollars = (value: number | null): Text => (value === null ? 'not stated' : number(value))
const named = ({ company_name, ticker }: Pick<TreasuryRow, 'company_name' | 'ticker'>): string => `${company_name} (${ticker})`

/** The holdings of the roster with their sources, and what the companies owe. */
function treasuryListBlocks(document: TreasuryList, form: OutputMedium): Block[] {
  const { as_of, holdings, withheld, total_btc_exact, financing, mnav } = document
  const title = 'Bitcoin treasuries of listed companies'
  const exact = holdings.filter(({ precision }) => precision === 'exact').length
  return [
    {
      kind: 'head',
      title,
      headline: [`${companies(exact)} filed `, coinCountSpan(total_btc_exact), ' together'],
      crumbs: [['Today', '/'], ['Treasuries'], [`Pro, $${prices.treasuries}`]],
    },
    standfirst(
      `The filed counts of ${companies(holdings.length)} on a curated roster, with estimates where no filing is accepted. The total leaves estimates out and understates the market. Rows with filed financing: ${financing.companies_with_filed_financing}; with mNAV: ${mnav.companies_with_mnav}.`,
    ),
    ...holdersBlocks(holdings, as_of, form),
    heading('Where a count is old'),
    list(holdings.flatMap((row) => (row.age_note === null ? [] : [`${row.company_name}: ${row.age_note}`]))),
    heading('Financing', 'From the latest periodic report of each, on its balance sheet date.'),
    tableOf(
      holdings.flatMap(({ company_name, financing_summary }) =>
        financing_summary ? [{ company_name, ...financing_summary }] : [],
      ),
      [
        ['Company', ({ company_name }) => company_name],
        [['Senior claims USD'], ({ senior_claims_usd }) => dollars(senior_claims_usd)],
        [['USD per BTC'], ({ senior_claims_per_btc_usd }) => dollars(senior_claims_per_btc_usd)],
        [['BTC % of assets'], ({ btc_share_of_total_assets_percent }) => dollars(btc_share_of_total_assets_percent)],
        [['Due in 24 months USD'], ({ due_within_24_months_usd }) => dollars(due_within_24_months_usd)],
        ['Report of', (summary) => ({ name: { day: summary.as_of }, url: summary.filing_url })],
      ],
    ),
    list(holdings.flatMap(asFiled)),
    heading('Where sources disagree', 'The first count is accepted.'),
    list(
      holdings.flatMap(({ company_name, adjudication }) =>
        adjudication === null ? [] : [joined([company_name, adjudicationText(adjudication)], ': ')],
      ),
    ),
    heading('Withheld', 'No count is shown.'),
    tableOf(withheld, [
      ['Company', named],
      ['Reason', ({ reason }) => reason],
      ['Filing', ({ evidence_filing }) => filingLink(evidence_filing)],
    ]),
  ]
}

/** Amounts of a summary as they were filed, where that was in another currency, and its citation. */
function asFiled({ company_name, financing_summary: summary }: TreasuryRow): Text[] {
  const notes: Text[] = [
    ...(summary?.filed_currency == null ? [] : [filedCurrencyText(summary.filed_currency)]),
    ...(summary?.citation == null ? [] : [{ notice: summary.citation } as Span]),
  ]
  return notes.length === 0 ? [] : [joined([`${company_name}: `, joined(notes, ' ')], '')]
}

export const treasuryListKind = defineKind({
  kind: 'treasury list',
  folder: 'treasuries',
  id: 'list',
  only: 'list',
  component: 'TreasuryList',
  schema: treasuryList,
  formats: ['json', 'md', 'html'],
  blocks: treasuryListBlocks,
  rows: () => [
    {
      id: 'list',
      name: 'The list of treasuries',
      title: 'Bitcoin treasuries of listed companies',
      description: 'Bitcoin holdings of listed companies.',
      tier: 'pro',
      price: prices.treasuries,
    },
  ],
  route: {
    operation: 'listTreasuries',
    path: '/api/treasuries',
    tag: treasuriesTag,
    summary: 'Bitcoin treasuries of listed companies',
    description:
      'Requires the Pro plan. Rows do not sum to the total because estimates are rounded and excluded from it; the roster is a curated subset, so the total understates the market.',
    parameter: null,
    price: prices.treasuries,
    needsPlan: true,
    otherwise: 'json',
  },
})
