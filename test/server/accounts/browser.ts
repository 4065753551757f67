import { personByEmail } from '../../../server/state/people.ts'
import type { Answer, Running } from '../fixture.ts'
import type { KeyHolders } from '../key-holders.ts'

/** What a browser says it prefers. */
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

type Sent = Record<string, string>

export interface Browser {
  get(path: string, headers?: Sent): Promise<Answer>
  /** Sends a form as a page of the server does. */
  send(path: string, fields: Sent, headers?: Sent): Promise<Answer>
  /** The cookie it has, or an empty text. */
  cookie(): string
}

/** The password of every person who signs up. */
export const password = 'a lantern in the attic'

let people = 0
/** A new person who is signed in, at a server that sends no mail. */
export async function signedUp(server: Running, { state }: KeyHolders) {
  const browser = browserAt(server)
  const email = `person${people++}@example.com`
  const { status } = await browser.send('/sign-up', { email, password })
  if (status !== 303) throw new Error(`signing up was answered with ${status}`)
  return { browser, email, account: (await personByEmail(state, email))!.account }
}

/** The key that a page shows, or null. */
export const keyIn = (page: string): string | null => /mb_live_[0-9A-Za-z]{36}/.exec(page)?.[0] ?? null

/** A browser that keeps the cookie of a server, without a screen. */
export function browserAt(server: Running): Browser {
  let cookie = ''
  const kept = (answer: Answer): Answer => {
    for (const each of answer.headers['set-cookie'] ?? []) cookie = /Max-Age=0/.test(each) ? '' : each.split(';')[0]!
    return answer
  }
  const headersOf = (more: Sent) => ({ accept, 'user-agent': 'Firefox <b>', ...(cookie === '' ? {} : { cookie }), ...more })
  return {
    get: async (path, headers = {}) => kept(await server.get(path, { headers: headersOf(headers) })),
    async send(path, fields, headers = {}) {
      const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
      const body = new URLSearchParams(fields).toString()
      return kept(await server.get(path, { method: 'POST', body, headers: headersOf({ ...form, ...headers }) }))
    },
    cookie: () => cookie,
  }
}
