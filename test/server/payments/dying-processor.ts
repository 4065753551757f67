/** The thread of a payment processor for `shop-process.ts`: its facilitator keeps a record of what it was asked to settle, and kills the process at a point. */
import { appendFileSync } from 'node:fs'
import { devNull } from 'node:os'
import type { Facilitator } from '../../../server/payments/facilitator.ts'
import { openProcessor, type PaymentProcessor } from '../../../server/payments/payment-processor.ts'
import type { ProcessorSettings, Warning } from '../../../server/payments/processor-in-thread.ts'
import { sandboxFacilitator, sandboxLookUp } from '../../../server/payments/sandbox.ts'
import { openState, type State } from '../../../server/state/open.ts'
import { answerCalls } from '../../../server/thread.ts'

export interface DyingSettings extends ProcessorSettings {
  /** Two doubles, shared with the process: milliseconds its clock is ahead, and which share of settlements is answered badly. */
  readonly weather: SharedArrayBuffer
  readonly point: string | undefined
}

void answerCalls<DyingSettings, PaymentProcessor>(async (settings, emit) => {
  const { place, terms, weather } = settings
  const now = () => Date.now() + new Float64Array(weather)[0]!
  const state = await openState(place)
  const facilitator = dying(state, settings, now)
  const warn = (...warning: Warning) => emit(warning)
  return {
    ...openProcessor({ state, terms, facilitator, lookUp: sandboxLookUp(state, now), warn, now }),
    close: () => state.close(),
  }
})

function dying(state: State, { place, point, weather }: DyingSettings, now: () => number): Facilitator {
  const inner = sandboxFacilitator(state, now)
  const record = place.startsWith('postgres') ? devNull : `${place}.settled`
  const isBad = () => Math.random() < new Float64Array(weather)[1]!
  const die = (at: string) => {
    if (at === point) process.kill(process.pid, 'SIGKILL')
  }
  return {
    getSupported: () => inner.getSupported(),
    async verify(payload, requirements) {
      die('reserved')
      if (isBad()) throw new TypeError('lost')
      return inner.verify(payload, requirements)
    },
    async settle(payload, requirements) {
      die('verified')
      appendFileSync(record, `${JSON.stringify(payload.payload)}\n`)
      if (isBad()) throw new TypeError('lost before it was settled')
      const settled = await inner.settle(payload, requirements)
      die('settled')
      if (isBad()) throw new TypeError('lost after it was settled')
      if (isBad()) return { ...settled, success: false, errorReason: 'invalid_exact_evm_transaction_failed' }
      return settled
    },
  }
}
