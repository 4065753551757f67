import type { Shape } from './lines.ts'

interface ShapeRow {
  readonly shape: Shape
  /** Least and greatest SIC code. */
  readonly from: number
  readonly to: number
  readonly industries: string
}

/**
 * Forms of statements by SIC code; every other code is general. General too, because their statements have costs of revenue and current items:
 * exchanges (6200), insurance agents (6411), loan brokers (6163), and finance services (6199), which has card issuers and miners of coins.
 */
const rows: readonly ShapeRow[] = [
  { shape: 'bank', from: 6020, to: 6036, industries: 'commercial banks and savings institutions' },
  { shape: 'bank', from: 6111, to: 6162, industries: 'credit agencies, personal and business credit, mortgage bankers' },
  { shape: 'bank', from: 6172, to: 6172, industries: 'finance lessors' },
  { shape: 'bank', from: 6712, to: 6712, industries: 'bank holding companies' },
  { shape: 'broker', from: 6211, to: 6282, industries: 'security and commodity brokers, investment advice' },
  { shape: 'insurer', from: 6310, to: 6399, industries: 'life, health, casualty, surety and title insurance' },
  { shape: 'reit', from: 6798, to: 6798, industries: 'real estate investment trusts' },
]

/** The same outside the USA, by the first letters of the code of the market's own classification. */
const elsewhere: Readonly<Record<string, readonly (readonly [code: string, shape: Shape])[]>> = {
  // Korean standard industrial classification: banks, financial holding companies, insurers, securities firms
  kr: [
    ['641', 'bank'],
    ['64992', 'bank'],
    ['65', 'insurer'],
    ['661', 'broker'],
  ],
  // industry codes of EDINET, which a report states for the form of its statements
  jp: [
    ['BNK', 'bank'],
    ['BK', 'bank'],
    ['INS', 'insurer'],
    ['IN1', 'insurer'],
    ['IN2', 'insurer'],
    ['SEC', 'broker'],
  ],
  // formats of results
  in: [
    ['BANKING', 'bank'],
    ['NBFC', 'bank'],
    ['LI', 'insurer'],
    ['GI', 'insurer'],
  ],
  // NACE
  eu: [
    ['64', 'bank'],
    ['65', 'insurer'],
  ],
}

/** The form of the statements of a company (issuer id) by the code of its industry, SIC in the USA. */
export function shapeOf({ company, industryCode }: { readonly company: string; readonly industryCode: string | null }): Shape {
  const market = company.slice(0, company.indexOf(':'))
  if (market !== 'us') return elsewhere[market]?.find(([code]) => industryCode?.startsWith(code))?.[1] ?? 'general'
  const code = Number(industryCode)
  return rows.find(({ from, to }) => from <= code && code <= to)?.shape ?? 'general'
}
