/** Polls claims in a process of its own: `claim-poller.ts PLACE`. Told a claim, it polls it ten times at once and tells how often it had a key. */
import { pollClaim } from '../../server/state/claims.ts'
import { openState } from '../../server/state/open.ts'

export interface ToPoll {
  readonly code: string
  readonly token: string
  readonly now: number
}

const state = await openState(process.argv[2]!)
process.on('disconnect', () => process.exit())
process.on('message', async ({ code, token, now }: ToPoll) => {
  const polls = Array.from({ length: 10 }, () => pollClaim(state, { code, token, deliver: true }, { prefix: 'mb' }, now))
  const answers = await Promise.all(polls)
  process.send?.(answers.filter((answer) => answer?.kind === 'delivered').length)
})
process.send?.('ready')
