import { setTimeout as wait } from 'node:timers/promises'
import { openLog } from '../../server/http/log.ts'
import { type OpenedGate, openGate } from '../../server/open-gate.ts'

/** A gate over a state store that is probed twenty times a second. */
export function watchedGate(place: string): OpenedGate {
  const log = openLog({ level: 'silent', now: Date.now })
  return openGate({ place, log, probeMs: 50, payments: async () => ({ real: null, sample: null }) })
}

/** What the gate says of its store once it says something of that kind; after ten seconds what it says then. */
export async function conditionOnce({ gate }: OpenedGate, wanted: RegExp): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const { detail } = gate.condition()
    if (wanted.test(detail)) return detail
    await wait(50)
  }
  return gate.condition().detail
}

/** The words of a sound store. */
export const sound = /can be read and written/
