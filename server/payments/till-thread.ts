/** The thread of a till, with its own connection to the state store. On Linux its priority is lower than that of the thread that serves. */
import { getPriority, setPriority } from 'node:os'
import { openState } from '../state/open.ts'
import { answerCalls } from '../thread.ts'
import { openSettlement } from './settlement.ts'
import { openTill, type Till } from './till.ts'
import type { TillSettings, Warning } from './till-in-thread.ts'

void answerCalls<TillSettings, Till>(async ({ place, terms, outside }, emit) => {
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10))
  const state = await openState(place, { here: true })
  const settlement = await openSettlement(state, outside, Date.now)
  const warn = (...warning: Warning) => emit(warning)
  return { ...openTill({ state, terms, ...settlement, warn, now: Date.now }), close: () => state.close() }
})
