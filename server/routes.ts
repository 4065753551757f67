import Router from '@koa/router'
import type { PlanTerms } from '../data/plans.ts'
import type { ReaderState } from '../pipeline/editions/reader.ts'
import { anonymousCaller, hasScope, type Scope } from './access/access.ts'
import type { Gate } from './access/gate.ts'
import { resetPath } from './accounts/entered.ts'
import { forgotPage, forgotPath, mailPasswordReset } from './accounts/forgot.ts'
import { morningForms, unsubscribeByLink, unsubscribePage } from './accounts/morning.ts'
import { passkeyPaths } from './accounts/passkey-pages.ts'
import { addPasskeyForm, addPasskeyPage, passkeySignIn, passkeySignInPage } from './accounts/passkeys.ts'
import { resetPage, resetPasswordForm } from './accounts/reset.ts'
import { dataRoute, settingsForms, settingsRoute } from './accounts/settings.ts'
import { signIn, signInPage, signOut } from './accounts/sign-in.ts'
import { signUp, signUpPage } from './accounts/sign-up.ts'
import type { AccountPages } from './accounts/visit.ts'
import { webhookRoutes } from './accounts/webhook-route.ts'
import { webhookPaths } from './accounts/webhook-section.ts'
import { deliveriesRoute, webhookForms } from './accounts/webhooks.ts'
import { documentRoute } from './answers/document-route.ts'
import type { EditionWatch } from './answers/edition-watch.ts'
import {
  catalogueRoute,
  frontPageRoute,
  healthRoute,
  paymentStatusRoute,
  pricesRoute,
  sendFirstPage,
  sendSingleFormat,
  statusRoute,
  undatedCache,
  versionRoute,
} from './answers/open-routes.ts'
import { needEdition, type RequestContext, type RequestState, sendUncached } from './answers/request-context.ts'
import { diskCheck, paymentsCheck, readingCheck, type ServerVersion, stateCheck } from './answers/system.ts'
import { balanceRoute } from './balances/route.ts'
import { claimPage, decideClaim } from './claims/claim-page-route.ts'
import { createClaimRoute, pollClaimRoute } from './claims/claims-route.ts'
import { isCompanyAsked } from './companies/directory.ts'
import { companyListRoute } from './companies/list.ts'
import { companiesPageRoute } from './companies/list-page.ts'
import { calendarRoute } from './discovery/calendar.ts'
import { siteDocuments, siteLinks } from './discovery/documents.ts'
import { feedRoute } from './discovery/feed.ts'
import { linkedData } from './discovery/linked-data.ts'
import { siteRoute } from './discovery/route.ts'
import { descriptionRoute, docIndexRoute, docRoute, type ReadDoc, referenceRoute } from './docs/docs-route.ts'
import { languageModelsText } from './docs/llms.ts'
import { eventsRoute } from './events/route.ts'
import { OpenedFiles } from './files/opened.ts'
import { type AnalystFiles, fileRoute } from './files/route.ts'
import { historyRoute } from './history/route.ts'
import { Refusal } from './http/errors.ts'
import { type FirstRun, progressWords } from './http/first-run.ts'
import { contentTypes } from './http/formats.ts'
import { PerMinute } from './http/per-minute.ts'
import { mcpRoute } from './mcp/route.ts'
import { openCallsPerMinute } from './mcp/tool.ts'
import { unsubscribePath } from './mornings/message.ts'
import { newsRoute } from './news/route.ts'
import type { WebhookRoute } from './openapi/account-operations.ts'
import type { Operation, RouteName } from './openapi/operation.ts'
import { operations } from './openapi/operations.ts'
import { presentsCredential } from './payments/credential.ts'
import { nothingForSale, withoutQuotes } from './payments/status.ts'
import { didDocument } from './signing/did-document.ts'
import type { HomeSpace } from './state/reserve.ts'
import type { RunFigures } from './telemetry/families.ts'

export interface RouteOptions extends AccountPages {
  readonly version: ServerVersion
  /** Files of the analysts; left out, none are served. */
  readonly files?: AnalystFiles | null
  /** The edition that is served, for reads that wait for the next one. */
  readonly following: EditionWatch
  /** How well the reader of editions follows what is published; left out, it does. */
  readonly reading?: () => ReaderState
  /** A Markdown file of the project, read when its page is first asked for; `method.url` of every metric points at the methodology. */
  readonly doc: ReadDoc
  /** How the runs of the pipeline stand, as its home says; left out, nothing is shown of them. */
  readonly runs?: (() => Promise<RunFigures>) | null
  /** Room on the disk of the home; left out, health does not mention it. */
  readonly disk?: () => HomeSpace | null
  /** How far the home is on the way to its first edition, for pages until there is one. */
  readonly firstRun?: (() => Promise<FirstRun>) | null
  /** E-mail address of the operator for whoever reads the description of the server; left out, none. */
  readonly contact?: string | null
  /** What the plans cost, as the operator words it; left out, no prices are shown. */
  readonly planPrices?: PlanTerms['prices']
  now(): number
}

type PageRoute = (ctx: RequestContext, pages: AccountPages) => Promise<void>
type PageRoutes = Readonly<Record<'open' | 'person', Readonly<Record<string, PageRoute>>>>

/** Pages of one person or one link by their scope, which are for browsers alone and no part of the description. */
const ownPages: PageRoutes = {
  open: {
    [forgotPath]: forgotPage,
    [resetPath]: resetPage,
    [unsubscribePath]: unsubscribePage,
    [passkeyPaths.signIn]: passkeySignInPage,
  },
  person: {
    '/settings': settingsRoute,
    '/settings/data': dataRoute,
    [passkeyPaths.add]: addPasskeyPage,
    [webhookPaths.add]: deliveriesRoute,
  },
}

/** Where forms of pages are sent, by their scope. */
const forms: PageRoutes = {
  open: {
    '/sign-in': signIn,
    '/sign-out': signOut,
    '/sign-up': signUp,
    [forgotPath]: mailPasswordReset,
    [resetPath]: resetPasswordForm,
    [unsubscribePath]: unsubscribeByLink,
    [passkeyPaths.signIn]: passkeySignIn,
  },
  person: {
    [passkeyPaths.add]: addPasskeyForm,
    ...settingsForms,
    ...webhookForms,
    ...morningForms,
    '/claim': decideClaim,
  },
}

/** Routes that monitors ask, beside whatever their address asks for. Nor does a payment wait: bad ones have their own limits. */
const watched: readonly RouteName[] = ['health', 'version']

type Route = (ctx: RequestContext, operation: Operation) => void | Promise<void>

/**
 * Every path of the server, as the table of operations has them. The router adds HEAD to each GET.
 *
 * @param takeTurn waits where the address of a call took more than its share of the server's time
 */
export function routes(
  options: RouteOptions,
  takeTurn: (ctx: RequestContext) => Promise<void> = () => Promise.resolve(),
): Router<RequestState> {
  const {
    gate,
    version,
    origin,
    doc,
    following,
    reading,
    files,
    runs,
    disk,
    firstRun = null,
    contact = null,
    planPrices = {},
    log,
    now,
  } = options
  const keep = undatedCache()
  const opened = new PerMinute(openCallsPerMinute)
  const pages: AccountPages = options
  const paymentStatus = (ctx: RequestContext) => {
    const status = gate.payments(ctx.state.cache?.view.manifest.sample ?? false)?.status() ?? nothingForSale
    return gate.condition().sound ? status : withoutQuotes(status)
  }
  const checks = (ctx: RequestContext) => [
    ...(reading ? readingCheck(reading(), ctx.state.cache?.view ?? null, now()) : []),
    stateCheck(gate.condition()),
    ...(disk ? [diskCheck(disk())] : []),
    paymentsCheck(paymentStatus(ctx), ctx.state.cache !== null, gate.condition(), now()),
  ]
  // what makes and writes blocks is loaded with the first company that is asked for
  const company: Route = async (ctx, operation) =>
    (await import('./companies/route.ts')).companyRoute(ctx, operation, gate, now())
  const by: Readonly<Record<RouteName, Route>> = {
    frontPage: async (ctx, operation) => {
      const status = paymentStatus(ctx)
      const head = () => linkedData(origin, status.enabled)
      const front = { guide: () => languageModelsText(status), head, links: siteLinks, gate, now: now() }
      if (ctx.state.cache !== null) return frontPageRoute(ctx, operation, ctx.state.cache, status, front)
      if (ctx.state.reading?.refused) needEdition(ctx)
      sendFirstPage(ctx, await progressWords(firstRun), status)
    },
    languageModels: (ctx, operation) => {
      const { enabled, sandbox } = paymentStatus(ctx)
      const id = `${operation.id} ${enabled} ${sandbox}`
      sendSingleFormat(ctx, { ...operation, id }, keep, () => languageModelsText(paymentStatus(ctx)))
    },
    prices: (ctx, operation) => pricesRoute(ctx, operation, keep, paymentStatus(ctx), origin, { prices: planPrices, contact }),
    signIn: (ctx) => signInPage(ctx, pages),
    signUp: (ctx) => signUpPage(ctx, pages),
    claimPage: (ctx) => claimPage(ctx, String(ctx['params'].claim_code), pages),
    reference: (ctx, operation) => referenceRoute(ctx, operation, keep, paymentStatus(ctx)),
    docIndex: (ctx, operation) => docIndexRoute(ctx, operation, keep),
    doc: (ctx, operation) => docRoute(ctx, operation, keep, doc),
    description: (ctx, operation) => descriptionRoute(ctx, operation, keep, paymentStatus(ctx), contact),
    health: (ctx, operation) => healthRoute(ctx, operation, now(), checks(ctx)),
    status: async (ctx, operation) => statusRoute(ctx, operation, now(), (await runs?.().catch(() => null))?.feeds ?? {}),
    version: (ctx, operation) => versionRoute(ctx, operation, keep, version),
    paymentStatus: (ctx, operation) => paymentStatusRoute(ctx, operation, paymentStatus(ctx)),
    balance: (ctx, operation) => balanceRoute(ctx, operation, gate),
    didDocument: async (ctx) =>
      sendUncached(ctx, 200, JSON.stringify(didDocument(new URL(origin).host, await gate.signer.keySet())), contentTypes.json),
    keySet: async (ctx) => sendUncached(ctx, 200, JSON.stringify(await gate.signer.keySet()), contentTypes.json),
    catalogue: (ctx, operation) => catalogueRoute(ctx, operation, now()),
    document: (ctx, operation) => (isCompanyAsked(ctx) ? company(ctx, operation) : documentRoute(ctx, operation, gate, now())),
    company,
    companyList: (ctx, operation) => companyListRoute(ctx, operation),
    companiesPage: (ctx, operation) => companiesPageRoute(ctx, operation, paymentStatus(ctx).enabled),
    history: (ctx, operation) => historyRoute(ctx, operation, gate, now()),
    events: (ctx, operation) => eventsRoute(ctx, operation, gate, { following, now }),
    feed: (ctx, operation) => feedRoute(ctx, operation, origin, now()),
    calendar: (ctx, operation) => calendarRoute(ctx, operation, origin),
    news: (ctx, operation) => newsRoute(ctx, operation, gate, now()),
    ...byKey(gate),
    createClaim: (ctx) => createClaimRoute(ctx, pages, () => paymentStatus(ctx).enabled),
    pollClaim: (ctx) => pollClaimRoute(ctx, String(ctx['params'].claim_code), pages),
  }
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  const add = (
    method: 'get' | 'post' | 'delete' | 'all',
    path: string,
    scope: Scope,
    run: (ctx: RequestContext) => void | Promise<void>,
    waits: (ctx: RequestContext) => boolean = () => true,
  ) =>
    router[method](path.replace(/\{(\w+)\}/g, ':$1'), async (ctx: RequestContext) => {
      ctx.state.route = path
      if (waits(ctx)) await takeTurn(ctx)
      await needScope(ctx, scope, pages)
      await run(ctx)
    })
  for (const operation of operations)
    add(
      operation.method ?? 'get',
      operation.path,
      operation.scope,
      (ctx) => by[operation.route](ctx, operation),
      (ctx) => !watched.includes(operation.route) && (operation.price === null || !presentsCredential(ctx.headers)),
    )
  for (const document of siteDocuments)
    add('get', document.path, 'open', (ctx) =>
      siteRoute(ctx, document, keep, { origin, version: version.version, contact, sold: paymentStatus(ctx).enabled, now: now() }),
    )
  const openedFiles = new OpenedFiles()
  if (files)
    add('get', '/data/{file}', 'read', (ctx) =>
      fileRoute(ctx, String(ctx['params'].file), { gate, files, opened: openedFiles, now }),
    )
  // its tools read
  add('all', '/api/mcp', 'read', (ctx) =>
    mcpRoute({ ctx, gate, version, following, opened, origin, checks: () => checks(ctx), now }, log),
  )
  for (const scope of ['open', 'person'] as const) {
    for (const [path, show] of Object.entries(ownPages[scope])) add('get', path, scope, (ctx) => show(ctx, pages))
    for (const [path, send] of Object.entries(forms[scope])) add('post', path, scope, (ctx) => send(ctx, pages))
  }
  return router
}

/**
 * The one place that asks for scopes: before an operation runs, and before anything is read, counted or charged. The caller is known by the
 * session of the browser for the scope `person`, by the key for `account`. A caller with neither passes: the operation asks for one. Throws 403
 * SCOPE_REQUIRED, 401 KEY_INVALID, 503 STATE_UNAVAILABLE.
 */
async function needScope(
  { req }: Pick<RequestContext, 'req'>,
  scope: Scope,
  { gate, cookie }: Pick<AccountPages, 'gate' | 'cookie'>,
): Promise<void> {
  // every key reads
  if (scope === 'open' || scope === 'read') return
  const token = scope === 'person' ? cookie.tokenOfForm(req) : null
  const byKey = scope === 'account' ? await gate.caller(req.headers) : anonymousCaller
  const caller = token === null ? byKey : await gate.visitor(token)
  if (caller.kind === 'holder' && !hasScope(caller.holder, scope)) throw new Refusal('SCOPE_REQUIRED', scopeRefusals[scope])
}

const scopeRefusals = {
  account:
    'This key has the scope read: it neither sees nor changes webhooks. Use a key that a person made at /settings, or open the webhooks there.',
  person:
    'A key was entered in this browser, and a key changes nothing of its account. Sign out at /sign-in, then sign in as a person.',
} as const

/** The routes of a key alone. */
function byKey(gate: Gate): Record<WebhookRoute, Route> {
  const entries = Object.entries(webhookRoutes).map(([name, route]) => [name, (ctx: RequestContext) => route(ctx, gate)])
  return Object.fromEntries(entries) as Record<WebhookRoute, Route>
}
