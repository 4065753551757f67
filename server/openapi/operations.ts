import { prices } from '../../data/prices.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import { kinds } from '../../pipeline/documents/index.ts'
import { type Catalogue, type DocumentRoute, documentTarget, type Kind } from '../../pipeline/documents/kind.ts'
import { metricKind } from '../../pipeline/documents/metric-kind.ts'
import type { ErrorCode } from '../http/errors.ts'
import { formatsOf, historyFormats, textFormats } from '../http/formats.ts'
import { claimRows, webhookRows } from './account-operations.ts'
import { capital, type Operation } from './operation.ts'
import { pageOperations, subscriptionOperations } from './page-operations.ts'
import {
  archivedRefusals,
  companyBriefingRefusals,
  companyRefusals,
  editionRefusals,
  formatRefusals,
  keyedRefusals,
  newsRefusals,
  pricedRefusals,
} from './refusals.ts'

/** Those with past days first: what most callers come for. */
const ordered = kinds.toSorted((a, b) => Number(b.archived) - Number(a.archived))
const system = 'System'

/** What operations are about: the kinds of document, then the rest. */
export const tags: Readonly<Record<string, string>> = Object.fromEntries([
  ...ordered.flatMap(({ route, archived }) => [
    ...(route === null || route.tag.name === system ? [] : [[route.tag.name, route.tag.description]]),
    ...(archived ? [['Short URLs', 'The same briefings, each with its own path.']] : []),
  ]),
  ['Companies', 'Briefings on listed companies, whole or by block.'],
  ['Balances', 'Money paid in advance for calls.'],
  ['Changes', 'What changed since the last read.'],
  ['Webhooks', 'Addresses that change events are sent to. Requires a key of Basic or above that a person or the operator made.'],
  ['Keys for agents', 'How an agent asks a person for an API key. Open.'],
  ['Catalogue', 'What is available and what it costs. Open.'],
  [system, 'The state of the server and its data. Open.'],
  ['Pages', 'Pages and texts for people and agents. Open.'],
])

/** What a route of documents can refuse, beside what concerns naming one of several. */
function refusalsOf({ archived, short }: Kind, { price, needsPlan }: DocumentRoute): ErrorCode[] {
  if (price === null) return [...formatRefusals, 'NOT_PUBLISHED', ...editionRefusals]
  return [
    ...formatRefusals,
    ...pricedRefusals,
    ...(archived ? archivedRefusals : []),
    ...(short === null ? [] : (['INVALID_PART'] as const)),
    'INVALID_FIELDS',
    ...(needsPlan ? (['PLAN_REQUIRED'] as const) : []),
  ]
}

const company = {
  tag: 'Companies',
  route: 'company',
  formats: ['markdown', 'json', 'html'],
  otherwise: 'markdown',
  scope: 'read',
} as const
const companyOperations: readonly Operation[] = [
  {
    ...company,
    id: 'getCompany',
    path: '/api/companies/{company}',
    parameters: ['company', 'fields'],
    document: 'CompanyBriefing',
    price: prices.company,
    summary: 'A company briefing',
    description: `All blocks of a listed company: latest reported figures, what changed, statements, quality, profitability and news, each figure dated and sourced. Costs ${prices.companyBlock} USD for each block that it has, at most ${prices.company}.`,
    refusals: companyRefusals,
  },
  {
    ...company,
    id: 'getCompanyBlock',
    path: '/api/companies/{company}/{block}',
    parameters: ['company', 'block', 'date', 'fields'],
    document: 'CompanyBlock',
    price: prices.companyBlock,
    summary: 'A block of a company briefing',
    description:
      'One block. Numbers can be read as they were known at the end of a past day in the market of the company: how far back a key reads depends on its plan; a paid call reads any day.',
    refusals: [...companyRefusals, 'INVALID_DATE', 'BLOCK_NOT_COVERED_YET', 'DATED_READ_UNAVAILABLE'],
  },
]

const open = { parameters: [], price: null, scope: 'open' } as const
const onlyJson = { formats: [], otherwise: 'json' } as const
const openDocument = { ...open, formats: textFormats, otherwise: 'json', refusals: formatRefusals } as const
const ofSystem = { ...openDocument, tag: system } as const
const ofKeys = { ...ofSystem, ...onlyJson, refusals: ['STATE_UNAVAILABLE'] } as const

function keyed(row: (typeof webhookRows)[number]): Operation {
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const parameters = [...('parameters' in row ? row.parameters : []), ...inPath]
  const own = 'refusals' in row ? row.refusals : inPath.includes('webhook') ? (['WEBHOOK_NOT_FOUND'] as const) : []
  const refusals = [...keyedRefusals, 'PLAN_REQUIRED', 'SCOPE_REQUIRED', ...own] as const
  const usual = { tag: 'Webhooks', credential: 'key', ...onlyJson, scope: 'account', price: null } as const
  return { id: row.route, ...usual, ...row, parameters, refusals }
}

/** How a priced operation is read; whether a call can be paid differs from server to server, and from time to time. */
export function descriptionOf({ description, price }: Operation, sold: boolean): string {
  if (price === null) return description
  return `${description} Requires a key whose plan includes it${sold ? ', or a payment per call' : '; single calls are not for sale here'}.`
}

export const operations: readonly Operation[] = [
  ...pageOperations,
  ...['/api/openapi/spec.json', '/openapi.json'].map(
    (path, at): Operation => ({
      ...{ ...ofSystem, ...onlyJson, path, route: 'description' },
      id: at === 0 ? 'getDescription' : 'getDescriptionAtRoot',
      document: 'Description',
      summary: at === 0 ? 'OpenAPI description' : 'OpenAPI description, at the path where payment clients look for it',
      description:
        at === 0 ? 'OpenAPI 3.0.3.' : 'OpenAPI 3.0.3. Where single calls are sold, only operations that can be bought.',
      refusals: [],
    }),
  ),
  {
    ...ofSystem,
    id: 'getHealth',
    path: '/api/health',
    route: 'health',
    document: 'Health',
    also: { 503: 'Health' },
    summary: 'Health',
    description: 'Answers 200 while documents can be served, even if degraded, and 503 otherwise.',
  },
  {
    ...ofSystem,
    id: 'getStatus',
    path: '/api/status',
    route: 'status',
    formats: [...textFormats, 'html'],
    document: 'Status',
    summary: 'Status of feeds and briefings',
    description:
      'The state of every feed and briefing, judged at the time of the request; as a page, the feeds with their licence, last run, last error and changes of their contract.',
    refusals: [...formatRefusals, ...editionRefusals],
  },
  {
    ...ofSystem,
    id: 'getVersion',
    path: '/api/version',
    route: 'version',
    document: 'Version',
    summary: 'Version',
    description: 'Version of the program and of the interface.',
  },
  {
    ...ofKeys,
    id: 'getKeySet',
    path: '/.well-known/jwks.json',
    route: 'keySet',
    document: 'KeySet',
    summary: 'Keys of signatures',
    description: 'The keys that documents are and were signed with, as a JSON Web Key Set; the first one signs.',
  },
  {
    ...ofKeys,
    id: 'getDidDocument',
    path: '/.well-known/did.json',
    route: 'didDocument',
    document: 'DidDocument',
    summary: 'Keys of receipts',
    description: 'The same keys as a DID document (did:web), by which receipts of payments name them.',
  },
  {
    ...ofSystem,
    id: 'getPaymentStatus',
    path: '/api/x402/status',
    route: 'paymentStatus',
    document: 'PaymentStatus',
    summary: 'Accepted payments',
    description: 'Networks and protocols currently accepted as payment for a single call.',
  },
  ...ordered.flatMap((kind) => (kind.catalogue === null ? [] : [listing(kind, kind.catalogue)])),
  ...kinds.flatMap((kind) => (kind.route === null ? [] : reading(kind, kind.route))),
  {
    id: 'getMetricHistory',
    path: `${metricKind.route!.path}/history`,
    tag: metricKind.route!.tag.name,
    route: 'history',
    parameters: [metricKind.route!.parameter!.name, 'from', 'to', 'as_of'],
    formats: historyFormats,
    otherwise: 'json',
    document: 'MetricHistory',
    price: prices.history,
    scope: 'read',
    summary: 'The history of a metric',
    description:
      'One row per period with the value and the time it became known, as JSON, CSV or an Arrow IPC stream. With `as_of`, the values as they were known at the end of that day; of a calculated metric, what its formula gives over the inputs known then. For callers who read the metric in full; a key reads as far back as its plan, a paid call everything.',
    refusals: [...formatRefusals, ...pricedRefusals, ...archivedRefusals, 'PLAN_REQUIRED', 'NOT_FOUND'],
  },
  {
    ...openDocument,
    id: 'listCompanies',
    path: '/api/companies',
    tag: 'Catalogue',
    route: 'companyList',
    parameters: ['search', 'market', 'sort', 'changed', 'cursor', 'limit'],
    document: 'CompanyList',
    summary: 'Companies',
    description:
      'Companies that can be asked about, with their address, blocks, newest report and price, in the order of their addresses unless sort says otherwise.',
    refusals: [...formatRefusals, ...editionRefusals],
  },
  ...companyOperations,
  {
    ...open,
    id: 'getBalance',
    path: '/api/balance',
    tag: 'Balances',
    route: 'balance',
    credential: 'payment',
    formats: ['json'],
    otherwise: 'json',
    document: 'Balance',
    price: prices.balance,
    summary: 'Pay for calls in advance',
    description:
      'One payment opens a balance and gives its key: each priced call with the key takes its price from the balance, for a day, without another payment. With that key this path says what is left, and costs nothing.',
    refusals: [
      ...formatRefusals,
      ...(['UNKNOWN_PARAMETER', 'NOT_OFFERED', 'KEY_REQUIRED', 'KEY_INVALID', 'STATE_UNAVAILABLE', 'PAYMENT_REQUIRED'] as const),
      ...(['SEVERAL_CREDENTIALS', 'PAYMENT_BUSY', 'PAYMENT_PENDING', 'PAYMENT_UNAVAILABLE'] as const),
    ],
  },
  {
    ...openDocument,
    id: 'getEvents',
    path: '/api/events',
    tag: 'Changes',
    route: 'events',
    parameters: ['cursor', 'types', 'companies', 'kinds', 'limit', 'wait'],
    document: 'EventPage',
    price: prices.events,
    scope: 'read',
    summary: 'Change events',
    description:
      'One page of what changed, oldest first: state labels of briefings, tracked releases, and filings and new figures of the companies that are named. An event carries no figure; it says where to fetch what it concerns. Without cursor the page also has, in `since_yesterday`, what differs from the day before in every briefing the plan reads. Events are kept 30 days. A Basic or Pro key reads the events of its plan, a paid call all.',
    refusals: [...formatRefusals, ...pricedRefusals, 'PLAN_REQUIRED', 'DATA_STALE'],
  },
  ...subscriptionOperations,
  ...webhookRows.map(keyed),
  {
    ...openDocument,
    id: 'getNews',
    path: '/api/news',
    tag: 'Context',
    route: 'news',
    parameters: ['about', 'kind', 'since', 'until', 'as_of', 'limit'],
    document: 'NewsPage',
    credential: 'key',
    scope: 'read',
    summary: 'News records',
    description:
      'Company filings and documents of agencies and central banks, newest first, each with its source, date and link. `coverage` names the sources that were read, `not_read` those that were not. Requires a key of any plan; each read counts as one call. Single calls are not sold.',
    refusals: [...formatRefusals, ...keyedRefusals, ...newsRefusals],
  },
  ...claimRows.map((row): Operation => ({ ...open, id: row.route, tag: 'Keys for agents', ...onlyJson, ...row })),
]

function listing(kind: Kind, { operation, path, summary, description, component = 'DocumentCatalogue' }: Catalogue): Operation {
  return {
    ...openDocument,
    id: operation,
    path,
    tag: 'Catalogue',
    route: 'catalogue',
    kind,
    parameters: kind === metricKind ? ['category', 'page'] : [],
    document: component,
    summary,
    description,
    refusals: [...formatRefusals, ...editionRefusals],
  }
}

/** The route of a kind, then those of its documents with their own paths. */
function reading(kind: Kind, route: DocumentRoute): Operation[] {
  const { operation, path, tag, summary, description, parameter, price, otherwise } = route
  const formats = formatsOf(kind.formats)
  const refusals = refusalsOf(kind, route)
  const cut = [...(kind.short === null ? [] : ['part']), ...(price === null ? [] : ['fields'])]
  const dated = [...(kind.archived ? ['date'] : []), ...cut]
  const scope = price === null ? 'open' : 'read'
  const answers = { route: 'document', kind, formats, otherwise, document: kind.component, scope } as const
  const named: readonly ErrorCode[] = [
    ...(parameter?.shape ? [parameter.shape.code] : []),
    ...(parameter?.missing ? (['MISSING_PARAMETER'] as const) : []),
    ...(parameter ? (['NOT_FOUND'] as const) : []),
  ]
  const own = kind.rows(false).flatMap((row): Operation | [] => {
    if (row.path === undefined) return []
    const id = `get${row.id.split(/[.-]/).map(capital).join('')}`
    const about = {
      summary: row.title,
      description: `${row.description} Tier ${row.tier}. The same as ${documentTarget(route, row.id)}.`,
    }
    const { path, price } = row
    return { ...answers, ...about, id, path, tag: 'Short URLs', row: row.id, parameters: dated, price, refusals }
  })
  return [
    {
      ...answers,
      id: operation,
      path,
      tag: tag.name,
      // a company briefing is asked for by its id too, and has blocks
      parameters: [...(parameter === null ? [] : [parameter.name]), ...dated, ...(kind === briefingKind ? ['block'] : [])],
      price,
      summary,
      description,
      refusals: [...refusals, ...named, ...(kind === briefingKind ? companyBriefingRefusals : [])],
    },
    ...own,
  ]
}

/** Names an operation takes in the query, in the order they are ordered. */
export function queryParameters({ path, parameters, formats }: Operation): string[] {
  const inQuery = parameters.filter((name) => !path.includes(`{${name}}`))
  return formats.length === 0 ? inQuery : [...inQuery, 'format']
}
