import { Refusal } from '../errors.ts'
import type { PaymentTelemetry } from '../telemetry/telemetry.ts'
import { errorOf } from '../threads/failure.ts'
import { Thread } from '../threads/thread.ts'
import type { TillAnswer, TillQuestion, TillSaid, TillSettings } from './attend-till.ts'
import { BadCredential } from './claim.ts'
import type { Paid } from './payments.ts'
import { pending } from './redeem.ts'
import type { Till } from './till.ts'

export interface TillClientOptions {
  readonly settings: TillSettings
  readonly telemetry?: PaymentTelemetry | null
  warn(message: string, facts: Readonly<Record<string, unknown>>): void
  /** Module of the thread, as built. */
  readonly module?: URL
}

/**
 * A till in a thread of its own, with its own connection to the state store: what it reads, checks and leaves to the garbage collector holds
 * up nothing here. The thread begins with the first payment. Where it ends, what it was asked is answered with 503, and the next payment
 * begins another.
 */
export function tillInThread({
  settings,
  telemetry = null,
  warn,
  module = new URL('./till-thread.js', import.meta.url),
}: TillClientOptions): Till {
  let thread: Thread<TillQuestion, TillAnswer | null> | null = null

  function hear(said: unknown): void {
    const each = said as TillSaid
    if ('warning' in each) warn(each.warning, each.facts)
    else if ('outcome' in each) telemetry?.payment(each.protocol, each.outcome)
    else telemetry?.received(each.network, each.amount)
  }

  /** What the thread answers, and the thread, which is told later how the paid answer ended. Throws what it refuses with. */
  async function ask(question: Extract<TillQuestion, { take: boolean }>) {
    if (thread === null || thread.ended)
      thread = new Thread<TillQuestion, TillAnswer | null>(module, settings, { hear, lazy: true })
    const asked = thread
    const answer = await asked.ask(question).catch((error: unknown) => {
      telemetry?.payment(question.credential.protocol, 'unknown')
      throw pending(error)
    })
    if (answer !== null && 'problem' in answer) throw new BadCredential(answer.problem, answer.detail, answer.isSpent)
    if (answer !== null && 'code' in answer) {
      const { code, message, facts, cause } = answer
      throw new Refusal(code, message, facts, cause === null ? undefined : errorOf(cause))
    }
    return { asked, answer }
  }

  return {
    async take(credential, offer): Promise<Paid> {
      const { asked, answer } = await ask({ credential, offer, take: true })
      const { paid, headers } = answer!
      const end = (delivered: boolean) => asked.ask({ paid, delivered }).then(() => {})
      return { headers, delivered: () => end(true), lost: () => end(false) }
    },
    async examine(credential, offer) {
      await ask({ credential, offer, take: false })
    },
    close: async () => thread?.close(),
  }
}
