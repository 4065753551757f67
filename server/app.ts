import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import Koa, { type Next } from 'koa'
import { briefingTopics } from '../data/briefings.ts'
import { kinds } from '../pipeline/documents/index.ts'
import { documentTarget } from '../pipeline/documents/kind.ts'
import { anonymousCaller } from './access/access.ts'
import type { Gate } from './access/gate.ts'
import { callerQuota } from './access/rate-limit-headers.ts'
import { canonicalTarget } from './answers/offer.ts'
import { type RequestContext, type RequestState, sendUncached } from './answers/request-context.ts'
import { isCurrent } from './editions/freshness.ts'
import { freshnessHeader } from './editions/prepared-answer.ts'
import { dayOfFigures } from './editions/stored-document.ts'
import { documentUnavailable } from './editions/unavailable.ts'
import type { CallerAddress } from './http/caller-address.ts'
import { type ErrorCode, Refusal, sendError, wrong } from './http/errors.ts'
import { progressWords } from './http/first-run.ts'
import { loggedPath, loggedValue } from './http/hide-secrets.ts'
import { errorFields } from './http/log.ts'
import { prefersPage } from './http/preferred-format.ts'
import { dropEmptyCredentials, presentedKey } from './http/presented.ts'
import { ProcessorMeter, ProcessorShare } from './http/processor-share.ts'
import { preflightHeaders } from './http/security-headers.ts'
import { suggestPaths } from './http/suggest.ts'
import { absoluteForm, readTarget } from './http/target.ts'
import { whyNotServed } from './not-served.ts'
import { nothingForSale } from './payments/status.ts'
import { type RouteOptions, routes } from './routes.ts'

export interface AppOptions extends RouteOptions {
  /** Gives each request its id. */
  nextId(): string
  callerAddress: CallerAddress
  /** True once the server is stopping: each answer then ends its connection. */
  stopping(): boolean
}

type Listener = (req: IncomingMessage, res: ServerResponse) => void

/**
 * What happens to a request, in this order: its id, the record in the log, errors, the protocol, the form of its target, preflights, a
 * well-formed target, the routes, and what no route took.
 */
export function requestApp(options: AppOptions): Listener {
  const { log, nextId, stopping } = options
  const app = new Koa<RequestState>()
  app.on('error', (error: unknown) => log.warn('a connection failed', errorFields(error)))
  const share = new ProcessorShare()
  const meter = new ProcessorMeter()
  const turn = (ctx: RequestContext) => takeTurn(ctx, share, options.gate)
  const router = routes(options, turn)
  const paths = router.stack.map(({ path }) => String(path)).filter((path) => !path.includes(':'))
  app.use((ctx, next) => begin(ctx, next, { ...options, meter, share }))
  app.use((ctx, next) => answerErrors(ctx, next, options))
  app.use(needProtocol)
  app.use(takeOriginForm)
  app.use(answerPreflight)
  app.use(needTarget)
  app.use(router.routes())
  app.use(async (ctx) => {
    await turn(ctx)
    otherwise(ctx, paths)
  })
  const handle = app.callback()
  return (req, res) => {
    if (stopping()) res.shouldKeepAlive = false
    res.setHeader('X-Request-Id', nextId())
    void handle(req, res)
  }
}

/** Status in the log of a request whose caller left before there was an answer. */
const leftFirst = 499

/** Browsers name ten types in a few hundred characters; to choose among thousands would take as long as many answers. */
const longestAccept = 2_000

/** Fixes the edition for the whole request, writes its line when the answer has gone, and notes what it took where neither key nor payment came with it. */
function begin(
  ctx: RequestContext,
  next: Next,
  {
    following,
    callerAddress,
    cookie,
    log,
    now,
    meter,
    share,
    reading,
  }: AppOptions & { readonly meter: ProcessorMeter; readonly share: ProcessorShare },
): Promise<void> {
  const { req, res, state } = ctx
  const cache = following.current()
  state.id = String(res.getHeader('X-Request-Id'))
  state.cache = cache
  if (cache === null) state.reading = reading?.()
  else {
    const { view } = cache
    state.freshness = `${isCurrent(view, now()) ? 'fresh' : 'stale'}; as-of=${view.manifest.as_of}`
  }
  state.target = null
  dropEmptyCredentials(req)
  if ((req.headers.accept?.length ?? 0) > longestAccept) req.headers.accept = '*/*'
  state.address = callerAddress(req)
  state.session = cookie.tokenOf(req)
  state.bytes = 0
  const metered = { ms: 0, expectedMs: 0 }
  state.metered = metered
  meter.begin(metered)
  // the work on a request with a body begins when that has come
  if (req.method === 'POST') req.once('end', () => meter.begin(metered))
  res.once('close', () => {
    meter.end()
    const isKnown = state.holder !== undefined || state.plan === 'paid'
    if (!isKnown || metered.expectedMs > 0)
      share.charge(state.address, isKnown ? 0 : metered.ms, performance.now(), metered.expectedMs)
  })
  const logRequest = log.request
  if (logRequest !== null) {
    const started = performance.now()
    res.once('close', () => {
      logRequest({
        id: state.id,
        method: req.method ?? '',
        ...loggable(state.target),
        route: state.route ?? 'none',
        status: res.headersSent ? res.statusCode : leftFirst,
        ...(state.error === undefined ? {} : { error: state.error }),
        ...(state.plan === undefined ? {} : { plan: state.plan }),
        ...(state.holder === undefined ? {} : { key: state.holder.key, account: state.holder.account }),
        bytes: state.bytes,
        ms: performance.now() - started,
        edition: cache?.edition ?? null,
      })
    })
  }
  return next()
}

/**
 * Waits where the address of a call took more than its share of the serving thread. Throws 429 RATE_LIMITED where the wait would be long. A
 * caller with a key never waits.
 */
async function takeTurn({ state, headers }: RequestContext, share: ProcessorShare, gate: Gate): Promise<void> {
  const turn = share.enter(state.address, performance.now())
  if ('retryAfter' in turn) {
    if (await isKnown(headers, gate)) return
    const { retryAfter } = turn
    const message = `Your address took more than its share of this server’s time. Nothing was counted or charged; retry in ${retryAfter} seconds, or send an API key.`
    throw new Refusal('RATE_LIMITED', message, { retryAfter })
  }
  if (turn.waitMs === 0) return
  state.metered.expectedMs = turn.expectedMs
  try {
    if (!(await isKnown(headers, gate))) await wait(turn.waitMs, undefined, { ref: false })
  } finally {
    share.leave()
  }
}

const isKnown = async (headers: RequestContext['headers'], gate: Gate): Promise<boolean> =>
  presentedKey(headers).kind === 'key' && (await gate.caller(headers).catch(() => anonymousCaller)).kind === 'holder'

const loggedParameters: readonly string[] = ['briefing', 'format', 'date']

/** Path and parameters without anything that could be a secret; a target that is not a path is not repeated at all. */
function loggable(target: RequestState['target']): { path: string; query?: Record<string, string> } {
  if (target === null) return { path: 'malformed' }
  const known = target.query
    .filter(({ name }) => loggedParameters.includes(name))
    .map(({ name, value }) => [name, loggedValue(value)])
  return { path: loggedPath(target.path), ...(known.length === 0 ? {} : { query: Object.fromEntries(known) }) }
}

/**
 * Errors whose answer has the limits already, or where they cannot be read: no second look is taken. The token of a claim is not a key.
 */
const knownStanding: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'KEY_INVALID', 'STATE_UNAVAILABLE', 'CLAIM_NOT_FOUND'])

/** A refusal of any route says how the account of the key stands, as a priced answer does. */
async function answerErrors(ctx: RequestContext, next: Next, options: AppOptions): Promise<void> {
  const { gate, log } = options
  const { req, res, state } = ctx
  try {
    await next()
  } catch (error) {
    const refusal = error instanceof Refusal ? error : (documentUnavailable(error) ?? internalError(error))
    if (refusal.cause !== undefined)
      log.error('a request failed', { id: state.id, error: refusal.code, ...errorFields(refusal.cause) })
    ctx.respond = false
    state.error = refusal.code
    const page = await pageOf(ctx, refusal, options)
    const { holder, headers } = knownStanding.has(refusal.code)
      ? { holder: null, headers: [] }
      : await callerQuota(gate, req.headers)
    if (holder !== null) state.holder = holder
    const isDated = refusal.code !== 'NOT_PUBLISHED' && refusal.code !== 'NOT_OFFERED'
    const marks = isDated ? [...headers, ...freshnessHeader(state.freshness)] : headers
    state.bytes = sendError(req, res, refusal, state.id, state.cache?.edition ?? null, marks, page)
  }
}

/** The refusal as a page, where a browser asks; else null. */
async function pageOf(
  ctx: RequestContext,
  refusal: Refusal,
  { gate, origin, firstRun = null, planPrices = {}, contact = null }: AppOptions,
): Promise<string | null> {
  const { target, cache, id, asked = null, session } = ctx.state
  // a format that does not exist here names nothing
  const given = refusal.code === 'INVALID_FORMAT' ? undefined : target?.query.find(({ name }) => name === 'format')
  const named = given?.value ?? null
  if (!prefersPage(ctx, named)) return null
  const { refusalPage } = await import('./pages/refusal-page.ts')
  const sold = gate.payments(cache?.view.manifest.sample ?? false)?.status() ?? nothingForSale
  const next = target === null || ctx.method === 'POST' ? '/' : canonicalTarget(target.path, target.query)
  const progress = refusal.code === 'NOT_READY' ? await progressWords(firstRun) : null
  const visitor = session === null ? null : await gate.visitor(session).catch(() => null)
  const plan = ctx.state.holder?.plan ?? (visitor?.kind === 'holder' ? visitor.holder.plan : null)
  const newest = refusal.code === 'DATA_STALE' && cache && asked?.place ? dayOfFigures(cache.view, asked.place) : null
  const terms = { prices: planPrices, contact }
  return refusalPage({ refusal, id, asked, sold, origin, next, progress, plan, terms, newest })
}

/** Methods of every path. */
const readingMethods = ['GET', 'HEAD', 'OPTIONS']

/** A preflight asks what a page may send, of no path in particular: even a target that is malformed is refused where the page can read why. */
function answerPreflight(ctx: RequestContext, next: Next): Promise<void> | void {
  const { method, headers, url } = ctx.req
  if (method !== 'OPTIONS' || headers.origin === undefined || headers['access-control-request-method'] === undefined)
    return next()
  try {
    ctx.state.target = readTarget(url ?? '')
  } catch {
    // the log says that it was malformed
  }
  allow(ctx, readingMethods)
}

/** HTTP/1.1 or 1.0, with at most one Host: proxies differ in which of two they go by (RFC 9112, 3.2). */
function needProtocol({ req }: RequestContext, next: Next): Promise<void> {
  if (req.httpVersionMajor !== 1 || req.httpVersionMinor > 1) {
    throw new Refusal('INVALID_REQUEST', 'This server speaks HTTP/1.1. Send the request with an HTTP client, such as curl.')
  }
  const hosts = req.headersDistinct['host']?.length ?? 0
  if (hosts > 1) throw wrong('host', 'The request has more than one Host header. Send one.')
  if (hosts === 0 && req.httpVersion === '1.1')
    throw wrong('host', 'The Host header is missing. HTTP/1.1 requires it: send the name of this server.')
  return next()
}

/** Puts a target in absolute form into origin form, with its host instead of the header Host (RFC 9112, 3.2.2): nothing after looks at either. */
function takeOriginForm({ req }: RequestContext, next: Next): Promise<void> {
  const form = absoluteForm(req.url ?? '', req.method)
  if (form !== null) {
    req.url = form.target
    req.headers.host = form.host
  }
  return next()
}

/** Reads the target before anything of Koa does: some of its accessors throw on what is not a URL. */
function needTarget(ctx: RequestContext, next: Next): Promise<void> | void {
  const { req, state } = ctx
  if (req.url === '*' && req.method === 'OPTIONS') return allow(ctx, readingMethods)
  state.target = readTarget(req.url ?? '')
  return next()
}

/** Documents that a path may have been meant for. */
const listed = kinds.flatMap(({ catalogue, route, rows }) =>
  catalogue === null || route === null ? [] : rows(false).map((row) => ({ ...row, target: documentTarget(route, row.id) })),
)
const covered = new Intl.ListFormat('en-GB').format(briefingTopics.map(({ title }) => title))
const noSuchPath = `No such path. Briefings cover ${covered}: GET /api/briefings lists them, GET /api/metrics lists the metrics.`

/** No route took it: the path has other methods, or there is no such path. `paths` are those that could have been meant. */
function otherwise(ctx: RequestContext, paths: readonly string[]): void {
  const methods = [...new Set(pathMethods(ctx)), 'OPTIONS'].sort()
  if (methods.length === 1) {
    const why = whyNotServed(ctx.path)
    if (why !== null) throw new Refusal('NOT_FOUND', why)
    throw new Refusal('NOT_FOUND', noSuchPath, { suggestions: suggestPaths(ctx.path, listed, paths) })
  }
  const message = `This path does not support that method. Use ${methods.join(', ')}.`
  if (ctx.method !== 'OPTIONS') throw new Refusal('METHOD_NOT_ALLOWED', message, { allowed: methods, methods })
  allow(ctx, methods)
}

/** Methods of the routes whose path matched. */
function pathMethods(ctx: RequestContext): string[] {
  const { matched } = ctx as { matched?: { methods: string[] }[] }
  return (matched ?? []).flatMap(({ methods }) => methods)
}

function allow(ctx: RequestContext, methods: readonly string[]): void {
  sendUncached(ctx, 204, '', null, ['Allow', methods.join(', '), ...preflightHeaders(methods)])
}

function internalError(cause?: unknown): Refusal {
  return new Refusal(
    'INTERNAL_ERROR',
    'The server failed on this request. Retry in a minute; if it fails again, report the request id.',
    {},
    cause,
  )
}
