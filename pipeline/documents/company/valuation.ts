import { type Block, facts, joined, number, partHeading, sentence, tableOf } from '../blocks.ts'
import { addressSchema, day, type MembersType, part, untrusted } from '../schema.ts'
import { amountText, filings, titleOfName } from './figure.ts'
import { blockInputsSchema, inputPlacesSchema, ownRangeSchema, rangeText, ratioText } from './ratios.ts'

export const valuation = part((z) => {
  const resale = z.enum(['free', 'attribution', 'licence'])
  return {
    close: z.object({
      value: z.number(),
      currency: z.string(),
      day: day(z),
      source: z.string(),
      url: addressSchema(z).nullable(),
      resale,
    }),
    free: z
      .object({ day: day(z), close: z.number(), market_value: z.number(), source: z.string(), resale })
      .nullable()
      .describe('The same at a close whose source lets anybody sell it on: weeks older.'),
    notes: z.array(z.string()),
    shares: z.object({
      classes: z.array(
        z.object({
          class: untrusted(z.string()),
          count: z.number(),
          as_of: day(z),
          filing: z.string(),
          close: z.number(),
          listed: z.boolean().nullable(),
        }),
      ),
      total: z.number().describe('All classes, in shares of the session of the close.'),
      adjusted_for: z
        .array(z.object({ ratio: z.number(), session: day(z) }))
        .describe('Splits between the day of the count and the close: new shares for an old one.'),
    }),
    market_value: z.number(),
    enterprise_value: z
      .object({ value: z.number(), parts: z.array(z.object({ what: z.string(), value: z.number(), filing: z.string() })) })
      .nullable(),
    why_no_enterprise_value: z.string().nullable(),
    period: z.string().describe('The twelve months the multiples are of.'),
    multiples: z.array(
      z.object({
        multiple: z.string(),
        title: z.string(),
        value: z.number().nullable(),
        unit: z.enum(['times', 'percent']),
        why: z.string().nullable().describe('Why it has no value.'),
        formula: z.string(),
        inputs: inputPlacesSchema(z),
        year_ago: z.number().nullable().describe('At the close of the day on which the report of that quarter became known.'),
        own_range: ownRangeSchema(z),
      }),
    ),
    inputs: blockInputsSchema(z),
    filings: filings(z),
  }
})
export type Valuation = MembersType<typeof valuation>

export function valuationBlocks({ close, free, notes, shares, market_value, enterprise_value, ...rest }: Valuation): Block[] {
  const money = (value: number) => amountText({ value, unit: close.currency })
  const stated = rest.multiples.filter(({ value }) => value !== null)
  const missing = rest.multiples.filter(({ value }) => value === null)
  return [
    ...notes.map((note) => sentence(note)),
    facts(
      [
        'Close',
        [
          `${close.currency} `,
          number(close.value, undefined, 2),
          ' on ',
          { day: close.day, year: true },
          ', ',
          { name: close.source, url: close.url },
        ],
      ],
      [
        'Shares',
        joined(
          [
            amountText({ value: shares.total, unit: 'shares' }),
            ['counted ', { day: shares.classes[0]!.as_of, year: true }],
            ...shares.classes
              .filter(({ listed }) => listed === false)
              .map(({ class: name }) => [`${name}, not listed, at the close of the listed shares`] as const),
            ...shares.adjusted_for.map(
              ({ ratio, session }) => [`times ${ratio} for the split of `, { day: session, year: true }] as const,
            ),
          ],
          ', ',
        ),
      ],
      ['Market value', money(market_value)],
      [
        'At a free close',
        free === null
          ? null
          : joined(
              [money(free.market_value), [{ day: free.day, year: true }, `, ${free.source}: anybody may sell it on`]],
              ', on ',
            ),
      ],
      ['Enterprise value', enterprise_value === null ? rest.why_no_enterprise_value : money(enterprise_value.value)],
      ['Multiples of', rest.period],
    ),
    partHeading('Valuation multiples'),
    tableOf(stated, [
      ['Multiple', ({ title }) => title],
      [['Value'], ({ value, unit }) => ratioText(value, unit)],
      [['A year before'], ({ year_ago, unit }) => ratioText(year_ago, unit)],
      [['Own range'], rangeText],
      ['Formula', ({ formula }) => formula],
    ]),
    partHeading('Multiples without a value'),
    tableOf(missing, [
      ['Multiple', ({ title }) => title],
      ['Why', ({ why }) => why!],
    ]),
    partHeading('Parts of enterprise value'),
    tableOf(enterprise_value?.parts ?? [], [
      ['Part', ({ what }) => titleOfName(what)],
      [['Value'], ({ value }) => money(value)],
    ]),
  ]
}
