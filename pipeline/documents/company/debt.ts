import {
  type Block,
  joined,
  number,
  partHeading,
  sentence,
  type TableColumnHead,
  type Text,
  tableOf,
  toSpans,
} from '../blocks.ts'
import { day, type MembersType, part, untrusted, type Zod } from '../schema.ts'
import { amountText, titleOfName } from './figure.ts'

const debtLine = (z: Zod) => ({
  name: untrusted(z.string(), 'As filed; None where the report states that nothing is owed.'),
  basis: z
    .enum(['principal', 'note', 'carried'])
    .describe(
      'principal: what is owed, where two places of the report agree; note: as the debt note alone states it; carried: as on the balance sheet.',
    ),
  amount: z.number(),
  currency: z.string(),
  coupon_percent: z.number().nullable(),
  effective_percent: z.number().nullable(),
  maturity: day(z).nullable(),
  within_a_year: z.boolean().nullable(),
  as_of: day(z),
  filing: z.string(),
})
/** What a company owes, by instrument, by line of its balance sheet and by year, with its rates. */
export const debtMembers = part((z) => ({
  debt: z
    .array(z.object(debtLine(z)))
    .describe(
      'By instrument (basis principal or note), and by line of the balance sheet (basis carried) unless all principal is confirmed.',
    ),
  by_arm: z
    .array(z.object({ arm: untrusted(z.string()), ...debtLine(z) }))
    .nullable()
    .describe('Debt of each part of the company, such as its finance business, where the balance sheet divides it.'),
  principal: z
    .object({
      as_of: day(z),
      basis: z.enum(['principal', 'note', 'maturities']),
      instruments: z.number().nullable().describe('What debt by instrument adds up to.'),
      maturities: z.number().nullable().describe('What long-term debt by year of maturity adds up to.'),
      difference: z.number().nullable().describe('Instruments less maturities; null where one of them is not served.'),
      agrees: z.boolean().nullable().describe('Whether they make one total, give or take rounding; null where one is alone.'),
      besides: z
        .array(z.object({ name: untrusted(z.string()), amount: z.number() }))
        .describe('What the table of the debt note adds to its instruments, as tagged: leases, discount and costs.'),
      currency: z.string(),
      filing: z.string(),
    })
    .nullable()
    .describe(
      'Debt by instrument and by year of maturity in one report. What nothing else confirms has the basis note or maturities and is in no ratio.',
    ),
  rates: z
    .array(
      z.object({
        kind: z.enum(['weighted_average', 'fixed', 'floating']),
        debt: untrusted(z.string(), 'The debt it is of.'),
        percent: z.number().nullable().describe('The average rate, or the share that is fixed or floating.'),
        amount: z.number().nullable(),
        currency: z.string(),
        from: day(z).nullable().describe('First day of an average over time; null for a rate on the day.'),
        as_of: day(z),
        derived: z.string().nullable().describe('How it follows from filed figures; null where it is filed.'),
        filing: z.string(),
      }),
    )
    .describe('Weighted average rates, and debt with fixed and floating interest, as tagged.'),
  maturities: z
    .array(
      z.object({
        label: untrusted(z.string()),
        to: day(z).nullable().describe('Last day of the year; null where that is not certain.'),
        amount: z.number(),
        currency: z.string(),
        filing: z.string(),
      }),
    )
    .describe('Long-term debt by the year in which it falls due, as the report tabulates it.'),
}))
type Debt = MembersType<typeof debtMembers>

export const moneyCell = (value: number, unit: string): Text => amountText({ value, unit })
export const yearDay = (value: string): Text => [{ day: value, year: true }]
const percent = (rate: number | null): Text => (rate === null ? '' : [number(rate, 'percent', 3)])
const rateNames = { weighted_average: 'Weighted average rate', fixed: 'Fixed interest', floating: 'Floating interest' } as const

/** Tables of debt, each with its own day. */
export function debtBlocks(structure: Debt): Block[] {
  const { debt, by_arm: arms } = structure
  const owed = debt.filter(({ amount }) => amount !== 0)
  const instruments = owed.filter(({ basis }) => basis !== 'carried')
  const lines = [...owed.filter(({ basis }) => basis === 'carried').map((row) => ({ arm: '', ...row })), ...(arms ?? [])]
  return [
    partHeading('Debt by instrument'),
    ...noneText(debt),
    tableOf(instruments, [
      ['Instrument', ({ name }) => name],
      [['Amount'], ({ amount, currency }) => moneyCell(amount, currency)],
      ['Basis', ({ basis }) => titleOfName(basis)],
      ['As of', ({ as_of }) => yearDay(as_of)],
      ...termColumns
        .filter(([, term]) => instruments.some((row) => row[term] !== null))
        .map(([head, , cell]) => [head, cell] as const),
    ]),
    ...(instruments.length > 0 ? witnessBlocks(structure) : []),
    partHeading('Debt on the balance sheet'),
    tableOf(lines, [
      ['Line', ({ arm, name }) => (arm === '' ? name : `${arm}: ${name}`)],
      [['Carrying amount'], ({ amount, currency }) => moneyCell(amount, currency)],
      ['As of', ({ as_of }) => yearDay(as_of)],
      ['Due within a year', ({ within_a_year: due }) => (due === null ? '' : due ? 'Yes' : 'No')],
    ]),
    partHeading('Long-term debt by year of maturity'),
    tableOf(structure.maturities, [
      ['Year', ({ label }) => label],
      ['To', ({ to }) => (to === null ? '' : yearDay(to))],
      [['Amount'], ({ amount, currency }) => moneyCell(amount, currency)],
      ['As of', () => (structure.principal === null ? '' : yearDay(structure.principal.as_of))],
    ]),
    ...(instruments.length === 0 ? witnessBlocks(structure) : []),
    partHeading('Interest rates of debt'),
    tableOf(structure.rates, [
      ['Debt', ({ debt: of }) => of],
      ['Measure', ({ kind, derived }) => `${rateNames[kind]}${derived === null ? '' : ', derived'}`],
      [['Value'], (rate) => (rate.percent === null ? moneyCell(rate.amount!, rate.currency) : percent(rate.percent))],
      [
        'As of',
        ({ from, as_of }) => (from === null ? yearDay(as_of) : [{ day: from, year: true }, ' to ', { day: as_of, year: true }]),
      ],
    ]),
  ]
}

type Row = Debt['debt'][number]
/** Columns of terms, left out where no instrument has the term. */
const termColumns: readonly (readonly [TableColumnHead, keyof Row, (row: Row) => Text])[] = [
  [['Coupon'], 'coupon_percent', ({ coupon_percent: rate }) => percent(rate)],
  [['Effective rate'], 'effective_percent', ({ effective_percent: rate }) => percent(rate)],
  ['Maturity', 'maturity', ({ maturity }) => (maturity === null ? '' : yearDay(maturity))],
]

/** A debt of nothing is a sentence, not a row. */
function noneText(debt: Debt['debt']): Block[] {
  const none = debt.find(({ amount, basis }) => amount === 0 && basis === 'principal')
  return none === undefined ? [] : [sentence('The report states that nothing was owed on ', { day: none.as_of, year: true }, '.')]
}

/** Whether the instruments and the years of maturity make one total, with both where they do not. */
function witnessBlocks({ principal }: Debt): Block[] {
  if (principal === null) return []
  const { instruments, maturities, difference, agrees, besides, basis, currency } = principal
  const amount = (value: number) => toSpans(moneyCell(value, currency))
  const both = instruments !== null && maturities !== null
  const words = both
    ? agrees
      ? ['The instruments and the years of maturity make the same total, ', ...amount(instruments), '.']
      : [
          ...['The instruments make ', ...amount(instruments), ', the years of maturity ', ...amount(maturities)],
          ...[': a difference of ', ...amount(Math.abs(difference!)), '.'],
        ]
    : basis === 'principal'
      ? ['Two places of the report state ', ...amount(instruments!), ' of principal.']
      : [
          ...[
            instruments === null ? 'The years of maturity make ' : 'The instruments make ',
            ...amount((instruments ?? maturities)!),
          ],
          ', which nothing else in the report confirms.',
        ]
  const listed = besides.map(({ name, amount: value }): Text => [`${name} `, ...amount(value)])
  return [
    sentence(...words),
    ...(listed.length === 0 ? [] : [sentence('The table of the debt note also lists: ', ...joined(listed, ', '), '.')]),
  ]
}
