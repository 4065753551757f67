import { countPoll } from '../state/claim-limits.ts'
import {
  type Approval,
  approveClaim,
  type ClaimInput,
  type ClaimTerms,
  createClaim,
  denyClaim,
  extendClaim,
  findClaim,
  type PollInput,
  pollClaim,
} from '../state/claims.ts'
import type { State } from '../state/open.ts'

export type Claims = ReturnType<typeof claimsOver>

/** Claims in a state store, at the time of its clock. */
export function claimsOver(state: State, terms: ClaimTerms, now: () => number) {
  return {
    create: (input: ClaimInput) => createClaim(state, input, terms, now()),
    /** Seconds to wait where the network may not poll at the moment, else 0. */
    countPoll: (network: string) => countPoll(state, network, now()),
    poll: (input: PollInput) => pollClaim(state, input, terms, now()),
    find: (code: string) => findClaim(state, code, now()),
    approve: (approval: Approval) => approveClaim(state, approval, now()),
    deny: (denial: Omit<Approval, 'account'>) => denyClaim(state, denial, now()),
    extend: (code: string) => extendClaim(state, code, now()),
  }
}
