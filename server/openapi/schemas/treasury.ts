import { z } from 'zod'
import { address, day, fingerprint, instant, notices, sample } from './base.ts'

const identity = { as_of: day, computed_at: instant, fingerprint, sample, notices }

const filing = z
  .object({ form: z.string(), accession: z.string(), filed: day, url: z.string() })
  .meta({ id: 'Filing', description: 'A filed report, as evidence.' })

const adjudication = z
  .object({
    verdict: z.enum(['filing_stands', 'lower_stands']),
    rule: z.string(),
    difference_percent: z.number().meta({ description: 'The other reading against the one that stands.' }),
    decided_on: day,
    evidence: z.array(
      z.object({
        reading: z.enum(['filed', 'third party']),
        btc: z.number(),
        as_of: day,
        source: z.string(),
        url: address,
        accession: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Adjudication', description: 'What was decided where two sources disagree materially.' })

const holding = {
  precision: z.enum(['exact', 'estimate']),
  btc_exact: z.number().nullable().meta({ description: 'The filed count; null for an estimate.' }),
  btc_display: z.number().meta({ description: 'To three significant digits; the only figure given for an estimate.' }),
  unit: z.literal('BTC'),
  as_of: day,
  known_at: instant,
  source: z.object({ id: z.string(), name: z.string(), url: address }).meta({ id: 'HoldingSource' }),
  filing_url: address,
  filing: filing.nullable(),
  reading: z
    .object({ how: z.string(), place: z.string(), checks: z.array(z.object({ name: z.string(), detail: z.string() })) })
    .nullable()
    .meta({ description: 'How the count was read, where it stands in the filing, and the checks it passed.' }),
  adjudication: adjudication.nullable(),
}

const filedCurrency = z
  .object({
    currency: z.literal('JPY'),
    senior_claims: z.number(),
    rate: z.object({ jpy_per_usd: z.number(), date: day, source: z.string(), url: z.string() }),
  })
  .meta({ id: 'FiledCurrency', description: 'Senior claims as filed in yen, and the rate of the balance sheet day.' })

const summary = {
  as_of: day.meta({ description: 'The balance sheet day.' }),
  senior_claims_usd: z.number().nullable().meta({
    description: 'Debt principal and preferred stock at liquidation preference; null where the filing states only a part.',
  }),
  senior_claims_per_btc_usd: z.number().nullable(),
  btc_share_of_total_assets_percent: z.number().nullable(),
  due_within_24_months_usd: z.number().nullable(),
  filing_url: z.string(),
  filed_currency: filedCurrency.nullable(),
  citation: z.string().nullable(),
}

const financing = z
  .object({
    ...summary,
    filing,
    debt: z
      .array(
        z.object({
          name: z.string(),
          principal_usd: z.number(),
          coupon_percent: z.number().nullable(),
          maturity: day.nullable(),
          put: day.nullable(),
        }),
      )
      .nullable(),
    debt_principal_usd: z.number().nullable(),
    preferred: z
      .array(z.object({ name: z.string(), shares: z.number().nullable(), liquidation_preference_usd: z.number() }))
      .nullable(),
    preferred_usd: z.number().nullable(),
    maturities: z.array(z.object({ label: z.string(), to: day.nullable(), amount_usd: z.number() })),
    btc: z.number().nullable(),
    count_basis: z.literal('report text').nullable(),
    cash_usd: z.number().nullable(),
    total_assets_usd: z.number().nullable(),
    missing: z.array(z.string()).meta({ description: 'What no part of the filing states.' }),
    later_filings: z.array(filing.extend({ items: z.array(z.string()).readonly() })),
  })
  .meta({ id: 'Financing', description: "A company's financing as its newest periodic report states it, in US dollars." })

const basis = z.enum(['in house', 'third party'])

const mnav = z
  .object({
    value: z.number(),
    basis,
    as_of: day,
    enterprise_value: z.number().nullable(),
    valid_until: day.nullable(),
    inputs: z.array(
      z.object({ what: z.string(), value: z.number(), unit: z.string(), as_of: day, source: z.string(), url: address }),
    ),
    source: z.string().nullable(),
    provider_entity: z.string().nullable(),
    read_at: instant.nullable(),
    why_not_in_house: z.string().nullable(),
  })
  .meta({ id: 'Mnav', description: 'Market value over the value of the bitcoins held.' })

const names = { ticker: z.string(), company_name: z.string() }
const why = { reason: z.string(), evidence_filing: filing }

export const treasuryList = z
  .object({
    ...identity,
    holdings: z.array(
      z
        .object({
          ...names,
          ...holding,
          financing_summary: z.object(summary).nullable(),
          mnav_summary: z.object({ value: z.number(), basis, as_of: day }).nullable(),
        })
        .meta({ id: 'TreasuryRow' }),
    ),
    total_btc_exact: z.number(),
    financing: z.object({ companies_with_filed_financing: z.int() }),
    mnav: z.object({ companies_with_mnav: z.int() }),
    withheld: z.array(z.object({ ...names, ...why })),
  })
  .meta({ id: 'TreasuryList', description: 'Holdings of the companies on the roster, largest first.' })

export const treasury = z
  .object({
    ...names,
    ...identity,
    holding: z.object(holding).meta({ id: 'Holding' }).nullable(),
    withheld: z.object(why).optional(),
    financing: financing.nullable(),
    financing_note: z.string().nullable(),
    filed_currency: filedCurrency.nullable(),
    citation: z.string().nullable(),
    atm_capacity: z.array(z.object({ program: z.string(), available_usd: z.number(), as_of: day, filing })),
    btc_stated_since: z.array(z.object({ btc: z.number(), as_of: day, filing })),
    mnav: mnav.nullable().optional().meta({ description: 'Absent for a withheld company.' }),
    mnav_note: z.string().nullable().optional(),
  })
  .meta({ id: 'Treasury', description: 'The bitcoin treasury of one company.' })
