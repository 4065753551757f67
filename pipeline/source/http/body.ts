import { PassThrough, type Readable } from 'node:stream'
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

/**
 * The whole body with its content coding undone. At most `maxBytes` are taken from the wire and at most `maxBytes` come out, so that
 * neither a long body nor a small one that unpacks to much fills the memory.
 *
 * @throws BodyFault; or the stream's or zlib's own error (with its `code`) for a body cut short or damaged.
 */
export async function readBody(wire: Readable, coding: string | undefined, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of source) chunks.push(chunk)
  }
  const atMost = capped(maxBytes)
  switch (coding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      await pipeline(wire, atMost, collect)
      break
    case 'gzip':
    case 'x-gzip':
      await pipeline(wire, atMost, createGunzip(), atMost, collect)
      break
    case 'br':
      await pipeline(wire, atMost, createBrotliDecompress(), atMost, collect)
      break
    default:
      discard(wire)
      throw new BodyFault('unknown_coding')
  }
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
  const unpacked = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress }[coding?.trim().toLowerCase() ?? '']
  try {
    await pipeline(wire, unpacked?.() ?? new PassThrough(), async (source: AsyncIterable<Uint8Array>) => {
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
    discard(wire)
  }
  return Buffer.concat(chunks)
}

/** Lets go of a body nobody will read, and of its connection. */
export function discard(wire: Readable): void {
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
