import { type AccountContext, type SignedIn, signedInWith } from '../access/account-context.ts'
import { askProof } from '../accounts/proof.ts'
import { limitAttempts, redirectTo, sendForm } from '../accounts/sign-in.ts'
import { type AccountPages, auditActorOf } from '../accounts/visit.ts'
import type { RequestContext } from '../answers/request-context.ts'
import { Refusal } from '../http/errors.ts'
import { readForm } from '../http/form.ts'
import { signInPath } from '../pages/ways-to-read.ts'
import { countKeys, listKeys } from '../state/accounts.ts'
import { giveBackAttempt } from '../state/attempts.ts'
import { approveClaim, claimCodeIn, denyClaim, extendClaim, findClaim, type KeyClaim, keyName } from '../state/claims.ts'
import { type ApprovingAccount, decidedPage, pendingPage, visitorPage } from './claim-page.ts'

/** Seconds after which an open page is loaded again: the claim is extended while somebody has it in front of them. */
const reloadSeconds = 300

const pathOf = (code: string) => `/claim/${code}`

/** GET /claim/CODE: who asks for a key, for a person who is signed in. It approves nothing, however often it is opened. */
export async function claimPage(ctx: RequestContext, typed: string, { gate }: AccountPages): Promise<void> {
  await gate.atDesk(async (desk) => {
    const visitor = await signedInWith(desk, ctx.state.session)
    if (visitor === null) return sendVisitor(ctx, typed)
    const claim = await claimNamed(desk, visitor, typed)
    return sendClaim(ctx, desk, visitor, claim)
  })
}

/** POST /claim: a person approves or denies. An approval names the code twice: the page and the agent show the same. */
export async function decideClaim(ctx: RequestContext, { gate, cookie, origin }: AccountPages): Promise<void> {
  const form = await readForm(ctx.req, origin)
  const typed = form.get('code') ?? ''
  await gate.atDesk(async (desk) => {
    const visitor = await signedInWith(desk, cookie.tokenOfForm(ctx.req))
    if (visitor === null) return sendVisitor(ctx, typed)
    const claim = await claimNamed(desk, visitor, typed)
    const { code } = claim
    const { account, suspended } = visitor.holder
    const decision = form.get('decision')
    if (decision === 'deny') await denyClaim(desk.state, code, account, auditActorOf(ctx, desk))
    else if (decision !== 'approve')
      throw new Refusal('INVALID_REQUEST', 'The form has no decision. Open the page again.', {
        hint: 'Open the page again and choose a decision.',
      })
    else if (suspended)
      throw new Refusal('ACCOUNT_SUSPENDED', 'Your account is suspended and cannot give keys. Ask the operator of this server.')
    else if (form.get('same') !== code)
      return sendClaim(ctx, desk, visitor, claim, 'Compare the code first, and tick the box if the agent shows the same.')
    else {
      const ask = await askProof(desk, visitor, form, { action: '/claim', next: pathOf(code) })
      if (ask !== null) {
        ctx.state.error = 'SIGN_IN_FAILED'
        return sendForm(ctx, 401, ask)
      }
      await approveClaim(desk.state, code, account, auditActorOf(ctx, desk))
    }
    redirectTo(ctx, pathOf(code))
  })
}

function sendVisitor(ctx: RequestContext, typed: string): void {
  const next = pathOf(claimCodeIn(typed))
  sendForm(ctx, 200, visitorPage(signInPath(next), `/sign-up?next=${encodeURIComponent(next)}`))
}

/** The claim of a code. Unknown codes are counted by account: nobody finds the claims of others by trying. */
async function claimNamed(desk: AccountContext, { holder }: SignedIn, typed: string): Promise<KeyClaim> {
  await limitAttempts(desk, 'claim look-up', holder.account, 'codes were tried that belong to no claim')
  const claim = await findClaim(desk.state, claimCodeIn(typed), desk.now())
  if (claim === null)
    throw new Refusal('CLAIM_NOT_FOUND', 'No claim has this code. Check the code, or let the agent create a new claim.')
  await giveBackAttempt(desk.state, 'claim look-up', holder.account)
  return claim
}

async function sendClaim(
  ctx: RequestContext,
  desk: AccountContext,
  visitor: SignedIn,
  claim: KeyClaim,
  wrong: string | null = null,
): Promise<void> {
  const { state, now } = desk
  const extended = claim.state === 'pending' ? await extendClaim(state, claim.code, now()) : null
  const current = extended?.claim ?? claim
  if (current.state !== 'pending') return sendForm(ctx, 200, decidedPage(current))
  const page = pendingPage(current, await giverOf(desk, visitor, current), now(), wrong)
  sendForm(ctx, wrong === null ? 200 : 400, page, wrong === null ? ['Refresh', String(reloadSeconds)] : [])
}

async function giverOf({ state, now }: AccountContext, { holder, person }: SignedIn, claim: KeyClaim): Promise<ApprovingAccount> {
  const { account } = holder
  const same = (await listKeys(state, account)).filter((key) => key.name === keyName(claim) && key.revoked_at === null)
  const replaces = claim.client_name !== null && same.length > 0
  const counted = await countKeys(state.db, account, now())
  const ending = replaces ? same.filter((key) => key.replaced_by === null && (key.expires_at ?? now() + 1) > now()).length : 0
  return { holder, email: person.email, keys: counted - ending, replaces }
}
