/** The thread of a till, with its own connection to the state store. On Linux its priority is lower than that of the thread that serves. */
import { getPriority, setPriority } from 'node:os'
import { openState } from '../state/open.ts'
import { attendTill } from './attend-till.ts'
import { openSettlement } from './settlement.ts'
import { openTill } from './till.ts'

void attendTill(async ({ place, terms, outside }, tidings) => {
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10))
  const state = await openState(place, { here: true })
  const settlement = await openSettlement(state, outside, Date.now)
  return { ...openTill({ state, terms, ...settlement, ...tidings, now: Date.now }), close: () => state.close() }
})
