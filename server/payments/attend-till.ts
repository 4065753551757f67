import { type ErrorCode, Refusal, type RefusalFacts } from '../errors.ts'
import type { PaymentOutcome, PaymentTelemetry } from '../telemetry/telemetry.ts'
import { type Answerer, answerQuestions } from '../threads/answer-questions.ts'
import { type Failure, failureOf } from '../threads/failure.ts'
import { BadCredential, type Claim, type Problem } from './claim.ts'
import type { Credential } from './credential.ts'
import type { Offer, Paid } from './payments.ts'
import type { Outside } from './settlement.ts'
import type { Terms } from './terms.ts'
import type { Till, TillOptions } from './till.ts'

/** What the thread of a till begins with. */
export interface TillSettings {
  /** Path of an SQLite file, or a `postgres://` URL. */
  readonly place: string
  readonly terms: Terms
  /** Null: the sandbox. */
  readonly outside: Outside | null
}

/** A payment to take or only to examine, or how the answer it paid for ended. */
export type TillQuestion =
  | { readonly credential: Credential; readonly offer: Offer; readonly take: boolean }
  | { readonly paid: number; readonly delivered: boolean }

export type TillAnswer = TillTaken | TillBadCredential | TillRefusal

interface TillTaken {
  /** Number under which its end is told. */
  readonly paid: number
  readonly headers: readonly string[]
}

interface TillBadCredential {
  readonly problem: Problem
  readonly detail: string
  readonly isSpent: boolean
}

interface TillRefusal {
  readonly code: ErrorCode
  readonly message: string
  readonly facts: RefusalFacts
  readonly cause: Failure | null
}

/** What a till says without being asked. */
export type TillSaid =
  | { readonly warning: string; readonly facts: Readonly<Record<string, unknown>> }
  | { readonly protocol: Claim['protocol']; readonly outcome: PaymentOutcome }
  | { readonly network: string; readonly amount: string }

/** What a till tells of what it does. */
export type Tidings = Pick<TillOptions, 'warn'> & { readonly telemetry: PaymentTelemetry }

/**
 * The thread's side of a till.
 *
 * @param open opens the till; closing it closes all it has open
 */
export async function attendTill(open: (settings: TillSettings, tidings: Tidings) => Promise<Till>): Promise<void> {
  await answerQuestions<TillSettings, TillQuestion, TillAnswer | null>(async (settings, tell) => {
    const say = (said: TillSaid) => tell(said)
    const till = await open(settings, {
      telemetry: {
        payment: (protocol, outcome) => say({ protocol, outcome }),
        received: (network, amount) => say({ network, amount }),
        facilitatorReached() {},
      },
      warn: (warning, facts) => say({ warning, facts }),
    })
    return attendant(till)
  })
}

/** Delivered payments that are remembered. */
const mostDelivered = 2_000

function attendant(till: Till): Answerer<TillQuestion, TillAnswer | null> {
  /** Payments whose answers have not ended, and the last of those that were delivered: a reset may yet show that they were not. */
  const underway = new Map<number, Paid>()
  const delivered: number[] = []
  let last = 0

  return {
    async answer(question) {
      if ('paid' in question) {
        const paid = underway.get(question.paid)
        if (!question.delivered) underway.delete(question.paid)
        else if (delivered.push(question.paid) > mostDelivered) underway.delete(delivered.shift()!)
        await (question.delivered ? paid?.delivered() : paid?.lost())
        return null
      }
      try {
        if (!question.take) {
          await till.examine(question.credential, question.offer)
          return null
        }
        const paid = await till.take(question.credential, question.offer)
        underway.set(++last, paid)
        return { paid: last, headers: paid.headers }
      } catch (error) {
        if (error instanceof BadCredential) return { problem: error.problem, detail: error.message, isSpent: error.isSpent }
        if (!(error instanceof Refusal)) throw error
        const { code, message, facts, cause } = error
        return { code, message, facts, cause: cause === undefined ? null : failureOf(cause) }
      }
    },
    close: () => till.close(),
  }
}
