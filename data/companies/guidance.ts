import { namedRows } from '../named-rows.ts'
import type { LineId } from './lines.ts'

/** A measure that companies guide to, as they name it. */
export interface GuidedMetric {
  readonly metric: string
  /** In what it is stated: an amount of money, one per share, a share of revenue, or growth over the year before. */
  readonly kind: 'money' | 'per share' | 'percent' | 'growth'
  /** The name without what is before it, such as `adjusted` or `2025`. */
  readonly name: RegExp
  /** The line of the statements that states it by the accounting standard; null where none does. */
  readonly line: LineId | null
  readonly example: string
}

/** What most rows have; a row states what differs. */
const defaults = { kind: 'money', line: null } as const
type GuidedRow = Omit<GuidedMetric, 'metric' | keyof typeof defaults> & Partial<Pick<GuidedMetric, keyof typeof defaults>>

/** In this order: a name that contains another is before it. */
const rows = {
  comparable_sales: {
    kind: 'growth',
    name: /(?:comparable|same)[- ](?:store )?sales/iu,
    example: 'The Company expects comparable sales growth of 4% to 5% for fiscal 2023.',
  },
  organic_revenue: {
    kind: 'growth',
    name: /organic (?:net )?(?:revenues?|sales)/iu,
    example: 'For fiscal year 2023, the Company now expects to deliver 10 percent organic revenue growth (previously 8 percent).',
  },
  eps: {
    kind: 'per share',
    name: /(?:EPS|(?:earnings|(?:net )?income) per (?:diluted |common )*share)/iu,
    line: 'eps_diluted',
    example: 'The Company expects diluted earnings per share of $24.70 to $25.40 for fiscal 2023.',
  },
  operating_margin: {
    kind: 'percent',
    name: /operating (?:margins?|income rate|profit margin)/iu,
    example: 'The Company expects an operating margin of 14.7% to 15.0% for fiscal 2023.',
  },
  gross_margin: {
    kind: 'percent',
    name: /gross (?:profit )?margins?/iu,
    example: 'For the first quarter of 2025, gross margins are expected to be in the 35 percent to 37 percent range.',
  },
  operating_expenses: {
    name: /operating expenses/iu,
    example: 'For the first quarter of 2025, operating expenses are expected to be in the range of $9.3 to $9.8 million.',
  },
  operating_income: {
    name: /operating (?:income|profit)/iu,
    line: 'operating_income',
    example: 'The Company expects operating income of $120 million to $130 million for fiscal 2024.',
  },
  ordinary_income: {
    name: /ordinary profit/iu,
    line: 'ordinary_income',
    example: 'The Company expects ordinary profit of $240 million to $260 million for fiscal 2024.',
  },
  ebitda: {
    name: /EBITDA/u,
    example: 'Management expects EBITDA to remain unchanged at around EUR 270 million in 2025.',
  },
  ebit: {
    name: /EBIT/u,
    example: 'The Company expects adjusted EBIT of $1.6 billion for fiscal 2024.',
  },
  free_cash_flow: {
    name: /free cash flow/iu,
    example: 'The Company expects adjusted free cash flow of approximately $850 million to $950 million in fiscal 2024.',
  },
  operating_cash_flow: {
    name: /(?:operating cash flow|cash flow from operations)/iu,
    line: 'operating_cash_flow',
    example: 'The Company expects operating cash flow of $500 million in fiscal 2024.',
  },
  capital_expenditures: {
    name: /capital expenditures/iu,
    example: 'The Company expects capital expenditures of approximately $850 million in FY24.',
  },
  net_income: {
    name: /net (?:income|profit)/iu,
    line: 'net_income',
    example: 'The Company expects net income of $40 million to $45 million for 2025.',
  },
  revenue: {
    name: /(?:revenues?|sales)/iu,
    line: 'revenue',
    example: 'For the first quarter of 2025, Golden Matrix expects revenue of $42 million–$45 million.',
  },
} as const satisfies Readonly<Record<string, GuidedRow>>

export const guidedMetrics: readonly GuidedMetric[] = namedRows('metric', rows).map((row) => ({ ...defaults, ...row }))

/** What makes a measure one that is not by the accounting standard, or one without currency effects; the first that is in its name. */
export const guidedBases = [
  {
    basis: 'constant currency',
    words: /\b(?:constant[- ]currency|currency[- ]neutral|FX[- ]neutral|operational)\b/iu,
    example: 'The Company expects 8 percent core constant currency EPS growth for fiscal year 2023.',
  },
  {
    basis: 'adjusted',
    words: /\b(?:adjusted|non-GAAP|core|organic|underlying)\b/iu,
    example: 'The Company expects Non-GAAP diluted EPS of $6.00 to $6.40 in FY24.',
  },
] as const

/** Words before the name of a measure that do not make it one of a part of the company. */
export const wholeCompanyWords =
  /(?:total|net|consolidated|overall|group|company|enterprise|GAAP|non-GAAP|adjusted|core|organic|underlying|constant[- ]currency|currency[- ]neutral|FX[- ]neutral|reported|operational|diluted|annual|quarterly|full[- ]year|fiscal|estimated|expected|projected|its|our|their|the|a|an)/iu

/** A sentence that says what is expected has one of these before the figure. */
export const outlookWords =
  /\b(?:expect(?:s|ed|ing)?|anticipat(?:es?|ed|ing)|project(?:s|ed|ing)|forecast(?:s|ed|ing)?|guid(?:ance|es|ing)|outlook|targets?|impl(?:y|ies)|assumes?|estimates?)\b/iu

/** A sentence of what came, of a part of the company, or of a figure without something, states no guidance of the whole. */
export const notGuidanceWords =
  /\b(?:better|higher|lower|worse|more|less|stronger) than (?:\w+ )?expected|\bas expected\b|\b(?:in line with|exceed(?:s|ed|ing)?|above|below|beat) (?:\w+ ){0,3}(?:expectations?|guidance|outlook|forecasts?)\b|\bexclud(?:es?|ed|ing)\b|\bwithout\b|\bsegments?\b|\bdivisions?\b|\bsubsidiar(?:y|ies)\b|\bjoint venture\b|\bpro forma\b|\brun[- ]rate\b|\bincremental\b|\b(?:long[- ]term|mid-term|medium-term)\b|\banalysts?\b|\bconsensus\b|\bwas previously\b|\bcompared (?:to|with) (?:our |its |the )?(?:expectations?|guidance|outlook|forecasts?)\b|\b(?:hold|tax rate)\b/iu

/** Each with a passage it was read in. */
export const guidanceActions = [
  {
    action: 'kept',
    words:
      /\b(?:re-?affirm|reiterat|re-?confirm|maintain|affirm)(?:s|ed|es|ing)?\b|\bunchanged\b|\bcontinues? to expect\b|\bno change\b/iu,
    example: 'the Company is reconfirming the following outlook for the year ending December 31, 2025',
  },
  {
    action: 'withdrawn',
    words:
      /\b(?:is |are |has |have )?(?:withdraw(?:s|n|ing)?|suspend(?:s|ed|ing)?) (?:its|our|the|all) (?:previously (?:issued|announced) )?(?:full[- ]year |annual )?(?:fiscal )?(?:20\d\d )?(?:financial )?(?:guidance|outlook)\b/iu,
    example: 'the Company is withdrawing its full-year 2025 guidance',
  },
] as const
