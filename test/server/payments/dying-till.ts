/** The thread of a till for `shop-process.ts`: its facilitator keeps a record of what it was asked to settle, and kills the process at a point. */
import { appendFileSync } from 'node:fs'
import { devNull } from 'node:os'
import type { Facilitator } from '../../../server/payments/facilitator.ts'
import { sandboxFacilitator, sandboxLookUp } from '../../../server/payments/sandbox.ts'
import { openTill, type Till } from '../../../server/payments/till.ts'
import type { TillSettings, Warning } from '../../../server/payments/till-in-thread.ts'
import { openState, type State } from '../../../server/state/open.ts'
import { answerCalls } from '../../../server/thread.ts'

export interface DyingSettings extends TillSettings {
  /** Two doubles, shared with the process: milliseconds its clock is ahead, and which share of settlements is answered badly. */
  readonly weather: SharedArrayBuffer
  readonly point: string | undefined
}

void answerCalls<DyingSettings, Till>(async (settings, emit) => {
  const { place, terms, weather } = settings
  const now = () => Date.now() + new Float64Array(weather)[0]!
  const state = await openState(place, { here: true })
  const facilitator = dying(state, settings, now)
  const warn = (...warning: Warning) => emit(warning)
  return {
    ...openTill({ state, terms, facilitator, lookUp: sandboxLookUp(state, now), warn, now }),
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
