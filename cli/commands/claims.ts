import { InputError, NotFoundError } from '../../pipeline/errors.ts'
import { createAccount } from '../../server/state/accounts.ts'
import {
  approveClaim,
  type ClaimDecision,
  claimCodeIn,
  denyClaim,
  findClaim,
  type KeyClaim,
  keyName,
  listClaims,
} from '../../server/state/claims.ts'
import type { State } from '../../server/state/open.ts'
import { declare, home, noStateText, type ParsedOptions } from '../command.ts'
import { whoDecides } from '../decide.ts'
import { print, tableLines, timeText } from '../print.ts'
import { noAccount, parsePlan, withStateStore } from './keys.ts'

const options = [
  home,
  ['--pending', 'list: only claims that wait for a decision'],
  ['--account <id>', 'approve: the account that gets the key'],
  ['--plan <plan>', 'approve: create an account with this plan instead'],
  ['--by <name>', 'who decides (default: the current user)'],
] as const

type ClaimOptions = ParsedOptions<typeof options>

const seeCodes = 'to see the codes: briefing claims list'

/**
 * `briefing claims list --pending | show CODE | approve CODE --account ID or --plan P | deny CODE`: requests of agents for a key, decided by
 * the operator. The agent receives the key with its next poll; nobody else sees it.
 */
export const command = declare({
  actions: ['list', 'show', 'approve', 'deny'],
  args: [['[code]', 'the code of a claim, such as MB-ABCD-2345']],
  options,
  examples: ['claims list --pending', 'claims approve MB-ABCD-2345 --plan basic', 'claims deny MB-ABCD-2345'],
  trouble: 'no claim or account has this code or id',
  unreachable: noStateText,
  guide: 'docs/keys.md',
  action: async ({ settings, global }, options, action, text) => {
    await withStateStore(settings, options.home, async (state) => {
      const now = Date.now()
      if (action === 'list') {
        const rows = await listClaims(state, now, options.pending)
        const heads = ['code', 'state', 'client', 'asked', 'from', 'expires', 'decided by', 'account']
        const cells = rows.map(({ code, state, client_name, created_at, address, expires_at, decided_by, account }) => [
          ...[code, state, client_name, timeText(created_at), address, timeText(expires_at), decided_by, account],
        ])
        return print(global, { count: rows.length, claims: rows }, tableLines(heads, cells, 'no claims'))
      }
      if (!text) throw new InputError('CODE_MISSING', `give the code of the claim to ${action}; ${seeCodes}`)
      const code = claimCodeIn(text)
      const claim = await findClaim(state, code, now)
      if (claim === null) throw noClaim(text)
      if (action === 'show') return print(global, claim, tableLines(['member', 'value'], factsOf(claim)))
      const doer = { by: whoDecides(options), now }
      if (action === 'deny') {
        done(await denyClaim(state, code, null, doer), text)
        return print(global, { code, state: 'denied' }, [`${code} is denied`])
      }
      if (claim.state !== 'pending') throw decidedBefore(claim)
      const account = await accountFor(state, claim, options, now)
      const approved = done(await approveClaim(state, code, account, doer), text)
      print(global, { code, state: approved.state, account, key_name: keyName(claim) }, [
        `${code} is approved for ${account}: the next poll of the agent receives the key "${keyName(claim)}"`,
      ])
    })
  },
})

/** The account that gets the key: the one that is named, or a new one with a plan. */
async function accountFor(state: State, claim: KeyClaim, options: ClaimOptions, now: number): Promise<string> {
  const { account, plan } = options
  if ((account === undefined) === (plan === undefined))
    throw new InputError('WHOSE', 'give --account ID for the account that gets the key, or --plan PLAN to create one')
  const name = claim.client_name ?? claim.code
  if (account === undefined) return (await createAccount(state, { name, plan: parsePlan(plan), now, by: whoDecides(options) })).id
  const row = await state.db.selectFrom('account').select('suspended_at').where('id', '=', account).executeTakeFirst()
  if (row === undefined) throw noAccount(account)
  if (row.suspended_at === null) return account
  throw new InputError('SUSPENDED', `${account} is suspended; first resume it: briefing accounts resume ${account}`)
}

function done(decision: ClaimDecision | null, text: string): KeyClaim {
  if (decision === null) throw noClaim(text)
  if (!decision.done) throw decidedBefore(decision.claim)
  return decision.claim
}

function noClaim(text: string): NotFoundError {
  return new NotFoundError('CLAIM', `no claim ${text.slice(0, 40)}; ${seeCodes}`)
}

function decidedBefore({ code, state }: KeyClaim): InputError {
  return new InputError('DECIDED', `${code} is ${state} and cannot be decided any more; the agent has to create a new claim`)
}

/** Every member of a claim; what the agent says of itself is marked as that. */
function factsOf(claim: KeyClaim): [string, string | null][] {
  return [
    ['code', claim.code],
    ['state', claim.state],
    ['says it is', claim.client_name],
    ['says its version is', claim.client_version],
    ['says it is for', claim.purpose],
    ['asked from', claim.address],
    ['asked', timeText(claim.created_at)],
    ['expires', timeText(claim.expires_at)],
    ['account', claim.account],
    ['decided', timeText(claim.decided_at)],
    ['decided by', claim.decided_by],
    ['key', claim.key],
    ['delivered', timeText(claim.delivered_at)],
  ]
}
