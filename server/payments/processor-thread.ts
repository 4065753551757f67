/** The thread of a payment processor, with its own connection to the state store. On Linux its priority is lower than that of the thread that serves. */
import { getPriority, setPriority } from 'node:os'
import { openState } from '../state/open.ts'
import { answerCalls } from '../thread.ts'
import { openProcessor, type PaymentProcessor } from './payment-processor.ts'
import type { ProcessorSettings, Warning } from './processor-in-thread.ts'
import { openSettlement } from './settlement.ts'

void answerCalls<ProcessorSettings, PaymentProcessor>(async ({ place, terms, outside }, emit) => {
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10))
  const state = await openState(place)
  const settlement = await openSettlement(state, outside, Date.now)
  const warn = (...warning: Warning) => emit(warning)
  return { ...openProcessor({ state, terms, ...settlement, warn, now: Date.now }), close: () => state.close() }
})
