import type { IncomingHttpHeaders } from 'node:http'
import { type RequestContext, sendUncached } from '../answers/request-context.ts'
import { Refusal } from '../http/errors.ts'
import { readBody } from '../http/form.ts'
import { contentTypes } from '../http/formats.ts'
import { parsedJson } from '../http/json.ts'
import { errorFields, type ServerLog } from '../http/log.ts'
import { lazy } from '../http/once.ts'
import { Purchases } from './payment.ts'
import type { FailedCall } from './refused.ts'
import type { ToolContext } from './tool.ts'

/** A call of a tool takes a few hundred bytes. */
const mostBytes = 64 * 1024
/** Messages in one request, which the revision 2025-03-26 allows. */
const mostMessages = 10

/** The SDK and its schema library take longer to load than the rest of the server: they come with the first call. */
const endpoint = lazy(() => import('./endpoint.ts').then(({ openEndpoint }) => openEndpoint()))

/** The MCP server over Streamable HTTP, at /api/mcp. POST carries the protocol; HEAD says that the server is there. */
export async function mcpRoute(around: ToolContext, log: ServerLog): Promise<void> {
  const { ctx, origin } = around
  if (ctx.method === 'HEAD') return sendUncached(ctx, 200, '', contentTypes.json)
  if (ctx.method === 'OPTIONS') return sendUncached(ctx, 204, '', null, ['Allow', 'POST'])
  if (ctx.method !== 'POST')
    throw new Refusal('METHOD_NOT_ALLOWED', 'The MCP endpoint takes POST alone. It has no stream and no session.', {
      allowed: ['POST'],
      methods: ['POST'],
    })
  const { host } = ctx.headers
  const at = ctx.req.socket.localAddress
  if (isCrossSite({ host }, origin, at)) return fail(ctx, 403, otherHost)
  if (isCrossSite(ctx.headers, origin, at))
    return fail(ctx, 403, 'Requests of pages of other sites are refused. Connect with an MCP client.')
  if (ctx.headers['content-encoding'] !== undefined) return fail(ctx, 415, 'Send the message uncompressed.')
  const body = await readBody(ctx.req, mostBytes, () => new TooLarge())
    .then((bytes) => bytes.toString('utf8'))
    .catch((error: unknown) => {
      if (error instanceof TooLarge) return null
      throw error
    })
  if (body === null) return fail(ctx, 413, `The message is larger than ${mostBytes} bytes.`)
  const message = parsedJson(body)
  if (message === undefined) return fail(ctx, 400, 'The body is not JSON.', parseError)
  if (Array.isArray(message) && (message.length === 0 || message.length > mostMessages))
    return fail(ctx, 400, `Send one message, or a list of 1 to ${mostMessages}.`, invalidRequest)
  if (Array.isArray(message) && repeatsId(message)) return fail(ctx, 400, idTwice, invalidRequest)
  const purchases = new Purchases(ctx.req, ctx.res)
  const call = { ...around, purchases, failed: null, error: null }
  const response = await (await endpoint())(requestOf(ctx, body, origin), message, call)
  if (call.error !== null) log.error('a tool failed', { id: ctx.state.id, ...errorFields(call.error) })
  if (await purchases.isAwaited()) await send(ctx, response, Array.isArray(message) ? null : call.failed)
  else ctx.respond = false
}

class TooLarge extends Error {}

const parseError = -32_700
const invalidRequest = -32_600
const serverError = -32_000

function fail(ctx: RequestContext, status: number, message: string, code = serverError): void {
  sendUncached(ctx, status, JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }), contentTypes.json)
}

const idTwice =
  'Two requests of the list have the same id, so that only one of them could be answered. Nothing was charged; give each request a different id.'

/** Whether two requests of a list have one id: 1 and "1" are two. */
function repeatsId(messages: readonly unknown[]): boolean {
  const ids = messages.flatMap((message) =>
    typeof message === 'object' && message !== null && 'id' in message ? JSON.stringify(message.id) : [],
  )
  return new Set(ids).size < ids.length
}

/** The request as the SDK takes it. What a client accepts is not asked for: every answer is JSON, and a client may send no such header. */
function requestOf({ headers }: RequestContext, body: string, origin: string): Request {
  const own = Object.entries(headers).filter(
    (header): header is [string, string] => header[0].startsWith('mcp-') && typeof header[1] === 'string',
  )
  return new Request(new URL('/api/mcp', origin), {
    method: 'POST',
    headers: {
      ...Object.fromEntries(own),
      'content-type': headers['content-type'] ?? '',
      accept: 'application/json, text/event-stream',
    },
    body,
  })
}

/** `failed`: what ended the call, where one message was sent; each message of a list has its own answer. */
async function send(ctx: RequestContext, response: Response, failed: FailedCall | null): Promise<void> {
  const { status, headers } = failed ?? { status: response.status, headers: [] }
  sendUncached(ctx, status, await response.text(), response.headers.get('content-type'), headers)
}

const otherHost =
  'The Host of this request is not a name of this server. Call it by 127.0.0.1 or localhost, or set its BRIEFING_URL to the address that callers use.'

const thisMachine = /^(?:::1$|(?:::ffff:)?127\.)/
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
const loopbackOrigin = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/**
 * Whether a web page of another site sends the request, which the MCP specification has a server refuse with 403 (Streamable HTTP, security
 * warning). A browser names the page in Origin; programs send none. A page that points its own host name at this machine (DNS rebinding)
 * would be of the same origin as far as its browser can tell, so a server that only this machine reaches also wants a Host of this machine.
 *
 * @param own where callers reach the server, such as `https://briefings.example`
 * @param at the address of this machine that was called: one that others reach wants no Host of this machine
 */
export function isCrossSite(
  { host = '', origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>,
  own: string,
  at = '127.0.0.1',
): boolean {
  const { host: ownHost, origin: ownOrigin } = new URL(own)
  const local = loopback.test(ownHost)
  if (local && thisMachine.test(at) && !loopback.test(host)) return true
  if (origin === undefined || origin === ownOrigin) return false
  return !(local && loopbackOrigin.test(origin))
}
