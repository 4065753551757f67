import type { Metric } from './row.ts'

const share = {
  category: 'equities',
  cadence: 'business daily',
  polarity: 'higher_is_bullish',
  for: 'risk assets',
  proOnly: false,
  change: 'percent',
  window: '30d',
  unit: 'USD',
  formula: 'split-adjusted',
  version: 1,
} as const

/** Shares and breadth of the US stock market. Prices are those of shares of funds, never of the index a fund follows. */
export const equityMetrics = [
  {
    ...share,
    metric: 'spy-share',
    aliases: ['spy', 'spy-price', 's-and-p-500', 'sp500'],
    title: 'Share of the SPDR S&P 500 fund (SPY)',
    description:
      'Close of one share of SPY, which holds the S&P 500 by market value; a tenth of the index at its start, not the index.',
    why: 'The most traded gauge of large US companies.',
    of: ['SPY.close'],
    clock: 'SPY.close',
  },
  {
    ...share,
    metric: 'qqq-share',
    aliases: ['qqq', 'qqq-price', 'nasdaq-100'],
    title: 'Share of the Invesco QQQ fund',
    description: 'Close of one share of QQQ, which holds the Nasdaq-100.',
    why: 'Large technology companies, whose moves bitcoin has shared most.',
    of: ['QQQ.close'],
    clock: 'QQQ.close',
  },
  {
    ...share,
    metric: 'iwm-share',
    aliases: ['iwm', 'iwm-price', 'russell-2000', 'small-caps'],
    title: 'Share of the iShares Russell 2000 fund (IWM)',
    description: 'Close of one share of IWM, which holds small US companies.',
    why: 'Small companies borrow short and sell at home: they feel rates and growth first.',
    of: ['IWM.close'],
    clock: 'IWM.close',
  },
  {
    ...share,
    metric: 'rsp-share',
    aliases: ['rsp', 'rsp-price', 'equal-weight'],
    title: 'Share of the Invesco S&P 500 Equal Weight fund (RSP)',
    description: 'Close of one share of RSP, which holds the companies of the S&P 500 in equal weights.',
    why: 'What the average large company does, without the weight of the largest.',
    of: ['RSP.close'],
    clock: 'RSP.close',
  },
] as const satisfies readonly Metric[]
