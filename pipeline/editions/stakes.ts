import canonicalize from 'canonicalize'
import type { NewStake } from '../analysis/stake.ts'
import { BriefingError } from '../errors.ts'
import type { Blobs } from '../store/blobs.ts'
import type { Grade, Stake } from '../tables/stake.ts'
import type { Manifest } from './edition.ts'
import { readStakes, sha256 } from './edition-files.ts'

/**
 * The ledger of stakes: segments, each written once and named by the hash of its bytes, each naming the previous one. The manifest of an
 * edition names the newest, so that the swap that publishes an edition enters its stakes too. No segment is ever removed.
 */
export interface StakeSegment {
  /** sha-256 (hex) of its bytes. */
  readonly hash: string
  /** Its place in the chain, from 1. */
  readonly number: number
  readonly previous: string | null
  /** The edition it follows; null for the first one of a home. */
  readonly after: string | null
  readonly published_at: string
  readonly stakes: readonly Stake[]
  readonly grades: readonly Grade[]
}

/** What a run has to enter: what `newest` and the segments before it have already is left out. */
export interface StakeEntries {
  readonly stakes: readonly NewStake[]
  readonly grades: readonly Grade[]
  /** Stakes of editions from before there was a ledger. */
  readonly past: readonly Stake[]
  /** Hash of the newest segment that the run knew; null for none. */
  readonly newest: string | null
}

/** A segment; throws (EDITION_DAMAGED) where it is missing or altered. */
export async function readSegment(blobs: Blobs, hash: string): Promise<StakeSegment> {
  return { hash, ...(JSON.parse((await readStakes(blobs, hash)).toString()) as Omit<StakeSegment, 'hash'>) }
}

/**
 * The segments up to `newest` after the last known one, oldest first; all of them where none is known. Throws (EDITION_DAMAGED) where
 * one of them is missing or altered.
 */
export async function segmentsAfter(
  blobs: Blobs,
  newest: string | undefined,
  isKnown: (hash: string) => boolean,
): Promise<StakeSegment[]> {
  const segments: StakeSegment[] = []
  for (let hash = newest ?? null; hash !== null && !isKnown(hash); hash = segments[0]!.previous)
    segments.unshift(await readSegment(blobs, hash))
  return segments
}

/**
 * The segment that the next edition adds; null where all of it has been entered already, so that a publish that is repeated adds nothing.
 *
 * @param fingerprintAt that of the document which the next edition has at a place: one that it lacks stakes nothing
 */
export async function nextSegment(
  blobs: Blobs,
  standing: Manifest | null,
  { stakes, grades, past, newest }: StakeEntries,
  { publishedAt, fingerprintAt }: { publishedAt: string; fingerprintAt: (place: string) => string | undefined },
): Promise<{ hash: string; bytes: Buffer } | null> {
  const since = await segmentsAfter(blobs, standing?.stakes, (hash) => hash === newest)
  const entered = new Set(since.flatMap((segment) => segment.stakes.map(({ id }) => id)))
  const graded = new Set(since.flatMap((segment) => segment.grades.map(({ stake }) => stake)))
  const published = stakes.flatMap((stake): Stake[] => {
    const fingerprint = fingerprintAt(stake.document)
    return fingerprint === undefined ? [] : [{ ...stake, fingerprint, entered: 'published', published_at: publishedAt }]
  })
  const body = {
    stakes: [...published, ...past].filter(({ id }) => !entered.has(id) && entered.add(id)),
    grades: grades.filter(({ stake }) => !graded.has(stake) && graded.add(stake)),
  }
  if (body.stakes.length + body.grades.length === 0) return null
  const last = standing?.stakes === undefined ? null : (since.at(-1) ?? (await readSegment(blobs, standing.stakes)))
  const head = { number: (last?.number ?? 0) + 1, previous: last?.hash ?? null, after: standing?.edition ?? null }
  const bytes = Buffer.from(`${canonicalize({ ...head, published_at: publishedAt, ...body })}\n`)
  return { hash: sha256(bytes), bytes }
}

export interface StakeVerification {
  readonly segments: number
  readonly stakes: number
  readonly grades: number
  /** What is wrong, newest segment first; empty where the chain is whole. */
  readonly faults: readonly string[]
}

/**
 * Reads the whole chain from the segment that an edition names: every byte is what its name says, numbers have no gap, no stake is entered
 * and none graded twice, and no grade is without its stake.
 *
 * @param noted hash of a segment noted earlier, which must be on the chain
 */
export async function verifyStakes(blobs: Blobs, newest: string | undefined, noted: string | null): Promise<StakeVerification> {
  const faults: string[] = []
  const chain: StakeSegment[] = []
  for (let hash = newest ?? null; hash !== null; hash = chain[0]!.previous) {
    try {
      chain.unshift(await readSegment(blobs, hash))
    } catch (error) {
      if (!(error instanceof BriefingError)) throw error
      faults.push(`segment ${hash} is ${error.facts['why']}`)
      break
    }
  }
  const [entered, graded] = [new Set<string>(), new Set<string>()]
  const whole = faults.length === 0
  for (const [at, { hash, number, stakes, grades }] of chain.entries()) {
    const fault = (what: string) => faults.push(`segment ${number} (${hash}): ${what}`)
    if (whole && number !== at + 1) fault(`it should be number ${at + 1}`)
    for (const { id } of stakes) if (entered.size === entered.add(id).size) fault(`${id} is entered twice`)
    for (const { stake } of grades) {
      if (graded.size === graded.add(stake).size) fault(`${stake} is graded twice`)
      if (whole && !entered.has(stake)) fault(`${stake} is graded and was never entered`)
    }
  }
  if (whole && noted !== null && !chain.some(({ hash }) => hash === noted)) faults.push(`segment ${noted} is not on the chain`)
  return { segments: chain.length, stakes: entered.size, grades: graded.size, faults }
}
