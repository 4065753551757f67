/** What the flow needs of the world. */
export interface ClaimParts {
  readonly fetch: typeof fetch
  wait(ms: number): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
  /** A random text. */
  newId(): string
}

/** A claim that waits for a person. */
export interface PendingClaim {
  readonly code: string
  readonly token: string
  /** The page a person opens to approve it. */
  readonly approveUrl: string
  readonly expiresAt: number
  readonly pollUrl: string
  readonly intervalMs: number
}

/** How a claim ended. */
export type ClaimEnd =
  | { readonly kind: 'approved'; readonly key: string; readonly name: string | null }
  /** Nobody opened the link in time. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'refused'; readonly why: string }

/** Polls that fail one after the other before the bridge gives up. */
const mostFailures = 10
const leastWaitMs = 1_000
const usualWaitMs = 5_000

type Body = Readonly<Record<string, unknown>>

/** Asks the server for a claim. Resolves to the reason, as a sentence for a person, where it creates none. */
export async function createClaim(
  origin: string,
  about: { readonly client_name: string; readonly purpose: string; readonly client_version: string },
  { fetch: ask, newId }: ClaimParts,
): Promise<PendingClaim | string> {
  let response: Response
  try {
    response = await ask(`${origin}/api/agent/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': newId() },
      body: JSON.stringify(about),
      redirect: 'error',
    })
  } catch {
    return `${origin} does not answer.`
  }
  const body = await bodyOf(response)
  const { claim_code: code, claim_token: token, approve_url: approve, expires_at: expires, poll } = body
  if (response.status !== 201 || typeof code !== 'string' || typeof token !== 'string')
    return `The server refused the request for access (${response.status}): ${textOf(body['message']) ?? 'no reason given'}`
  const approveUrl = pageOf(approve)
  if (approveUrl === null) return 'The server named no page to approve access on.'
  const { url, interval_seconds: seconds } = (poll ?? {}) as Body
  const own = `${origin}/api/agent/claims/${encodeURIComponent(code)}`
  return {
    code: textOf(code)!,
    token,
    approveUrl,
    expiresAt: timeOf(expires) ?? Number.POSITIVE_INFINITY,
    // the token is a secret of this server: it goes nowhere else
    pollUrl: typeof url === 'string' && URL.canParse(url) && new URL(url).origin === origin ? url : own,
    intervalMs: waitOf(seconds) ?? usualWaitMs,
  }
}

/** Polls a claim until it ends. */
export async function awaitKey(claim: PendingClaim, { fetch: ask, wait, now }: ClaimParts): Promise<ClaimEnd> {
  let { expiresAt } = claim
  for (let failures = 0; failures < mostFailures; ) {
    if (now() >= expiresAt) return { kind: 'expired' }
    const response = await ask(claim.pollUrl, {
      headers: { accept: 'application/json', authorization: `Bearer ${claim.token}` },
      redirect: 'error',
    }).catch(() => null)
    if (response?.status === 404) return refused('the server does not know the request any more')
    if (response?.status === 429) {
      await wait(waitOf(Number(response.headers.get('retry-after'))) ?? claim.intervalMs)
      continue
    }
    const body = response?.status === 200 ? await bodyOf(response) : {}
    const { status, error } = body
    if (status === 'approved' && typeof body['api_key'] === 'string')
      return { kind: 'approved', key: body['api_key'], name: textOf((body['key'] as Body | undefined)?.['name']) }
    if (status === 'approved' && error === 'KEY_LIMIT_REACHED')
      return refused(
        `access was approved, but the account has as many keys as its plan allows. ${textOf(body['next']) ?? 'Revoke one and try again.'}`,
      )
    if (status === 'denied') return refused('the request was denied')
    if (status === 'expired') return { kind: 'expired' }
    if (status === 'delivered') return refused('the key was already delivered elsewhere')
    if (status === 'pending' || status === 'approved') {
      failures = 0
      expiresAt = timeOf(body['expires_at']) ?? expiresAt
      await wait(waitOf(status === 'pending' ? body['poll_interval'] : body['retry_after']) ?? claim.intervalMs)
      continue
    }
    failures += 1
    await wait(claim.intervalMs)
  }
  return refused('the server stopped answering')
}

const refused = (why: string): ClaimEnd => ({ kind: 'refused', why })

async function bodyOf(response: Response): Promise<Body> {
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null ? (body as Body) : {}
}

/** What the server says, for a person to read on a terminal: one line, no control characters. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, 400) : null
}

function pageOf(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null
  const { protocol, href } = new URL(value)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}

/** Seconds as milliseconds to wait. */
function waitOf(seconds: unknown): number | null {
  return typeof seconds === 'number' && seconds > 0 ? Math.max(leastWaitMs, 1_000 * seconds) : null
}
