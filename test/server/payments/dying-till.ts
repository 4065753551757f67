/** The thread of a till for `shop-process.ts`: its facilitator keeps a record of what it was asked to settle, and kills the process at a point. */
import { appendFileSync } from 'node:fs'
import { attendTill, type TillSettings } from '../../../server/payments/attend-till.ts'
import type { Facilitator } from '../../../server/payments/facilitator.ts'
import { sandboxFacilitator, sandboxLookUp } from '../../../server/payments/sandbox.ts'
import { openTill } from '../../../server/payments/till.ts'
import { openState, type State } from '../../../server/state/open.ts'

export interface DyingSettings extends TillSettings {
  /** Milliseconds its clock is ahead. */
  readonly shift: number
  readonly point: string | undefined
}

void attendTill(async (settings, tidings) => {
  const { place, terms, shift } = settings as DyingSettings
  const now = () => Date.now() + shift
  const state = await openState(place, { here: true })
  const facilitator = dying(state, settings as DyingSettings, now)
  return {
    ...openTill({ state, terms, facilitator, lookUp: sandboxLookUp(state, now), ...tidings, now }),
    close: () => state.close(),
  }
})

function dying(state: State, { place, point }: DyingSettings, now: () => number): Facilitator {
  const inner = sandboxFacilitator(state, now)
  const die = (at: string) => {
    if (at === point) process.kill(process.pid, 'SIGKILL')
  }
  return {
    getSupported: () => inner.getSupported(),
    async verify(payload, requirements) {
      die('reserved')
      return inner.verify(payload, requirements)
    },
    async settle(payload, requirements) {
      die('verified')
      appendFileSync(`${place}.settled`, `${JSON.stringify(payload.payload)}\n`)
      const said = await inner.settle(payload, requirements)
      die('settled')
      return said
    },
  }
}
