import { rosterOf } from '../../data/companies.ts'
import { financingItems } from '../../data/financing-filings.ts'
import { prices } from '../../data/prices.ts'
import { type Block, facts, heading, joined, list, number, phrase, type Span, sentence, type Text, tableOf } from './blocks.ts'
import { adjudicationText, coinCountSpan, filedCurrencyText, filingLink, holdingCountSpans } from './holders-table.ts'
import {
  companyNames,
  filedCurrency,
  filingSchema,
  financingSummary,
  type HoldingDocument,
  holdingMembers,
  mnavBasisSchema,
  mnavValue,
  withheldSchema,
} from './holding.ts'
import { defineKind } from './kind.ts'
import { addressSchema, type Draft, day, identityMembers, instantSchema, part, type SchemaType, untrusted } from './schema.ts'
import { counted } from './tones.ts'
import { treasuryViews } from './treasury-views.ts'

const exampleFiling = {
  form: '8-K',
  accession: '0001193125-26-016002',
  filed: '2026-01-20',
  url: 'https://www.sec.gov/Archives/edgar/data/1050446/000119312526016002/mstr-20260105.htm',
}

const laterFiling = part((z) =>
  filingSchema(z)
    .extend({ items: z.array(z.string()).readonly().describe('Items of an 8-K; empty for other forms.') })
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
      program: untrusted(z.string(), 'As the filing names it.'),
      available_usd: z.number().describe('Remaining amount that may be sold, in whole US dollars.'),
      as_of: day(z),
      place: z.string().describe('Where it appears in the filing.'),
      quote: untrusted(z.string()),
      filing: filingSchema(z),
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
  z.object({ btc: z.number(), as_of: day(z), filing: filingSchema(z) }).meta({
    id: 'StatedSince',
    description: 'A count of bitcoins that a later 8-K states.',
    example: { btc: 709_715, as_of: '2026-01-19', filing: exampleFiling },
  }),
)

const financing = part((z) =>
  z
    .object({
      ...financingSummary(z),
      filing: filingSchema(z),
      debt: z
        .array(
          z.object({
            name: untrusted(z.string()),
            principal_usd: z.number().describe('Principal outstanding, US dollars.'),
            coupon_percent: z.number().nullable().describe('Percent per year; null if not stated.'),
            maturity: day(z).nullable(),
            put: day(z).nullable().describe('First day on which holders may put it; null if not stated.'),
          }),
        )
        .nullable()
        .describe('By instrument; empty if the filing states that there is none, null if no debt is read from the filing.'),
      debt_principal_usd: z.number().nullable().describe('Of all instruments, US dollars.'),
      preferred: z
        .array(
          z.object({
            name: untrusted(z.string()),
            shares: z.number().nullable().describe('Shares outstanding.'),
            liquidation_preference_usd: z.number().describe('Of all shares of the class, US dollars.'),
          }),
        )
        .nullable()
        .describe('By class; empty if there is none, null if it is not read from the filing.'),
      preferred_usd: z.number().nullable().describe('Of all classes at liquidation preference, US dollars.'),
      maturities: z
        .array(
          z.object({
            label: z.string(),
            to: day(z).nullable().describe('Last day of the row; null if it has none.'),
            amount_usd: z.number().describe('Principal due, US dollars.'),
          }),
        )
        .describe('The maturity table of the filing; empty if it has none.'),
      btc: z.number().nullable().describe('Bitcoins stated in the same filing for the balance sheet date.'),
      count_basis: z
        .literal('report text')
        .nullable()
        .describe('Where the text of the report states that count; null if it was read from a tag.'),
      btc_fair_value_usd: z
        .number()
        .nullable()
        .describe('Carrying value of those bitcoins, in US dollars as of the balance sheet date.'),
      btc_cost_usd: z
        .number()
        .nullable()
        .describe('Cost basis of those bitcoins as the filing tags it, in US dollars; null if none is read.'),
      cash_usd: z.number().nullable().describe('US dollars as of the balance sheet date.'),
      total_assets_usd: z.number().nullable().describe('US dollars as of the balance sheet date.'),
      missing: z.array(z.string()).describe('Names of the figures that are not read from the filing.'),
      later_filings: z
        .array(laterFiling(z))
        .describe(
          'The 40 latest filings accepted after the periodic report that may change the financing, newest first; none is included in the figures. Only offerings for a foreign issuer, because a 6-K names no items; empty for a filer in yen.',
        ),
      later_filings_count: z
        .int()
        .nullable()
        .describe('The number of such filings; null for a foreign issuer or a filer in yen.'),
    })
    .meta({ id: 'Financing', description: 'The financing of a company as stated in its latest periodic report, in US dollars.' }),
)

const mnav = part((z) =>
  z
    .object({
      value: mnavValue(z),
      basis: mnavBasisSchema(z),
      as_of: day(z).describe('The trading session, or the day a third-party figure was read.'),
      enterprise_value: z
        .number()
        .nullable()
        .describe(
          'Enterprise value (market value plus debt and preferred stock, less cash) over the value of the bitcoins; null if the filing lacks one of them, or for a third party.',
        ),
      valid_until: day(z).describe(
        'Last day on which the figure is shown: 7 days after its session, or one day after it was read.',
      ),
      inputs: z
        .array(
          z.object({
            what: z.string(),
            value: z.number(),
            unit: z.string(),
            as_of: day(z),
            source: z.string(),
            url: addressSchema(z).describe('The filing, or the page of the source.'),
          }),
        )
        .describe('Every input of the two ratios; empty for a third party.'),
      source: z.string().nullable().describe('The third party; null if in house.'),
      source_url: addressSchema(z).describe('The page of the third party; null if in house.'),
      provider_entity: z.string().nullable().describe('Symbol under which the third party lists the company; null if in house.'),
      read_at: instantSchema(z).nullable().describe('When it was read; null if in house.'),
      why_not_in_house: z.string().nullable().describe('An explanatory sentence; null if in house.'),
    })
    .meta({ id: 'Mnav', description: 'Market value over the value of the bitcoins held.' }),
)

const treasury = part((z) => {
  const { as_of, sample, notices, ...stamp } = identityMembers(z)
  return z
    .object({
      ...companyNames(z),
      as_of,
      sample,
      holding: z
        .object(holdingMembers(z))
        .meta({ id: 'Holding', description: 'The bitcoin holding of the company.' })
        .nullable()
        .describe('Null for a withheld company, or if no source counts its bitcoins.'),
      withheld: z.object(withheldSchema(z)).optional().describe('Present only for a withheld company.'),
      financing: financing(z).nullable(),
      financing_note: z.string().nullable().describe('Why there is no financing, in one sentence; null if there is.'),
      filed_currency: filedCurrency(z).nullable().describe('As in financing.'),
      citation: z.string().nullable().describe('As in financing.'),
      atm_capacity: z
        .array(atmCapacity(z))
        .describe(
          'From the latest 8-K that states it, for one company only; empty for all others. Never included in the figures of the periodic report.',
        ),
      btc_stated_since: z
        .array(statedSince(z))
        .describe(
          'Counts stated in 8-Ks since the periodic report, newest first, for one company only; empty for all others. Figures per bitcoin still use the count in the periodic report.',
        ),
      mnav: mnav(z).nullable().optional().describe('Absent for a withheld company.'),
      mnav_note: z
        .string()
        .nullable()
        .optional()
        .describe('Why there is no mNAV, in one sentence; null if there is one, absent for a withheld company.'),
      notices,
      ...stamp,
    })
    .meta({ id: 'Treasury', description: 'The bitcoin treasury of one company.' })
})

export type Financing = SchemaType<typeof financing>
/** Market value over the value of the bitcoins held. Values of the two bases are not comparable to the hundredth. */
export type Mnav = SchemaType<typeof mnav>
export type MnavInput = Mnav['inputs'][number]
/** What is still available under an at-the-market program, by the 8-K that says so; never added into a filing's figures. */
export type AtmCapacity = SchemaType<typeof atmCapacity>
/** A count a later 8-K states; figures per bitcoin still divide by that of the periodic filing. */
export type StatedSince = SchemaType<typeof statedSince>
/** One company of the roster, before the run stamps it. */
export type TreasuryDocument = Draft<SchemaType<typeof treasury>>

export const treasuriesTag = { name: 'Treasuries', description: 'Bitcoin holdings of listed companies.' }

const notStated = 'not stated'
const dollars = (value: number | null): Span => (value === null ? notStated : number(value, 'USD'))
const dayIfAny = (day: string | null): Text => (day === null ? '' : { day })

/** The treasury of one company: what it holds by whose word, its market value over that, what it owes and until when. */
function treasuryBlocks(document: TreasuryDocument): Block[] {
  const { ticker, company_name, holding, withheld, financing, financing_note, mnav, mnav_note } = document
  const count = withheld === undefined ? 'no count of bitcoins' : 'the count is withheld'
  const crumbs = [['Today', '/'], ['Treasuries', '/api/treasuries'], [`Pro, $${prices.treasury}`]] as const
  return [
    {
      kind: 'head',
      title: `${company_name} (${ticker})`,
      headline: holding === null ? [`${company_name}: ${count}`] : [`${company_name} holds `, ...holdingCountSpans(holding)],
      crumbs,
    },
    ...(withheld === undefined
      ? []
      : [sentence('Withheld, no holding is shown: ', withheld.reason, ' ', filingLink(withheld.evidence_filing))]),
    ...(holding === null ? [] : holdingBlocks(holding)),
    ...(mnav === undefined ? [] : [heading('mNAV'), ...(mnav === null ? [sentence(mnav_note ?? '')] : mnavBlocks(mnav))]),
    ...(financing === null ? [heading('Financing'), sentence(financing_note ?? '')] : financingBlocks(financing)),
    ...sinceReportBlocks(document),
  ]
}

function holdingBlocks({ as_of, age_days, freshness, reading, adjudication, ...count }: HoldingDocument): Block[] {
  return [
    heading('The count'),
    facts(
      ['Precision', count.precision],
      ['As of', [{ day: as_of }, `, ${counted(age_days, 'day')} old, ${freshness.status}`]],
      ['Source', [count.source, ', known ', { time: count.known_at }]],
      ['Read from', reading && `${reading.how}, ${reading.place}; its checks passed`],
      ['Sources disagree', adjudication && adjudicationText(adjudication)],
      ['Age', count.age_note],
    ),
  ]
}

function mnavBlocks({ enterprise_value: wider, source, provider_entity, read_at, ...mnav }: Mnav): Block[] {
  const by: Span[] =
    source === null
      ? ['computed here from filed shares, a stored close and the holding shown']
      : [
          { name: source, url: mnav.source_url },
          ...(provider_entity ? [` for ${provider_entity}`] : []),
          ...(read_at ? [', read ', { time: read_at }] : []),
        ]
  return [
    facts(
      ['mNAV', [{ strong: number(mnav.value) }, `, ${mnav.basis}: `, ...by]],
      ['With debt', wider === null ? null : [number(wider), ': with debt and preferred stock, less cash']],
      ['Session', [{ day: mnav.as_of }, '; shown to ', { day: mnav.valid_until }]],
      ['Not in house', mnav.why_not_in_house],
    ),
    list(inputsBySource(mnav.inputs)),
  ]
}

/** What a ratio is made of, one line per source, so that its address is there once. */
function inputsBySource(inputs: readonly MnavInput[]): Text[] {
  const sources = [...new Set(inputs.map(({ url }) => url))]
  return sources.map((url) => {
    const from = inputs.filter((input) => input.url === url)
    const read = from.map(({ what, value, unit, as_of }): Text => [`${what} `, number(value, unit), ' (', { day: as_of }, ')'])
    return joined([{ name: from[0]!.source, url }, joined(read, '; ')], ': ')
  })
}

function financingBlocks(financing: Financing): Block[] {
  const { as_of, filing, debt, preferred, maturities, btc, missing, filed_currency, citation } = financing
  const puts = (debt ?? []).some(({ put }) => put !== null)
  const divisor: Span[] =
    btc === null
      ? []
      : [', for the ', coinCountSpan(btc), ` in that filing${financing.count_basis === null ? '' : ', read from its text'}`]
  const debtText = phrase`debt principal ${dollars(financing.debt_principal_usd)}`
  const preferredText = phrase`preferred stock at liquidation preference ${dollars(financing.preferred_usd)}`
  return [
    heading('Financing', ['On ', { day: as_of }, ', the balance sheet date.']),
    facts(
      ['Filing', filingLink(filing)],
      ['Senior claims', phrase`${dollars(financing.senior_claims_usd)} (${debtText}, ${preferredText})`],
      ['Per BTC', [dollars(financing.senior_claims_per_btc_usd), ...divisor]],
      ['Due within 24 months', dollars(financing.due_within_24_months_usd)],
      ['Cash', dollars(financing.cash_usd)],
      ['Total assets', dollars(financing.total_assets_usd)],
      ['Bitcoin', bitcoinAmong(financing)],
      ['As filed', filed_currency && filedCurrencyText(filed_currency)],
      ['Not stated', missing.length === 0 ? null : missing.join(', ')],
      ['Citation', citation === null ? null : { notice: citation }],
    ),
    tableOf(debt ?? [], [
      ['Debt', ({ name }) => name],
      [['Principal USD'], ({ principal_usd }) => number(principal_usd)],
      [['Coupon %'], ({ coupon_percent: rate }) => (rate === null ? '' : number(rate, '1', 4))],
      ['Maturity', ({ maturity }) => dayIfAny(maturity)],
      ...(puts ? [['Put from', ({ put }: { put: string | null }) => dayIfAny(put)] as const] : []),
    ]),
    tableOf(preferred ?? [], [
      ['Preferred stock', ({ name }) => name],
      [['Shares'], ({ shares }) => (shares === null ? '' : number(shares))],
      [['Liquidation preference USD'], ({ liquidation_preference_usd }) => number(liquidation_preference_usd)],
    ]),
    tableOf(maturities, [
      ['Due', ({ label }) => label],
      ['Until', ({ to }) => dayIfAny(to)],
      [['USD'], ({ amount_usd }) => number(amount_usd)],
    ]),
  ]
}

/** What the bitcoins are carried at, and what they cost where the filing tags that. */
function bitcoinAmong({
  btc_fair_value_usd: value,
  btc_cost_usd: cost,
  btc_share_of_total_assets_percent: share,
}: Financing): Text | null {
  if (value === null) return null
  return [
    number(value, 'USD'),
    ...(share === null ? [] : [', ', number(share, 'percent'), ' of assets']),
    ...(cost === null ? [] : ['; cost ', number(cost, 'USD')]),
  ]
}

/** What was filed after the periodic report: beside its figures, never in them. */
function sinceReportBlocks({ financing, atm_capacity, btc_stated_since }: TreasuryDocument): Block[] {
  const later = financing?.later_filings ?? []
  const count = financing?.later_filings_count ?? 0
  const newest = later.length < count ? `The newest ${later.length} of ${count}. ` : ''
  return [
    heading('Later filings on financing', `${newest}None of them is in the figures above.`),
    tableOf(later, [
      ['Filing', filingLink],
      ['Items', ({ items }) => items.map(itemText).join('; ')],
    ]),
    heading('Available under at-the-market programs', 'By the newest 8-K that says so. None of it is in the figures above.'),
    tableOf(atm_capacity, [
      ['Program', ({ program }) => program],
      [['Available USD'], ({ available_usd }) => number(available_usd)],
      ['As of', ({ as_of }) => ({ day: as_of })],
      ['Filing', ({ filing }) => filingLink(filing)],
    ]),
    heading('Counts stated since', 'Figures per BTC above still divide by the count of the periodic filing.'),
    tableOf(btc_stated_since, [
      ['As of', ({ as_of }) => ({ day: as_of })],
      [['BTC'], ({ btc }) => coinCountSpan(btc)],
      ['Filing', ({ filing }) => filingLink(filing)],
    ]),
  ]
}

/** An item on financing with what it is about, any other by its number. */
function itemText(item: string): string {
  const row = financingItems.find((each) => each.item === item)
  return row === undefined ? item : `${item} ${row.title}`
}

export const treasuryKind = defineKind({
  kind: 'treasury',
  folder: 'treasuries',
  id: 'ticker',
  component: 'Treasury',
  schema: treasury,
  formats: ['json', 'md', 'html'],
  blocks: treasuryBlocks,
  views: treasuryViews,
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
