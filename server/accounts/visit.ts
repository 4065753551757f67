import type { AccountContext } from '../access/account-context.ts'
import type { Gate } from '../access/gate.ts'
import type { SessionCookie } from '../access/session-cookie.ts'
import type { RequestContext } from '../answers/request-context.ts'
import type { ServerLog } from '../http/log.ts'
import type { Doer } from '../state/audit.ts'

/** What every page of accounts needs of the server. */
export interface AccountPages {
  readonly gate: Gate
  readonly cookie: SessionCookie
  /** Where callers reach this server, such as `https://briefings.example`. */
  readonly origin: string
  readonly log: ServerLog
}

/** Address and browser of a request, as they are kept. */
export function addressAndBrowser({ req, state }: RequestContext): { readonly address: string; readonly browser: string | null } {
  const browser = (req.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 200)
  return { address: state.address, browser: browser === '' ? null : browser }
}

/** The person of a request, for the audit log. */
export function auditActorOf(ctx: RequestContext, { now }: AccountContext): Doer {
  return { actor: 'person', address: addressAndBrowser(ctx).address, now: now() }
}
