import { type Block, list, number, partHeading, quotationSpan, type Text, tableOf, toSpans } from '../blocks.ts'
import { day, type MembersType, part, type SchemaType, untrusted } from '../schema.ts'
import { amountText, figureSchema, filings, titleOfName } from './figure.ts'

const guided = part((z) => ({
  metric: z.string().describe('What is expected: revenue, eps, operating_margin ...'),
  basis: z.enum(['reported', 'adjusted', 'constant currency']),
  period: z.string().describe('As the issuer counts: FY2025, FY2025 Q4, FY2025 H2.'),
}))
const range = part((z) => ({
  low: z.number().nullable().describe('Null where only a ceiling is stated.'),
  high: z.number().nullable().describe('Equal to the low end for a point; null where only a floor is stated.'),
}))
const unit = part((z) =>
  z
    .string()
    .describe('ISO code of the currency, with /shares for an amount per share; percent; or growth_percent over the year before.'),
)

const inForce = part((z) =>
  z.object({
    ...guided(z),
    ...range(z),
    unit: unit(z),
    given_on: day(z),
    action: z
      .enum(['given', 'raised', 'cut', 'narrowed', 'kept', 'new_basis', 'withdrawn'])
      .describe('By the range before for the same metric, basis and period, whatever the words of the release.'),
    prior: z.object(range(z)).nullable(),
    quote: untrusted(z.string()),
    filing: z.string(),
  }),
)
export type InForce = SchemaType<typeof inForce>

export const againstGuidance = part((z) => ({
  in_force: z.array(inForce(z)).describe('The newest guidance for periods that the company has not reported.'),
  compared: z
    .array(
      z.object({
        ...guided(z),
        ...range(z),
        unit: unit(z),
        actual: figureSchema(z),
        position: z.enum(['below', 'within', 'above']),
      }),
    )
    .describe('The newest guidance for a reported period against what was reported, by the accounting standard.'),
  not_compared: z.array(z.object({ ...guided(z), why: z.string() })),
  filings: filings(z),
}))
export type AgainstGuidance = MembersType<typeof againstGuidance>

const valueText = (value: number, of: string): Text =>
  of === 'percent'
    ? [number(value, 'percent', 1)]
    : of === 'growth_percent'
      ? [number(value, 'percent', 1), ' growth']
      : amountText({ value, unit: of })

function rangeText({ low, high, unit: of }: { low: number | null; high: number | null; unit: string }): Text {
  if (low === null && high === null) return ''
  if (low === null) return ['up to ', ...toSpans(valueText(high!, of))]
  if (high === null) return ['at least ', ...toSpans(valueText(low, of))]
  return low === high ? valueText(low, of) : [...toSpans(valueText(low, of)), ' to ', ...toSpans(valueText(high, of))]
}

const named = ({ metric, basis }: { metric: string; basis: string }) =>
  basis === 'reported' ? titleOfName(metric) : `${titleOfName(metric)}, ${basis}`

export function againstGuidanceBlocks({ in_force, compared, not_compared }: AgainstGuidance): Block[] {
  return [
    partHeading('Guidance in force'),
    tableOf(in_force, [
      ['Measure', named],
      ['Period', ({ period }) => period],
      [['Expected'], rangeText],
      ['Action', ({ action }) => titleOfName(action)],
      [['Before'], ({ prior, unit: of }) => (prior === null ? '' : rangeText({ ...prior, unit: of }))],
      ['Given', ({ given_on }) => [{ day: given_on, year: true }]],
    ]),
    list(in_force.map((each) => `${named(each)}, ${each.period}: ${quotationSpan(each.quote)}`)),
    partHeading('Guidance against what was reported'),
    tableOf(compared, [
      ['Measure', named],
      ['Period', ({ period }) => period],
      [['Expected'], rangeText],
      [['Reported'], ({ actual }) => amountText(actual)],
      ['Position', ({ position }) => position],
    ]),
    list(not_compared.map((each) => `${named(each)}, ${each.period}, is not compared: ${each.why}`)),
  ]
}
