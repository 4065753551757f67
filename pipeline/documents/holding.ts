import { addressSchema, day, instantSchema, type MembersType, part, type SchemaType } from './schema.ts'

/** What the list of treasuries and the document of one company share. */

export const filingSchema = part((z) =>
  z
    .object({
      form: z.string().meta({ description: 'Form as filed.', example: '10-Q' }),
      accession: z.string().describe('Number of the filing in the system it was filed with.'),
      filed: day(z).describe('Day it was filed.'),
      url: z.string().describe('The filed document.'),
    })
    .meta({ id: 'Filing', description: 'A filed report, as evidence.' }),
)

export const adjudication = part((z) =>
  z
    .object({
      verdict: z
        .enum(['filing_stands', 'lower_stands'])
        .describe('The filed count or, if no filing is read, the lower third-party count.'),
      rule: z.string().describe('The rule in a sentence.'),
      difference_percent: z
        .number()
        .nullable()
        .describe('Difference of the other reading from the accepted one, in percent; null if the accepted one is 0.'),
      decided_on: day(z).describe('Day the other reading was read.'),
      evidence: z
        .array(
          z.object({
            reading: z.enum(['filed', 'third party']),
            btc: z.number().describe('Bitcoins; to three significant digits if from third parties only.'),
            as_of: day(z).describe('Day the filing states it for, or day the third party was read.'),
            source: z.string(),
            url: addressSchema(z).describe('The filed document, or the page of the third party.'),
            accession: z.string().nullable().describe('Number of the filing; null for a third party.'),
          }),
        )
        .describe('The accepted reading, then the other.'),
    })
    .meta({ id: 'Adjudication', description: 'The decision where two sources disagree materially.' }),
)

export const holdingMembers = part((z) => ({
  precision: z
    .enum(['exact', 'estimate'])
    .describe(
      'Exact: filed, for a day up to 240 days ago. Estimate, rounded: a third-party count, or the last filed count if it is older and no newer count exists.',
    ),
  btc_exact: z.number().nullable().describe('The filed count in bitcoins; null for an estimate.'),
  unit: z.literal('BTC'),
  btc_display: z.number().describe('Bitcoins to three significant digits; the only figure given for an estimate.'),
  as_of: day(z).describe('Day the filing states the count for; for a third party, the day it was read.'),
  age_days: z.int().describe('Days from that day to the day of the document.'),
  freshness: z
    .object({
      status: z
        .enum(['fresh', 'late', 'stale'])
        .describe(
          'Fresh: the next report or reading is not yet due. Late: it is due. Stale: the count is too old to represent the day.',
        ),
      stale_after: day(z),
    })
    .meta({ id: 'HoldingFreshness', description: 'Whether the count is recent enough for the day of the document.' }),
  known_at: instantSchema(z).describe('When the filing was accepted, or the third party was read.'),
  source: z
    .object({
      id: z.string().meta({ description: 'Id of the organisation.', example: 'sec' }),
      name: z.string().describe('Form and day of the filing, or the name of the third party.'),
      url: addressSchema(z),
    })
    .meta({ id: 'HoldingSource', description: 'Source of the reading.' }),
  filing_url: addressSchema(z).describe('The filed document of an exact figure; null for an estimate.'),
  filing: filingSchema(z).nullable().describe('The filing of an exact count; null for an estimate.'),
  reading: z
    .object({ how: z.string(), place: z.string(), checks: z.array(z.object({ name: z.string(), detail: z.string() })) })
    .nullable()
    .describe('How the count was read, where it appears in the filing and the checks it passed; null for an estimate.'),
  adjudication: adjudication(z)
    .nullable()
    .describe('Null if the sources agree within 1% or one bitcoin, or if their dates are more than 60 days apart.'),
  age_note: z.string().nullable().describe('What the age of the count means, in one sentence; null if it has no effect.'),
}))

export const filedCurrency = part((z) =>
  z
    .object({
      currency: z.literal('JPY'),
      senior_claims: z.number().describe('Yen.'),
      rate: z
        .object({ jpy_per_usd: z.number(), date: day(z), source: z.string(), url: z.string() })
        .describe('Yen per dollar on the balance sheet date, or on the last day before it with a rate.'),
    })
    .meta({
      id: 'FiledCurrency',
      description: 'Senior claims as filed in yen, and the exchange rate of the balance sheet date.',
    }),
)

export const financingSummary = part((z) => ({
  as_of: day(z).describe('The balance sheet date.'),
  senior_claims_usd: z
    .number()
    .nullable()
    .describe(
      'Debt principal plus preferred stock at liquidation preference, in US dollars as of the balance sheet date; null unless all of it is read from the filing.',
    ),
  senior_claims_per_btc_usd: z
    .number()
    .nullable()
    .describe('Senior claims divided by the bitcoins stated in the filing; null if none are read.'),
  btc_share_of_total_assets_percent: z
    .number()
    .nullable()
    .describe('Fair value of the bitcoins over total assets, in percent; null unless both are read from the filing.'),
  due_within_24_months_usd: z
    .number()
    .nullable()
    .describe('US dollars due within 24 months of the balance sheet date; null if it is not read from the filing.'),
  filing_url: z.string().describe('The periodic report.'),
  filed_currency: filedCurrency(z).nullable().describe('Null for a company that files in dollars.'),
  citation: z.string().nullable().describe('Citation required by the Japanese disclosure system; null for an SEC filing.'),
}))

export const mnavBasisSchema = part((z) =>
  z
    .enum(['in house', 'third party'])
    .describe(
      'In house: computed from a filed share count, a stored close and the holding shown. Third party: its own published figure. The two are not comparable to two decimals.',
    ),
)
export const mnavValue = part((z) => z.number().describe('Market value over the value of the bitcoins held, to two decimals.'))

export const companyNames = part((z) => ({ ticker: z.string(), company_name: z.string() }))
export const withheldSchema = part((z) => ({
  reason: z.string().describe('Why no count is shown, in one sentence.'),
  evidence_filing: filingSchema(z),
}))

/** A filing as documents name it. */
export type FilingReference = SchemaType<typeof filingSchema>
/** What was decided where two sources disagree materially, by which rule, on which evidence. */
export type Adjudication = SchemaType<typeof adjudication>
/** How amounts were filed where that was not in dollars. */
export type FiledCurrency = SchemaType<typeof filedCurrency>
export type HoldingDocument = MembersType<typeof holdingMembers>
/** How old a holding is on a day. */
export type HoldingAge = Pick<HoldingDocument, 'age_days' | 'freshness'>
/** Amounts in US dollars, as of the balance sheet day. Senior claims: debt principal and preferred stock at liquidation preference. */
export type FinancingSummary = MembersType<typeof financingSummary>
