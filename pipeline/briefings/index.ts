import { onChain } from './btc.on-chain.ts'
import { quickCheck } from './btc.quick-check.ts'
import { treasury } from './btc.treasury.ts'
import { correlations } from './cross.correlations.ts'
import type { Briefer } from './day.ts'

/** The briefings there are code for, by the ids of `data/briefings.ts`. */
export const briefers: readonly Briefer[] = [quickCheck, onChain, correlations, treasury]
