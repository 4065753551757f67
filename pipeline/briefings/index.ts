import { context } from './bitcoin/btc.context.ts'
import { energy } from './bitcoin/btc.energy.ts'
import { etfFlows } from './bitcoin/btc.etf-flows.ts'
import { btcFactors } from './bitcoin/btc.factors.ts'
import { full } from './bitcoin/btc.full.ts'
import { gridStress } from './bitcoin/btc.grid-stress.ts'
import { minerSurvival } from './bitcoin/btc.miner-survival.ts'
import { momentum } from './bitcoin/btc.momentum.ts'
import { onChain } from './bitcoin/btc.on-chain.ts'
import { pulse } from './bitcoin/btc.pulse.ts'
import { quickCheck } from './bitcoin/btc.quick-check.ts'
import { treasury } from './bitcoin/btc.treasury.ts'
import type { BriefingDefinition } from './briefer.ts'
import { copper } from './commodities/commodities.copper.ts'
import { energyBasket } from './commodities/commodities.energy-basket.ts'
import { gold } from './commodities/commodities.gold.ts'
import { goldMiners } from './commodities/commodities.gold-miners.ts'
import { grainsAgribusiness } from './commodities/commodities.grains-agribusiness.ts'
import { oilProducers } from './commodities/commodities.oil-producers.ts'
import { silver } from './commodities/commodities.silver.ts'
import { wheat } from './commodities/commodities.wheat.ts'
import { aiCompute } from './cross/cross.ai-compute.ts'
import { breadth } from './cross/cross.breadth.ts'
import { correlations } from './cross/cross.correlations.ts'
import { regime } from './cross/cross.regime.ts'
import { etherContext } from './cross/eth.context.ts'
import { bondsContext } from './macro/bonds.context.ts'
import { bondsFull } from './macro/bonds.full.ts'
import { fx } from './macro/fx.liquidity.ts'
import { auctions } from './macro/macro.auctions.ts'
import { calendar } from './macro/macro.calendar.ts'
import { liquidity } from './macro/macro.liquidity.ts'
import { rates } from './macro/macro.rates.ts'
import { snapshot } from './macro/macro.snapshot.ts'

/** The briefings there are code for, by the ids of `data/briefings.ts`. */
export const briefingDefinitions: readonly BriefingDefinition[] = [
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
