import { rosterOf } from '../../data/companies.ts'
import { prices } from '../../data/prices.ts'
import { basis, companyNames, filedCurrency, filing, financingSummary, holding, mnavValue, withheldWhy } from './holding.ts'
import { defineKind } from './kind.ts'
import { address, day, identity, instant, type Of, part, type Unstamped } from './schema.ts'

const exampleFiling = {
  form: '8-K',
  accession: '0001193125-26-016002',
  filed: '2026-01-20',
  url: 'https://www.sec.gov/Archives/edgar/data/1050446/000119312526016002/mstr-20260105.htm',
}

const laterFiling = part((z) =>
  filing(z)
    .extend({ items: z.array(z.string()).readonly().meta({ description: 'Items of an 8-K; empty for other forms.' }) })
    .meta({
      id: 'LaterFiling',
      example: {
        form: '8-K',
        accession: '0009900002-26-003163',
        filed: '2026-11-12',
        url: 'https://www.sec.gov/Archives/edgar/data/9900002/000990000226003163/lntx-20261002.htm',
        items: ['1.01', '2.03'],
      },
    }),
)

const atmCapacity = part((z) =>
  z
    .object({
      program: z.string().meta({ description: 'As the filing names it.' }),
      available_usd: z.number().meta({ description: 'Remaining amount that may be sold, in whole US dollars.' }),
      as_of: day(z),
      place: z.string().meta({ description: 'Where it appears in the filing.' }),
      quote: z.string(),
      filing: filing(z),
    })
    .meta({
      id: 'AtmCapacity',
      description: 'Remaining capacity of one at-the-market program.',
      example: {
        program: 'STRF Stock',
        available_usd: 1_619_300_000,
        as_of: '2026-01-19',
        place: 'table 5, row 4, column 13',
        quote: 'As of January 19, 2026 | Available for Issuance and Sale (in millions) | STRF Stock | $ 1,619.3',
        filing: exampleFiling,
      },
    }),
)

const statedSince = part((z) =>
  z.object({ btc: z.number(), as_of: day(z), filing: filing(z) }).meta({
    id: 'StatedSince',
    description: 'A count of bitcoins that a later 8-K states.',
    example: { btc: 709_715, as_of: '2026-01-19', filing: exampleFiling },
  }),
)

const financing = part((z) =>
  z
    .object({
      ...financingSummary(z),
      filing: filing(z),
      debt: z
        .array(
          z.object({
            name: z.string(),
            principal_usd: z.number().meta({ description: 'Principal outstanding, US dollars.' }),
            coupon_percent: z.number().nullable().meta({ description: 'Percent per year; null if not stated.' }),
            maturity: day(z).nullable(),
            put: day(z).nullable().meta({ description: 'First day on which holders may put it; null if not stated.' }),
          }),
        )
        .nullable()
        .meta({
          description: 'By instrument; empty if the filing states that there is none, null if no debt is read from the filing.',
        }),
      debt_principal_usd: z.number().nullable().meta({ description: 'Of all instruments, US dollars.' }),
      preferred: z
        .array(
          z.object({
            name: z.string(),
            shares: z.number().nullable().meta({ description: 'Shares outstanding.' }),
            liquidation_preference_usd: z.number().meta({ description: 'Of all shares of the class, US dollars.' }),
          }),
        )
        .nullable()
        .meta({ description: 'By class; empty if there is none, null if it is not read from the filing.' }),
      preferred_usd: z.number().nullable().meta({ description: 'Of all classes at liquidation preference, US dollars.' }),
      maturities: z
        .array(
          z.object({
            label: z.string(),
            to: day(z).nullable().meta({ description: 'Last day of the row; null if it has none.' }),
            amount_usd: z.number().meta({ description: 'Principal due, US dollars.' }),
          }),
        )
        .meta({ description: 'The maturity table of the filing; empty if it has none.' }),
      btc: z.number().nullable().meta({ description: 'Bitcoins stated in the same filing for the balance sheet date.' }),
      count_basis: z
        .literal('report text')
        .nullable()
        .meta({ description: 'Where the text of the report states that count; null if it was read from a tag.' }),
      btc_fair_value_usd: z
        .number()
        .nullable()
        .meta({ description: 'Carrying value of those bitcoins, in US dollars as of the balance sheet date.' }),
      btc_cost_usd: z
        .number()
        .nullable()
        .meta({ description: 'Cost basis of those bitcoins as the filing tags it, in US dollars; null if none is read.' }),
      cash_usd: z.number().nullable().meta({ description: 'US dollars as of the balance sheet date.' }),
      total_assets_usd: z.number().nullable().meta({ description: 'US dollars as of the balance sheet date.' }),
      missing: z.array(z.string()).meta({ description: 'Names of the figures that are not read from the filing.' }),
      later_filings: z.array(laterFiling(z)).meta({
        description:
          'The 40 latest filings accepted after the periodic report that may change the financing, newest first; none is included in the figures. Only offerings for a foreign issuer, because a 6-K names no items; empty for a filer in yen.',
      }),
      later_filings_count: z
        .int()
        .nullable()
        .meta({ description: 'The number of such filings; null for a foreign issuer or a filer in yen.' }),
    })
    .meta({ id: 'Financing', description: 'The financing of a company as stated in its latest periodic report, in US dollars.' }),
)

const mnav = part((z) =>
  z
    .object({
      value: mnavValue(z),
      basis: basis(z),
      as_of: day(z).meta({ description: 'The trading session, or the day a third-party figure was read.' }),
      enterprise_value: z.number().nullable().meta({
        description:
          'Enterprise value (market value plus debt and preferred stock, less cash) over the value of the bitcoins; null if the filing lacks one of them, or for a third party.',
      }),
      valid_until: day(z).meta({
        description: 'Last day on which the figure is shown: 7 days after its session, or one day after it was read.',
      }),
      inputs: z
        .array(
          z.object({
            what: z.string(),
            value: z.number(),
            unit: z.string(),
            as_of: day(z),
            source: z.string(),
            url: address(z).meta({ description: 'The filing, or the page of the source.' }),
          }),
        )
        .meta({ description: 'Every input of the two ratios; empty for a third party.' }),
      source: z.string().nullable().meta({ description: 'The third party; null if in house.' }),
      source_url: address(z).meta({ description: 'The page of the third party; null if in house.' }),
      provider_entity: z
        .string()
        .nullable()
        .meta({ description: 'Symbol under which the third party lists the company; null if in house.' }),
      read_at: instant(z).nullable().meta({ description: 'When it was read; null if in house.' }),
      why_not_in_house: z.string().nullable().meta({ description: 'An explanatory sentence; null if in house.' }),
    })
    .meta({ id: 'Mnav', description: 'Market value over the value of the bitcoins held.' }),
)

const treasury = part((z) => {
  const { as_of, sample, notices, ...stamp } = identity(z)
  return z
    .object({
      ...companyNames(z),
      as_of,
      sample,
      holding: z
        .object(holding(z))
        .meta({ id: 'Holding', description: 'The bitcoin holding of the company.' })
        .nullable()
        .meta({ description: 'Null for a withheld company, or if no source counts its bitcoins.' }),
      withheld: z.object(withheldWhy(z)).optional().meta({ description: 'Present only for a withheld company.' }),
      financing: financing(z).nullable(),
      financing_note: z
        .string()
        .nullable()
        .meta({ description: 'Why there is no financing, in one sentence; null if there is.' }),
      filed_currency: filedCurrency(z).nullable().meta({ description: 'As in financing.' }),
      citation: z.string().nullable().meta({ description: 'As in financing.' }),
      atm_capacity: z.array(atmCapacity(z)).meta({
        description:
          'From the latest 8-K that states it, for one company only; empty for all others. Never included in the figures of the periodic report.',
      }),
      btc_stated_since: z.array(statedSince(z)).meta({
        description:
          'Counts stated in 8-Ks since the periodic report, newest first, for one company only; empty for all others. Figures per bitcoin still use the count in the periodic report.',
      }),
      mnav: mnav(z).nullable().optional().meta({ description: 'Absent for a withheld company.' }),
      mnav_note: z
        .string()
        .nullable()
        .optional()
        .meta({ description: 'Why there is no mNAV, in one sentence; null if there is one, absent for a withheld company.' }),
      notices,
      ...stamp,
    })
    .meta({ id: 'Treasury', description: 'The bitcoin treasury of one company.' })
})

export type Financing = Of<typeof financing>
/** Market value over the value of the bitcoins held. Values of the two bases are not comparable to the hundredth. */
export type Mnav = Of<typeof mnav>
export type MnavInput = Mnav['inputs'][number]
/** What is still available under an at-the-market program, by the 8-K that says so; never added into a filing's figures. */
export type AtmCapacity = Of<typeof atmCapacity>
/** A count a later 8-K states; figures per bitcoin still divide by that of the periodic filing. */
export type StatedSince = Of<typeof statedSince>
/** One company of the roster, before the run stamps it. */
export type TreasuryDocument = Unstamped<Of<typeof treasury>>

export const treasuriesTag = { name: 'Treasuries', description: 'Bitcoin holdings of listed companies.' }

export const treasuryKind = defineKind({
  kind: 'treasury',
  folder: 'treasuries',
  id: 'ticker',
  component: 'Treasury',
  schema: treasury,
  formats: ['json', 'md', 'html'],
  rows: (sample) =>
    rosterOf(sample).map(({ ticker, name }) => ({
      id: ticker,
      name: `The treasury of ${ticker}`,
      title: `${name} (${ticker})`,
      description: `The bitcoin treasury of ${name}.`,
      tier: 'pro',
      price: prices.treasury,
    })),
  route: {
    operation: 'getTreasury',
    path: '/api/treasuries/{ticker}',
    tag: treasuriesTag,
    summary: 'The bitcoin treasury of one company',
    description: 'Requires the Pro plan. Holding, financing and mNAV, every figure with its date and filing.',
    parameter: {
      name: 'ticker',
      description: 'Ticker of a company on the roster, in upper or lower case.',
      example: 'HRBX',
      shape: {
        pattern: /^[A-Za-z0-9.-]{1,10}$/,
        code: 'INVALID_TICKER',
        message:
          'This is not a ticker: a ticker has 1 to 10 letters, digits, dots or dashes. GET /api/treasuries lists the companies.',
      },
      unknown:
        'The company is not on the tracked roster. This is not evidence that the company holds no Bitcoin. GET /api/treasuries lists the companies.',
      capitals: true,
    },
    price: prices.treasury,
    needsPlan: true,
    otherwise: 'json',
  },
})
