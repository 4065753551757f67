import { isoTime } from '../../pipeline/time/day.ts'
import type { ServerClock } from '../http/clock.ts'
import { type CreatedClaim, claimLifetimeMs, type KeyClaim, type PolledClaim } from '../state/claims.ts'

/** Seconds between two polls. */
const pollSeconds = 5
/** Seconds after which the key of an approved claim may be made where it could not be. */
const issueAgainSeconds = 30

/** Where a claim is found: as callers reach this server. */
export interface ClaimPlace {
  readonly origin: string
  readonly code: string
}

const docs = ({ origin }: ClaimPlace) => `${origin}/docs/keys#keys-for-agents`
const approveUrl = ({ origin, code }: ClaimPlace) => `${origin}/claim/${code}`
export const pollUrl = ({ origin, code }: ClaimPlace) => `${origin}/api/agent/claims/${code}`

/**
 * The answer to a new claim. It depends on nothing that changes in a day, so that a repeated request has the same answer.
 * @param sold whether calls can be paid for without a key, and so without a person
 */
export function createdBody(
  { code, token, createdAt }: CreatedClaim & { kind: 'created' },
  origin: string,
  sold: boolean,
  { shown }: Pick<ServerClock, 'shown'>,
) {
  const place = { origin, code }
  return {
    claim_code: code,
    claim_token: token,
    status: 'pending',
    approve_url: approveUrl(place),
    expires_at: isoTime(shown(createdAt + claimLifetimeMs)),
    expires_in: claimLifetimeMs / 1_000,
    poll: { url: pollUrl(place), method: 'GET', header: 'Authorization: Bearer <claim_token>', interval_seconds: pollSeconds },
    instructions: `Show approve_url and the code ${code} to the person you work for. They sign in, check that the page shows the same code, and approve or deny. Do not open the page, and do not approve for them. Meanwhile request poll.url with the claim_token every ${pollSeconds} seconds. The first answer after the approval carries the API key, once: store it before you do anything else.`,
    ...(sold
      ? {
          without_a_human: {
            summary: 'No person available? Priced calls can be paid for one by one without a key, by x402 or MPP.',
            quickstart: `${origin}/prices#pay`,
          },
        }
      : {}),
    docs: docs(place),
  }
}

/** The answer to a poll. */
export function polledBody(polled: PolledClaim, origin: string, clock: Pick<ServerClock, 'now' | 'shown'>) {
  const { claim } = polled
  const place = { origin, code: claim.code }
  const head = { status: claim.state, claim_code: claim.code }
  if (polled.kind === 'delivered') {
    const { key, id, name, prefix, scope, plan } = polled.made
    return {
      ...head,
      status: 'approved',
      api_key: key,
      delivered_once: true,
      key: { id, name, prefix, scopes: [scope] },
      account: { tier: plan, limits: { per_hour: polled.perHour, per_day: polled.perDay } },
      how_to_use: {
        authorization: 'Authorization: Bearer <api_key>',
        x_api_key: 'X-API-Key: <api_key>',
        example: `curl -H "Authorization: Bearer $KEY" "${origin}/api/btc"`,
        note: 'The key is shown only in this answer. Store it where only you can read it, and do not print it.',
      },
      docs: docs(place),
    }
  }
  if (polled.kind === 'state') return { ...head, ...stateMembers(claim, clock), docs: docs(place) }
  const { why } = polled
  if (why.kind === 'failed')
    return {
      ...head,
      error: 'KEY_ISSUE_FAILED',
      message: `The claim is approved, but the key could not be made. Poll again in ${issueAgainSeconds} seconds; the approval stands.`,
      hint: `Wait ${issueAgainSeconds} seconds, then poll again.`,
      retry_after: issueAgainSeconds,
      docs: docs(place),
    }
  const next = `Ask the person to revoke a key at ${origin}/settings, then poll again. Polling alone does not help.`
  return {
    ...head,
    error: 'KEY_LIMIT_REACHED',
    message: `The claim is approved, but the account has ${why.active} of ${why.most} keys. The approval stands.`,
    active_keys: why.active,
    max_keys: why.most,
    hint: next,
    next,
    docs: docs(place),
  }
}

/** What a claim without a key to hand out says beside its state. */
function stateMembers({ state, expires_at }: KeyClaim, { now, shown }: Pick<ServerClock, 'now' | 'shown'>) {
  const again = 'Create a new claim if you still need a key.'
  switch (state) {
    case 'pending': {
      const expires_in = Math.max(0, Math.ceil((expires_at - now()) / 1_000))
      return { poll_interval: pollSeconds, expires_at: isoTime(shown(expires_at)), expires_in }
    }
    case 'approved':
      return { message: 'Approved. Send a GET request to receive the key.', poll_interval: pollSeconds }
    case 'denied':
      return { message: 'The person denied the claim. Do not create another claim unless they tell you to.' }
    case 'expired':
      return { message: 'Nobody approved the claim in time.', next: again }
    case 'delivered':
      return { message: 'The key was delivered before and cannot be shown again.', delivered_once: true, next: again }
  }
}
