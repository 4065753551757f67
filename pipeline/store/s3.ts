import { randomUUID } from 'node:crypto'
import { InputError, UnavailableError } from '../errors.ts'
import { checkedKey, checkedPrefix, isKey } from './blob-key.ts'
import type { Blobs, ByteRange, Sweep } from './blobs.ts'
import { inParallel } from './pool.ts'
import {
  isTransient,
  maxS3Tries,
  requireAccepted,
  type S3Answer,
  type S3Credentials,
  type S3Request,
  s3Caller,
  s3RefusedError,
  s3UnreachableError,
  xmlTextsOf,
} from './s3-call.ts'
import type { S3Place } from './s3-place.ts'

export interface S3Blobs extends Blobs, Sweep {
  /**
   * Throws before anything is stored where the bucket cannot be used: `InputError` STORE_MISSING where there is none and STORE_REFUSED where the
   * access key is refused, `UnavailableError` STORE_UNFIT where the service ignores the conditions of a PUT, on which every swap rests.
   */
  prove(): Promise<void>
  /** As `prove`, for who only reads: the bucket exists and lets us in. */
  reach(): Promise<void>
  /** How far the store's clock is ahead of ours in milliseconds, as its last answer said; 0 within a minute. */
  clockAheadMs(): number
  close(): Promise<void>
}

/** Larger bodies go in parts of this size, each of which can be tried again by itself. */
const partBytes = 16 * 1_048_576
/** Parts, and keys to remove, sent at the same time. */
const width = 8

/**
 * Blobs as objects of an S3 bucket, below the prefix of the place. An object appears whole or not at all, which is the promise of `put`;
 * `swap` uses conditional PUTs. Reads and unconditional writes are tried again through faults that pass. `UnavailableError`
 * STORE_UNREACHABLE where the service does not answer, STORE_REFUSED where it refuses. A key that is the prefix of another (`a`, `a/b`) is
 * outside the contract: some services keep objects as files.
 */
export function s3Blobs(place: S3Place, credentials: S3Credentials): S3Blobs {
  const { once, call, pause, clockAheadMs, close } = s3Caller(place, credentials)
  const named = (key: string) => `${place.prefix}${checkedKey(key)}`

  async function read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<S3Answer | null> {
    const headers = range && { range: `bytes=${range.offset}-${range.offset + range.length - 1}` }
    const answer = await call({ method: 'GET', key: named(key), ...(headers && { headers }), ...(signal && { signal }) })
    if (answer.status === 404) return null
    if (answer.status === 416) return { ...answer, bytes: Buffer.alloc(0) }
    const { status, bytes } = requireAccepted('GET', answer)
    // a service that knows no ranges answers with all of it
    return range && status === 200 ? { ...answer, bytes: bytes.subarray(range.offset, range.offset + range.length) } : answer
  }

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    const name = named(key)
    if (bytes.byteLength > partBytes) await putInParts(name, bytes)
    else requireAccepted('PUT', await call({ method: 'PUT', key: name, body: bytes }))
  }

  async function putInParts(key: string, bytes: Uint8Array): Promise<void> {
    const begun = requireAccepted('POST', await call({ method: 'POST', key, query: { uploads: '' } }))
    const uploadId = xmlTextsOf(begun.bytes, ['UploadId']).UploadId[0] ?? ''
    const count = Math.ceil(bytes.byteLength / partBytes)
    const etags: string[] = []
    try {
      await inParallel(Array(count).keys(), width, async (at) => {
        const body = bytes.subarray(at * partBytes, (at + 1) * partBytes)
        const answer = await call({ method: 'PUT', key, query: { partNumber: String(at + 1), uploadId }, body })
        etags[at] = requireAccepted('PUT', answer).etag ?? ''
      })
      const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
      await complete({ method: 'POST', key, query: { uploadId }, body })
    } catch (error) {
      // what is not completed is never an object, but some services bill for its parts
      await call({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
      throw error
    }
  }

  /**
   * Puts the parts together. The service may answer 200 and then say in the body that it failed; on a retry after an answer that was lost, it
   * knows no such upload any more.
   */
  async function complete(request: S3Request): Promise<void> {
    let mayBeDone = false
    for (let attempt = 1; ; attempt++) {
      const answer = await once(request).catch(() => null)
      const [code] = answer === null ? [] : xmlTextsOf(answer.bytes, ['Code']).Code
      if (answer !== null && answer.status < 300 && code === undefined) return
      if (mayBeDone && code === 'NoSuchUpload') return
      mayBeDone = true
      if (answer !== null && answer.status >= 300 && !isTransient(answer)) throw s3RefusedError('POST', answer)
      if (attempt === maxS3Tries) throw s3UnreachableError('POST', code ?? 'no answer')
      await pause(attempt)
    }
  }

  async function remove(key: string): Promise<void> {
    const answer = await call({ method: 'DELETE', key: named(key) })
    if (answer.status !== 404) requireAccepted('DELETE', answer)
  }

  async function list(prefix: string): Promise<string[]> {
    const below = `${place.prefix}${checkedPrefix(prefix)}/`
    const keys: string[] = []
    let token: string | undefined
    do {
      const query = { 'list-type': '2', prefix: below, ...(token === undefined ? {} : { 'continuation-token': token }) }
      const { bytes } = requireAccepted('GET', await call({ method: 'GET', key: '', query }))
      const page = xmlTextsOf(bytes, ['Key', 'NextContinuationToken'])
      keys.push(...page.Key.map((key) => key.slice(place.prefix.length)).filter(isKey))
      token = page.NextContinuationToken[0]
    } while (token !== undefined)
    return keys.sort()
  }

  async function swap(key: string, expected: Uint8Array | null, bytes: Uint8Array): Promise<boolean> {
    const name = named(key)
    /** Whether an earlier try may have had its effect although its answer was lost. */
    let mayStand = false
    for (let attempt = 1; ; attempt++) {
      const standing = await read(key)
      if (mayStand && standing?.bytes.equals(bytes)) return true
      const asExpected = expected === null ? standing === null : standing?.bytes.equals(expected) === true
      if (!asExpected) {
        if (mayStand) throw swapUnknown()
        return false
      }
      const headers: Record<string, string> = standing === null ? { 'if-none-match': '*' } : { 'if-match': standing.etag! }
      const answer = await once({ method: 'PUT', key: name, body: bytes, headers }).catch(() => null)
      if (answer !== null && answer.status < 300) return true
      const isLate = answer?.status === 412 || answer?.status === 404
      if (isLate && !mayStand) return false
      if (answer !== null && !isLate && answer.status !== 409 && !isTransient(answer)) throw s3RefusedError('PUT', answer)
      // without an answer, or with an error of the service, the write may have been done, or be done yet: only the cell knows
      mayStand ||= answer === null || answer.status >= 500 || answer.status === 408
      if (attempt === maxS3Tries) throw mayStand ? swapUnknown() : s3UnreachableError('PUT', String(answer?.status))
      await pause(attempt)
    }
  }

  async function reach(): Promise<void> {
    const answer = await call({ method: 'HEAD', key: '' })
    if (answer.status === 404) {
      const { bucket } = place
      const message = `BRIEFING_STORE names the bucket ${bucket}, which does not exist. Create it, or correct the name.`
      throw new InputError('STORE_MISSING', message, { bucket })
    }
    if (answer.status === 401 || answer.status === 403)
      throw new InputError(
        'STORE_REFUSED',
        `The object store refuses the access key (${answer.status}). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what the key may do with the bucket in BRIEFING_STORE.`,
        { status: answer.status },
      )
    requireAccepted('HEAD', answer)
  }

  async function prove(): Promise<void> {
    await reach()
    const key = named(`probe/${randomUUID()}`)
    const send = (text: string, headers: Record<string, string>) => call({ method: 'PUT', key, body: Buffer.from(text), headers })
    try {
      const made = requireAccepted('PUT', await send('first', { 'if-none-match': '*' }))
      const again = await send('again', { 'if-none-match': '*' })
      const replaced = await send('second', { 'if-match': made.etag! })
      const late = await send('late', { 'if-match': made.etag! })
      const statuses = [made, again, replaced, late].map(({ status }) => status)
      if (statuses.join() !== '200,412,200,412')
        throw new UnavailableError(
          'STORE_UNFIT',
          `The object store does not keep the conditions If-None-Match and If-Match of a PUT (it answered ${statuses.join(', ')} instead of 200, 412, 200, 412), so two writers could overwrite each other. Update it, or use another one.`,
          { statuses: statuses.join() },
        )
    } finally {
      await call({ method: 'DELETE', key }).catch(() => undefined)
    }
  }

  return {
    // a reader that has given up leaves its connection to the others
    get: async (key, range, signal?: AbortSignal) => (await read(key, range, signal))?.bytes ?? null,
    put,
    async has(key) {
      const answer = await call({ method: 'HEAD', key: named(key) })
      return answer.status !== 404 && requireAccepted('HEAD', answer).status < 300
    },
    list,
    remove,
    swap,
    clear: async (prefix) => inParallel(await list(prefix), width, remove),
    removeUnfinished: async () => 0,
    ...{ prove, reach, clockAheadMs, close },
  }
}

function swapUnknown(): UnavailableError {
  return new UnavailableError(
    'SWAP_UNKNOWN',
    'The object store did not say whether a cell was replaced, and another process has changed it since. Nothing is lost; run the same command again.',
  )
}
