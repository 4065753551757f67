import Router from '@koa/router'
import { briefingRows } from '../data/briefings.ts'
import type { Exchange, RequestState } from './exchange.ts'
import type { Gate } from './gate.ts'
import {
  briefingsRoute,
  calibrationRoute,
  errorListRoute,
  frontPageRoute,
  healthRoute,
  methodologyRoute,
  metricsRoute,
  paymentStatusRoute,
  statusRoute,
  undated,
  versionRoute,
} from './open-routes.ts'
import { sellsNothing } from './payments/status.ts'
import { briefingRoute, metricRoute } from './priced-routes.ts'
import type { ServerVersion } from './system.ts'

export interface RouteOptions {
  readonly gate: Gate
  readonly version: ServerVersion
  /** The methodology as Markdown, read when first asked for; `method.url` of every metric points at it. */
  methodology(): string
  now(): number
}

/** Every path of the server. A briefing's own path follows from its row. The router adds HEAD to each GET. */
export function routes({ gate, version, methodology, now }: RouteOptions): Router<RequestState> {
  const keep = undated()
  const sold = (ctx: Exchange) => gate.payments(ctx.state.shelf?.view.manifest.sample ?? false)
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  router.get('/', (ctx) => frontPageRoute(ctx, keep))
  router.get('/docs/errors', (ctx) => errorListRoute(ctx, keep))
  router.get('/docs/methodology', (ctx) => methodologyRoute(ctx, keep, methodology))
  router.get('/api/health', (ctx) => healthRoute(ctx, now()))
  router.get('/api/status', (ctx) => statusRoute(ctx))
  router.get('/api/calibration', (ctx) => calibrationRoute(ctx))
  router.get('/api/x402/status', (ctx) => paymentStatusRoute(ctx, sold(ctx)?.status() ?? sellsNothing))
  router.get('/api/version', (ctx) => versionRoute(ctx, keep, version))
  router.get('/api/briefings', (ctx) => briefingsRoute(ctx))
  router.get('/api/metrics', (ctx) => metricsRoute(ctx))
  router.get('/api/metrics/:metric', (ctx) => metricRoute(ctx, gate, ctx.params['metric'] ?? ''))
  router.get('/api/context', (ctx) => briefingRoute(ctx, gate, now()))
  for (const { id, path } of briefingRows) router.get(path, (ctx) => briefingRoute(ctx, gate, now(), id))
  return router
}
