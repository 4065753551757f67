import { hasScope, nobody, type Scope } from './access.ts'
import type { AccountPages } from './accounts/visit.ts'
import { Refusal } from './errors.ts'
import type { Exchange } from './exchange.ts'

/**
 * The one place that asks for scopes: before an operation runs, and before anything is read, counted or charged. Who calls is known by the
 * session of the browser for the scope `person`, by the key for `account`. A caller with neither passes: the operation asks for one. Throws 403
 * SCOPE_REQUIRED, 401 KEY_INVALID, 503 STATE_UNAVAILABLE.
 */
export async function needScope(
  { req }: Pick<Exchange, 'req'>,
  scope: Scope,
  { gate, cookie }: Pick<AccountPages, 'gate' | 'cookie'>,
): Promise<void> {
  // every key reads
  if (scope === 'open' || scope === 'read') return
  const token = scope === 'person' ? cookie.tokenOfForm(req) : null
  const byKey = scope === 'account' ? await gate.caller(req.headers) : nobody
  const caller = token === null ? byKey : await gate.visitor(token)
  if (caller.kind === 'holder' && !hasScope(caller.holder, scope)) throw new Refusal('SCOPE_REQUIRED', refusals[scope])
}

const refusals = {
  account:
    'This key has the scope read: it neither sees nor changes webhooks. Use a key that a person made at /settings, or open the webhooks there.',
  person:
    'A key was entered in this browser, and a key changes nothing of its account. Sign out at /sign-in, then sign in as a person.',
} as const
