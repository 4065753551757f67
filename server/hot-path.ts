import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Caller, decide, nobody } from './access.ts'
import { bytesFor, type CachedTarget, type EditionCache } from './edition-cache.ts'
import { sendError } from './errors.ts'
import type { Gate } from './gate.ts'
import { marksOf } from './limits/rate-limit-headers.ts'
import type { RequestLine } from './log.ts'
import { isHeld, sendPrepared } from './prepared-answer.ts'
import { unpaid } from './serve-priced.ts'
import type { KeyHolder } from './state/accounts.ts'

export interface HotPath {
  cache(): EditionCache | null
  readonly gate: Gate
  readonly logRequest: ((line: RequestLine) => void) | null
}

/** Accept headers that may prefer another format to Markdown: the routes weigh them. All others, such as that of curl, take Markdown. */
const weighed = /html|application|;/i

/**
 * The calls that make up the traffic: GET of a current artifact under one of its plain URLs, by a key this process has seen or by nobody.
 * One look-up in a Map, one decision, bytes that are ready. False where the request is anything else, or is refused for another reason
 * than that it is not paid, and for a page that is not open, which a browser's session may read: the routes take it, and answer alike.
 */
export function hotPath({
  cache,
  gate,
  logRequest,
}: HotPath): (req: IncomingMessage, res: ServerResponse, id: string) => boolean {
  return (req, res, id) => {
    if (req.method !== 'GET') return false
    const url = req.url as string
    const named = cache()?.byUrl.get(url)
    if (named === undefined || req.headers.host === undefined) return false
    const accept = req.headers.accept ?? ''
    const listed = named.asJson !== null && accept === 'application/json' ? named.asJson : named
    if (named.asJson !== null && listed === named && weighed.test(accept)) return false
    const started = logRequest === null ? 0 : performance.now()
    const { wanted } = listed
    if (listed.isPage && !wanted.open) return false
    const caller = wanted.open ? nobody : gate.callerNow(req.headers)
    if (caller === null) return false
    const bytes = answerNow(req, res, id, listed, gate, caller)
    if (bytes === null) return false
    if (logRequest !== null) {
      const mark = url.indexOf('?')
      const path = mark === -1 ? url : url.slice(0, mark)
      logRequest({
        id,
        method: 'GET',
        path,
        route: listed.route,
        ...(mark === -1 ? {} : { query: Object.fromEntries(new URLSearchParams(url.slice(mark))) }),
        status: res.statusCode,
        ...(wanted.open ? {} : caller.kind === 'nobody' ? ({ error: 'PAYMENT_REQUIRED' } as const) : known(caller.holder)),
        bytes,
        ms: performance.now() - started,
        edition: listed.edition,
      })
    }
    return true
  }
}

/** What the line of a request says of the key it came with. */
function known({ plan, key, account }: KeyHolder) {
  return { plan, key, account }
}

/** Size of the body sent, or null where nothing was. */
function answerNow(
  req: IncomingMessage,
  res: ServerResponse,
  id: string,
  listed: CachedTarget,
  gate: Gate,
  caller: Caller,
): number | null {
  const decision = decide(listed.wanted, caller)
  if (decision.kind === 'open') return sendPrepared(req, res, listed.prepared, id)
  if (decision.kind === 'refuse' || decision.kind === 'suspended') return null
  if (decision.kind === 'sell') {
    const payments = gate.payments(listed.sample)
    if (payments === null || payments.presented(req.headers)) return null
    const quote = payments.quote(listed.offer)
    return quote && sendError(req, res, unpaid(listed.wanted, quote), id, listed.edition)
  }
  const { holder, part } = decision
  const prepared = bytesFor(listed, part)
  const count = isHeld(req, prepared) ? gate.lookNow(holder) : gate.countNow(holder)
  return count?.passed ? sendPrepared(req, res, prepared, id, marksOf(holder, count)) : null
}
