import type { IncomingMessage, ServerResponse } from 'node:http'
import { decide } from './access.ts'
import { sendFinished } from './finished.ts'
import type { RequestLine } from './log.ts'
import type { Shelf } from './shelf.ts'

export interface HotPath {
  shelf(): Shelf | null
  readonly logRequest: ((line: RequestLine) => void) | null
}

/** Accept headers that may prefer a page to Markdown: the routes weigh them. All others, such as that of curl, take the first there is. */
const weighed = /text\/html|text\/markdown\s*;/i

/**
 * The reads that make up the traffic: GET of a current artifact under one of its plain URLs. One look-up in a Map, one decision, bytes that
 * are ready. False where the request is anything else: the routes take it, and answer with the same headers.
 */
export function hotPath({ shelf, logRequest }: HotPath): (req: IncomingMessage, res: ServerResponse, id: string) => boolean {
  return (req, res, id) => {
    if (req.method !== 'GET') return false
    const url = req.url as string
    const ready = shelf()?.byUrl.get(url)
    if (ready === undefined || req.headers.host === undefined || !decide(ready.wanted, req.headers).serve) return false
    if (ready.negotiated === ready.finished && weighed.test(req.headers.accept ?? '')) return false
    const started = logRequest === null ? 0 : performance.now()
    const bytes = sendFinished(req, res, ready.finished, id)
    if (logRequest !== null) {
      const mark = url.indexOf('?')
      logRequest({
        id,
        method: 'GET',
        path: mark === -1 ? url : url.slice(0, mark),
        ...(mark === -1 ? {} : { query: Object.fromEntries(new URLSearchParams(url.slice(mark))) }),
        status: res.statusCode,
        bytes,
        ms: performance.now() - started,
        edition: ready.edition,
      })
    }
    return true
  }
}
