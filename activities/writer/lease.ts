import { z } from 'zod'
import { UnavailableError } from '../../pipeline/errors.ts'
import { mutex } from '../../pipeline/mutex.ts'
import { type Blobs, isSwapUnknown } from '../../pipeline/store/blobs.ts'
import { readCell } from '../../pipeline/store/cell.ts'
import { type Writer, writerFencedError } from '../../pipeline/store/fence.ts'

/** What a cell `warehouse/<market>/writer` says. */
const shape = z.object({
  /** Names the store: made with its first lease, and the same ever since. */
  origin: z.string(),
  /** For people: which process, on which machine. Null where the last one let go. */
  owner: z.string().nullable(),
  /** Tells two processes of the same name apart. */
  id: z.string(),
  /** One more at each takeover. */
  epoch: z.int(),
  /** Another one in each attempt to write the cell, so that no two attempts write the same bytes. */
  beat: z.int(),
})
type Cell = Readonly<z.infer<typeof shape>>

export interface LeaseOptions {
  readonly blobs: Pick<Blobs, 'get' | 'swap'>
  readonly market: string
  /** Names this process to people, such as `host-1 process 812`. */
  readonly owner: string
  /** Milliseconds on a clock that only runs forward. It is compared with nothing but itself. */
  monotonic(): number
  /** Resolves after so long, or when the signal aborts. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** A text that no other process has. */
  random(): string
  /** How long a beat must stand unchanged before another process takes over. */
  readonly ttlMs?: number
  readonly beatMs?: number
  /** Whether to watch a writer for a whole `ttlMs` before giving up, as where it may be about to stop; else its next beat is enough. */
  readonly patient?: boolean
  /** Called once, before this process waits for the lease of another: it ends after `milliseconds` unless its owner renews it. */
  readonly waiting?: (holder: { readonly owner: string; readonly epoch: number }, milliseconds: number) => void
  /** An epoch that what is published carries already: that of this lease is above it, even if somebody removed the cell. */
  readonly above?: number
}

/** The right to write a market. */
export interface Lease extends Writer {
  readonly origin: string
  /** Whether no other process can have begun: false from a moment before one may, whether or not the store can be reached. */
  holds(): boolean
  /** Renews now: throws why, where the lease is lost. */
  confirm(): Promise<void>
  /** Aborts when the lease is lost, with the error: WRITER_FENCED or WRITER_LOST. */
  readonly lost: AbortSignal
  /** Stops renewing and frees the cell, so that the next process need not wait. */
  close(): Promise<void>
}

const parse = (key: string, bytes: Uint8Array | null): Cell | null =>
  readCell(
    key,
    bytes,
    shape,
    'stop all workers, remove it, and start the writer again: the next epoch follows from what is published',
  )
const encode = (cell: Cell): Buffer => Buffer.from(`${JSON.stringify(cell)}\n`)
const isSame = (a: Cell | null, b: Cell): boolean => a?.id === b.id && a.epoch === b.epoch && a.owner !== null

/**
 * Takes the lease of a market when it is free, or when its holder has not renewed it for `ttlMs` by this process's own clock; then renews
 * it each `beatMs`. No clock of another machine is believed, and a holder that cannot renew stops a tenth of `ttlMs` before another process
 * may take over: one of two machines that lose sight of each other always stops first.
 * @throws UnavailableError WRITER_ELSEWHERE where another process has it and renews it, CELL_DAMAGED
 */
export async function openLease(options: LeaseOptions): Promise<Lease> {
  const { blobs, market, owner, monotonic, wait, random, ttlMs = 30_000, beatMs = 5_000 } = options
  const { patient = false, above = 0, waiting } = options
  const key = leaseKey(market)
  const id = random()
  const oneAtATime = mutex<'cell'>()
  const stopped = new AbortController()
  const lost = new AbortController()
  let beat = 0
  let standing = await taken()
  let renewedAt = standing.sentAt
  const expires = (): number => renewedAt + ttlMs * 0.9
  const writer: Writer = { market, epoch: standing.cell.epoch }

  /** Whether the cell is now `next`; an answer that was lost is looked up. */
  async function write(expected: Uint8Array | null, next: Cell): Promise<boolean> {
    try {
      return await blobs.swap(key, expected, encode(next))
    } catch (error) {
      if (!isSwapUnknown(error)) throw error
      const cell = parse(key, await blobs.get(key))
      return isSame(cell, next) && cell?.beat === next.beat
    }
  }

  async function taken(): Promise<{ cell: Cell; bytes: Uint8Array; sentAt: number }> {
    const began = monotonic()
    let seen = { text: null as string | null, at: began }
    let changes = 0
    let isAnnounced = false
    for (;;) {
      const bytes = await blobs.get(key)
      const now = monotonic()
      const before = parse(key, bytes)
      const text = bytes === null ? '' : Buffer.from(bytes).toString()
      if (seen.text !== text) {
        if (seen.text !== null) changes++
        seen = { text, at: now }
      }
      // a cell of this very id is of an earlier attempt, whose answer was lost
      if (before === null || before.owner === null || before.id === id || now - seen.at >= ttlMs) {
        const epoch = Math.max(before?.epoch ?? 0, above) + 1
        const cell = { origin: before?.origin ?? random(), owner, id, epoch, beat: ++beat }
        if (await write(bytes, cell)) return { cell, bytes: encode(cell), sentAt: now }
      } else if (changes > 0 && (!patient || now - began >= ttlMs + beatMs)) {
        throw elsewhere(market, before)
      } else if (!isAnnounced) {
        isAnnounced = true
        waiting?.({ owner: before.owner, epoch: before.epoch }, ttlMs)
      }
      await wait(beatMs / 2)
    }
  }

  function lose(error: UnavailableError): UnavailableError {
    if (!lost.signal.aborted) lost.abort(error)
    return lost.signal.reason as UnavailableError
  }

  const renew = (): Promise<void> =>
    oneAtATime('cell', async () => {
      for (;;) {
        if (lost.signal.aborted) throw lost.signal.reason
        if (stopped.signal.aborted) return
        const sentAt = monotonic()
        const cell = { ...standing.cell, beat: ++beat }
        if (await write(standing.bytes, cell)) {
          standing = { cell, bytes: encode(cell), sentAt }
          renewedAt = sentAt
          return
        }
        const bytes = await blobs.get(key)
        const now = parse(key, bytes)
        if (!isSame(now, standing.cell)) throw lose(writerFencedError(writer, now?.epoch ?? 0, now?.owner ?? undefined))
        // an earlier attempt was written, and others saw it at that time: this does not count as a renewal
        standing = { cell: now!, bytes: bytes!, sentAt }
      }
    })

  /** Renews the lease, and gives up at `deadline`. */
  async function renewBy(deadline: number): Promise<'renewed' | 'failed'> {
    const over = new AbortController()
    const late = wait(Math.max(0, deadline - monotonic()), over.signal).then(() => 'failed' as const)
    const renewed = renew().then(() => 'renewed' as const)
    const outcome = await Promise.race([renewed.catch(() => 'failed' as const), late])
    over.abort()
    return outcome
  }

  async function keep(): Promise<void> {
    const ended = AbortSignal.any([stopped.signal, lost.signal])
    while (!ended.aborted) {
      await wait(beatMs, ended)
      // past its time between two beats: the process was paused, and the cell decides
      const deadline = monotonic() < expires() ? expires() : monotonic() + beatMs
      while (!ended.aborted) {
        const outcome = await renewBy(deadline)
        if (outcome === 'renewed') break
        await wait(Math.min(beatMs / 5, Math.max(0, deadline - monotonic())), ended)
        if (monotonic() >= deadline) lose(unreachable(writer, monotonic() - renewedAt))
      }
    }
  }

  const keeping = keep()
  return {
    ...writer,
    origin: standing.cell.origin,
    holds: () => !lost.signal.aborted && !stopped.signal.aborted && monotonic() < expires(),
    confirm: async () => {
      await renew()
      if (lost.signal.aborted) throw lost.signal.reason
    },
    lost: lost.signal,
    async close() {
      stopped.abort()
      await keeping
      if (lost.signal.aborted) return
      const free = oneAtATime('cell', () => write(standing.bytes, { ...standing.cell, owner: null, beat: ++beat }))
      // where the store does not answer, the next process waits as for one that was killed
      await Promise.race([free.catch(() => false), wait(beatMs)])
    },
  }
}

/** Who writes a market, as the cell says; null where nobody does. */
export async function currentWriter(
  blobs: Pick<Blobs, 'get'>,
  market: string,
): Promise<{ readonly owner: string; readonly epoch: number } | null> {
  const key = leaseKey(market)
  const cell = parse(key, await blobs.get(key))
  return cell === null || cell.owner === null ? null : { owner: cell.owner, epoch: cell.epoch }
}

/** Key of the cell that says who writes a market. */
const leaseKey = (market: string): string => `warehouse/${market}/writer`

function elsewhere(market: string, { owner, epoch }: Cell): UnavailableError {
  return new UnavailableError(
    'WRITER_ELSEWHERE',
    `another process is the writer of this store (${owner}); stop it, or let it do the work`,
    { market, owner, epoch },
  )
}

function unreachable({ market, epoch }: Writer, milliseconds: number): UnavailableError {
  const seconds = Math.round(milliseconds / 1_000)
  return new UnavailableError(
    'WRITER_LOST',
    `the store did not answer for ${seconds} seconds, so this process stopped before another one could take over as writer; check BRIEFING_STORE and start it again`,
    { market, epoch, seconds },
  )
}
