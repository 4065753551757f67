import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../server/state/accounts.ts'
import { approveClaim, createClaim, pollClaim } from '../../server/state/claims.ts'
import { openState, type State } from '../../server/state/open.ts'
import { claimed, claimOf, runSequences, terms } from './claim-model.ts'
import { kinds } from './stores.ts'

describe.each(kinds)('claims on %s', (name, kind) => {
  let states: State[]
  beforeAll(async () => {
    await kind.begin()
    const place = await kind.place()
    states = await Promise.all([openState(place), openState(place)])
  })
  afterAll(async () => {
    for (const state of states) await state.close()
    await kind.end()
  })

  test('A-23: 5,000 random sequences never leave the state table', async () => {
    const sequences = await runSequences(states, 5_000)
    console.log(`A-23 on ${name}: ${sequences} sequences`)
    expect(sequences).toBe(5_000)
  })

  test('A-23: of 500 polls at once exactly one has the key', async () => {
    const now = 1_700_000_000_000
    const { id: account } = await createAccount(states[0]!, { name: 'desk', plan: 'free', now })
    const { code, token } = claimed(await createClaim(states[0]!, claimOf(), terms, now))
    await approveClaim(states[0]!, code, account, { now })
    const polls = Array.from({ length: 500 }, (_, i) => pollClaim(states[i % 2]!, { code, token, deliver: true }, terms, now))
    const answers = await Promise.all(polls)
    expect(answers.filter((each) => each?.kind === 'delivered').length).toBe(1)
    expect(answers.filter((each) => each?.claim.state === 'delivered').length).toBe(500)
  })
})
