import type { AccountPages } from '../accounts/visit.ts'
import { keyModeOf, type RequestContext, sendUncached } from '../answers/request-context.ts'
import { Refusal } from '../http/errors.ts'
import { idempotencyKeyReused, readIdempotencyKey, readJson } from '../http/form.ts'
import { contentTypes } from '../http/formats.ts'
import { errorFields } from '../http/log.ts'
import { network } from '../http/network.ts'
import { takeAttempt } from '../state/attempts.ts'
import { type ClaimLimit, createClaim, pollClaim } from '../state/claims.ts'
import { createdBody, polledBody, pollUrl } from './claim-answers.ts'
import { readClaimRequest } from './claim-request.ts'

/**
 * POST /api/agent/claims: begins a claim. It gives out no credential but the token to poll with.
 * @param sold whether calls are sold: asked once the store has answered, which knows
 */
export async function createClaimRoute(ctx: RequestContext, { gate, origin }: AccountPages, sold: () => boolean): Promise<void> {
  const idempotency = readIdempotencyKey(ctx.req.headers['idempotency-key'])
  const request = readClaimRequest(await readJson(ctx.req))
  const { address } = ctx.state
  const asked = { ...request, address, network: network(address), idempotency }
  const [created, desk] = await gate.atDesk(
    async (desk) => [await createClaim(desk.state, asked, { prefix: desk.keyPrefix }, desk.now()), desk] as const,
  )
  if (created.kind === 'reused') throw idempotencyKeyReused()
  if (created.kind !== 'created') throw limited(created)
  const body = createdBody(created, origin, sold(), desk)
  sendUncached(ctx, 201, JSON.stringify(body), contentTypes.json, ['Location', pollUrl({ origin, code: created.code })])
}

const reached = {
  'too often': ['RATE_LIMITED', 'This address created 5 claims within an hour, the most it may.'],
  'too many waiting': ['CLAIM_RATE_LIMITED', 'Too many claims of this address are waiting for approval.'],
  full: ['CLAIM_CAPACITY', 'Too many claims are waiting for approval on this server.'],
} as const

function limited({ kind, retryAfter }: ClaimLimit): Refusal {
  const [code, message] = reached[kind]
  return new Refusal(code, `${message} Retry in ${retryAfter} seconds.`, { retryAfter })
}

/** Bytes of an Authorization header that is hashed. */
const longestToken = 200

/** GET /api/agent/claims/CODE: how the claim stands, to whoever has its token; the first one after the approval carries the key. */
export async function pollClaimRoute(ctx: RequestContext, code: string, { gate, origin, log }: AccountPages): Promise<void> {
  const from = network(ctx.state.address)
  const wait = await gate.atDesk(({ state, now }) => takeAttempt(state, 'claim poll', from, now()))
  const message = `This address polled 30 times within a minute, the most it may. Retry in ${wait} seconds.`
  if (wait > 0) throw new Refusal('RATE_LIMITED', message, { retryAfter: wait })
  const [, token = ''] = /^bearer[ \t]+(\S+)[ \t]*$/i.exec(ctx.req.headers.authorization ?? '') ?? []
  // who cannot read an answer gets no key with it
  const deliver = ctx.method === 'GET' && !ctx.req.socket.destroyed
  const asked = { code, token: token.slice(0, longestToken), deliver }
  const mode = keyModeOf(ctx)
  const [polled, desk] = await gate.atDesk(
    async (desk) => [await pollClaim(desk.state, asked, { prefix: desk.keyPrefix, mode }, desk.now()), desk] as const,
  )
  if (polled === null)
    throw new Refusal(
      'CLAIM_NOT_FOUND',
      'No claim has this code and token. Check both, or create a new claim: POST /api/agent/claims.',
    )
  if (polled.kind === 'withheld' && polled.why.kind === 'failed' && polled.why.error !== undefined)
    log.error('the key of an approved claim could not be made', { id: ctx.state.id, ...errorFields(polled.why.error) })
  sendUncached(ctx, 200, JSON.stringify(polledBody(polled, origin, desk)), contentTypes.json)
}
