import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openState } from '../../../server/state/open.ts'
import { seeded } from '../../feeds/mutate.ts'
import { type ShopProcess, start } from '../payments/processes.ts'
import { payer, quoteIn, x402Header, x402Payload } from '../payments/signing.ts'
import { cost } from '../payments/terms.ts'

const call = '/api/btc?format=json'
const price = Number(cost)
/** Longer than the lease of a process that was killed. */
const pastLease = 31_000

export interface Spent {
  /** Calls whose whole answer arrived, and those that were refused because too little is left. */
  readonly served: number
  readonly refused: number
  /** Statuses that are neither, nor a request to retry. */
  readonly odd: readonly number[]
  readonly kills: number
  /** Base units, by the books. */
  readonly left: number
  readonly charged: number
}

/** Buys a balance and sends so many named calls with its key to two processes at the same time, one of which is killed repeatedly. */
export async function spend(calls: number, kills: number, seed: number): Promise<Spent> {
  const folder = await mkdtemp(join(tmpdir(), 'briefing-balance-'))
  const place = join(folder, 'state.sqlite')
  const random = seeded(seed)
  const shops: ShopProcess[] = [await start(place, 0), await start(place, 0)]
  try {
    const key = await bought(shops[0]!.port)
    let [served, refused, killed, shift] = [0, 0, 0, 0]
    const odd: number[] = []
    const one = async (name: string) => {
      for (;;) {
        const status = await asked(shops[random() < 0.5 ? 0 : 1]!.port, key, name)
        if (status === 200) served++
        else if (status === 402) refused++
        else if (status === 0 || status === 503) {
          await wait(50 + 200 * random())
          continue
        } else odd.push(status)
        return
      }
    }
    const spending = Promise.all(Array.from({ length: calls }, (_, at) => one(`call-${at}`)))
    for (; killed < kills; killed++) {
      await wait(5 + 60 * random())
      const at = random() < 0.5 ? 0 : 1
      shops[at]!.process.kill('SIGKILL')
      await shops[at]!.ended
      shift += pastLease
      shops[at] = await start(place, shift)
    }
    // the leases of both have ended by the clock of whichever is asked
    for (const at of [0, 1]) {
      await shops[at]!.stop()
      shops[at] = await start(place, shift + pastLease)
    }
    await spending
    return { served, refused, odd, kills: killed, ...(await books(place)) }
  } finally {
    for (const shop of shops) await shop.stop().catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
}

async function bought(port: number): Promise<string> {
  const url = `http://127.0.0.1:${port}/api/balance`
  const quoted = await fetch(url)
  const headers = x402Header(await x402Payload(payer(1), quoteIn(Object.fromEntries(quoted.headers))))
  const answer = await fetch(url, { headers })
  if (answer.status !== 200) throw new Error(`the balance was answered with ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { key: string }).key
}

/** The status of a call whose answer came whole; 0 where it did not. */
async function asked(port: number, key: string, name: string): Promise<number> {
  try {
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': name, connection: 'close' }
    const answer = await fetch(`http://127.0.0.1:${port}${call}`, { headers })
    await answer.text()
    return answer.status
  } catch {
    return 0
  }
}

async function books(place: string): Promise<Pick<Spent, 'left' | 'charged'>> {
  const state = await openState(place)
  try {
    const { left } = await state.db.selectFrom('balance').select('left').executeTakeFirstOrThrow()
    const rows = await state.db.selectFrom('balance_call').select('units').execute()
    if (rows.some(({ units }) => units !== price)) throw new Error('a call was charged another price')
    return { left, charged: rows.reduce((sum, { units }) => sum + units, 0) }
  } finally {
    await state.close()
  }
}
