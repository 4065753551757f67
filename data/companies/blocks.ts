import { namedRows, type RowsBy } from '../named-rows.ts'

/** A part of a company briefing that is sold by itself. */
export interface CompanyBlockRow {
  readonly block: string
  readonly title: string
  /** What it tells, in a sentence. */
  readonly answers: string
}

/** The blocks in the order of the whole briefing. */
export const companyBlocks = namedRows('block', {
  header: { title: 'Company', answers: 'Who it is, its latest figures, and what is covered.' },
  what_changed: {
    title: 'What changed',
    answers: 'What the latest report changed, what it restated, and the filings of 90 days.',
  },
  situations: {
    title: 'Situations',
    answers: 'Events such as a late report, an offer or a change of auditor, while they last.',
  },
  against_guidance: {
    title: 'Against guidance',
    answers: 'What the company said to expect, and what came.',
  },
  numbers: {
    title: 'Numbers',
    answers: 'Statements of five years and twelve quarters, as known on a day.',
  },
  segments: { title: 'Segments', answers: 'Revenue and result by segment, product and region.' },
  valuation: {
    title: 'Valuation',
    answers: 'Market value and multiples, beside their own past.',
  },
  capital_structure: {
    title: 'Capital structure',
    answers: 'Debt, classes of shares and dilution.',
  },
  quality: {
    title: 'Quality',
    answers: 'Accruals, liquidity, leverage and scores, each with its inputs.',
  },
  profitability: {
    title: 'Profitability',
    answers: 'Margins and returns, each with its inputs, its own past and its rank among peers.',
  },
  news: { title: 'News', answers: 'Its filings of the last 90 days.' },
} as const satisfies RowsBy<'block', CompanyBlockRow>)

export type CompanyBlockName = (typeof companyBlocks)[number]['block']
