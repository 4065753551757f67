import { z } from 'zod'
import { address, day, fingerprint, instant, notices, sample } from './base.ts'

const identity = { as_of: day, computed_at: instant, fingerprint, sample, notices }

const filing = z
  .object({
    form: z.string().meta({ description: 'Form as filed.', example: '10-Q' }),
    accession: z.string().meta({ description: 'Number of the filing at the system it was filed with.' }),
    filed: day.meta({ description: 'Day it was filed.' }),
    url: z.string().meta({ description: 'The filed document.' }),
  })
  .meta({ id: 'Filing', description: 'A filed report, as evidence.' })

const exampleFiling = {
  form: '8-K',
  accession: '0001193125-26-016002',
  filed: '2026-01-20',
  url: 'https://www.sec.gov/Archives/edgar/data/1050446/000119312526016002/mstr-20260105.htm',
}

const adjudication = z
  .object({
    verdict: z
      .enum(['filing_stands', 'lower_stands'])
      .meta({ description: 'The filed count, or, where no filing is read, the lower one of third parties.' }),
    rule: z.string().meta({ description: 'The rule in a sentence.' }),
    difference_percent: z
      .number()
      .nullable()
      .meta({ description: 'The other reading against the one that stands, in percent; null where that one is 0.' }),
    decided_on: day.meta({ description: 'Day the other reading was read.' }),
    evidence: z
      .array(
        z.object({
          reading: z.enum(['filed', 'third party']),
          btc: z.number().meta({ description: 'Bitcoins; of third parties alone, to three significant digits.' }),
          as_of: day.meta({ description: 'Day the filing states it for, or a third party was read.' }),
          source: z.string(),
          url: address.meta({ description: 'The filed document, or the page of the third party.' }),
          accession: z.string().nullable().meta({ description: 'Number of the filing; null of a third party.' }),
        }),
      )
      .meta({ description: 'The reading that stands, then the other.' }),
  })
  .meta({ id: 'Adjudication', description: 'What was decided where two sources disagree materially.' })

const holding = {
  precision: z.enum(['exact', 'estimate']).meta({
    description:
      'Exact: filed, for a day up to 240 days before. Estimate: what a third party says, or the last filed count where it is older and nobody says anything newer; rounded.',
  }),
  btc_exact: z.number().nullable().meta({ description: 'The filed count in bitcoins; null for an estimate.' }),
  btc_display: z.number().meta({ description: 'Bitcoins to three significant digits; the only figure given for an estimate.' }),
  unit: z.literal('BTC'),
  as_of: day.meta({ description: 'Day the filing states the count for; of a third party, the day it was read.' }),
  age_days: z.int().meta({ description: 'Days from that day to the day of the document.' }),
  freshness: z
    .object({
      status: z.enum(['fresh', 'late', 'stale']).meta({
        description:
          'Fresh: the next report, or reading, is not due. Late: it is. Stale: the count says nothing of the day any more.',
      }),
      stale_after: day,
    })
    .meta({ id: 'HoldingFreshness', description: 'How far the count is one of the day of the document.' }),
  known_at: instant.meta({ description: 'When the filing was accepted, or the third party was read.' }),
  source: z
    .object({
      id: z.string().meta({ description: 'Id of the organisation.', example: 'sec' }),
      name: z.string().meta({ description: 'Form and day of the filing, or the name of the third party.' }),
      url: address,
    })
    .meta({ id: 'HoldingSource', description: 'Who says so.' }),
  filing_url: address.meta({ description: 'The filed document of an exact figure; null for an estimate.' }),
  filing: filing.nullable().meta({ description: 'The filing of an exact count; null for an estimate.' }),
  reading: z
    .object({ how: z.string(), place: z.string(), checks: z.array(z.object({ name: z.string(), detail: z.string() })) })
    .nullable()
    .meta({
      description: 'How the count was read, where it stands in the filing, and the checks it passed; null for an estimate.',
    }),
  adjudication: adjudication.nullable().meta({
    description: 'Null where sources agree within 1 % or one bitcoin, and where they speak of days more than 60 days apart.',
  }),
  age_note: z
    .string()
    .nullable()
    .meta({ description: 'What the age of the count means for it, in a sentence; null where it means nothing.' }),
}

const filedCurrency = z
  .object({
    currency: z.literal('JPY'),
    senior_claims: z.number().meta({ description: 'Yen.' }),
    rate: z
      .object({ jpy_per_usd: z.number(), date: day, source: z.string(), url: z.string() })
      .meta({ description: 'Yen for a dollar on the balance sheet day, or the last day before it that has a rate.' }),
  })
  .meta({ id: 'FiledCurrency', description: 'Senior claims as filed in yen, and the rate of the balance sheet day.' })

const summary = {
  as_of: day.meta({ description: 'The balance sheet day.' }),
  senior_claims_usd: z.number().nullable().meta({
    description:
      'Debt principal and preferred stock at liquidation preference, US dollars as of the balance sheet day; null where the filing states only a part.',
  }),
  senior_claims_per_btc_usd: z
    .number()
    .nullable()
    .meta({ description: 'The same over the bitcoins that filing states; null where it states none.' }),
  btc_share_of_total_assets_percent: z.number().nullable().meta({
    description: 'Fair value of the bitcoins over total assets, percent; null where the filing states one of them not.',
  }),
  due_within_24_months_usd: z
    .number()
    .nullable()
    .meta({ description: 'US dollars due in the 24 months after the balance sheet day; null where the filing does not tell.' }),
  filing_url: z.string().meta({ description: 'The periodic report.' }),
  filed_currency: filedCurrency.nullable().meta({ description: 'Null for a company that files in dollars.' }),
  citation: z
    .string()
    .nullable()
    .meta({ description: 'Citation that the Japanese disclosure system asks for; null for an SEC filing.' }),
}

const laterFiling = filing
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
  })

const atmCapacity = z
  .object({
    program: z.string().meta({ description: 'As the filing names it.' }),
    available_usd: z.number().meta({ description: 'What may still be sold, in whole US dollars.' }),
    as_of: day,
    place: z.string().meta({ description: 'Where it stands in the filing.' }),
    quote: z.string(),
    filing,
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
  })

const statedSince = z.object({ btc: z.number(), as_of: day, filing }).meta({
  id: 'StatedSince',
  description: 'A count of bitcoins that a later 8-K states.',
  example: { btc: 709_715, as_of: '2026-01-19', filing: exampleFiling },
})

const financing = z
  .object({
    ...summary,
    filing,
    debt: z
      .array(
        z.object({
          name: z.string(),
          principal_usd: z.number().meta({ description: 'Principal outstanding, US dollars.' }),
          coupon_percent: z.number().nullable().meta({ description: 'Percent a year; null where none is stated.' }),
          maturity: day.nullable(),
          put: day.nullable().meta({ description: 'First day on which holders may put it; null where none is stated.' }),
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
          to: day.nullable().meta({ description: 'Last day of the row; null where it has none.' }),
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
    later_filings: z.array(laterFiling).meta({
      description:
        'Filings accepted after the periodic one that may change the financing, newest first, the newest 40; none is added in. Of a foreign issuer only offerings, for a 6-K names no items; of a filer in yen none.',
    }),
    later_filings_count: z
      .int()
      .nullable()
      .meta({ description: 'How many there are; null for a foreign issuer and a filer in yen.' }),
  })
  .meta({ id: 'Financing', description: "A company's financing as its newest periodic report states it, in US dollars." })

const basis = z.enum(['in house', 'third party']).meta({
  description:
    'In house: from a filed share count, a stored close and the served holding. Third party: its own published figure. The two are not comparable to the hundredth.',
})
const mnavValue = z.number().meta({ description: 'Market value over the value of the bitcoins held, to the hundredth.' })

const mnav = z
  .object({
    value: mnavValue,
    basis,
    as_of: day.meta({ description: "The session, or the day a third party's figure was read." }),
    enterprise_value: z.number().nullable().meta({
      description:
        'The same with debt and preferred stock added and cash taken off; null where the filing lacks one of them, and of a third party.',
    }),
    valid_until: day.meta({
      description: 'Last day on which the figure is shown: 7 days after its session, or a day after it was read.',
    }),
    inputs: z
      .array(
        z.object({
          what: z.string(),
          value: z.number(),
          unit: z.string(),
          as_of: day,
          source: z.string(),
          url: address.meta({ description: 'The filing, or the page of the source.' }),
        }),
      )
      .meta({ description: 'Every number the two ratios are made of; empty of a third party.' }),
    source: z.string().nullable().meta({ description: 'The third party; null in house.' }),
    source_url: address.meta({ description: 'Its page; null in house.' }),
    provider_entity: z
      .string()
      .nullable()
      .meta({ description: 'Symbol under which the third party lists the company; null in house.' }),
    read_at: instant.nullable().meta({ description: 'When it was read; null in house.' }),
    why_not_in_house: z.string().nullable().meta({ description: 'A sentence; null in house.' }),
  })
  .meta({ id: 'Mnav', description: 'Market value over the value of the bitcoins held.' })

const names = { ticker: z.string(), company_name: z.string() }
const why = {
  reason: z.string().meta({ description: 'Why no count is shown, in a sentence.' }),
  evidence_filing: filing,
}

export const treasuryList = z
  .object({
    ...identity,
    holdings: z.array(
      z
        .object({
          ...names,
          ...holding,
          financing_summary: z
            .object(summary)
            .nullable()
            .meta({ description: "From the company's newest periodic report, which can be older than the holding." }),
          mnav_summary: z
            .object({ value: mnavValue, basis, as_of: day })
            .nullable()
            .meta({ description: 'Null where there is no figure to show; the document of the company says why.' }),
        })
        .meta({ id: 'TreasuryRow', description: 'The holding of one company.' }),
    ),
    total_btc_exact: z.number().meta({ description: 'Bitcoins of the exact rows together; estimates are left out.' }),
    financing: z.object({
      companies_with_filed_financing: z.int().meta({ description: 'Rows that carry a financing summary.' }),
    }),
    mnav: z.object({ companies_with_mnav: z.int().meta({ description: 'Rows that carry an mNAV summary.' }) }),
    withheld: z
      .array(z.object({ ...names, ...why }))
      .meta({ description: 'Companies of which no count is shown; in neither the rows nor the total. Empty when none.' }),
  })
  .meta({ id: 'TreasuryList', description: 'Holdings of the companies on the roster, largest first.' })

export const treasury = z
  .object({
    ...names,
    ...identity,
    holding: z
      .object(holding)
      .meta({ id: 'Holding', description: 'What the company holds.' })
      .nullable()
      .meta({ description: 'Null for a withheld company, and where nobody counts its bitcoins.' }),
    withheld: z.object(why).optional().meta({ description: 'There for a withheld company alone.' }),
    financing: financing.nullable(),
    financing_note: z
      .string()
      .nullable()
      .meta({ description: 'Why there is no financing, in a sentence; null where there is one.' }),
    filed_currency: filedCurrency.nullable().meta({ description: 'As in financing.' }),
    citation: z.string().nullable().meta({ description: 'As in financing.' }),
    atm_capacity: z.array(atmCapacity).meta({
      description:
        'By the newest 8-K that says so, for one named company; empty for every other. Never added into the figures of the periodic filing.',
    }),
    btc_stated_since: z.array(statedSince).meta({
      description:
        'Counts that 8-Ks state since the periodic filing, newest first, for one named company; empty for every other. Figures per bitcoin still divide by the count of the periodic filing.',
    }),
    mnav: mnav.nullable().optional().meta({ description: 'Absent for a withheld company.' }),
    mnav_note: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Why there is no mNAV, in a sentence; null where there is one, absent for a withheld company.' }),
  })
  .meta({ id: 'Treasury', description: 'The bitcoin treasury of one company.' })
