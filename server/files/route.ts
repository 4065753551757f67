import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type PlanName, plans } from '../../data/plans.ts'
import type { Gate } from '../access/gate.ts'
import { rateLimitHeaders } from '../access/rate-limit-headers.ts'
import type { RequestContext } from '../answers/request-context.ts'
import { countCall, needCallLeft, needHolder, planNeeded } from '../answers/serve-priced.ts'
import { matchesEntityTag } from '../editions/prepared-answer.ts'
import { Refusal } from '../http/errors.ts'
import { securityHeaders, withExposedHeaders } from '../http/security-headers.ts'
import type { OpenedFiles } from './opened.ts'
import type { OpenedFile } from './opened-file.ts'

/** Files of the analysts, which whoever mounts them reads piece by piece. */
export interface AnalystFiles {
  /** Least plan whose keys read them. */
  readonly plan: PlanName
  /** The file as it is now; null where there is none of that name. */
  open(name: string): Promise<OpenedFile | null>
}

/** What reads of files work on. */
interface FileDesk {
  readonly gate: Gate
  readonly files: AnalystFiles
  readonly opened: OpenedFiles
  now(): number
}

/**
 * GET and HEAD /data/{file}: a file as bytes, or one range of them (RFC 9110 section 14), so that `ATTACH 'https://...'` reads what a query needs. Reading
 * from its beginning counts as a call, and so does reading on once an account has read as many bytes as the file has.
 */
export async function fileRoute(ctx: RequestContext, name: string, { gate, files, opened, now }: FileDesk): Promise<void> {
  const { req, res, state } = ctx
  const holder = await needHolder(ctx, gate)
  if (rank(holder.plan) < rank(files.plan))
    throw planNeeded({
      plan: holder.plan,
      needs: files.plan,
      what: `Files of the analysts require the ${files.plan} plan or higher`,
    })
  const file = await files.open(name)
  if (file === null)
    throw new Refusal('NOT_FOUND', 'There is no such file, or none yet: /docs/analysts lists them.', { field: 'file' })
  let body: Readable | null = null
  try {
    const { size, etag, modifiedMs } = file
    const range = rangeOf(req.headers.range, req.headers['if-range'] as string | undefined, etag, size)
    const isHead = req.method === 'HEAD'
    const isHeld = req.headers['if-none-match'] !== undefined && matchesEntityTag(req.headers['if-none-match'], etag)
    const { from, to } = range === null || range === 'none' ? { from: 0, to: size - 1 } : range
    const bytes = range === 'none' ? 0 : to - from + 1
    const opening = `${holder.account} ${etag}`
    const isCounted = !isHead && !isHeld && (from === 0 || !opened.take(opening, bytes, now()))
    if (isCounted) await needCallLeft(gate, holder)
    // what cannot be read at the moment is refused before it counts
    if (!isHead && !isHeld && range !== 'none')
      body = await file.read(from, to).catch((error: unknown) => {
        if (!isCounted) opened.open(opening, bytes, now())
        throw error
      })
    const count = await countCall(gate, holder, !isCounted)
    if (isCounted) opened.open(opening, size - bytes, now())
    const modified = new Date(modifiedMs).toUTCString()
    const headers = withExposedHeaders([
      ...['ETag', etag, 'Last-Modified', modified, 'Accept-Ranges', 'bytes', 'Cache-Control', 'private, no-cache'],
      ...rateLimitHeaders(holder, count),
      ...securityHeaders,
      ...['X-Request-Id', state.id],
    ])
    ctx.respond = false
    if (range === 'none') {
      res.writeHead(416, [...headers, 'Content-Range', `bytes */${size}`, 'Content-Length', '0']).end()
      return
    }
    if (isHeld) {
      res.writeHead(304, headers).end()
      return
    }
    const part = range === null ? [] : ['Content-Range', `bytes ${from}-${to}/${size}`]
    const kind = ['Content-Type', 'application/octet-stream', 'Content-Length', String(bytes)]
    res.writeHead(range === null ? 200 : 206, [...kind, ...part, ...headers])
    if (body === null) {
      res.end()
      return
    }
    state.bytes = bytes
    // whoever leaves early ends the reading
    await pipeline(body, res).catch(() => res.destroy())
  } finally {
    body?.destroy()
    await file.close()
  }
}

const rank = (plan: PlanName): number => plans.findIndex((row) => row.plan === plan)

/** The range that is asked for; null for the whole file: none is named, or several, or one of another version; `none` where it has none of it. */
function rangeOf(
  header: string | undefined,
  condition: string | undefined,
  etag: string,
  size: number,
): { readonly from: number; readonly to: number } | null | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (condition !== undefined && condition !== etag) return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from >= size || from > to ? 'none' : { from, to }
}
