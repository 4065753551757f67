import { capital, type Operation } from './operation.ts'
import { editionRefusals, formatRefusals } from './refusals.ts'

const page = { parameters: [], price: null, scope: 'open', tag: 'Pages', formats: [], document: null, refusals: [] } as const
const docFormats = ['markdown', 'html'] as const

/** What a page says of itself: HTML alone, open and called after its route where it says nothing else. */
type PageRow = Pick<Operation, 'path' | 'route' | 'summary' | 'description'> & Partial<Operation>

const rows: readonly PageRow[] = [
  {
    path: '/',
    route: 'frontPage',
    accepts: docFormats,
    summary: 'Front page',
    description: 'Titles, states and dates of the briefings; as Markdown, the guide for agents.',
  },
  {
    id: 'getLlmsTxt',
    path: '/llms.txt',
    route: 'languageModels',
    otherwise: 'text',
    summary: 'Guide for agents',
    description: 'What is served, how to get access, and where the rest is documented, in Markdown (llms.txt).',
  },
  {
    path: '/companies',
    route: 'companiesPage',
    parameters: ['search', 'market', 'sort', 'changed', 'cursor'],
    summary: 'Companies, for people',
    description: 'The list of GET /api/companies as a page, with a search. For browsers: programs read that list.',
    refusals: ['REPEATED_PARAMETER', ...editionRefusals],
  },
  {
    path: '/prices',
    route: 'prices',
    summary: 'Prices and keys',
    description: 'What a call and a key include, how to get a key, and how to pay for a call.',
  },
  {
    path: '/sign-in',
    route: 'signIn',
    summary: 'Sign-in form',
    description:
      'Where a person signs in, or enters a key once, so that a browser reads pages. For browsers: programs send a key with each request.',
    refusals: ['STATE_UNAVAILABLE'],
  },
  {
    path: '/sign-up',
    route: 'signUp',
    summary: 'Sign-up form',
    description: 'Where a person creates an account of the free plan. For browsers.',
    refusals: ['STATE_UNAVAILABLE'],
  },
  {
    path: '/claim/{claim_code}',
    route: 'claimPage',
    parameters: ['claim_code'],
    summary: 'Approval of a claim',
    description: 'Where a person who is signed in sees which agent asks for a key, and approves or denies. For browsers.',
    scope: 'person',
    refusals: ['SCOPE_REQUIRED', 'NOT_FOUND', 'CLAIM_NOT_FOUND', 'SIGN_IN_LIMITED', 'STATE_UNAVAILABLE'],
  },
  {
    path: '/docs/api',
    route: 'reference',
    summary: 'API reference',
    description: 'This description as a page.',
  },
  {
    id: 'getErrorList',
    path: '/docs/errors',
    route: 'doc',
    row: 'errors',
    formats: ['markdown', 'json', 'html'],
    otherwise: 'markdown',
    document: 'ErrorList',
    summary: 'Error codes',
    description: 'Every error code, its HTTP status and its meaning.',
    refusals: formatRefusals,
  },
  {
    id: 'getMethodology',
    path: '/docs/methodology',
    route: 'doc',
    row: 'methodology',
    accepts: docFormats,
    otherwise: 'markdown',
    summary: 'Methodology',
    description: 'How every figure is calculated: formulas, thresholds and their sources.',
  },
  {
    id: 'getDocs',
    path: '/docs',
    route: 'docIndex',
    accepts: docFormats,
    otherwise: 'markdown',
    summary: 'Documentation',
    description: 'The pages of the documentation.',
  },
  {
    path: '/docs/{page}',
    route: 'doc',
    parameters: ['page'],
    accepts: docFormats,
    otherwise: 'markdown',
    summary: 'A page of the documentation',
    description: 'A guide or a reference, as Markdown, or as HTML for a browser.',
    refusals: ['NOT_FOUND'],
  },
]

/** Pages and texts for people and agents. */
export const pageOperations = rows.map(
  (row): Operation => ({ ...page, id: `get${capital(row.route)}`, otherwise: 'html', ...row }),
)

/** What readers and calendars of people follow. */
export const subscriptionOperations: readonly Operation[] = [
  ...(['atom', 'jsonFeed'] as const).map(
    (otherwise): Operation => ({
      ...page,
      id: otherwise === 'atom' ? 'getAtomFeed' : 'getJsonFeed',
      path: otherwise === 'atom' ? '/feed.xml' : '/feed.json',
      tag: 'Changes',
      route: 'feed',
      otherwise,
      summary: otherwise === 'atom' ? 'Atom feed' : 'JSON Feed',
      description:
        'Open: the day with the states and headlines of the Free briefings, their changes of state, and releases that came in. For feed readers.',
      refusals: [...editionRefusals],
    }),
  ),
  {
    ...page,
    id: 'getCalendar',
    path: '/calendar.ics',
    tag: 'Changes',
    route: 'calendar',
    parameters: ['category', 'briefing'],
    otherwise: 'calendar',
    summary: 'Calendar',
    description:
      'Open: releases and Treasury auctions of the next 14 days, each with the briefings and metrics it can change, as iCalendar to subscribe to.',
    refusals: ['REPEATED_PARAMETER', ...editionRefusals, 'NOT_PUBLISHED'],
  },
]
