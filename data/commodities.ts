import type { BriefingId } from './briefings.ts'
import type { MetricName } from './metrics.ts'
import type { SeriesName } from './series.ts'

/** What a briefing on one commodity has. */
export interface CommodityParts {
  readonly briefing: BriefingId
  /** As it stands inside a sentence. */
  readonly name: string
  /** A share of the fund that holds it: the daily gauge, never the price of the commodity. */
  readonly fund: MetricName
  /** Prices of the month, the one of the fund and the futures first. */
  readonly months: readonly [MetricName, ...MetricName[]]
  /** Its futures market, by the name its series have. */
  readonly market: string
  readonly exchange: string
  /** What it is read against, each with its correlation with the fund. */
  readonly drivers: readonly MetricName[]
  readonly notes: readonly string[]
}

const rolled = (fund: string, what: string) =>
  `${fund} holds futures and rolls them: its drift against ${what} is roll yield, not an error of the price.`

export const commodityParts: readonly CommodityParts[] = [
  {
    briefing: 'commodities.gold',
    name: 'gold',
    fund: 'gld-share',
    months: ['gold-month', 'silver-month', 'gold-silver-ratio'],
    market: 'gold',
    exchange: 'Gold (COMEX)',
    drivers: ['real-yield-10y', 'dollar-index', 'gdx-share', 'slv-share', 'vix', 'wti-spot'],
    notes: [
      'GLD holds bars: a share is about a tenth of an ounce less its fees. Neither it nor its net asset value over its ounces is the price of gold.',
      'Not included: the London fix and COMEX settlements, which need a licence, and the holdings of central banks.',
    ],
  },
  {
    briefing: 'commodities.silver',
    name: 'silver',
    fund: 'slv-share',
    months: ['silver-month', 'gold-month', 'gold-silver-ratio'],
    market: 'silver',
    exchange: 'Silver (COMEX)',
    drivers: ['gld-share', 'real-yield-10y', 'dollar-index', 'cper-share', 'wti-spot'],
    notes: [
      'SLV holds bars: a share is about an ounce less its fees, and not the price of silver.',
      'Not included: the London price and COMEX settlements and stocks, which need a licence.',
    ],
  },
  {
    briefing: 'commodities.copper',
    name: 'copper',
    fund: 'cper-share',
    months: ['copper-month', 'aluminium-month', 'zinc-month', 'copper-gold-ratio'],
    market: 'copper',
    exchange: 'Copper (COMEX)',
    drivers: ['spy-share', 'dollar-index', 'cny-usd', 'real-yield-10y', 'wti-spot'],
    notes: [
      rolled('CPER', 'copper'),
      'Not included: prices and stocks of the London Metal Exchange and of Shanghai by the day, which need a licence. The price of the month is that of London, the positions are those of New York.',
    ],
  },
  {
    briefing: 'commodities.wheat',
    name: 'wheat',
    fund: 'weat-share',
    months: ['wheat-srw-month', 'wheat-hrw-month', 'corn-month', 'wheat-corn-ratio'],
    market: 'wheat-srw',
    exchange: 'Soft red winter wheat (Chicago)',
    drivers: ['dollar-index', 'wti-spot', 'henry-hub-spot', 'spy-share'],
    notes: [
      'WEAT and the futures are soft red winter wheat; the headline price of the World Bank is hard red winter. Both stand in the table of months.',
      rolled('WEAT', 'wheat'),
      'Not included: harvest and stock estimates of the Department of Agriculture (WASDE), and Black Sea prices.',
    ],
  },
]

/** A listed company beside what it sells or buys. */
export interface CoveredCompany {
  readonly series: SeriesName
  readonly name: string
  /** The daily price its changes are correlated with. */
  readonly beside: MetricName
}

/** What a briefing on producers has. */
export interface ProducerGroup {
  readonly briefing: BriefingId
  /** `oil companies`. */
  readonly name: string
  /** What the states call the commodity: `oil rising`. */
  readonly subject: string
  /** The daily price the group is set against, and how a sentence calls it. */
  readonly commodity: MetricName
  readonly called: string
  /** Prices of the month of what the companies sell and buy. */
  readonly months: readonly MetricName[]
  readonly companies: readonly CoveredCompany[]
  readonly notes: readonly string[]
}

const company = (series: SeriesName, name: string, beside: MetricName): CoveredCompany => ({ series, name, beside })

export const producerGroups: readonly ProducerGroup[] = [
  {
    briefing: 'commodities.oil-producers',
    name: 'oil companies',
    subject: 'oil',
    commodity: 'wti-spot',
    called: 'WTI',
    months: [],
    companies: [
      company('XOM.close', 'Exxon Mobil', 'wti-spot'),
      company('CVX.close', 'Chevron', 'wti-spot'),
      company('COP.close', 'ConocoPhillips', 'wti-spot'),
      company('EOG.close', 'EOG Resources', 'wti-spot'),
      company('OXY.close', 'Occidental Petroleum', 'wti-spot'),
      company('DVN.close', 'Devon Energy', 'wti-spot'),
      company('SLB.close', 'SLB', 'wti-spot'),
      company('HAL.close', 'Halliburton', 'wti-spot'),
      company('VLO.close', 'Valero Energy', 'wti-spot'),
      company('MPC.close', 'Marathon Petroleum', 'wti-spot'),
      company('PSX.close', 'Phillips 66', 'wti-spot'),
    ],
    notes: [
      'Exxon Mobil to Devon produce, SLB and Halliburton serve producers, Valero to Phillips 66 refine: for a refiner crude is a cost.',
      'Spot WTI is published on Wednesdays for the week before: comparisons end on its newest day.',
    ],
  },
  {
    briefing: 'commodities.gold-miners',
    name: 'mining companies',
    subject: 'gold',
    commodity: 'gld-share',
    called: 'the gold fund GLD',
    months: ['gold-month', 'silver-month', 'copper-month'],
    companies: [
      company('NEM.close', 'Newmont', 'gld-share'),
      company('B.close', 'Barrick Mining', 'gld-share'),
      company('FCX.close', 'Freeport-McMoRan', 'cper-share'),
    ],
    notes: [
      'Freeport-McMoRan mines copper first and gold beside it: it is correlated with the copper fund CPER.',
      'No closes are available of Agnico Eagle, Royal Gold and Hecla.',
      'The daily gauges are shares of funds (GLD, CPER), not the prices of the metals; those are given by the month.',
    ],
  },
  {
    briefing: 'commodities.grains-agribusiness',
    name: 'agribusiness companies',
    subject: 'wheat',
    commodity: 'weat-share',
    called: 'the wheat fund WEAT',
    months: [
      'wheat-srw-month',
      'corn-month',
      'soybeans-month',
      'soybean-meal-month',
      'soybean-oil-month',
      'urea-month',
      'dap-month',
      'potash-month',
    ],
    companies: [
      company('ADM.close', 'Archer-Daniels-Midland', 'weat-share'),
      company('BG.close', 'Bunge', 'weat-share'),
      company('CF.close', 'CF Industries', 'henry-hub-spot'),
      company('MOS.close', 'Mosaic', 'weat-share'),
      company('DE.close', 'Deere', 'weat-share'),
      company('CTVA.close', 'Corteva', 'weat-share'),
      company('TSN.close', 'Tyson Foods', 'weat-share'),
    ],
    notes: [
      'CF Industries makes nitrogen of natural gas: it is correlated with Henry Hub, its cost. For Tyson grain is a cost too.',
      'Of grains only wheat has a fund with daily closes here; maize, soybeans and fertilisers are given by the month.',
      'No closes are available of Nutrien.',
    ],
  },
]
