import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { openState } from '../../../server/state/open.ts'
import { compiled } from '../../compiled.ts'
import { openReceiver, registered, until } from './receiver.ts'

export interface Killed {
  readonly events: number
  readonly addresses: number
  readonly kills: number
  /** How much faster the clock of the schedule runs. */
  readonly speed: number
  readonly patienceMs: number
}

/** What became of every event at every address. */
export interface Counted {
  /** Taken at least once. */
  readonly taken: number
  /** Taken more than once: the kill was between the answer and its record. */
  readonly repeated: number
  /** Events that came under more than one id. */
  readonly strangeIds: number
  readonly attempts: number
  /** Messages by state, once nothing waits. */
  readonly states: Readonly<Record<string, number>>
}

/** A whole number from 0 to 99 that follows from a text. */
const percentOf = (text: string) => [...text].reduce((sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) >>> 0, 7) % 100

/**
 * Two processes send events; receivers answer 30% of the attempts with an error, break 10% off and are slow with 10%, at most six times
 * for one message; and one process after the other is killed by SIGKILL and replaced.
 */
export async function sendWhileKilled(place: string, { events, addresses, kills, speed, patienceMs }: Killed): Promise<Counted> {
  const attempts = new Map<string, number>()
  const taken = new Map<string, number>()
  const ids = new Map<string, Set<string>>()
  const receiver = await openReceiver(({ path, body, headers }) => {
    const message = `${path} ${JSON.parse(body).id}`
    const attempt = (attempts.get(message) ?? 0) + 1
    attempts.set(message, attempt)
    ids.set(message, (ids.get(message) ?? new Set()).add(String(headers['webhook-id'])))
    const draw = percentOf(`${message} ${attempt}`)
    if (attempt <= 6 && draw < 30) return 500
    if (attempt <= 6 && draw < 40) return (response) => response.destroy()
    const take = () => taken.set(message, (taken.get(message) ?? 0) + 1)
    if (draw >= 50) {
      take()
      return 204
    }
    return (response) => {
      setTimeout(() => {
        take()
        response.writeHead(204).end()
      }, 50)
    }
  })
  const state = await openState(place)
  const begun = Date.now()
  for (let i = 0; i < addresses; i++) await registered(state, `${receiver.url}/${i}`, { now: begun })
  const started = async (): Promise<ChildProcess> => {
    const words = [place, String(events), String(begun), String(speed)]
    const child = fork(compiled('test/server/webhooks/sender.ts'), words, { execArgv: [] })
    await once(child, 'message')
    return child
  }
  const senders = [await started(), await started()]
  try {
    for (let kill = 0; kill < kills; kill++) {
      await wait(20 + ((kill * 37) % 200))
      const victim = senders[kill % 2]!
      const ended = once(victim, 'exit')
      victim.kill('SIGKILL')
      await ended
      senders[kill % 2] = await started()
    }
    const rows = () => state.db.selectFrom('webhook_delivery').select('state').execute()
    await until(async () => {
      const all = await rows()
      return all.length === events * addresses && all.every((row) => row.state !== 'waiting')
    }, patienceMs)
    const states: Record<string, number> = {}
    for (const row of await rows()) states[row.state] = (states[row.state] ?? 0) + 1
    return {
      taken: taken.size,
      repeated: [...taken.values()].filter((times) => times > 1).length,
      strangeIds: [...ids.values()].filter((each) => each.size > 1).length,
      attempts: [...attempts.values()].reduce((sum, each) => sum + each, 0),
      states,
    }
  } finally {
    for (const sender of senders) sender.kill('SIGKILL')
    await state.close()
    await receiver.close()
  }
}
