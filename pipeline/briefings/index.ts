import { context } from './btc.context.ts'
import { etfFlows } from './btc.etf-flows.ts'
import { gridStress } from './btc.grid-stress.ts'
import { momentum } from './btc.momentum.ts'
import { onChain } from './btc.on-chain.ts'
import { pulse } from './btc.pulse.ts'
import { quickCheck } from './btc.quick-check.ts'
import { treasury } from './btc.treasury.ts'
import { breadth } from './cross.breadth.ts'
import { correlations } from './cross.correlations.ts'
import { regime } from './cross.regime.ts'
import type { Briefer } from './day.ts'
import { etherContext } from './eth.context.ts'
import { fx } from './fx.liquidity.ts'
import { liquidity } from './macro.liquidity.ts'
import { snapshot } from './macro.snapshot.ts'

/** The briefings there are code for, by the ids of `data/briefings.ts`. */
export const briefers: readonly Briefer[] = [
  quickCheck,
  context,
  pulse,
  gridStress,
  momentum,
  onChain,
  treasury,
  snapshot,
  liquidity,
  correlations,
  regime,
  fx,
  etherContext,
  etfFlows,
  breadth,
]
