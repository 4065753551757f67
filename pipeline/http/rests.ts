import type { Blobs } from '../store/blobs.ts'
import { systemTimer, type Timer } from './timer.ts'

/** Until when requests to an upstream are suspended, in milliseconds since 1970 UTC, and why, in words. */
export interface UpstreamRest {
  readonly until: number
  readonly reason: string
}

export interface UpstreamRests {
  /** The rest of an upstream, at most `freshMs` old; null where there is none. */
  of(upstream: string): Promise<UpstreamRest | null>
  /** Makes a rest known to the other processes. Never throws: the process that was refused rests in any case. */
  keep(upstream: string, rest: UpstreamRest): Promise<void>
}

/** So long after a refusal another process may still send requests. */
const freshMs = 3_000

const keyOf = (upstream: string) => `resting/${upstream}`

/**
 * Rests of upstreams in the store that all processes share, a cell each: an upstream that refuses one process means all of them, and a
 * process that keeps asking prolongs the refusal. What cannot be read counts as no rest.
 */
export function upstreamRestStore(blobs: Pick<Blobs, 'get' | 'swap'>, timer: Pick<Timer, 'now'> = systemTimer): UpstreamRests {
  const seen = new Map<string, { readonly at: number; readonly rest: Promise<UpstreamRest | null> }>()
  const read = async (upstream: string): Promise<UpstreamRest | null> => parsed(await blobs.get(keyOf(upstream)))
  return {
    of(upstream) {
      const last = seen.get(upstream)
      if (last !== undefined && timer.now() - last.at < freshMs) return last.rest
      const rest = read(upstream).catch(() => null)
      seen.set(upstream, { at: timer.now(), rest })
      return rest
    },
    async keep(upstream, rest) {
      try {
        const stands = await blobs.get(keyOf(upstream))
        if ((parsed(stands)?.until ?? 0) >= rest.until) return
        await blobs.swap(keyOf(upstream), stands, Buffer.from(`${JSON.stringify(rest)}\n`))
        seen.delete(upstream)
      } catch {
        // another process wrote its own, or the store is away
      }
    },
  }
}

function parsed(bytes: Uint8Array | null): UpstreamRest | null {
  if (bytes === null) return null
  const { until, reason } = JSON.parse(Buffer.from(bytes).toString('utf8')) as Partial<UpstreamRest>
  return typeof until === 'number' && typeof reason === 'string' ? { until, reason } : null
}
