import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Described, type Finished, finish } from './finished.ts'

/** Smaller bodies fit one packet as they are. */
const leastCompressed = 1_000

/** Makes an answer of a text: hashed, and compressed where that pays. Done once for each edition, not for each request. */
export function finishText(text: string, described: Described): Finished {
  const plain = Buffer.from(text)
  const worth = plain.length >= leastCompressed
  return finish(
    {
      hash: createHash('sha256').update(plain).digest('hex'),
      plain,
      br: worth ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : null,
      gz: worth ? gzipSync(plain) : null,
    },
    described,
  )
}
