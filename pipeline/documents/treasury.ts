import { filers } from '../../data/filers.ts'
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
      available_usd: z.number().meta({ description: 'What may still be sold, in whole US dollars.' }),
      as_of: day(z),
      place: z.string().meta({ description: 'Where it stands in the filing.' }),
      quote: z.string(),
      filing: filing(z),
    })
    .meta({
      id: 'AtmCapacity',
      description: 'What is left of one at-the-market program.',
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
            coupon_percent: z.number().nullable().meta({ description: 'Percent a year; null where none is stated.' }),
            maturity: day(z).nullable(),
            put: day(z).nullable().meta({ description: 'First day on which holders may put it; null where none is stated.' }),
          }),
        )
        .nullable()
        .meta({ description: 'By instrument; empty where the filing states that there is none, null where it states none.' }),
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
        .meta({ description: 'By class; empty where there is none, null where the filing does not state it.' }),
      preferred_usd: z.number().nullable().meta({ description: 'Of all classes at liquidation preference, US dollars.' }),
      maturities: z
        .array(
          z.object({
            label: z.string(),
            to: day(z).nullable().meta({ description: 'Last day of the row; null where it has none.' }),
            amount_usd: z.number().meta({ description: 'Principal due, US dollars.' }),
          }),
        )
        .meta({ description: 'The maturity table of the filing; empty where it states none.' }),
      btc: z.number().nullable().meta({ description: 'Bitcoins the same filing states for the balance sheet day.' }),
      count_basis: z
        .literal('report text')
        .nullable()
        .meta({ description: 'Where that count was read from the text of the report; null where from a tag.' }),
      btc_fair_value_usd: z
        .number()
        .nullable()
        .meta({ description: 'What the books carry those bitcoins at, US dollars as of the balance sheet day.' }),
      cash_usd: z.number().nullable().meta({ description: 'US dollars as of the balance sheet day.' }),
      total_assets_usd: z.number().nullable().meta({ description: 'US dollars as of the balance sheet day.' }),
      missing: z.array(z.string()).meta({ description: 'What no part of the filing states, by name.' }),
      later_filings: z.array(laterFiling(z)).meta({
        description:
          'Filings accepted after the periodic one that may change the financing, newest first, the newest 40; none is added in. Of a foreign issuer only offerings, for a 6-K names no items; of a filer in yen none.',
      }),
      later_filings_count: z
        .int()
        .nullable()
        .meta({ description: 'How many there are; null for a foreign issuer and a filer in yen.' }),
    })
    .meta({ id: 'Financing', description: "A company's financing as its newest periodic report states it, in US dollars." }),
)

const mnav = part((z) =>
  z
    .object({
      value: mnavValue(z),
      basis: basis(z),
      as_of: day(z).meta({ description: "The session, or the day a third party's figure was read." }),
      enterprise_value: z.number().nullable().meta({
        description:
          'The same with debt and preferred stock added and cash taken off; null where the filing lacks one of them, and of a third party.',
      }),
      valid_until: day(z).meta({
        description: 'Last day on which the figure is shown: 7 days after its session, or a day after it was read.',
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
        .meta({ description: 'Every number the two ratios are made of; empty of a third party.' }),
      source: z.string().nullable().meta({ description: 'The third party; null in house.' }),
      source_url: address(z).meta({ description: 'Its page; null in house.' }),
      provider_entity: z
        .string()
        .nullable()
        .meta({ description: 'Symbol under which the third party lists the company; null in house.' }),
      read_at: instant(z).nullable().meta({ description: 'When it was read; null in house.' }),
      why_not_in_house: z.string().nullable().meta({ description: 'A sentence; null in house.' }),
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
        .meta({ id: 'Holding', description: 'What the company holds.' })
        .nullable()
        .meta({ description: 'Null for a withheld company, and where nobody counts its bitcoins.' }),
      withheld: z.object(withheldWhy(z)).optional().meta({ description: 'There for a withheld company alone.' }),
      financing: financing(z).nullable(),
      financing_note: z
        .string()
        .nullable()
        .meta({ description: 'Why there is no financing, in a sentence; null where there is one.' }),
      filed_currency: filedCurrency(z).nullable().meta({ description: 'As in financing.' }),
      citation: z.string().nullable().meta({ description: 'As in financing.' }),
      atm_capacity: z.array(atmCapacity(z)).meta({
        description:
          'By the newest 8-K that says so, for one named company; empty for every other. Never added into the figures of the periodic filing.',
      }),
      btc_stated_since: z.array(statedSince(z)).meta({
        description:
          'Counts that 8-Ks state since the periodic filing, newest first, for one named company; empty for every other. Figures per bitcoin still divide by the count of the periodic filing.',
      }),
      mnav: mnav(z).nullable().optional().meta({ description: 'Absent for a withheld company.' }),
      mnav_note: z
        .string()
        .nullable()
        .optional()
        .meta({ description: 'Why there is no mNAV, in a sentence; null where there is one, absent for a withheld company.' }),
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

export const treasuriesTag = { name: 'Treasuries', description: 'What listed companies hold in bitcoin.' }

export const treasuryKind = defineKind({
  kind: 'treasury',
  folder: 'treasuries',
  id: 'ticker',
  component: 'Treasury',
  schema: treasury,
  formats: ['json', 'md'],
  rows: (sample) =>
    filers
      .filter((filer) => filer.sample === sample)
      .map(({ ticker, name }) => ({
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
    description: 'Needs the plan Pro. Holding, financing and mNAV, each figure with its date and filing.',
    parameter: {
      name: 'ticker',
      description: 'Ticker of a company on the roster, in either case.',
      example: 'HRBX',
      shape: {
        pattern: /^[A-Za-z0-9.-]{1,10}$/,
        code: 'INVALID_TICKER',
        message: 'This is no ticker: one has 1 to 10 letters, digits, dots or dashes. GET /api/treasuries lists the companies.',
      },
      unknown:
        'The company is not on the tracked roster. This is not evidence that the company holds no Bitcoin. GET /api/treasuries lists the companies.',
      capitals: true,
    },
    price: prices.treasury,
    needsPlan: true,
    otherwise: 'json',
    formatParameter: false,
  },
})
