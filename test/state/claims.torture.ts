import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createAccount, listKeys } from '../../server/state/accounts.ts'
import { approveClaim, createClaim, pollClaim } from '../../server/state/claims.ts'
import type { State } from '../../server/state/open.ts'
import { compiled } from '../compiled.ts'
import { claimed, claimOf, runSequences, terms } from './claim-model.ts'
import type { ToPoll } from './claim-poller.ts'
import { eachTestOn, kinds } from './stores.ts'

describe.each(kinds)('claims on %s', (name, kind) => {
  let states: State[]
  let place: string
  eachTestOn(kind, (opened, at) => {
    states = opened
    place = at
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

  test('A-23: of two processes that poll, one killed in the middle, at most one has the key, 100 times; the claim has one key', async () => {
    const now = 1_700_000_000_000
    const started = async (): Promise<ChildProcess> => {
      const child = fork(compiled('test/state/claim-poller.ts'), [place], { execArgv: [] })
      await once(child, 'message')
      return child
    }
    const survivor = await started()
    let [delivered, lost] = [0, 0]
    try {
      for (let round = 0; round < 100; round++) {
        const { id: account } = await createAccount(states[0]!, { name: 'desk', plan: 'free', now })
        const network = `192.0.${round}.1`
        const { code, token } = claimed(await createClaim(states[0]!, claimOf({ network }), terms, now))
        await approveClaim(states[0]!, code, account, { now })
        const victim = await started()
        let had = 0
        victim.on('message', (count: number) => {
          had += count
        })
        const ended = once(victim, 'exit')
        const answer = once(survivor, 'message')
        const order: ToPoll = { code, token, now }
        victim.send(order)
        // from before it has begun until after it has ended
        await wait((round % 20) * 0.5)
        survivor.send(order)
        victim.kill('SIGKILL')
        await ended
        had += ((await answer) as [number])[0]
        const last = await pollClaim(states[1]!, { code, token, deliver: true }, terms, now)
        if (last?.kind === 'delivered') had++
        expect(had).toBeLessThanOrEqual(1)
        expect(last?.claim.state).toBe('delivered')
        const keys = (await listKeys(states[0]!, account)).filter((key) => key.revoked_at === null)
        expect(keys).toHaveLength(1)
        if (had === 1) delivered++
        else lost++
      }
    } finally {
      survivor.kill()
    }
    console.log(`A-23 on ${name}: 100 kills, ${delivered} keys delivered, ${lost} lost with the process that had them`)
    expect(delivered).toBeGreaterThan(20)
  })
})
