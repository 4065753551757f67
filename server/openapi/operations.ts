import { briefingRows } from '../../data/briefings.ts'
import { prices } from '../../data/prices.ts'
import type { ErrorCode } from '../errors.ts'
import { type DocumentFormat, type FileFormat, pageFormats, type TextFormat, textFormats } from '../formats.ts'
import type { DocumentName } from './documents.ts'
import type { ParameterName } from './parameters.ts'

/** What the answer of an operation is made by; `routes.ts` has one for each. */
export type RouteName =
  | 'frontPage'
  | 'languageModels'
  | 'reference'
  | 'errorList'
  | 'methodology'
  | 'description'
  | 'health'
  | 'status'
  | 'version'
  | 'calibration'
  | 'paymentStatus'
  | 'briefings'
  | 'metrics'
  | 'briefing'
  | 'metric'
  | 'treasuries'
  | 'treasury'

export const tags = {
  Context: 'Briefings, by id.',
  'Short URLs': 'The same briefings, each under a path of its own.',
  Metrics: 'Single metrics.',
  Treasuries: 'What listed companies hold in bitcoin.',
  Catalogue: 'What there is to read, and what it costs. Open.',
  System: 'How the server and its data stand. Open.',
  Pages: 'Pages and texts for people and agents. Open.',
} as const

export type Tag = keyof typeof tags

/** One row of the server's table: a path, what it takes, and all it can answer with. */
export interface Operation {
  readonly id: string
  /** A parameter of the path stands in braces. */
  readonly path: string
  readonly tag: Tag
  readonly route: RouteName
  /** Id of the briefing, where the path is one's own. */
  readonly briefing?: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly ParameterName[]
  /** Formats a caller may name by the parameter format; none where there is but one. */
  readonly formats: readonly DocumentFormat[]
  /** Formats the header Accept chooses among, where there is no such parameter. */
  readonly accepts?: readonly TextFormat[]
  /** What is sent where none is named. */
  readonly otherwise: DocumentFormat | FileFormat
  /** The JSON of it; null where there is none. */
  readonly document: DocumentName | null
  /** Answers that are neither 200 nor an error. */
  readonly also?: Readonly<Record<number, DocumentName>>
  /** Dollars a call; null where it is open. */
  readonly price: string | null
  /** Errors beside those that any request can end in. */
  readonly refusals: readonly ErrorCode[]
}

/** Errors that any request can end in, before or in whichever route. */
export const anyRefusals = [
  'INVALID_REQUEST',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
] as const satisfies readonly ErrorCode[]

const formatRefusals = ['INVALID_FORMAT', 'REPEATED_PARAMETER'] as const
const pricedRefusals = [
  ...formatRefusals,
  'UNKNOWN_PARAMETER',
  'NOT_OFFERED',
  'NOT_PUBLISHED',
  'NOT_READY',
  'KEY_REQUIRED',
  'KEY_INVALID',
  'ACCOUNT_SUSPENDED',
  'RATE_LIMITED',
  'STATE_UNAVAILABLE',
  'PAYMENT_REQUIRED',
  'SEVERAL_CREDENTIALS',
  'PAYMENT_BUSY',
  'PAYMENT_PENDING',
  'PAYMENT_UNAVAILABLE',
] as const
const briefingRefusals = [...pricedRefusals, 'INVALID_DATE', 'NOT_ON_RECORD', 'ARCHIVE_UNAVAILABLE', 'PLAN_REQUIRED'] as const

const treasuryRefusals = [
  ...pricedRefusals.filter((code) => code !== 'INVALID_FORMAT' && code !== 'REPEATED_PARAMETER'),
  'PLAN_REQUIRED',
] as const

const open = { parameters: [], price: null } as const
const openDocument = { ...open, formats: textFormats, otherwise: 'json' } as const
const page = { ...open, tag: 'Pages', formats: [], document: null, refusals: [] } as const

/** How a priced operation is read; whether a call can be paid differs from server to server, and from time to time. */
export function descriptionOf({ description, price }: Operation, sold: boolean): string {
  if (price === null) return description
  return `${description} A key whose plan reaches it reads it; ${sold ? 'with no key, one call can be paid' : 'single calls are not sold here'}.`
}

export const operations: readonly Operation[] = [
  {
    ...page,
    id: 'getFrontPage',
    path: '/',
    route: 'frontPage',
    otherwise: 'html',
    summary: 'Front page',
    description: 'Titles, states and dates of the briefings.',
  },
  {
    ...page,
    id: 'getLlmsTxt',
    path: '/llms.txt',
    route: 'languageModels',
    otherwise: 'text',
    summary: 'What agents should know',
    description: 'What is served, how to get in, and where the rest is described, in Markdown (llms.txt).',
  },
  {
    ...page,
    id: 'getReference',
    path: '/docs/api',
    route: 'reference',
    otherwise: 'html',
    summary: 'Reference of the interface',
    description: 'This description as a page.',
  },
  {
    ...page,
    id: 'getErrorList',
    path: '/docs/errors',
    route: 'errorList',
    formats: textFormats,
    otherwise: 'markdown',
    document: 'errorList',
    summary: 'Every error code',
    description: 'Each code an answer may carry, its status and what it means.',
    refusals: formatRefusals,
  },
  {
    ...page,
    id: 'getMethodology',
    path: '/docs/methodology',
    route: 'methodology',
    otherwise: 'markdown',
    summary: 'Methodology',
    description: 'How every figure is made: formulas, thresholds, their sources.',
  },
  ...['/api/openapi/spec.json', '/openapi.json'].map(
    (path, at): Operation => ({
      ...open,
      id: at === 0 ? 'getDescription' : 'getDescriptionAtRoot',
      path,
      tag: 'System',
      route: 'description',
      formats: [],
      otherwise: 'json',
      document: 'description',
      summary: at === 0 ? 'Description of the interface' : 'Description of the interface, where payment clients look for it',
      description: 'OpenAPI 3.0.3.',
      refusals: [],
    }),
  ),
  {
    ...openDocument,
    id: 'getHealth',
    path: '/api/health',
    tag: 'System',
    route: 'health',
    document: 'health',
    also: { 503: 'health' },
    summary: 'Health',
    description: '200 also when degraded, 503 when nothing can be served.',
    refusals: formatRefusals,
  },
  {
    ...openDocument,
    id: 'getStatus',
    path: '/api/status',
    tag: 'System',
    route: 'status',
    document: 'status',
    summary: 'Status of feeds and briefings',
    description: 'How the run that published the edition left them.',
    refusals: [...formatRefusals, 'NOT_READY'],
  },
  {
    ...openDocument,
    id: 'getVersion',
    path: '/api/version',
    tag: 'System',
    route: 'version',
    document: 'version',
    summary: 'Version',
    description: 'Of the program and of the interface.',
    refusals: formatRefusals,
  },
  {
    ...openDocument,
    id: 'getCalibration',
    path: '/api/calibration',
    tag: 'System',
    route: 'calibration',
    document: 'calibration',
    summary: 'Record of past confidence scores',
    description: 'How often signals held, against what was said, with intervals.',
    refusals: [...formatRefusals, 'NOT_PUBLISHED', 'NOT_READY'],
  },
  {
    ...openDocument,
    id: 'getPaymentStatus',
    path: '/api/x402/status',
    tag: 'System',
    route: 'paymentStatus',
    document: 'paymentStatus',
    summary: 'What is taken in payment',
    description: 'Networks and protocols a single call can be paid by at the moment.',
    refusals: formatRefusals,
  },
  {
    ...openDocument,
    id: 'listBriefings',
    path: '/api/briefings',
    tag: 'Catalogue',
    route: 'briefings',
    document: 'briefingCatalogue',
    summary: 'Catalogue of briefings',
    description: 'Each with the tier it needs, its price, and the days on record.',
    refusals: [...formatRefusals, 'NOT_READY'],
  },
  {
    ...openDocument,
    id: 'listMetrics',
    path: '/api/metrics',
    tag: 'Catalogue',
    route: 'metrics',
    document: 'metricCatalogue',
    summary: 'Catalogue of metrics',
    description: 'Each with what it is made of; `pro_only_metrics` names those only Pro reads in full.',
    refusals: [...formatRefusals, 'NOT_READY'],
  },
  {
    id: 'getMetric',
    path: '/api/metrics/{metric}',
    tag: 'Metrics',
    route: 'metric',
    parameters: ['metric'],
    formats: textFormats,
    otherwise: 'markdown',
    document: 'metric',
    price: prices.metric,
    summary: 'A metric',
    description:
      'A free key reads the category bitcoin in full and every other metric as its latest reading; a basic key every metric in full but those of `pro_only_metrics`; a pro key all in full, and so does a paid call.',
    refusals: [...pricedRefusals, 'NOT_FOUND'],
  },
  {
    id: 'listTreasuries',
    path: '/api/treasuries',
    tag: 'Treasuries',
    route: 'treasuries',
    parameters: [],
    formats: [],
    accepts: ['json', 'markdown'],
    otherwise: 'json',
    document: 'treasuryList',
    price: prices.treasuries,
    summary: 'Bitcoin treasuries of listed companies',
    description:
      'Needs the plan Pro. Rows do not sum to the total, for estimates are rounded; the roster is a curated subset, so the total understates the market.',
    refusals: treasuryRefusals,
  },
  {
    id: 'getTreasury',
    path: '/api/treasuries/{ticker}',
    tag: 'Treasuries',
    route: 'treasury',
    parameters: ['ticker'],
    formats: [],
    accepts: ['json', 'markdown'],
    otherwise: 'json',
    document: 'treasury',
    price: prices.treasury,
    summary: 'The bitcoin treasury of one company',
    description: 'Needs the plan Pro. Holding, financing and mNAV, each figure with its date and filing.',
    refusals: [...treasuryRefusals, 'INVALID_TICKER', 'NOT_FOUND'],
  },
  {
    id: 'getContext',
    path: '/api/context',
    tag: 'Context',
    route: 'briefing',
    parameters: ['briefing', 'date'],
    formats: pageFormats,
    otherwise: 'markdown',
    document: 'briefing',
    price: prices.briefing.free,
    summary: 'A briefing',
    description: `The price follows from the tier of the briefing: ${Object.entries(prices.briefing)
      .map(([tier, usd]) => `${tier} ${usd} USD`)
      .join(', ')}.`,
    refusals: [...briefingRefusals, 'MISSING_PARAMETER', 'NOT_FOUND'],
  },
  ...briefingRows.map(
    ({ id, path, tier, title, description }): Operation => ({
      id: `get${id.split(/[.-]/).map(capital).join('')}`,
      path,
      tag: 'Short URLs',
      route: 'briefing',
      briefing: id,
      parameters: ['date'],
      formats: pageFormats,
      otherwise: 'markdown',
      document: 'briefing',
      price: prices.briefing[tier],
      summary: title,
      description: `${description} Tier ${tier}. The same as /api/context?briefing=${id}.`,
      refusals: briefingRefusals,
    }),
  ),
]

/** Names an operation takes in the query, in the order they are told. */
export function queryParameters({ path, parameters, formats }: Operation): string[] {
  const named = parameters.filter((name) => !path.includes(`{${name}}`))
  return formats.length === 0 ? named : [...named, 'format']
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
