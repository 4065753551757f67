import { btcContext } from './bitcoin/btc.context.ts'
import { btcEnergy } from './bitcoin/btc.energy.ts'
import { btcEtfFlows } from './bitcoin/btc.etf-flows.ts'
import { btcFactors } from './bitcoin/btc.factors.ts'
import { btcFull } from './bitcoin/btc.full.ts'
import { btcGridStress } from './bitcoin/btc.grid-stress.ts'
import { btcMinerSurvival } from './bitcoin/btc.miner-survival.ts'
import { btcMomentum } from './bitcoin/btc.momentum.ts'
import { btcOnChain } from './bitcoin/btc.on-chain.ts'
import { btcPulse } from './bitcoin/btc.pulse.ts'
import { btcQuickCheck } from './bitcoin/btc.quick-check.ts'
import { btcTreasury } from './bitcoin/btc.treasury.ts'
import type { BriefingDefinition } from './briefer.ts'
import { commoditiesCopper } from './commodities/commodities.copper.ts'
import { energyBasket } from './commodities/commodities.energy-basket.ts'
import { commoditiesGold } from './commodities/commodities.gold.ts'
import { goldMiners } from './commodities/commodities.gold-miners.ts'
import { grainsAgribusiness } from './commodities/commodities.grains-agribusiness.ts'
import { oilProducers } from './commodities/commodities.oil-producers.ts'
import { commoditiesSilver } from './commodities/commodities.silver.ts'
import { commoditiesWheat } from './commodities/commodities.wheat.ts'
import { crossAiCompute } from './cross/cross.ai-compute.ts'
import { crossBreadth } from './cross/cross.breadth.ts'
import { crossCorrelations } from './cross/cross.correlations.ts'
import { crossRegime } from './cross/cross.regime.ts'
import { etherContext } from './cross/eth.context.ts'
import { bondsContext } from './macro/bonds.context.ts'
import { bondsFull } from './macro/bonds.full.ts'
import { fxLiquidity } from './macro/fx.liquidity.ts'
import { macroAuctions } from './macro/macro.auctions.ts'
import { macroCalendar } from './macro/macro.calendar.ts'
import { macroLiquidity } from './macro/macro.liquidity.ts'
import { macroRates } from './macro/macro.rates.ts'
import { macroSnapshot } from './macro/macro.snapshot.ts'

/** The briefings there are code for, by the ids of `data/briefings.ts`. */
export const briefingDefinitions: readonly BriefingDefinition[] = [
  btcQuickCheck,
  btcContext,
  btcPulse,
  btcGridStress,
  btcMinerSurvival,
  btcEnergy,
  btcFactors,
  btcFull,
  crossAiCompute,
  btcMomentum,
  btcOnChain,
  btcTreasury,
  macroSnapshot,
  macroLiquidity,
  macroRates,
  bondsContext,
  bondsFull,
  macroAuctions,
  macroCalendar,
  crossCorrelations,
  crossRegime,
  fxLiquidity,
  energyBasket,
  commoditiesGold,
  commoditiesSilver,
  commoditiesCopper,
  commoditiesWheat,
  oilProducers,
  goldMiners,
  grainsAgribusiness,
  etherContext,
  btcEtfFlows,
  crossBreadth,
]
