import { PassThrough, type Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { Timer } from './timer.ts'

/** What is wrong with a body as it came over the wire. */
export class BodyFault extends Error {
  readonly kind: 'too_large' | 'unknown_coding'

  constructor(kind: 'too_large' | 'unknown_coding') {
    super(kind)
    this.kind = kind
  }
}

/** What we say we can undo. */
export const acceptEncoding = 'gzip, br'

const asIs = (): Transform => new PassThrough()
const unpackers = new Map<string, () => Transform>([
  ['', asIs],
  ['identity', asIs],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
])
const nameOf = (coding: string | undefined): string => coding?.trim().toLowerCase() ?? ''

/**
 * The whole body with its content coding undone. At most `maxBytes` are taken from the wire and at most `maxBytes` come out, so that
 * neither a long body nor a small one that unpacks to much fills the memory.
 *
 * @throws BodyFault; or the stream's or zlib's own error (with its `code`) for a body truncated or damaged.
 */
export async function readBody(wire: Readable, coding: string | undefined, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of source) chunks.push(chunk)
  }
  const atMost = capped(maxBytes)
  const unpack = unpackers.get(nameOf(coding))
  if (unpack === undefined) {
    discardBody(wire)
    throw new BodyFault('unknown_coding')
  }
  await pipeline(wire, atMost, unpack(), atMost, collect)
  return Buffer.concat(chunks)
}

/** Time that the beginning of a body nobody will keep may take. */
const beginningMs = 5_000

/**
 * The beginning of a body, of at least `bytes` where it has so many, its coding undone; what came until then where the rest does not come, is
 * damaged or takes longer than a few seconds.
 */
export async function readBeginning(
  wire: Readable,
  coding: string | undefined,
  bytes: number,
  timer: Pick<Timer, 'after'>,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const callOff = timer.after(beginningMs, () => wire.destroy())
  const unpack = unpackers.get(nameOf(coding)) ?? asIs
  try {
    await pipeline(wire, unpack(), async (source: AsyncIterable<Uint8Array>) => {
      for await (const chunk of source) {
        chunks.push(chunk)
        size += chunk.byteLength
        if (size >= bytes) return
      }
    })
  } catch {
    // what came is enough to tell
  } finally {
    callOff()
    discardBody(wire)
  }
  return Buffer.concat(chunks)
}

/** Lets go of a body nobody will read, and of its connection. */
export function discardBody(wire: Readable): void {
  // A body destroyed unread emits an error, which would end the process if nothing listened for it.
  wire.on('error', () => {})
  wire.destroy()
}

function capped(maxBytes: number) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let total = 0
    for await (const chunk of source) {
      total += chunk.byteLength
      if (total > maxBytes) throw new BodyFault('too_large')
      yield chunk
    }
  }
}
