import { Gauge, type Registry } from 'prom-client'
import type { LedgerFigures } from '../state/payment-rows.ts'
import type { LedgerTelemetry } from './telemetry.ts'

/**
 * How the ledger stood when it was last looked at. Without a value where it could not be read, or nobody has looked. Ages grow between
 * looks.
 */
export function openLedgerGauges(registers: Registry[], now: () => number): LedgerTelemetry {
  let figures: LedgerFigures | null = null
  let ended: Readonly<Record<string, number>> | null = null
  const age = (since: number | null) => (since === null ? 0 : Math.max(0, now() - since) / 1_000)

  new Gauge({
    registers,
    name: 'briefing_ledger_payments',
    help: 'Payments in the ledger by state: reserved, unknown, settled, served, closed.',
    labelNames: ['state'],
    collect() {
      this.reset()
      for (const [state, count] of Object.entries({ ...figures?.rows, ...ended })) this.set({ state }, count)
    },
  })
  new Gauge({
    registers,
    name: 'briefing_ledger_owed',
    help: 'Payments not being processed whose outcome is unknown, or that settled but whose answer was not delivered.',
    labelNames: ['state'],
    collect() {
      this.reset()
      for (const [state, { count }] of Object.entries(figures?.owed ?? {})) this.set({ state }, count)
    },
  })
  new Gauge({
    registers,
    name: 'briefing_ledger_oldest_owed_seconds',
    help: 'Seconds since the oldest of these payments was first sent; 0 if there is none.',
    labelNames: ['state'],
    collect() {
      this.reset()
      for (const [state, { oldest }] of Object.entries(figures?.owed ?? {})) this.set({ state }, age(oldest))
    },
  })
  new Gauge({
    registers,
    name: 'briefing_ledger_last_settlement_seconds',
    help: 'Time of the last settlement, in seconds since 1970; no value if there was none.',
    collect() {
      const last = figures?.lastSettlement ?? null
      if (last === null) this.remove()
      else this.set(last / 1_000)
    },
  })
  return {
    ledger(latest) {
      figures = latest
    },
    ledgerEnded(counts) {
      ended = counts
    },
  }
}
