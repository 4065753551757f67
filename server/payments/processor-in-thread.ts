import { Thread } from '../thread.ts'
import type { PaymentProcessor } from './payment-processor.ts'
import type { Outside } from './settlement.ts'
import type { Terms } from './terms.ts'

/** What the thread of a payment processor begins with. */
export interface ProcessorSettings {
  /** Path of an SQLite file, or a `postgres://` URL. */
  readonly place: string
  readonly terms: Terms
  /** Null: the sandbox. */
  readonly outside: Outside | null
}

export type Warning = readonly [message: string, facts: Readonly<Record<string, unknown>>]

/**
 * A payment processor in a thread of its own, with its own connection to the state store: what it reads, checks and leaves to the garbage collector holds
 * up nothing here. The thread begins with the first payment; where it ends, what it was asked fails, and the next payment begins another.
 *
 * @param module of the thread, as built
 */
export function processorInThread(
  settings: ProcessorSettings,
  warn: (...warning: Warning) => void,
  module = new URL('./processor-thread.js', import.meta.url),
): PaymentProcessor {
  let thread: Thread<PaymentProcessor> | null = null
  const running = (): Thread<PaymentProcessor> => {
    if (thread === null || thread.ended)
      thread = new Thread<PaymentProcessor>(module, settings, (event) => warn(...(event as Warning)))
    return thread
  }
  return {
    take: (credential, offer) => running().call('take', credential, offer),
    examine: (credential, offer) => running().call('examine', credential, offer),
    // a thread that did not take the payment does not know it: its lease runs out, and the credential gets the answer again
    end: (payment, delivered) => thread!.call('end', payment, delivered),
    close: async () => thread?.close(),
  }
}
