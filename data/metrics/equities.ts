import { namedRows } from '../named-rows.ts'
import type { MetricRow, MetricRows } from './row.ts'

const share = { rise: 'bullish for risk assets', formula: 'split-adjusted' } as const

const gap = { ...share, rise: null, formula: 'mean-gap-200d' } as const
const relative = { ...share, unit: '1', formula: 'ratio' } as const
/** Percent of shares above their own mean of 200 sessions. */
const above = { ...share, unit: 'percent', formula: 'above-200d' } as const
/** CME and Cboe futures, of Tuesday. */
const positions = { ...share, window: '90d', formula: 'difference' } as const
const energy = [
  'XOM.close',
  'CVX.close',
  'COP.close',
  'EOG.close',
  'OXY.close',
  'DVN.close',
  'SLB.close',
  'HAL.close',
  'VLO.close',
  'MPC.close',
  'PSX.close',
] as const
const metals = ['NEM.close', 'FCX.close', 'B.close'] as const
const farming = ['ADM.close', 'BG.close', 'CF.close', 'MOS.close', 'DE.close', 'CTVA.close', 'TSN.close'] as const

/** Shares and breadth of the US stock market. Prices are those of shares of funds, never of the index a fund follows. */
export const equityMetrics = [
  ...namedRows('metric', {
    'spy-share': {
      ...share,
      aliases: ['spy', 'spy-price', 's-and-p-500', 'sp500'],
      title: 'Share of the SPDR S&P 500 fund (SPY)',
      prose: 'the fund SPY',
      description:
        'Close of one share of SPY, which holds the S&P 500 by market value; a tenth of the index at its start, not the index.',
      why: 'The most traded gauge of large US companies.',
      of: ['SPY.close'],
    },
    'qqq-share': {
      ...share,
      aliases: ['qqq', 'qqq-price', 'nasdaq-100'],
      title: 'Share of the Invesco QQQ fund',
      prose: 'the fund QQQ',
      description: 'Close of one share of QQQ, which holds the Nasdaq-100.',
      why: 'Large technology companies, whose moves bitcoin has shared most.',
      of: ['QQQ.close'],
    },
    'iwm-share': {
      ...share,
      aliases: ['iwm', 'iwm-price', 'russell-2000', 'small-caps'],
      title: 'Share of the iShares Russell 2000 fund (IWM)',
      prose: 'the fund IWM',
      description: 'Close of one share of IWM, which holds small US companies.',
      why: 'Small companies borrow short and sell at home: they feel rates and growth first.',
      of: ['IWM.close'],
    },
    'rsp-share': {
      ...share,
      aliases: ['rsp', 'rsp-price', 'equal-weight'],
      title: 'Share of the Invesco S&P 500 Equal Weight fund (RSP)',
      prose: 'the fund RSP',
      description: 'Close of one share of RSP, which holds the companies of the S&P 500 in equal weights.',
      why: 'What the average large company does, without the weight of the largest.',
      of: ['RSP.close'],
    },
  } as const satisfies MetricRows),
  ...(
    [
      ['spy', 'SPY', 'Large US companies'],
      ['qqq', 'QQQ', 'Large technology companies'],
      ['iwm', 'IWM', 'Small US companies'],
      ['rsp', 'RSP', 'The average large US company'],
    ] as const
  ).map(
    ([ticker, name, what]) =>
      ({
        ...gap,
        metric: `${ticker}-gap-200d`,
        aliases: [`${ticker}-distance-200d`],
        title: `${name} share against its 200-day average`,
        prose: `the distance of ${name} from its 200-day average`,
        description: `How far the close of one ${name} share is above (positive) or below the mean of its last 200 sessions.`,
        why: `${what}, against where they stood on average since spring or autumn.`,
        of: [`${ticker}-share`],
      }) as const,
  ),
  ...namedRows('metric', {
    'equal-weight-ratio': {
      ...relative,
      aliases: ['rsp-spy', 'equal-weight-cap-weight'],
      title: 'Equal weight against cap weight (RSP over SPY)',
      prose: 'equal weight relative to cap weight',
      description:
        'Close of one RSP share divided by that of one SPY share: the same companies, each once, against their market values.',
      why: 'Falls when a few of the largest companies carry the index.',
      of: ['rsp-share', 'spy-share'],
    },
    'equal-weight-gap': {
      ...gap,
      aliases: ['rsp-spy-gap'],
      title: 'Equal weight against cap weight, distance from its 200-day average',
      prose: 'the distance of RSP relative to SPY from its 200-day average',
      description: 'How far RSP over SPY is above (positive) or below the mean of its last 200 sessions.',
      why: 'Tells a market that many companies carry from one that a few do.',
      of: ['equal-weight-ratio'],
    },
    'small-cap-ratio': {
      ...relative,
      aliases: ['iwm-spy', 'small-large'],
      title: 'Small against large companies (IWM over SPY)',
      prose: 'IWM relative to SPY',
      description: 'Close of one IWM share divided by that of one SPY share.',
      why: 'Small companies lead when credit is easy and growth is expected.',
      of: ['iwm-share', 'spy-share'],
    },
    'technology-ratio': {
      ...relative,
      aliases: ['qqq-spy'],
      title: 'Technology against large companies (QQQ over SPY)',
      prose: 'QQQ relative to SPY',
      description: 'Close of one QQQ share divided by that of one SPY share.',
      why: 'How much of the market’s move is that of a few large technology companies.',
      rise: null,
      of: ['qqq-share', 'spy-share'],
    },
    'credit-ratio': {
      ...relative,
      aliases: ['hyg-shy', 'high-yield-ratio'],
      title: 'High yield against short Treasuries (HYG over SHY)',
      prose: 'HYG relative to SHY',
      description: 'Close of one HYG share divided by that of one SHY share; both pay dividends, which stay out of it.',
      why: 'Falls when lenders to weak companies want more for the risk, often before shares do.',
      of: ['hyg-share', 'shy-share'],
    },
    'hyg-share': {
      ...share,
      aliases: ['hyg', 'high-yield-fund'],
      title: 'Share of the iShares high-yield bond fund (HYG)',
      prose: 'the HYG share',
      description: 'Close of one share of HYG, which holds bonds of weaker US companies; its monthly dividends lower it.',
      why: 'What lending to weaker companies is worth today.',
      of: ['HYG.close'],
    },
    'shy-share': {
      ...share,
      aliases: ['shy', 'short-treasury-fund'],
      title: 'Share of the iShares 1-3 year Treasury fund (SHY)',
      prose: 'the SHY share',
      description: 'Close of one share of SHY, which holds Treasury notes of one to three years; its monthly dividends lower it.',
      why: 'The safe side that credit and shares are compared with.',
      rise: null,
      of: ['SHY.close'],
    },
    'producers-above-200d': {
      ...above,
      aliases: ['producer-breadth'],
      title: 'Producers above their 200-day average',
      prose: 'the share of producers above their 200-day average',
      description:
        'Share of 21 covered producers of energy, metals and farm goods that close above the mean of the last 200 sessions of each.',
      why: 'Many at one time say more of raw materials than one large company.',
      of: [...energy, ...metals, ...farming],
    },
    'energy-producers-above-200d': {
      ...above,
      aliases: ['energy-breadth'],
      title: 'Energy producers above their 200-day average',
      prose: 'the share of energy producers above their 200-day average',
      description: 'Share of eleven covered oil and gas companies that close above the mean of the last 200 sessions of each.',
      why: 'Whether oil companies rise together or one or two do.',
      repeats: 'producers-above-200d',
      of: energy,
    },
    'farm-producers-above-200d': {
      ...above,
      aliases: ['farm-breadth', 'agribusiness-breadth'],
      title: 'Farm producers above their 200-day average',
      prose: 'the share of farm producers above their 200-day average',
      description:
        'Share of seven covered companies in grains, fertiliser, machines and meat that close above the mean of the last 200 sessions of each.',
      why: 'Whether the companies that live from farming rise together.',
      repeats: 'producers-above-200d',
      of: farming,
    },
    'spy-volatility-30d': {
      ...share,
      aliases: ['spy-realised-volatility'],
      title: 'Realised volatility of the SPY share',
      prose: 'the realised volatility of SPY',
      description: 'Standard deviation of the last 30 daily changes of the close of one SPY share, annualised.',
      why: 'How restless shares have been, against what the VIX says they will be.',
      rise: 'bearish for risk assets',
      formula: { name: 'volatility', year: 252 },
      of: ['spy-share'],
    },
    'sp500-asset-managers-net': {
      ...positions,
      aliases: ['spx-asset-managers'],
      title: 'S&P 500 futures of asset managers',
      prose: 'asset managers’ net position in S&P 500 futures',
      description: 'Long less short E-mini contracts of asset managers on Tuesday, futures only.',
      why: 'Institutions add and cut through futures first.',
      of: ['cftc.sp500.asset-managers-long', 'cftc.sp500.asset-managers-short'],
    },
    'sp500-leveraged-net': {
      ...positions,
      aliases: ['spx-leveraged-funds'],
      title: 'S&P 500 futures of leveraged funds',
      prose: 'leveraged funds’ net position in S&P 500 futures',
      description: 'Long less short E-mini contracts of leveraged funds on Tuesday, futures only.',
      why: 'Mostly short against shares they hold; a short that shrinks fast has often been bought back in a hurry.',
      rise: null,
      of: ['cftc.sp500.leveraged-funds-long', 'cftc.sp500.leveraged-funds-short'],
    },
    'vix-futures-leveraged-net': {
      ...positions,
      aliases: ['vix-leveraged-funds'],
      title: 'VIX futures of leveraged funds',
      prose: 'leveraged funds’ net position in VIX futures',
      description: 'Long less short VIX contracts of leveraged funds on Tuesday, futures only.',
      why: 'A large short sells insurance: it has to be bought back when the VIX jumps.',
      rise: null,
      of: ['cftc.vix.leveraged-funds-long', 'cftc.vix.leveraged-funds-short'],
    },
  } as const satisfies MetricRows),
] as const satisfies readonly MetricRow[]
