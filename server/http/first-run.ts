/** Seconds after which the first edition may be there. */
export const retryAfterStart = 10

/** How far a home is on the way to its first edition. */
export interface FirstRun {
  /** When the run under way began (RFC 3339 UTC); null where none is. */
  readonly began_at: string | null
  /** Responses that were recorded so far. */
  readonly recordings: number
  /** What the last run failed with, where none is under way. */
  readonly failed: { readonly code: string; readonly text: string } | null
}

/** Where the first edition is, in a sentence or two for a person who waits for it. */
export async function progressWords(read: (() => Promise<FirstRun>) | null): Promise<string> {
  const reloads = `This page reloads every ${retryAfterStart} seconds.`
  const run = await read?.().catch(() => null)
  if (run == null) return reloads
  const { began_at, recordings, failed } = run
  const recorded = `${recordings.toLocaleString('en-GB')} ${recordings === 1 ? 'response' : 'responses'} recorded so far`
  if (began_at !== null) return `A run has been under way since ${began_at.slice(11, 19)} UTC, with ${recorded}. ${reloads}`
  if (failed !== null) return `The last run failed (${failed.code}): ${failed.text.replace(/\.$/, '')}. ${reloads}`
  return `No run is under way; ${recorded}. To begin one: briefing refresh. ${reloads}`
}
