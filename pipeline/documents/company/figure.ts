import { number, type Span, type Text } from '../blocks.ts'
import { addressSchema, day, part, type SchemaType, untrusted } from '../schema.ts'

const period = part((z) =>
  z
    .object({
      label: z.string().describe('As the issuer counts: FY2025, FY2025 H1, FY2025 Q4.'),
      span: z.enum(['year', 'half', 'quarter', 'instant']),
      start: day(z).nullable().describe('First day; null for a balance sheet day.'),
      end: day(z),
    })
    .meta({ id: 'CompanyPeriod', description: 'A fiscal period; both days are part of it.' }),
)

export const figureSchema = part((z) =>
  z
    .object({
      value: z.number(),
      unit: z.string().describe('ISO code of the currency, with /shares for an amount per share; or shares.'),
      period: period(z),
      knownBasis: z.enum(['filed', 'reported', 'deadline']),
      knownSince: z.string().describe('Day on which it became known, in the time zone of the market.'),
      filing: z.string().describe('The filing that states it, a key of filings.'),
      concept: untrusted(z.string(), 'Concept under which it is filed.'),
      label: untrusted(z.string(), 'The concept in words.'),
      derived: z.string().nullable().describe('How it follows from filed figures; null where it is filed.'),
      restated: z
        .object({ was: z.number(), since: day(z) })
        .nullable()
        .describe('What was stated before, and since when this is; null where it has not been restated.'),
      before_split: z
        .string()
        .optional()
        .describe('Split (new shares to old) since which shares are counted otherwise; left out where there was none.'),
    })
    .meta({ id: 'CompanyFigure', description: 'A figure of a company with its period, filing and the day it became known.' }),
)
export type CompanyFigure = SchemaType<typeof figureSchema>

/** A report, by what it is and when it became known. */
export const companyFilingSchema = part((z) =>
  z.object({
    form: untrusted(z.string()),
    filed: day(z),
    url: addressSchema(z),
    title: untrusted(z.string()),
    basis: z
      .enum(['reported', 'deadline'])
      .optional()
      .describe(
        'How that day is known where the source states no filing: reported is the day of an announcement, deadline the day by which the market requires it. Left out where it was filed.',
      ),
  }),
)

export const filings = part((z) =>
  z.record(z.string(), companyFilingSchema(z)).meta({ id: 'CompanyFilings', description: 'Filings by accession number.' }),
)
export type Filings = SchemaType<typeof filings>

export const omittedSchema = part((z) =>
  z
    .array(z.object({ what: z.string(), why: z.string() }))
    .meta({ id: 'LeftOut', description: 'What is not served, and why; empty if nothing is left out.' }),
)

/** An amount with its unit: `USD 111.2bn`, `14.69bn shares`; one per share with two decimals. */
export function amountText({ value, unit }: Pick<CompanyFigure, 'value' | 'unit'>): Text {
  const [currency = '', per] = unit.split('/')
  if (per !== undefined) return [`${currency} `, number(value, undefined, 2), ' a share']
  return unit === 'shares' ? [...scaledAmountSpans(value), ' shares'] : [`${unit} `, ...scaledAmountSpans(value)]
}

const scales = [
  [1e12, 'tn'],
  [1e9, 'bn'],
  [1e6, 'm'],
] as const

/** An amount in four digits with its scale, whole below a million: ranges and changes of a percent stay visible. */
export function scaledAmountSpans(value: number): readonly Span[] {
  const rounded = Number(value.toPrecision(4))
  const scale = scales.find(([size]) => Math.abs(rounded) >= size)
  if (scale === undefined) return [number(value, undefined, 0)]
  const shown = rounded / scale[0]
  return [number(shown, undefined, Math.abs(shown) >= 100 ? 1 : Math.abs(shown) >= 10 ? 2 : 3), scale[1]]
}

export function periodText({ period: { label, end } }: Pick<CompanyFigure, 'period'>): Text {
  return [`${label}, to `, { day: end, year: true }]
}

/** `net_income` -> `Net income` */
export const titleOfName = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`.replace(/^Eps/, 'EPS,')
