import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openState } from '../../../server/state/open.ts'
import { seeded } from '../../feeds/mutate.ts'
import { startPostgres } from '../../state/postgres.ts'
import { ask, type ShopProcess, start } from './processes.ts'
import { challengeIn, mppCredential, mppHeader, payer, quoteIn, x402Header, x402Payload } from './signing.ts'

export interface HostileFigures {
  readonly purchases: number
  readonly kills: number
  readonly fullDisks: number
  readonly clockJumps: number
  readonly crashes: number
  readonly left: number
  readonly forged: number
  /** Answers to a forged credential that were not a refusal. */
  readonly forgedServed: number
  /** Credentials that were charged and whose answer cannot be had. */
  readonly undeliverable: number
  /** Credentials that were served and not charged. */
  readonly unpaid: number
  /** Between the books of the facilitator and the ledger, in base units. */
  readonly difference: bigint
  /** Rows of the ledger in a state that is not an end. */
  readonly open: number
  /** Rows of the ledger with a lease, rows written to after everything had ended, and files the servers have open beyond those at first. */
  readonly leases: number
  readonly lateWrites: number
  readonly handles: number
}

interface Disk {
  readonly folder: string
  /** Takes all room there is for some time. */
  fill(ms: number): Promise<void>
  remove(): void
}

/** A file system of its own that can be filled; none where this user may mount none, which is said. */
const megabytes = 192

function smallDisk(): Disk | null {
  const folder = mkdtempSync(join(tmpdir(), 'briefing-hostile-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    async fill(ms) {
      const file = openSync(ballast, 'w')
      try {
        // no more than that file system holds, whatever the folder is meanwhile
        const piece = Buffer.alloc(1 << 20)
        for (let written = 0; written < megabytes; written++) writeSync(file, piece)
      } catch {
        // full
      }
      closeSync(file)
      await wait(ms)
      rmSync(ballast)
    },
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

interface Purchase {
  readonly buyer: number
  readonly headers: Record<string, string>
  readonly forgeries: readonly Record<string, string>[]
  whole: number
  /** What the last answer said, where it was a refusal. */
  refusal?: string
}

const buyersAtOnce = 6
export const leastPurchases = 12
/** Milliseconds clocks are set ahead or back by: less than a lease, more than one, more than a quote lasts, an hour. */
const jumps = [0, 0, 20_000, -20_000, 40_000, -40_000, 400_000, -400_000, 3_600_000, -3_600_000]
/** A lease ends at most so many milliseconds after the last sign of who had it, its clock set ahead by 40 seconds. */
const longestLease = 72_000
/** Leases that end later than this are of a clock that was set further ahead, and count no more. */
const furthestLease = 330_000

/**
 * Buyers of both protocols at two servers over one state store for some seconds, while they leave, send again, replay and forge, servers are
 * killed, clocks jump, settlements are lost before and after they are made, the disk fills up and Postgres crashes. Then everything is well
 * again, every credential without an answer is sent until it has one or is refused, and the books are closed.
 */
export async function hostileTime(
  kind: 'sqlite' | 'postgres',
  seconds: number,
  seed: number,
  quietMs = longestLease,
): Promise<HostileFigures> {
  const random = seeded(seed)
  const between = (low: number, high: number) => low + random() * (high - low)
  const disk = smallDisk()
  if (disk === null) console.warn('the disk is not filled: this user may mount no file system')
  const folder = disk?.folder ?? mkdtempSync(join(tmpdir(), 'briefing-hostile-'))
  if (kind === 'postgres') execFileSync('chmod', ['0777', folder])
  const postgres = kind === 'postgres' ? await startPostgres(folder) : null
  const place = postgres === null ? join(folder, 'state.sqlite') : await postgres.database()
  const count = { kills: 0, fullDisks: 0, clockJumps: 0, crashes: 0, left: 0, forged: 0, forgedServed: 0 }
  const purchases: Purchase[] = []
  const shops: (ShopProcess | null)[] = [await start(place, 0), await start(place, 0)]
  const end = Date.now() + 1_000 * seconds
  /** However slow the machine is, something has been bought. */
  const isOver = () => Date.now() >= end && purchases.length >= leastPurchases

  const portOf = () => (shops[random() < 0.5 ? 0 : 1] ?? shops[0] ?? shops[1])?.port ?? 1
  const send = (headers: Record<string, string>, leaveAfterMs?: number) => ask(portOf(), headers, undefined, leaveAfterMs)

  async function buy(buyer: number): Promise<void> {
    const quoted = await send({})
    if (quoted.status !== 402) return
    const account = payer(buyer)
    const purchase = { buyer, whole: 0, ...(await (random() < 0.5 ? x402Of : mppOf)(account, quoted.headers)) }
    purchases.push(purchase)
    for (let sends = 0; sends < 4 && purchase.whole === 0; sends++) {
      const kind = random()
      if (kind < 0.2) {
        const forgery = purchase.forgeries[Math.floor(random() * purchase.forgeries.length)]!
        count.forged++
        if ((await send(forgery)).status === 200) count.forgedServed++
      }
      const answers =
        kind > 0.8
          ? await Promise.all(Array.from({ length: 5 }, () => send(purchase.headers)))
          : [await send(purchase.headers, random() < 0.4 ? between(0, 80) : undefined)]
      for (const { status } of answers) {
        if (status === 200) purchase.whole++
        if (status === 0) count.left++
      }
      await wait(between(5, 150))
    }
  }

  async function buyOn(first: number): Promise<void> {
    for (let buyer = first; !isOver(); buyer += buyersAtOnce) {
      await buy(buyer)
      await wait(between(20, 200))
    }
  }

  async function trouble(): Promise<void> {
    while (!isOver()) {
      await wait(between(300, 2_500))
      const kind = random()
      const which = random() < 0.5 ? 0 : 1
      const shop = shops[which]
      if (kind < 0.25 && shop) {
        count.kills++
        shops[which] = null
        shop.process.kill('SIGKILL')
        await shop.ended
        shops[which] = await startAgain(place)
      } else if (kind < 0.4 && disk !== null) {
        count.fullDisks++
        await disk.fill(between(200, 2_000))
        // it ends itself where it cannot write its log
        await postgres?.crash()
      } else if (kind < 0.8 && shop) {
        count.clockJumps++
        const share = random() < 0.5 ? 0 : 0.2
        shop.process.stdin!.write(`${jumps[Math.floor(random() * jumps.length)]} ${share}\n`)
      } else if (postgres !== null) {
        count.crashes++
        await postgres.crash()
      }
    }
  }

  try {
    await Promise.all([trouble(), ...Array.from({ length: buyersAtOnce }, (_, i) => buyOn(i))])
    // all is well again
    await postgres?.crash()
    for (const shop of shops) shop!.process.stdin!.write('0 0\n')
    // each has sold something, and opened what it needs for that
    for (const shop of shops)
      for (let buyer = 1_000_000; ; buyer++) {
        const { status, headers } = await ask(shop!.port)
        // its store is not back yet
        if (status !== 402) {
          await wait(100)
          continue
        }
        const sold = await ask(shop!.port, (await x402Of(payer(buyer), headers)).headers)
        if (sold.status === 200) break
      }
    if (quietMs > 0) await wait(5_000)
    const handlesBefore = handlesOf(shops)
    for (const purchase of purchases) {
      for (let tries = 0; purchase.whole === 0 && tries < 90; tries++) {
        const { status, headers, body } = await send(purchase.headers)
        if (status === 200) purchase.whole++
        if (status === 402) purchase.refusal = body
        if (status === 200 || status === 402) break
        await wait(1_000 * Number(headers['retry-after'] ?? 1))
      }
    }
    await untilNothingIsOpen(place)
    const written = await lastWrites(place)
    await wait(quietMs)
    const after = await lastWrites(place)
    const handles = handlesOf(shops) - handlesBefore
    const lateWrites = [...after].filter(([id, at]) => written.get(id) !== at).length
    return { ...count, purchases: purchases.length, ...(await closeBooks(place, purchases)), lateWrites, handles }
  } finally {
    for (const shop of shops) await shop?.stop()
    await postgres?.stop()
    if (disk === null) rmSync(folder, { recursive: true, force: true })
    else disk.remove()
  }
}

/** A server that does not start while the disk is full is started again. */
async function startAgain(place: string): Promise<ShopProcess> {
  for (;;) {
    const shop = await Promise.race([start(place, 0), wait(20_000, null)]).catch(() => null)
    if (shop !== null) return shop
  }
}

type Account = ReturnType<typeof payer>
type Credentials = Pick<Purchase, 'headers' | 'forgeries'>

async function x402Of(account: Account, quoted: Record<string, unknown>): Promise<Credentials> {
  const payment = await x402Payload(account, quoteIn(quoted))
  const { signature, authorization } = payment.payload
  const forged = (payload: object) => x402Header({ ...payment, payload })
  return {
    headers: x402Header(payment),
    forgeries: [
      forged({ signature: '0x00', authorization }),
      forged({ signature: '0x00', authorization: { ...authorization, validBefore: '1' } }),
      forged({ signature, authorization: { ...authorization, validBefore: '4000000000' } }),
      forged({ signature: `0x${'1'.repeat(130)}`, authorization }),
      forged({ signature, authorization, permit2Authorization: authorization }),
    ],
  }
}

async function mppOf(account: Account, quoted: Record<string, unknown>): Promise<Credentials> {
  const credential = await mppCredential(account, challengeIn(quoted))
  const { type: _, signature, ...authorization } = credential.payload
  const { resource, accepts } = quoteIn(quoted)
  return {
    headers: mppHeader(credential),
    forgeries: [
      mppHeader({ ...credential, payload: { ...credential.payload, signature: '0x00' } }),
      mppHeader({ ...credential, payload: { ...credential.payload, validBefore: '4000000000' } }),
      mppHeader({ ...credential, challenge: { ...credential.challenge, id: 'x' } }),
      x402Header({ x402Version: 2, resource, accepted: accepts[0], payload: { signature: '0x00', authorization } }),
    ],
  }
}

/** Files the servers have open, connections included. */
function handlesOf(shops: readonly (ShopProcess | null)[]): number {
  return shops.reduce((sum, shop) => sum + readdirSync(`/proc/${shop!.process.pid}/fd`).length, 0)
}

/** What became of the last answers is written some seconds after them; until then their rows hold a lease. */
async function untilNothingIsOpen(place: string): Promise<void> {
  const state = await openState(place)
  try {
    for (let tries = 0; tries < 120; tries++) {
      const open = await state.db
        .selectFrom('payment')
        .select('id')
        .where((row) => row.or([row('state', 'in', ['reserved', 'unknown']), row('lease_until', '>', 0)]))
        .execute()
      if (open.length === 0) return
      await wait(250)
    }
  } finally {
    await state.close()
  }
}

async function lastWrites(place: string): Promise<Map<string, number>> {
  const state = await openState(place)
  try {
    const rows = await state.db.selectFrom('payment').select(['id', 'updated_at']).execute()
    return new Map(rows.map(({ id, updated_at }) => [id, updated_at]))
  } finally {
    await state.close()
  }
}

async function closeBooks(place: string, purchases: readonly Purchase[]) {
  const state = await openState(place)
  try {
    const transfers = await state.db.selectFrom('play_transfer').select(['payer', 'amount']).execute()
    const rows = await state.db.selectFrom('payment').select(['state', 'amount', 'lease_until']).execute()
    const sum = (amounts: readonly { amount: string }[]) => amounts.reduce((total, { amount }) => total + BigInt(amount), 0n)
    const charged = new Set(transfers.filter(({ amount }) => amount !== '0').map(({ payer: from }) => from))
    const wasCharged = ({ buyer }: Purchase) => charged.has(payer(buyer).address.toLowerCase())
    const undelivered = purchases.filter((each) => wasCharged(each) && each.whole === 0)
    for (const { buyer, refusal } of undelivered) console.warn(`buyer ${buyer} has no answer: ${refusal}`)
    return {
      undeliverable: undelivered.length,
      unpaid: purchases.filter((each) => !wasCharged(each) && each.whole > 0).length,
      difference: sum(transfers) - sum(rows.filter((row) => row.state === 'settled' || row.state === 'served')),
      open: rows.filter((row) => row.state === 'reserved' || row.state === 'unknown').length,
      leases: rows.filter((row) => row.lease_until > Date.now() && row.lease_until < Date.now() + furthestLease).length,
    }
  } finally {
    await state.close()
  }
}
