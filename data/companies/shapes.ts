import type { LineId, StatementShape } from './lines.ts'

interface ShapeRow {
  readonly shape: StatementShape
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
const elsewhere: Readonly<
  Record<string, readonly { readonly code: string; readonly shape: StatementShape; readonly stating?: readonly LineId[] }[]>
> = {
  // Korean standard industrial classification
  kr: [
    { code: '641', shape: 'bank' },
    // leasing, instalments, cards
    { code: '6491', shape: 'bank' },
    // holding companies of any industry: those of banks by what they state
    { code: '64992', shape: 'bank', stating: ['deposits', 'loans', 'net_interest_income', 'premiums_earned'] },
    { code: '65', shape: 'insurer' },
    { code: '6612', shape: 'broker' },
  ],
  // industry codes of EDINET, which a report states for the form of its statements
  jp: [
    { code: 'BNK', shape: 'bank' },
    { code: 'BK', shape: 'bank' },
    { code: 'INS', shape: 'insurer' },
    { code: 'IN1', shape: 'insurer' },
    { code: 'IN2', shape: 'insurer' },
    { code: 'SEC', shape: 'broker' },
  ],
  // formats of results
  in: [
    { code: 'BANKING', shape: 'bank' },
    { code: 'NBFC', shape: 'bank' },
    { code: 'LI', shape: 'insurer' },
    { code: 'GI', shape: 'insurer' },
  ],
  // NACE
  eu: [
    { code: '64', shape: 'bank' },
    { code: '65', shape: 'insurer' },
  ],
}

/**
 * The form of the statements of a company (issuer id) by the code of its industry, SIC in the USA, and where that is not enough by the lines it
 * states.
 */
export function shapeOf(
  { company, industryCode }: { readonly company: string; readonly industryCode: string | null },
  stated: Iterable<{ readonly line: LineId }> = [],
): StatementShape {
  const market = marketOf(company)
  if (market !== 'us') {
    const row = elsewhere[market]?.find(({ code }) => industryCode?.startsWith(code))
    const decides = row?.stating === undefined || [...stated].some(({ line }) => row.stating!.includes(line))
    return row !== undefined && decides ? row.shape : 'general'
  }
  const code = Number(industryCode)
  return rows.find(({ from, to }) => from <= code && code <= to)?.shape ?? 'general'
}

/** Lines that statements of a form do not have in a market, and why. */
export interface AbsentLine {
  readonly line: LineId
  readonly why: string
}

const noRevenue: AbsentLine = {
  line: 'revenue',
  why: 'Banks, insurers and brokers in Korea have none: what they call operating or insurance revenue is gross of interest, trading and claims.',
}

export const absentLines = (company: string, shape: StatementShape): readonly AbsentLine[] =>
  marketOf(company) === 'kr' && (shape === 'bank' || shape === 'insurer' || shape === 'broker') ? [noRevenue] : []

const marketOf = (company: string): string => company.slice(0, company.indexOf(':'))
