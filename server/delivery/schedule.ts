/** `gone`: it answered 410. `failing`: the last try of a delivery failed, and nothing arrived meanwhile. */
export type DisabledReason = 'gone' | 'failing'

/** `failed`: the last try failed, or the address is gone. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed'

/** Why an attempt has no answer. `address`: the guard refused where the name leads, and nothing was connected. */
export type DeliveryFault = 'timeout' | 'connection' | 'certificate' | 'name' | 'address'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** Milliseconds from the attempt before to each attempt: ten of them within 75 hours and 35 minutes (Standard Webhooks 1.0.0). */
export const retryWaitsMs = [0, 5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600, 14 * 3_600, 20 * 3_600, 24 * 3_600].map(
  (seconds) => seconds * second,
)
/** Waits are longer by up to this share, so that what failed together is not tried together. */
const jitter = 0.1
/** How long deliveries to an address pause that answers that it is overloaded, where it names no time. */
const slowMs = minute
/** The longest time that an address may ask for. */
const longestAskedMs = 24 * hour

/** Statuses that say that the address, and not the message, is the trouble. */
const overloaded: readonly number[] = [429, 502, 504]
const gone = 410

/** What came of an attempt. */
export type AttemptAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** Seconds that the address asks to wait; null where it names none. */
      readonly retryAfter: number | null
    }
  | { readonly kind: 'failed'; readonly fault: DeliveryFault }

/** How a delivery and its address stand before an attempt. */
export interface AttemptHistory {
  /** Attempts that were made before. */
  readonly attempts: number
  /** Attempts of the address that failed in a row. */
  readonly failures: number
  /** Whether the address has taken anything since the delivery was queued. */
  readonly tookOthers: boolean
}

export interface AttemptOutcome {
  readonly delivery: {
    readonly state: DeliveryState
    readonly attempts: number
    readonly next_at: number
    readonly status: number | null
    readonly fault: DeliveryFault | null
  }
  readonly webhook: {
    readonly failures: number
    /** Nothing is sent to the address before; 0 for no such time. */
    readonly not_before: number
    /** Why it is given up; null while it is not. */
    readonly disabled: DisabledReason | null
  }
}

/**
 * What an attempt leads to. 2xx alone is taken; a redirect is a failure, and 410 ends the address. A failed attempt is followed by the next
 * of the schedule, or by the time the address asks for where that is later. After the last one the delivery is given up, and the address
 * with it unless it has taken others meanwhile.
 *
 * @param now end of the attempt, milliseconds since 1970
 * @param random from 0 to below 1
 */
export function attemptOutcome(
  { attempts: before, failures, tookOthers }: AttemptHistory,
  answer: AttemptAnswer,
  now: number,
  random: number,
): AttemptOutcome {
  const attempts = before + 1
  const status = answer.kind === 'answered' ? answer.status : null
  const fault = answer.kind === 'failed' ? answer.fault : null
  const ended = (state: DeliveryState) => ({ state, attempts, next_at: now, status, fault })
  if (status !== null && status >= 200 && status < 300)
    return { delivery: ended('delivered'), webhook: { failures: 0, not_before: 0, disabled: null } }
  const failed = { failures: failures + 1, not_before: 0, disabled: null }
  if (status === gone) return { delivery: ended('failed'), webhook: { ...failed, disabled: 'gone' } }
  const asked = answer.kind === 'answered' && answer.retryAfter !== null ? answer.retryAfter * second : null
  const slow = status !== null && overloaded.includes(status)
  const pause = Math.min(asked ?? (slow ? slowMs : 0), longestAskedMs)
  const webhook = { ...failed, not_before: slow ? now + pause : 0 }
  const wait = retryWaitsMs[attempts]
  if (wait === undefined) return { delivery: ended('failed'), webhook: { ...webhook, disabled: tookOthers ? null : 'failing' } }
  const next = now + Math.max(Math.round(wait * (1 + jitter * random)), pause)
  return { delivery: { state: 'waiting', attempts, next_at: next, status, fault }, webhook }
}

/** Seconds of a Retry-After header: a number of them, or a date; null where it is neither. */
export function retryAfterOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  // a date of HTTP has letters: the parser takes other numbers for years
  const at = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / second))
}

/** What an attempt is called in the figures for operators: the hundreds of a status, or the fault. */
export function attemptAnswerName(answer: AttemptAnswer): string {
  return answer.kind === 'failed' ? answer.fault : `${Math.floor(answer.status / 100)}xx`
}
