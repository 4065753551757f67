import { setTimeout as wait } from 'node:timers/promises'
import { dropOldPayments, endedStates, ledgerFigures, paymentCounts } from '../state/payment-rows.ts'
import type { LedgerTelemetry } from '../telemetry/telemetry.ts'
import type { ProcessorOptions } from './payment-processor.ts'

export interface KeepLedgerOptions extends Pick<ProcessorOptions, 'state' | 'now' | 'warn'> {
  /** How long served and closed payments are kept at least. */
  readonly keepMs: number
  /** Receives the state of the ledger, if given. */
  readonly telemetry?: LedgerTelemetry | null
}

const lookMs = 15_000
const sweepMs = 3_600_000
/** Between two small steps of a sweep: others want the store, too. */
const pauseMs = 100

/**
 * Looks at the ledger now and then for who counts, and drops what is old once an hour; then it counts what has ended, too, of which there may
 * be millions. No purchase waits for it. @returns ends both
 */
export function keepLedger({ state, keepMs, telemetry = null, now, warn }: KeepLedgerOptions): () => Promise<void> {
  let working: Promise<void> = Promise.resolve()
  let ended = false

  async function look(): Promise<void> {
    // where the store cannot be read nothing is reported, instead of what was so
    telemetry?.ledger(await ledgerFigures(state, now()).catch(() => null))
  }
  async function count(): Promise<void> {
    telemetry?.ledgerEnded(await paymentCounts(state, endedStates).catch(() => null))
  }
  async function sweep(): Promise<void> {
    try {
      while (!ended && (await dropOldPayments(state, now(), keepMs)) > 0) await wait(pauseMs)
    } catch (error) {
      warn('old payments cannot be removed', { error: error instanceof Error ? error.name : typeof error })
    }
    if (telemetry !== null) await count()
  }
  /** One after the other. */
  const later = (work: () => Promise<void>) => () => {
    working = working.then(() => (ended ? undefined : work()))
  }
  const timers = [setInterval(later(sweep), sweepMs)]
  later(sweep)()
  if (telemetry !== null) {
    timers.push(setInterval(later(look), lookMs))
    later(look)()
  }
  for (const timer of timers) timer.unref()
  return async () => {
    ended = true
    for (const timer of timers) clearInterval(timer)
    await working
  }
}
