import { type Block, facts, joined, list, number, partHeading, type Text, tableOf, toSpans } from '../blocks.ts'
import { day, type MembersType, part, untrusted, type Zod } from '../schema.ts'
import { debtBlocks, debtMembers, moneyCell, yearDay } from './debt.ts'
import { type CompanyFigure, figureSchema, filings, titleOfName } from './figure.ts'

const flow = (z: Zod) => ({ period: z.string(), amount: z.number(), unit: z.string(), filing: z.string() })

export const capitalStructure = part((z) => ({
  balance_day: day(z).describe('Day of the newest balance sheet, which the totals are of.'),
  ...debtMembers(z),
  preferred: z.array(
    z.object({
      name: untrusted(z.string()),
      liquidation_preference: z.number(),
      currency: z.string(),
      as_of: day(z),
      filing: z.string(),
    }),
  ),
  totals: z
    .object({
      debt: figureSchema(z).nullable(),
      leases: figureSchema(z).nullable(),
      preferred: figureSchema(z).nullable(),
      cash: figureSchema(z).nullable(),
      net_debt: figureSchema(z).nullable(),
    })
    .describe(
      'Of one balance sheet. Net debt contains leases, under US GAAP operating ones, and no preferred stock; a bank, an insurer or a broker has none.',
    ),
  net_debt_parts: z
    .array(z.object({ what: z.string(), value: z.number() }))
    .describe('Lines that add up to net debt, what is taken off below zero; empty without net debt.'),
  totals_without: z
    .array(z.string())
    .describe('Lines that are not in debt or net debt because none of them is read from the balance sheet.'),
  classes: z.array(z.object({ class: untrusted(z.string()), count: z.number(), as_of: day(z), filing: z.string() })),
  dilution: z
    .object({ period: z.string(), basic: z.number(), diluted: z.number(), percent: z.number(), filing: z.string() })
    .nullable()
    .describe('Average shares of the newest period.'),
  buybacks: z.array(z.object(flow(z))),
  dividends: z.array(z.object({ ...flow(z), per_share: z.number().nullable().describe('Dividend declared per share.') })),
  issued: z.array(z.object(flow(z))).describe('Proceeds from issuing shares.'),
  not_served: z.array(z.object({ what: z.string(), why: z.string() })),
  filings: filings(z),
}))
export type CapitalStructure = MembersType<typeof capitalStructure>

const partNames: Readonly<Record<string, string>> = {
  short_term_debt: 'debt due within a year',
  long_term_debt: 'debt due after a year',
  short_term_investments: 'short-term investments',
}
const notRead = 'Not read from the balance sheet'

/** A heading names what its table is of: parts are read apart from each other. */
export function capitalStructureBlocks(structure: CapitalStructure): Block[] {
  const { preferred } = structure
  const outstanding = preferred.filter(({ liquidation_preference: amount }) => amount !== 0)
  return [
    facts(...totalRows(structure)),
    ...debtBlocks(structure),
    partHeading('Preferred stock by class'),
    tableOf(outstanding, [
      ['Class', ({ name }) => name],
      [['Liquidation preference'], ({ liquidation_preference: amount, currency }) => moneyCell(amount, currency)],
      ['As of', ({ as_of }) => yearDay(as_of)],
    ]),
    partHeading('Shares outstanding by class'),
    tableOf(structure.classes, [
      ['Class', ({ class: name }) => name],
      [['Outstanding'], ({ count }) => moneyCell(count, 'shares')],
      ['On', ({ as_of }) => yearDay(as_of)],
    ]),
    ...flowBlocks(structure),
    partHeading('What is not served of the capital structure'),
    list(structure.not_served.map(({ what, why }) => `${titleOfName(what)}: ${why}`)),
  ]
}

/** Totals of the balance sheet, net debt with the lines that add up to it. */
function totalRows(structure: CapitalStructure) {
  const { balance_day, totals, net_debt_parts: parts, totals_without: without, dilution } = structure
  const leases = totals.leases?.concept.includes('OperatingLease') ? 'operating leases' : 'leases'
  const nameOf = (line: string) => (line === 'lease_liabilities' ? leases : (partNames[line] ?? line.replaceAll('_', ' ')))
  const total = (figureOf: CompanyFigure | null, none: string): Text =>
    figureOf === null ? none : moneyCell(figureOf.value, figureOf.unit)
  const { debt, net_debt: net } = totals
  const sum = parts.map(
    ({ what, value }, at): Text => [
      `${at === 0 ? '' : value < 0 ? ' - ' : ' + '}${nameOf(what)} `,
      ...toSpans(moneyCell(Math.abs(value), net!.unit)),
    ],
  )
  const debtDay = (structure.principal ?? structure.debt[0] ?? structure.by_arm?.[0])?.as_of ?? balance_day
  const hasNone = structure.preferred.some(({ liquidation_preference: amount }) => amount === 0)
  return [
    ['Balance sheet day', yearDay(balance_day)],
    ['Debt', debt === null ? null : total(debt, '')],
    [titleOfName(leases), without.includes('lease_liabilities') ? null : total(totals.leases, notRead)],
    ['Preferred', total(totals.preferred, hasNone ? 'None' : notRead)],
    ['Cash', total(totals.cash, notRead)],
    ['Net debt', net === null ? null : [...toSpans(total(net, '')), ' = ', ...joined(sum, '')]],
    ['Not taken off net debt', net === null ? null : 'investments held for more than a year'],
    ['Not in debt or net debt', without.length === 0 ? null : `${without.map(nameOf).join(', ')}: no line is read`],
    ['Debt by instrument, line and year is of', debtDay === balance_day ? null : yearDay(debtDay)],
    ['Dilution', dilution === null ? null : [number(dilution.percent, 'percent', 1), `, ${dilution.period}`]],
  ] as const
}

function flowBlocks({ buybacks, dividends, issued }: CapitalStructure): Block[] {
  const rows = [
    ...buybacks.map((row) => ({ what: 'Purchases of own shares', per_share: null, ...row })),
    ...dividends.map((row) => ({ what: 'Dividends paid', ...row })),
    ...issued.map((row) => ({ what: 'Shares issued', per_share: null, ...row })),
  ].filter(({ amount }) => amount !== 0)
  const perShare = (value: number | null, unit: string): Text => (value === null ? '' : moneyCell(value, `${unit}/shares`))
  return [
    partHeading('Shares bought, dividends and shares issued'),
    tableOf(rows, [
      ['What', ({ what }) => what],
      ['Period', ({ period }) => period],
      [['Amount'], ({ amount, unit }) => moneyCell(amount, unit)],
      ...(rows.some(({ per_share }) => per_share !== null)
        ? [[['Declared per share'], ({ per_share, unit }: (typeof rows)[number]) => perShare(per_share, unit)] as const]
        : []),
    ]),
  ]
}
