import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Plan, plans } from '../../data/plans.ts'
import type { Gate } from '../access/gate.ts'
import { holderHeaders } from '../access/rate-limit-headers.ts'
import type { Exchange } from '../answers/exchange.ts'
import { accountSuspended, keyRequired, OverLimit, planNeeded } from '../answers/serve-priced.ts'
import { matchesEntityTag } from '../editions/prepared-answer.ts'
import { Refusal } from '../http/errors.ts'
import { exposing, securityHeaders } from '../http/security-headers.ts'
import type { OpenedFiles } from './opened.ts'

/** Files of the analysts, which whoever mounts them reads piece by piece. */
export interface Files {
  /** Least plan whose keys read them. */
  readonly plan: Plan
  /** The file as it is now; null where the home has none of that name. Once opened it stays as it is, whatever is swapped in. */
  open(name: string): Promise<FileHandle | null>
}

/** What reads of files work on. */
interface FileDesk {
  readonly gate: Gate
  readonly files: Files
  readonly opened: OpenedFiles
  now(): number
}

/**
 * GET and HEAD /data/{file}: a file as bytes, or one range of them (RFC 9110 section 14), so that `ATTACH 'https://...'` reads what a query needs. Reading
 * from its beginning counts as a call, and so does reading on once an account has read as many bytes as the file has.
 */
export async function fileRoute(ctx: Exchange, name: string, { gate, files, opened, now }: FileDesk): Promise<void> {
  const { req, res, state } = ctx
  const caller = await gate.caller(ctx.headers)
  if (caller.kind === 'nobody') throw keyRequired()
  const { holder } = caller
  state.plan = holder.plan
  state.holder = holder
  if (holder.suspended) throw accountSuspended()
  if (rank(holder.plan) < rank(files.plan))
    throw planNeeded({
      plan: holder.plan,
      needs: files.plan,
      what: `Files of the analysts require the ${files.plan} plan or higher`,
    })
  const handle = await files.open(name)
  if (handle === null)
    throw new Refusal('NOT_FOUND', 'There is no such file, or none yet: /docs/analysts lists them.', { field: 'file' })
  try {
    const { size, mtimeMs, ino } = await handle.stat()
    const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}-${ino.toString(36)}"`
    const range = rangeOf(req.headers.range, req.headers['if-range'] as string | undefined, etag, size)
    const isHead = req.method === 'HEAD'
    const isHeld = req.headers['if-none-match'] !== undefined && matchesEntityTag(req.headers['if-none-match'], etag)
    const { from, to } = range === null || range === 'none' ? { from: 0, to: size - 1 } : range
    const bytes = range === 'none' ? 0 : to - from + 1
    const opening = `${holder.account} ${etag}`
    const isCounted = !isHead && !isHeld && (from === 0 || !opened.take(opening, bytes, now()))
    const count = await (isCounted ? gate.count(holder) : gate.look(holder))
    if (!count.passed) throw new OverLimit(holder, count)
    if (isCounted) opened.open(opening, size - bytes, now())
    const modified = new Date(mtimeMs).toUTCString()
    const headers = exposing([
      ...['ETag', etag, 'Last-Modified', modified, 'Accept-Ranges', 'bytes', 'Cache-Control', 'private, no-cache'],
      ...holderHeaders(holder, count),
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
    if (isHead) {
      res.end()
      return
    }
    state.bytes = bytes
    // whoever leaves early ends the reading
    await pipeline(handle.createReadStream({ start: from, end: to, autoClose: false }), res).catch(() => res.destroy())
  } finally {
    await handle.close()
  }
}

const rank = (plan: Plan): number => plans.findIndex((row) => row.plan === plan)

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
