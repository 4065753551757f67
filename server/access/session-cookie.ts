import type { IncomingMessage } from 'node:http'

/** 256 bits in base64url. */
const token = /^[A-Za-z0-9_-]{43}$/
const readingMethods: readonly (string | undefined)[] = ['GET', 'HEAD']

export type SessionCookie = ReturnType<typeof sessionCookie>

/**
 * The cookie of a browser in which a person entered a key. It carries the random token of a session, never the key.
 * @param secure whether callers reach the server by https. The prefix __Host- then makes the browser refuse a cookie that another host of
 *   the same domain has set (RFC 6265bis, 4.1.3.2).
 */
export function sessionCookie(secure: boolean) {
  const name = secure ? '__Host-session' : 'session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

  function read(req: IncomingMessage): string | null {
    const values = (req.headers.cookie ?? '').split(';').flatMap((pair) => {
      const mark = pair.indexOf('=')
      return pair.slice(0, mark).trim() === name ? [pair.slice(mark + 1).trim()] : []
    })
    // two of one name: another host of the domain has set one of them
    return values.length === 1 && token.test(values[0]!) ? values[0]! : null
  }

  return {
    /**
     * The token a request may read a page with, or null. Only GET and HEAD have one, and only where neither a key nor a payment in the headers
     * says who calls. Where the browser tells what a request is for, it must be for a page to look at: what scripts fetch and what other pages
     * embed never borrows the rights of the person in front of the browser.
     */
    tokenOf(req: IncomingMessage): string | null {
      const {
        authorization,
        'x-api-key': key,
        'sec-fetch-mode': mode = 'navigate',
        'sec-fetch-dest': dest = 'document',
      } = req.headers
      const named = authorization !== undefined || key !== undefined
      const looked = mode === 'navigate' && dest === 'document'
      return named || !looked || !readingMethods.includes(req.method) ? null : read(req)
    },
    /** The token of a form that a page of this server sent. */
    tokenOfForm: read,
    /** Value of Set-Cookie that keeps a token for so many milliseconds. */
    keep: (value: string, ms: number) => `${name}=${value}; ${attributes}; Max-Age=${Math.floor(ms / 1_000)}`,
    /** Value of Set-Cookie that takes it away. */
    drop: `${name}=; ${attributes}; Max-Age=0`,
  }
}
