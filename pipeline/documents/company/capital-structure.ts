import { type Block, facts, heading, list, number, tableOf } from '../blocks.ts'
import { day, type OfMembers, part, untrusted, type Z } from '../schema.ts'
import { amountText, figure, filings, titled } from './figure.ts'

const debtLine = (z: Z) => ({
  name: untrusted(z.string(), 'As filed; None where the report states that nothing is owed.'),
  basis: z.enum(['principal', 'carried']).meta({
    description: 'principal: what is owed, where two places of the report agree; carried: a line of the balance sheet.',
  }),
  amount: z.number(),
  currency: z.string(),
  coupon_percent: z.number().nullable(),
  maturity: day(z).nullable(),
  within_a_year: z.boolean().nullable(),
  as_of: day(z),
  filing: z.string(),
})
const flow = (z: Z) => ({ period: z.string(), amount: z.number(), unit: z.string(), filing: z.string() })

export const capitalStructure = part((z) => ({
  balance_day: day(z).meta({ description: 'Day of the newest balance sheet, which the totals are of.' }),
  debt: z.array(z.object(debtLine(z))),
  by_arm: z
    .array(z.object({ arm: untrusted(z.string()), ...debtLine(z) }))
    .nullable()
    .meta({
      description: 'Debt of each part of the company, such as its finance business, where the balance sheet divides it.',
    }),
  preferred: z.array(
    z.object({ name: untrusted(z.string()), liquidation_preference: z.number(), currency: z.string(), filing: z.string() }),
  ),
  totals: z
    .object({
      debt: figure(z).nullable(),
      leases: figure(z).nullable(),
      preferred: figure(z).nullable(),
      cash: figure(z).nullable(),
      net_debt: figure(z).nullable(),
    })
    .meta({ description: 'Of one balance sheet. Net debt contains leases; a bank, an insurer or a broker has none.' }),
  maturities: z
    .array(
      z.object({
        label: untrusted(z.string()),
        to: day(z).nullable().meta({ description: 'Last day of the year; null where that is not certain.' }),
        amount: z.number(),
        currency: z.string(),
        filing: z.string(),
      }),
    )
    .meta({ description: 'Long-term debt by the year in which it falls due, at principal.' }),
  classes: z.array(z.object({ class: untrusted(z.string()), count: z.number(), as_of: day(z), filing: z.string() })),
  dilution: z
    .object({ period: z.string(), basic: z.number(), diluted: z.number(), percent: z.number(), filing: z.string() })
    .nullable()
    .meta({ description: 'Average shares of the newest period.' }),
  buybacks: z.array(z.object(flow(z))),
  dividends: z.array(z.object({ ...flow(z), per_share: z.number().nullable() })),
  issued: z.array(z.object(flow(z))).meta({ description: 'Proceeds from issuing shares.' }),
  not_served: z.array(z.object({ what: z.string(), why: z.string() })),
  filings: filings(z),
}))
export type CapitalStructure = OfMembers<typeof capitalStructure>

export function capitalStructureBlocks(structure: CapitalStructure): Block[] {
  const { totals, dilution } = structure
  const money = (value: number, unit: string) => amountText({ value, unit })
  const debts = [...structure.debt.map((row) => ({ arm: '', ...row })), ...(structure.by_arm ?? [])]
  const flows = [
    ...structure.buybacks.map((row) => ({ what: 'Purchases of own shares', ...row })),
    ...structure.dividends.map((row) => ({ what: 'Dividends', ...row })),
    ...structure.issued.map((row) => ({ what: 'Shares issued', ...row })),
  ]
  return [
    facts(
      ['Balance sheet day', [{ day: structure.balance_day, year: true }]],
      ...Object.entries(totals).map(
        ([name, total]) => [titled(name), total === null ? 'Not served' : money(total.value, total.unit)] as const,
      ),
      ['Dilution', dilution === null ? 'Not served' : [number(dilution.percent, 'percent', 1), `, ${dilution.period}`]],
    ),
    heading('Debt'),
    tableOf(debts, [
      ['Name', ({ arm, name }) => (arm === '' ? name : `${arm}: ${name}`)],
      [['Amount'], ({ amount, currency }) => money(amount, currency)],
      ['Basis', ({ basis }) => titled(basis)],
      ['As of', ({ as_of }) => [{ day: as_of, year: true }]],
      [['Coupon'], ({ coupon_percent: rate }) => (rate === null ? '' : [number(rate, 'percent', 3)])],
      ['Maturity', ({ maturity }) => (maturity === null ? '' : [{ day: maturity, year: true }])],
      ['Within a year', ({ within_a_year: due }) => (due === null ? '' : due ? 'Yes' : 'No')],
    ]),
    heading('Falls due'),
    tableOf(structure.maturities, [
      ['Year', ({ label }) => label],
      ['To', ({ to }) => (to === null ? '' : [{ day: to, year: true }])],
      [['Amount'], ({ amount, currency }) => money(amount, currency)],
    ]),
    heading('Preferred stock'),
    tableOf(structure.preferred, [
      ['Class', ({ name }) => name],
      [['Liquidation preference'], ({ liquidation_preference: amount, currency }) => money(amount, currency)],
    ]),
    heading('Shares'),
    tableOf(structure.classes, [
      ['Class', ({ class: name }) => name],
      [['Outstanding'], ({ count }) => money(count, 'shares')],
      ['On', ({ as_of }) => [{ day: as_of, year: true }]],
    ]),
    heading('Bought, paid and issued'),
    tableOf(flows, [
      ['What', ({ what }) => what],
      ['Period', ({ period }) => period],
      [['Amount'], ({ amount, unit }) => money(amount, unit)],
    ]),
    heading('Not served'),
    list(structure.not_served.map(({ what, why }) => `${titled(what)}: ${why}`)),
  ]
}
