/** The Temporal entry of the contract suite. */
import { bind } from '../../workflows/hosts/workflow-host.ts'
import { contractRules as rules } from './activities.ts'
import * as plain from './orchestrations.ts'

export const callFlaky = bind(plain.callFlaky, rules)
export const catchFlaky = bind(plain.catchFlaky, rules)
export const callLate = bind(plain.callLate, rules)
export const callResuming = bind(plain.callResuming, rules)
export const callTwice = bind(plain.callTwice, rules)
export const sendShapes = bind(plain.sendShapes, rules)
export const sendNothing = bind(plain.sendNothing, rules)
export const sendText = bind(plain.sendText, rules)
export const receive = bind(plain.receive, rules)
export const returnLarge = bind(plain.returnLarge, rules)
export const waitForEver = bind(plain.waitForEver, rules)
export const keepEnd = bind(plain.keepEnd, rules)
export const failBeside = bind(plain.failBeside, rules)
export const pageThrough = bind(plain.pageThrough, rules)
export const readClock = bind(plain.readClock, rules)
export const breakDown = bind(plain.breakDown, rules)
export const speak = bind(plain.speak, rules)
