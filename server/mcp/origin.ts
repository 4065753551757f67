import type { IncomingHttpHeaders } from 'node:http'

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
const loopbackOrigin = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/**
 * Whether a web page of another site sends the request, which the MCP specification has a server refuse with 403 (Streamable HTTP, security
 * warning). A browser names the page in Origin; programs send none. A page that points its own host name at this machine (DNS rebinding)
 * would be of the same origin as far as its browser can tell, so a server that only this machine reaches also wants a Host of this machine.
 *
 * @param own where callers reach the server, such as `https://briefings.example`
 */
export function isForeign({ host = '', origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>, own: string): boolean {
  const { host: ownHost, origin: ownOrigin } = new URL(own)
  const local = loopback.test(ownHost)
  if (local && !loopback.test(host)) return true
  if (origin === undefined || origin === ownOrigin) return false
  return !(local && loopbackOrigin.test(origin))
}
