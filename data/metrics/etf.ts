import { namedRows } from '../named-rows.ts'
import type { MetricRows } from './row.ts'

const fund = { rise: 'bullish for bitcoin', window: '30d' } as const
const etherFund = { ...fund, category: 'ether', rise: 'bullish for ether' } as const
const money = { unit: 'USD mn', quoted: { flow: ['an inflow of', 'an outflow of'] }, window: '7d' } as const
/** Reported in millions with one decimal. */
const flow = { ...fund, ...money, step: 0.1 } as const
const etherFlow = { ...etherFund, ...money, step: 0.1 } as const
/** Of one fund. */
const flowOf = <const Coin extends 'btc' | 'eth', const Fund extends string>(coin: Coin, fund: Fund) =>
  ({
    ...(coin === 'btc' ? flow : etherFlow),
    title: `Net flow of ${fund}`,
    prose: `the flow of ${fund}`,
    repeats: `${coin}-etf-flow`,
    of: [`farside.${coin}.${fund}`],
  }) as const
const sum20 = { formula: { name: 'trailing-sum', over: '20 sessions' }, window: '30d' } as const
const largest = 'The largest fund: what it takes in often sets the total.'

/** Flows into spot funds listed in the USA, and what the largest state of themselves. */
export const etfMetrics = namedRows('metric', {
  'btc-etf-flow': {
    ...flow,
    aliases: ['bitcoin-etf-flow', 'bitcoin-etf-flows', 'btc-etf-flows', 'etf-flows'],
    title: 'Net flow of bitcoin funds',
    prose: 'the net flow of bitcoin funds',
    description:
      'Money that went into less money that left all US spot bitcoin funds in a session, once every fund has reported.',
    why: 'Funds must buy or sell bitcoin for what flows.',
    of: ['farside.btc.Total'],
  },
  'btc-etf-flow-5d': {
    ...flow,
    formula: { name: 'trailing-sum', over: '5 sessions' },
    aliases: ['bitcoin-etf-flow-5d', 'btc-etf-flow-week'],
    title: 'Net flow of bitcoin funds in five sessions',
    prose: 'the five-session flow of bitcoin funds',
    description: 'Sum of the net flows of the last five complete sessions.',
    why: 'A week evens out single large orders.',
    of: ['btc-etf-flow'],
  },
  'btc-etf-flow-20d': {
    ...flow,
    ...sum20,
    aliases: ['bitcoin-etf-flow-20d', 'btc-etf-flow-month'],
    title: 'Net flow of bitcoin funds in twenty sessions',
    prose: 'the twenty-session flow of bitcoin funds',
    description: 'Sum of the net flows of the last twenty complete sessions.',
    why: 'Whether a month has brought money or taken it.',
    of: ['btc-etf-flow'],
  },
  'ibit-flow': {
    ...flowOf('btc', 'IBIT'),
    aliases: ['ibit', 'blackrock-bitcoin-flow'],
    description: 'Net flow of the iShares Bitcoin Trust in a session.',
    why: largest,
  },
  'fbtc-flow': {
    ...flowOf('btc', 'FBTC'),
    aliases: ['fbtc', 'fidelity-bitcoin-flow'],
    description: 'Net flow of the Fidelity Wise Origin Bitcoin Fund in a session.',
    why: 'The second largest fund, with other clients than the first.',
  },
  'gbtc-flow': {
    ...flowOf('btc', 'GBTC'),
    aliases: ['gbtc', 'grayscale-bitcoin-flow'],
    description: 'Net flow of the Grayscale Bitcoin Trust in a session; its cheaper twin, BTC, is another fund.',
    why: 'An expensive fund that holders leave when its price allows it.',
  },
  'arkb-flow': {
    ...flowOf('btc', 'ARKB'),
    aliases: ['arkb'],
    description: 'Net flow of the ARK 21Shares Bitcoin fund in a session.',
    why: 'A fund of active traders: quick to come and to go.',
  },
  'ibit-share-flow': {
    ...fund,
    ...money,
    aliases: ['ibit-share-change'],
    title: 'Flow of IBIT by its shares outstanding',
    prose: 'the flow of IBIT by its shares',
    description:
      'Change of the shares outstanding from the session before, at the assets of one share: what the issuer’s own file says.',
    why: 'The flow without anybody between the issuer and the reader.',
    repeats: 'btc-etf-flow',
    formula: 'share-flow',
    of: ['ishares.IBIT.shares', 'ishares.IBIT.assets'],
  },
  'ibit-bitcoin-holdings': {
    ...fund,
    aliases: ['ibit-holdings', 'ibit-coins'],
    title: 'Bitcoin held by IBIT',
    prose: 'the bitcoin held by IBIT',
    description: 'Bitcoin the iShares Bitcoin Trust holds, by the issuer’s file.',
    why: 'Coins that only leave when shares are given back.',
    unit: 'BTC',
    of: ['ishares.IBIT.coins'],
  },
  'ibit-assets': {
    ...fund,
    aliases: ['ibit-aum'],
    title: 'Assets of IBIT',
    prose: { name: 'the assets of IBIT', plural: true, ends: ['largest', 'smallest'] },
    description: 'Value of all that the iShares Bitcoin Trust holds, by the issuer’s file.',
    why: 'The size of the largest fund; it moves with the price of bitcoin.',
    unit: 'USD',
    repeats: 'bitcoin-price',
    of: ['ishares.IBIT.assets'],
  },
  'eth-etf-flow': {
    ...etherFlow,
    aliases: ['ether-etf-flow', 'ether-etf-flows', 'eth-etf-flows', 'ethereum-etf-flow'],
    title: 'Net flow of ether funds',
    prose: 'the net flow of ether funds',
    description: 'Money that went into less money that left all US spot ether funds in a session, once every fund has reported.',
    why: 'Funds must buy or sell ether for what flows.',
    of: ['farside.eth.Total'],
  },
  'eth-etf-flow-5d': {
    ...etherFlow,
    formula: { name: 'trailing-sum', over: '5 sessions' },
    aliases: ['ether-etf-flow-5d'],
    title: 'Net flow of ether funds in five sessions',
    prose: 'the five-session flow of ether funds',
    description: 'Sum of the net flows of the last five complete sessions.',
    why: 'A week evens out single large orders.',
    of: ['eth-etf-flow'],
  },
  'eth-etf-flow-20d': {
    ...etherFlow,
    ...sum20,
    aliases: ['ether-etf-flow-20d'],
    title: 'Net flow of ether funds in twenty sessions',
    prose: 'the twenty-session flow of ether funds',
    description: 'Sum of the net flows of the last twenty complete sessions.',
    why: 'Whether a month has brought money or taken it.',
    of: ['eth-etf-flow'],
  },
  'etha-flow': {
    ...flowOf('eth', 'ETHA'),
    aliases: ['etha', 'blackrock-ether-flow'],
    description: 'Net flow of the iShares Ethereum Trust in a session.',
    why: largest,
  },
  'etha-ether-holdings': {
    ...etherFund,
    aliases: ['etha-holdings', 'etha-coins'],
    title: 'Ether held by ETHA',
    prose: 'the ether held by ETHA',
    description: 'Ether the iShares Ethereum Trust holds, by the issuer’s file.',
    why: 'Coins that only leave when shares are given back.',
    unit: 'ETH',
    of: ['ishares.ETHA.coins'],
  },
  'etha-share-flow': {
    ...etherFund,
    ...money,
    aliases: ['etha-share-change'],
    title: 'Flow of ETHA by its shares outstanding',
    prose: 'the flow of ETHA by its shares',
    description:
      'Change of the shares outstanding from the session before, at the assets of one share: what the issuer’s own file says.',
    why: 'The flow without anybody between the issuer and the reader.',
    repeats: 'eth-etf-flow',
    formula: 'share-flow',
    of: ['ishares.ETHA.shares', 'ishares.ETHA.assets'],
  },
  'etha-assets': {
    ...etherFund,
    aliases: ['etha-aum'],
    title: 'Assets of ETHA',
    prose: { name: 'the assets of ETHA', plural: true, ends: ['largest', 'smallest'] },
    description: 'Value of all that the iShares Ethereum Trust holds, by the issuer’s file.',
    why: 'The size of the largest fund; it moves with the price of ether.',
    unit: 'USD',
    repeats: 'ether-price',
    of: ['ishares.ETHA.assets'],
  },
} as const satisfies MetricRows)
