import { type Block, number, partHeading, type Span, sentence, type Text, tableOf } from '../blocks.ts'
import { day, type MembersType, part, untrusted } from '../schema.ts'
import { filings, scaledAmountSpans } from './figure.ts'

/** An amount that a ratio, a score or a multiple is made from. */
const ratioInput = part((z) =>
  z
    .object({
      line: z.string(),
      period: z.string().describe('FY2025, four quarters to FY2026 Q2, or the label of a balance sheet day.'),
      value: z.number(),
      filing: z.string().describe('The newest filing it was taken from, a key of filings.'),
    })
    .meta({ id: 'CompanyInput' }),
)

/** Amounts that a block is calculated from, each once. */
export const blockInputsSchema = part((z) =>
  z.array(ratioInput(z)).describe('What the values of this block are calculated from.'),
)

/** What of them one value is calculated from. */
export const inputPlacesSchema = part((z) =>
  z.array(z.int()).meta({ id: 'CompanyInputPlaces', description: 'Places in inputs of the block, counted from 0.' }),
)

export const ownRangeSchema = part((z) =>
  z
    .object({
      low: z.number(),
      median: z.number(),
      high: z.number(),
      percentile: z.number().describe('Share of the earlier periods with a lower value.'),
      n: z.int(),
      from: day(z),
    })
    .nullable()
    .meta({ id: 'CompanyOwnRange', description: 'Its own earlier periods; null where there are fewer than eight.' }),
)

/** After some quarters no balance sheet is filed. */
export const balanceDay = part((z) =>
  day(z).optional().describe('Day of the balance sheet it uses, where that is before the end of the twelve months.'),
)

export const titleWithBalanceDay = ({ title, balance_day: on }: Pick<RatioDocument, 'title' | 'balance_day'>): Text =>
  on === undefined ? title : [title, ', balance sheet of ', { day: on, year: true }]

const rank = part((z) =>
  z
    .object({ place: z.int(), n: z.int() })
    .nullable()
    .meta({ id: 'CompanyRank', description: 'Place among those peers that have the ratio, 1 the highest value.' }),
)

/** Whom the company is compared with; null until the block is served. */
const peers = part((z) =>
  z
    .object({
      among: untrusted(z.string().nullable(), 'Their industry and market; null for too few.'),
      n: z.int().nullable(),
      as_of: day(z),
      why: z.string().nullable().describe('Why there is no rank.'),
    })
    .meta({ id: 'CompanyPeers', description: 'Companies that have reported lately, the company among them.' }),
)

export const ratios = part((z) => ({
  period: z.string().describe('The twelve months the ratios are of.'),
  known_since: day(z).describe('Day of the last filing that any of them needed.'),
  ratios: z.array(
    z.object({
      ratio: z.string(),
      title: z.string(),
      value: z.number().nullable(),
      unit: z.enum(['percent', 'times', 'days', 'currency', 'currency/share']),
      why: z.string().nullable().describe('Why it has no value.'),
      formula: z.string(),
      source: z.string(),
      inputs: inputPlacesSchema(z),
      balance_day: balanceDay(z),
      year_ago: z.number().nullable(),
      own_range: ownRangeSchema(z),
      rank: rank(z),
    }),
  ),
  peers: peers(z).nullable(),
  inputs: blockInputsSchema(z),
  filings: filings(z),
}))
export type Ratios = MembersType<typeof ratios>
export type RatioInput = Ratios['inputs'][number]
export type RatioDocument = Ratios['ratios'][number]

export function ratiosBlocks({ period, known_since, ratios: all, peers: among }: Ratios): Block[] {
  const stated = all.filter(({ value }) => value !== null)
  const missing = all.filter(({ value }) => value === null)
  return [
    sentence(`Of ${period}, known since `, { day: known_since, year: true }, '.', ...ranksText(among)),
    tableOf(stated, [
      ['Ratio', titleWithBalanceDay],
      [['Value'], ({ value, unit }) => ratioText(value, unit)],
      [['A year before'], ({ year_ago, unit }) => ratioText(year_ago, unit)],
      [['Own range'], rangeText],
      ['Rank', ({ rank: each }) => (each === null ? '' : `${each.place} of ${each.n}`)],
      ['Formula', ({ formula }) => formula],
    ]),
    partHeading('Ratios without a value'),
    tableOf(missing, [
      ['Ratio', ({ title }) => title],
      ['Why', ({ why }) => why!],
    ]),
  ]
}

/** ` Ranks are among 12 companies of Machinery, Japan, as of 16 July 2026.` */
function ranksText(peers: Ratios['peers']): Span[] {
  if (peers === null) return []
  if (peers.among === null) return [` No ranks: ${peers.why}.`]
  return [` Ranks are among ${peers.n} companies of ${peers.among}, as of `, { day: peers.as_of, year: true }, '.']
}

export function ratioText(value: number | null, unit: RatioDocument['unit']): Text {
  if (value === null) return ''
  if (unit === 'percent') return [number(value, 'percent', 1)]
  if (unit === 'currency') return scaledAmountSpans(value)
  return [number(value, undefined, unit === 'days' ? 0 : 2), unit === 'times' ? '×' : unit === 'days' ? ' days' : '']
}

export function rangeText({ own_range: range, unit }: Pick<RatioDocument, 'own_range' | 'unit'>): Text {
  if (range === null) return ''
  return [...[ratioText(range.low, unit)].flat(), ' to ', ...[ratioText(range.high, unit)].flat()] as Text
}
