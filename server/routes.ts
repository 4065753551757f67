import Router from '@koa/router'
import { briefingRows } from '../data/briefings.ts'
import type { RequestState } from './exchange.ts'
import {
  briefingsRoute,
  calibrationRoute,
  errorListRoute,
  frontPageRoute,
  healthRoute,
  methodologyRoute,
  metricsRoute,
  statusRoute,
  undated,
  versionRoute,
} from './open-routes.ts'
import { briefingRoute, metricRoute } from './priced-routes.ts'
import type { ServerVersion } from './system.ts'

export interface RouteOptions {
  readonly version: ServerVersion
  /** The methodology as Markdown, read when first asked for; `method.url` of every metric points at it. */
  methodology(): string
  now(): number
}

/** Every path of the server. A briefing's own path follows from its row. The router adds HEAD to each GET. */
export function routes({ version, methodology, now }: RouteOptions): Router<RequestState> {
  const keep = undated()
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  router.get('/', (ctx) => frontPageRoute(ctx, keep))
  router.get('/docs/errors', (ctx) => errorListRoute(ctx, keep))
  router.get('/docs/methodology', (ctx) => methodologyRoute(ctx, keep, methodology))
  router.get('/api/health', (ctx) => healthRoute(ctx, now()))
  router.get('/api/status', (ctx) => statusRoute(ctx))
  router.get('/api/calibration', (ctx) => calibrationRoute(ctx))
  router.get('/api/version', (ctx) => versionRoute(ctx, keep, version))
  router.get('/api/briefings', (ctx) => briefingsRoute(ctx))
  router.get('/api/metrics', (ctx) => metricsRoute(ctx))
  router.get('/api/metrics/:metric', (ctx) => metricRoute(ctx, ctx.params['metric'] ?? ''))
  router.get('/api/context', (ctx) => briefingRoute(ctx, now()))
  for (const { id, path } of briefingRows) router.get(path, (ctx) => briefingRoute(ctx, now(), id))
  return router
}
