import { Refusal } from '../http/errors.ts'

/** Seconds after which a store that did not answer may answer again. */
const retryAfter = 5

/** Errors that say that the store cannot be read at the moment, not that a document is missing. */
const ofTheStore: readonly unknown[] = ['STORE_UNREACHABLE', 'STORE_REFUSED', 'FILE_DAMAGED']

/** 503 DOCUMENT_UNAVAILABLE where an error says that the store cannot be read at the moment; null for any other. */
export function documentUnavailable(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('code' in error) || !ofTheStore.includes(error.code)) return null
  const message = `This document cannot be read right now. Nothing was counted or charged; retry in ${retryAfter} seconds.`
  return new Refusal('DOCUMENT_UNAVAILABLE', message, { retryAfter }, error)
}

/** The document, or 503 DOCUMENT_UNAVAILABLE where its store cannot be read; else null: what is damaged counts as not there. */
export function readOrNull<Read>(reading: Promise<Read>): Promise<Read | null> {
  return reading.catch((error: unknown) => {
    const refusal = documentUnavailable(error)
    if (refusal !== null) throw refusal
    return null
  })
}
