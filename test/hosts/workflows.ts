/** The Temporal entry of the contract suite. */
import { bindWorkflow } from '../../workflows/hosts/workflow-host.ts'
import { contractRules as rules } from './activities.ts'
import * as plain from './orchestrations.ts'

export const callFlaky = bindWorkflow(plain.callFlaky, rules)
export const catchFlaky = bindWorkflow(plain.catchFlaky, rules)
export const callLate = bindWorkflow(plain.callLate, rules)
export const callResuming = bindWorkflow(plain.callResuming, rules)
export const callTwice = bindWorkflow(plain.callTwice, rules)
export const sendShapes = bindWorkflow(plain.sendShapes, rules)
export const sendNothing = bindWorkflow(plain.sendNothing, rules)
export const sendText = bindWorkflow(plain.sendText, rules)
export const receive = bindWorkflow(plain.receive, rules)
export const returnLarge = bindWorkflow(plain.returnLarge, rules)
export const waitForEver = bindWorkflow(plain.waitForEver, rules)
export const keepEnd = bindWorkflow(plain.keepEnd, rules)
export const failBeside = bindWorkflow(plain.failBeside, rules)
export const pageThrough = bindWorkflow(plain.pageThrough, rules)
export const readClock = bindWorkflow(plain.readClock, rules)
export const breakDown = bindWorkflow(plain.breakDown, rules)
export const speak = bindWorkflow(plain.speak, rules)
