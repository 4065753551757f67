import { companyBlocks } from '../../../data/companies/blocks.ts'
import { type Block, facts, joined, partHeading, type Text, tableOf, toSpans } from '../blocks.ts'
import { day, type MembersType, part, type SchemaType, untrusted } from '../schema.ts'
import { amountText, companyFilingSchema, figureSchema, filings, periodText, titleOfName } from './figure.ts'

const identityOf = part((z) =>
  z
    .object({
      legal_name: untrusted(z.string()),
      former_names: z.array(z.object({ name: untrusted(z.string()), until: day(z).nullable() })),
      country: untrusted(z.string().nullable()),
      exchange: untrusted(z.string().nullable()),
      listed: z.array(
        z.object({ code: z.string(), scheme: z.enum(['ticker', 'code', 'isin']), exchange: untrusted(z.string().nullable()) }),
      ),
      cik: z.string().nullable(),
      edinet: z.string().optional().describe('EDINET code, in Japan.'),
      corp_code: z.string().optional().describe('Number at DART, in Korea.'),
      isin: z.string().optional().describe('In India.'),
      lei: z.string().optional().describe('Legal entity identifier, where it is known.'),
      industry: untrusted(z.string().nullable(), 'The industry in words, as the market authority classes it.'),
      industry_code: z.string().nullable(),
      shape: z.string().describe('Form of its statements: general, bank, insurer, reit or broker.'),
      fiscal_year_end: z.string().nullable().describe('MM-DD.'),
      accounting_standard: z.string(),
      currency: z.string(),
      filer_class: untrusted(z.string().nullable()),
    })
    .meta({ id: 'CompanyIdentity' }),
)

/** What a company is and what of it can be bought; `blocks` is added where it is served. */
export const header = part((z) => ({
  identity: identityOf(z),
  indices: z
    .array(z.object({ index: z.string(), since: day(z), source: z.string() }))
    .describe('Empty where no source that may be read says.'),
  latest_period: z.array(z.object({ line: z.string(), figure: figureSchema(z) })),
  latest_filing: companyFilingSchema(z),
  next_results: z
    .object({
      date: day(z),
      detail: z
        .object({ timing: z.enum(['before-open', 'after-close']).nullable(), release_time: untrusted(z.string().nullable()) })
        .partial()
        .describe('When in the day: timing null where the sentence states only a clock time; empty where it states neither.'),
      text: untrusted(z.string(), 'The sentence.'),
      said_on: day(z),
      filing: z.string(),
    })
    .nullable()
    .describe('The date the company announced for its next results; null where none is read.'),
  filings: filings(z),
}))
export type Header = MembersType<typeof header>

/** Which blocks a company has, beside the header as it is served. */
export const offeredBlocks = part((z) =>
  z.array(
    z.object({
      block: z.enum(companyBlocks.map(({ block }) => block)),
      covered: z.boolean(),
      why: z.string().nullable().describe('Why the block is not covered.'),
      path: z.string(),
      price_usd: z.string().nullable().describe('Null where it is not covered: nothing is sold.'),
    }),
  ),
)
export type OfferedBlock = SchemaType<typeof offeredBlocks>[number]

export function headerBlocks({ identity, latest_period, latest_filing, next_results }: Header): Block[] {
  const { former_names, listed, industry, industry_code, filer_class } = identity
  return [
    facts(
      ['Legal name', identity.legal_name],
      ['Formerly', former_names.length === 0 ? null : former_names.map(({ name }) => name).join(', ')],
      ['Country', identity.country],
      ['Listed', listed.map(({ code, exchange }) => (exchange === null ? code : `${code} (${exchange})`)).join(', ') || null],
      ['CIK', identity.cik],
      ['EDINET code', identity.edinet ?? null],
      ['DART number', identity.corp_code ?? null],
      ['ISIN', identity.isin ?? null],
      ['LEI', identity.lei ?? null],
      [
        'Industry',
        industry === null
          ? null
          : industry_code === null
            ? industry
            : `${industry} (${identity.cik === null ? 'code' : 'SIC'} ${industry_code})`,
      ],
      ['Statements', `${identity.accounting_standard}, ${identity.currency}, form of statements: ${identity.shape}`],
      ['Fiscal year ends', identity.fiscal_year_end],
      ['Filer class', filer_class],
      ['Latest report', filingText(latest_filing)],
      ['Next results', next_results === null ? null : nextText(next_results)],
    ),
    partHeading('Latest reported figures'),
    tableOf(latest_period, [
      ['Line', ({ line }) => titleOfName(line)],
      [['Value'], ({ figure: each }) => amountText(each)],
      ['Period', ({ figure: each }) => periodText(each)],
      [
        'Known',
        ({ figure: { knownSince, knownBasis } }) => [
          { day: knownSince, year: true },
          ...(knownBasis === 'filed' ? [] : [` (${knownBasis})`]),
        ],
      ],
    ]),
  ]
}

function nextText({ date, detail }: NonNullable<Header['next_results']>): Text {
  const when =
    detail.timing == null ? detail.release_time : detail.timing === 'before-open' ? 'before the open' : 'after the close'
  return when == null ? [{ day: date, year: true }] : [{ day: date, year: true }, `, ${when}`]
}

/** `[annual report] of 30 April 2026 (its deadline)` */
export function filingText({ form, filed, url, basis }: Pick<Header['latest_filing'], 'form' | 'filed' | 'url' | 'basis'>): Text {
  const text = joined([[{ name: form, url }], [{ day: filed, year: true }]], ' of ')
  return [...toSpans(text), ...(basis === 'deadline' ? [' (its deadline)'] : [])]
}
