import { UnavailableError } from '../../pipeline/errors.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'

/** A store that can be made to hang or fail, and counts its calls. */
export interface Faulty {
  readonly blobs: Blobs
  /** Keys of the reads so far. */
  readonly reads: string[]
  /** Reads that have not been answered. */
  hanging(): number
  /** How it answers from now on: `well`, `hangs` until it answers well again, or `fails`. */
  answers: 'well' | 'hangs' | 'fails'
}

/** A store over another one, whose reads hang as those of a network that drops everything do, or fail as those of one that refuses. */
export function faultyBlobs(blobs: Blobs): Faulty {
  const held = new Set<() => void>()
  const reads: string[] = []
  let answers: Faulty['answers'] = 'well'

  function guarded<Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) {
    return async (...given: Given): Promise<Answer> => {
      reads.push(String(given[0]))
      if (answers === 'hangs') await new Promise<void>((go) => held.add(go))
      if (answers === 'fails') throw new UnavailableError('STORE_UNREACHABLE', 'refused', { reason: 'ECONNREFUSED' })
      return call(...given)
    }
  }

  return {
    blobs: { ...blobs, get: guarded(blobs.get), has: guarded(blobs.has), list: guarded(blobs.list) },
    reads,
    hanging: () => held.size,
    get answers() {
      return answers
    },
    set answers(next) {
      answers = next
      if (next !== 'hangs') for (const go of held) go()
      if (next !== 'hangs') held.clear()
    },
  }
}
