import { prices } from '../../data/prices.ts'
import { basis, companyNames, financingSummary, holding, mnavValue, withheldWhy } from './holding.ts'
import { defineKind } from './kind.ts'
import { day, identity, type Of, part, type Unstamped } from './schema.ts'
import { treasuriesTag } from './treasury.ts'

const treasuryList = part((z) => {
  const { as_of, sample, notices, ...stamp } = identity(z)
  return z
    .object({
      as_of,
      sample,
      holdings: z.array(
        z
          .object({
            ...companyNames(z),
            ...holding(z),
            financing_summary: z
              .object(financingSummary(z))
              .nullable()
              .meta({ description: 'From the latest periodic report of the company, which can be older than the holding.' }),
            mnav_summary: z
              .object({ value: mnavValue(z), basis: basis(z), as_of: day(z) })
              .nullable()
              .meta({ description: 'Null if there is no figure; the company document says why.' }),
          })
          .meta({ id: 'TreasuryRow', description: 'The holding of one company.' }),
      ),
      total_btc_exact: z.number().meta({ description: 'Total bitcoins of the exact rows, excluding estimates.' }),
      financing: z.object({
        companies_with_filed_financing: z.int().meta({ description: 'Rows with a financing summary.' }),
      }),
      mnav: z.object({ companies_with_mnav: z.int().meta({ description: 'Rows with an mNAV summary.' }) }),
      withheld: z.array(z.object({ ...companyNames(z), ...withheldWhy(z) })).meta({
        description: 'Companies whose count is withheld; they appear in neither the rows nor the total. Empty if there are none.',
      }),
      notices,
      ...stamp,
    })
    .meta({ id: 'TreasuryList', description: 'Holdings of the companies on the roster, largest first.' })
})

/** The list, before the run stamps it. */
export type TreasuryList = Unstamped<Of<typeof treasuryList>>
export type TreasuryRow = TreasuryList['holdings'][number]
export type WithheldDocument = TreasuryList['withheld'][number]

export const treasuryListKind = defineKind({
  kind: 'treasury list',
  folder: 'treasuries',
  id: 'list',
  only: 'list',
  component: 'TreasuryList',
  schema: treasuryList,
  formats: ['json', 'md', 'html'],
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
