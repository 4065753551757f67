import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { openState } from '../../../server/state/open.ts'
import { compiled } from '../../compiled.ts'
import { seeded } from '../../feeds/mutate.ts'
import { ledgerTotals } from './ledger-totals.ts'
import { credentialOf, type Protocol, payer } from './signing.ts'
import { cost } from './terms.ts'

export const points = ['reserved', 'verified', 'settled', 'recorded', 'half'] as const
type Point = (typeof points)[number]

const path = '/api/btc?format=json'
/** Longer than the lease of a process that was killed. */
const pastLease = 31_000

export interface ShopProcess {
  readonly port: number
  readonly process: ChildProcess
  readonly ended: Promise<unknown>
  stop(): Promise<void>
}

export async function start(place: string, shift: number, point?: Point): Promise<ShopProcess> {
  const args = [compiled('test/server/payments/shop-process.ts'), place, String(shift), ...(point === undefined ? [] : [point])]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error('the shop ended'))),
  ])) as [string]
  return {
    port: Number(line),
    process: child,
    ended,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

interface Got {
  /** 0 where the connection ended before the answer was whole. */
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: string
}

/** @param leaveAfterMs the connection is cut after so long, answered or not */
export function ask(port: number, headers: Record<string, string> = {}, agent?: Agent, leaveAfterMs?: number): Promise<Got> {
  return new Promise((done) => {
    const asked = request({ port, path, host: '127.0.0.1', headers, ...(agent === undefined ? {} : { agent }) }, (res) => {
      let body = ''
      res.on('data', (piece) => {
        body += piece
      })
      res.on('close', () => done({ status: res.complete ? res.statusCode! : 0, headers: res.headers, body }))
    })
    const leaving = leaveAfterMs === undefined ? undefined : setTimeout(() => asked.destroy(), leaveAfterMs)
    asked.on('close', () => clearTimeout(leaving))
    asked.on('error', () => done({ status: 0, headers: {}, body: '' }))
    asked.end()
  })
}

const credential = async (port: number, protocol: Protocol, buyer: number) =>
  credentialOf(protocol, payer(buyer), (await ask(port)).headers)

/** What came in, by the books of the facilitator and by the ledger, and how often settlement was asked for. */
async function books(place: string) {
  const state = await openState(place)
  try {
    const transfers = await state.db.selectFrom('play_transfer').select('amount').execute()
    const paid = transfers.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    const { settled, states } = await ledgerTotals(state)
    const leased = await state.db.selectFrom('payment').select('id').where('lease_until', '>', 0).execute()
    const calls = await readFile(`${place}.settled`, 'utf8').catch(() => '')
    return { paid, settled, states, leases: leased.length, settleCalls: calls.split('\n').filter((line) => line !== '').length }
  } finally {
    await state.close()
  }
}

/** What became of the last answers is written some seconds after them. */
async function untilNothingIsLeased(place: string): Promise<void> {
  for (let tries = 0; tries < 120 && (await books(place)).leases > 0; tries++) await wait(250)
}

async function inFolder<T>(use: (place: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'briefing-shops-'))
  try {
    return await use(join(folder, 'state.sqlite'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface ReplayFigures {
  credentials: number
  replays: number
  served: number
  /** Prices that came in, by the books of the facilitator. */
  paid: number
  settleCalls: number
  /** Statuses that are neither served, refused nor "ask again". */
  odd: number[]
  /** Between what was paid and what the ledger says, in base units. */
  difference: bigint
}

/**
 * Sends each of `credentials` payments `replays` times in parallel to two processes that share a state store: `shared`, which knows no calls of
 * settlement, or a file.
 */
export function replay(credentials: number, replays: number, shared?: string): Promise<ReplayFigures> {
  const within = shared === undefined ? inFolder<ReplayFigures> : (use: (place: string) => Promise<ReplayFigures>) => use(shared)
  return within(async (place) => {
    const shops = [await start(place, 0), await start(place, 0)]
    const agent = new Agent({ keepAlive: true, maxSockets: 64 })
    let served = 0
    const odd: number[] = []
    try {
      for (let i = 0; i < credentials; i++) {
        const headers = await credential(shops[0]!.port, i % 2 === 0 ? 'x402' : 'mpp', i)
        const answers = await Promise.all(Array.from({ length: replays }, (_, n) => ask(shops[n % 2]!.port, headers, agent)))
        served += answers.filter(({ status }) => status === 200).length
        odd.push(...answers.map(({ status }) => status).filter((status) => ![200, 402, 503].includes(status)))
      }
    } finally {
      agent.destroy()
      for (const shop of shops) await shop.stop()
    }
    const { paid, settled, settleCalls } = await books(place)
    return { credentials, replays, served, paid: Number(paid / cost), settleCalls, odd, difference: paid - settled }
  })
}

export interface LeavingFigures {
  left: number
  /** Credentials that paid and whose answer could not be had by sending them again. */
  undeliverable: number
  /** Credentials that bought two whole answers. */
  twice: number
  /** Rows of the ledger with a lease in the end. */
  leases: number
  /** Between what was paid and what was served by the ledger, in base units. */
  difference: bigint
}

/** Buyers of both protocols who leave at a random moment of a purchase and then send the credential again, to either of two processes. */
export function leave(buyers: number, seed: number): Promise<LeavingFigures> {
  const random = seeded(seed)
  const figures: LeavingFigures = { left: 0, undeliverable: 0, twice: 0, leases: 0, difference: 0n }
  return inFolder(async (place) => {
    const shops = [await start(place, 0), await start(place, 0)]
    const agent = new Agent({ keepAlive: true })
    try {
      // longest a buyer waits before it leaves: what a purchase takes on this machine, and a quarter more
      let longestStay = 0
      for (const [i, { port }] of [...shops, ...shops].entries()) {
        const headers = await credential(port, 'x402', buyers + i)
        const begun = performance.now()
        if ((await ask(port, headers)).status !== 200) throw new Error('a buyer who stays got no answer')
        longestStay = (performance.now() - begun) * 1.25
      }
      for (let i = 0; i < buyers; i++) {
        const port = () => shops[random() < 0.5 ? 0 : 1]!.port
        const headers = await credential(port(), random() < 0.5 ? 'x402' : 'mpp', i)
        const first = await ask(port(), headers, random() < 0.5 ? agent : undefined, random() * longestStay)
        if (first.status === 0) figures.left++
        let again = await ask(port(), headers)
        for (let tries = 0; first.status !== 200 && (again.status === 503 || again.status === 0) && tries < 60; tries++) {
          await wait(1_000 * Number(again.headers['retry-after'] ?? 1))
          again = await ask(port(), headers)
        }
        if (first.status !== 200 && again.status !== 200) figures.undeliverable++
        if (first.status === 200 && again.status === 200) figures.twice++
      }
    } finally {
      agent.destroy()
      await untilNothingIsLeased(place)
      for (const shop of shops) await shop.stop()
    }
    const { paid, states, leases } = await books(place)
    return { ...figures, leases, difference: paid - BigInt(states.served ?? 0) * cost }
  })
}

export interface KillFigures {
  kills: number
  /** Credentials that paid for nothing, were settled twice, or were served unpaid. */
  undelivered: number
  doubleSettled: number
  unpaid: number
  difference: bigint
}

/** Kills a server at a point of a purchase, starts it again, sends the credential again until it is refused, and closes the books. */
export function killPurchases(kills: number, seed: number): Promise<KillFigures> {
  const random = seeded(seed)
  const figures: KillFigures = { kills: 0, undelivered: 0, doubleSettled: 0, unpaid: 0, difference: 0n }
  return inFolder(async (place) => {
    let before = 0n
    // its clock stands past the lease of whoever is killed
    const next = await start(place, pastLease)
    for (let i = 0; i < kills; i++) {
      const first = await start(place, 0, points[i % points.length]!)
      const headers = await credential(first.port, random() < 0.5 ? 'x402' : 'mpp', i)
      const gone = once(first.process, 'exit')
      const whole = (await ask(first.port, headers)).status === 200 ? 1 : 0
      await gone
      figures.kills++
      let served = whole
      for (let again = 0; again < 5; again++) if ((await ask(next.port, headers)).status === 200) served++
      await untilNothingIsLeased(place)
      const { paid, settled } = await books(place)
      const charged = paid - before
      before = paid
      if (charged > cost) figures.doubleSettled++
      if (charged === cost && served === 0) figures.undelivered++
      if (charged === 0n && served > 0) figures.unpaid++
      if (served !== 1) figures.undelivered++
      figures.difference = paid - settled
    }
    await next.stop()
    return figures
  })
}
