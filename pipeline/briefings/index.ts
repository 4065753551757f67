import { bondsContext } from './bonds.context.ts'
import { bondsFull } from './bonds.full.ts'
import { context } from './btc.context.ts'
import { energy } from './btc.energy.ts'
import { etfFlows } from './btc.etf-flows.ts'
import { btcFactors } from './btc.factors.ts'
import { full } from './btc.full.ts'
import { gridStress } from './btc.grid-stress.ts'
import { minerSurvival } from './btc.miner-survival.ts'
import { momentum } from './btc.momentum.ts'
import { onChain } from './btc.on-chain.ts'
import { pulse } from './btc.pulse.ts'
import { quickCheck } from './btc.quick-check.ts'
import { treasury } from './btc.treasury.ts'
import { copper } from './commodities.copper.ts'
import { energyBasket } from './commodities.energy-basket.ts'
import { gold } from './commodities.gold.ts'
import { goldMiners } from './commodities.gold-miners.ts'
import { grainsAgribusiness } from './commodities.grains-agribusiness.ts'
import { oilProducers } from './commodities.oil-producers.ts'
import { silver } from './commodities.silver.ts'
import { wheat } from './commodities.wheat.ts'
import { aiCompute } from './cross.ai-compute.ts'
import { breadth } from './cross.breadth.ts'
import { correlations } from './cross.correlations.ts'
import { regime } from './cross.regime.ts'
import type { Briefer } from './day.ts'
import { etherContext } from './eth.context.ts'
import { fx } from './fx.liquidity.ts'
import { auctions } from './macro.auctions.ts'
import { calendar } from './macro.calendar.ts'
import { liquidity } from './macro.liquidity.ts'
import { rates } from './macro.rates.ts'
import { snapshot } from './macro.snapshot.ts'

/** The briefings there are code for, by the ids of `data/briefings.ts`. */
export const briefers: readonly Briefer[] = [
  quickCheck,
  context,
  pulse,
  gridStress,
  minerSurvival,
  energy,
  btcFactors,
  full,
  aiCompute,
  momentum,
  onChain,
  treasury,
  snapshot,
  liquidity,
  rates,
  bondsContext,
  bondsFull,
  auctions,
  calendar,
  correlations,
  regime,
  fx,
  energyBasket,
  gold,
  silver,
  copper,
  wheat,
  oilProducers,
  goldMiners,
  grainsAgribusiness,
  etherContext,
  etfFlows,
  breadth,
]
