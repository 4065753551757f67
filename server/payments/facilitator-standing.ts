import type { ServerClock } from '../http/clock.ts'
import { errorFields, type ServerLog } from '../http/log.ts'
import type { PaymentTelemetry } from '../telemetry/telemetry.ts'
import {
  type Facilitator,
  type FacilitatorCall,
  FacilitatorError,
  facilitatorTroubleText,
  refusesCredential,
} from './facilitator.ts'

export interface StandingOptions extends Pick<ServerClock, 'now'>, Pick<ServerLog, 'warn'> {
  /** Counts payments and failures; left out, none. */
  readonly telemetry?: PaymentTelemetry | null
}

/**
 * Keeps how the facilitator stands by the newest call of each endpoint, and logs and counts each that failed. A list of what it takes is
 * often public: only calls about payments show that it refuses the credential.
 */
export class FacilitatorStanding {
  readonly #options: StandingOptions
  /** Status of the endpoints that failed last time; null where no answer came. */
  readonly #failed = new Map<FacilitatorCall, number | null>()
  #checkedAt: string | null = null

  constructor(options: StandingOptions) {
    this.#options = options
  }

  answered(call: FacilitatorCall): void {
    this.#failed.delete(call)
    // a facilitator that verifies is back; what it refuses or does not know at settle stays so until it settles
    const status = this.#failed.get('settle')
    if (call === 'verify' && (status === null || Number(status) >= 500 || status === 429)) this.#failed.delete('settle')
    this.#note()
  }

  failed(call: FacilitatorCall, error: unknown): void {
    const { telemetry, warn } = this.#options
    const status = error instanceof FacilitatorError ? error.status : null
    this.#failed.set(call, status)
    telemetry?.facilitatorFailed(call, status)
    const trouble = status === null ? 'does not answer' : refusesCredential(status) ? 'refuses the credential' : 'fails'
    warn(`the facilitator ${trouble}`, { call, status, error: errorFields(error).name })
    this.#note()
  }

  #note(): void {
    this.#checkedAt = new Date(this.#options.now()).toISOString()
    this.#options.telemetry?.facilitatorReached(this.#failed.size === 0)
  }

  /** Whether a call about a payment failed, which a list of what the facilitator takes does not clear. */
  get isPaymentRefused(): boolean {
    return this.#failed.has('verify') || this.#failed.has('settle')
  }

  get status() {
    const [failure] = [...this.#failed].sort(([, a], [, b]) => Number(refusesCredential(b)) - Number(refusesCredential(a)))
    return {
      reachable: this.#failed.size === 0,
      checked_at: this.#checkedAt,
      trouble: failure === undefined ? null : facilitatorTroubleText(...failure),
    }
  }
}

/** The same facilitator, whose calls about payments are kept in a standing. */
export function withStandingRecord(facilitator: Facilitator, standing: FacilitatorStanding): Facilitator {
  const kept = async <T>(call: FacilitatorCall, answer: Promise<T>): Promise<T> => {
    try {
      const value = await answer
      standing.answered(call)
      return value
    } catch (error) {
      standing.failed(call, error)
      throw error
    }
  }
  return {
    getSupported: () => facilitator.getSupported(),
    verify: (payload, requirements) => kept('verify', facilitator.verify(payload, requirements)),
    settle: (payload, requirements) => kept('settle', facilitator.settle(payload, requirements)),
  }
}
