import { namedRows } from '../named-rows.ts'
import type { FundFlowBasis, MetricRows } from './row.ts'

const fund30 = { rise: 'bullish for bitcoin', window: '30d' } as const
const etherFund = { ...fund30, category: 'ether', rise: 'bullish for ether' } as const
const money = { unit: 'USD mn', quoted: { flow: ['an inflow of', 'an outflow of'] }, window: '7d' } as const
/** Reported in millions with one decimal. */
const flow = { ...fund30, ...money, step: 0.1 } as const
const etherFlow = { ...etherFund, ...money, step: 0.1 } as const
/** Of one fund, by the table. */
const flowOf = <const Coin extends 'btc' | 'eth', const Fund extends string>(coin: Coin, fund: Fund) =>
  ({
    ...(coin === 'btc' ? flow : etherFlow),
    title: `Net flow of ${fund}`,
    prose: `the flow of ${fund}`,
    repeats: `${coin}-etf-flow`,
    of: [`farside.${coin}.${fund}`],
  }) as const
/** Of one fund, by what its own files state and by the table: series in pairs, as the formula has them. */
const witnessed = <const Coin extends 'btc' | 'eth', const Fund extends string, const Own extends string>(
  coin: Coin,
  fund: Fund,
  own: readonly FundFlowBasis[],
  ...stated: Own[]
) => {
  const row = flowOf(coin, fund)
  return {
    ...row,
    formula: { name: 'witnessed-flow', own },
    of: [...stated, ...row.of] as (Own | (typeof row.of)[0])[],
    version: 2,
  } as const
}
const withheld =
  'Where the fund’s own file and the table of Farside differ by more than rounding, no flow is given and both amounts are named.'
const unmixed = 'The flow without anybody between the issuer and the reader.'
/** By the coins of a fund, on the session of its trades. */
const byCoins = <const Coin extends 'btc' | 'eth', const Publisher extends string, const Fund extends string>(
  coin: Coin,
  publisher: Publisher,
  fund: Fund,
) =>
  ({
    ...(coin === 'btc' ? fund30 : etherFund),
    ...money,
    title: `Flow of ${fund} by its coins`,
    prose: `the flow of ${fund} by its coins`,
    description:
      'Change of the coins held from the session before, at the price of the day by the issuer’s own file: no split of the shares touches it. Coins sold for the fund’s fee are in it.',
    why: unmixed,
    repeats: `${coin}-etf-flow`,
    formula: 'coin-flow',
    of: [`${publisher}.${fund}.coins`, `${publisher}.${fund}.worth`],
  }) as const
const byShares = <
  const Coin extends 'btc' | 'eth',
  const Publisher extends string,
  const Fund extends string,
  const Dated extends 'trade' | 'settlement',
>(
  coin: Coin,
  publisher: Publisher,
  fund: Fund,
  dated: Dated,
) =>
  ({
    ...(coin === 'btc' ? fund30 : etherFund),
    ...money,
    title: `Flow of ${fund} by its shares outstanding`,
    prose: `the flow of ${fund} by its shares`,
    description:
      dated === 'trade'
        ? 'Change of the shares outstanding from the session before, at the net assets of one share. A split is not a flow.'
        : 'Change of the shares outstanding to the session after, at the net assets of one share: the issuer counts shares once they are settled, a session after the trade. A split is not a flow.',
    why: unmixed,
    repeats: `${coin}-etf-flow`,
    formula: { name: 'share-flow', dated },
    of: [`${publisher}.${fund}.shares`, `${publisher}.${fund}.nav`],
    version: publisher === 'ishares' ? 2 : 1,
  }) as const
/** The funds of a coin, whose sum the table gives. */
const totalOf = <const Coin extends 'btc' | 'eth', const Fund extends string>(coin: Coin, ...funds: Fund[]) =>
  ({
    formula: 'fund-total',
    of: [`farside.${coin}.Total`, ...funds.map((fund) => `farside.${coin}.${fund}` as const)] as (
      | `farside.${Coin}.Total`
      | `farside.${Coin}.${Fund}`
    )[],
    version: 2,
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
      'Money that went into less money that left all US spot bitcoin funds in a session, once every fund has reported; none where one is missing.',
    why: 'Funds must buy or sell bitcoin for what flows.',
    ...totalOf('btc', 'IBIT', 'FBTC', 'BITB', 'ARKB', 'BTCO', 'EZBC', 'BRRR', 'HODL', 'BTCW', 'MSBT', 'GBTC', 'BTC'),
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
    ...witnessed(
      'btc',
      'IBIT',
      ['coins', 'settlement'],
      'ishares.IBIT.coins',
      'ishares.IBIT.worth',
      'ishares.IBIT.shares',
      'ishares.IBIT.nav',
    ),
    aliases: ['ibit', 'blackrock-bitcoin-flow'],
    description: `Net flow of the iShares Bitcoin Trust in a session. ${withheld}`,
    why: largest,
  },
  'fbtc-flow': {
    ...flowOf('btc', 'FBTC'),
    aliases: ['fbtc', 'fidelity-bitcoin-flow'],
    description: 'Net flow of the Fidelity Wise Origin Bitcoin Fund in a session.',
    why: 'The second largest fund, with other clients than the first.',
  },
  'gbtc-flow': {
    ...witnessed('btc', 'GBTC', ['settlement'], 'grayscale.GBTC.shares', 'grayscale.GBTC.nav'),
    aliases: ['gbtc', 'grayscale-bitcoin-flow'],
    description: `Net flow of the Grayscale Bitcoin Trust in a session; its cheaper twin, BTC, is another fund. ${withheld}`,
    why: 'An expensive fund that holders leave when its price allows it.',
  },
  'arkb-flow': {
    ...witnessed(
      'btc',
      'ARKB',
      ['coins', 'trade'],
      'ark.ARKB.coins',
      'ark.ARKB.worth',
      'twentyone-shares.ARKB.shares',
      'twentyone-shares.ARKB.nav',
    ),
    aliases: ['arkb'],
    description: `Net flow of the ARK 21Shares Bitcoin fund in a session. ${withheld}`,
    why: 'A fund of active traders: quick to come and to go.',
  },
  'btc-mini-flow': {
    ...witnessed('btc', 'BTC', ['settlement'], 'grayscale.BTC.shares', 'grayscale.BTC.nav'),
    title: 'Net flow of BTC, the Grayscale Bitcoin Mini Trust',
    prose: 'the flow of Grayscale’s mini trust',
    aliases: ['grayscale-mini-flow', 'btc-fund-flow'],
    description: `Net flow of the Grayscale Bitcoin Mini Trust, ticker BTC, in a session. ${withheld}`,
    why: 'The cheaper twin takes in what leaves GBTC, where holders stay.',
  },
  'btc-etf-flow-own': {
    ...flow,
    formula: 'sum',
    aliases: ['own-files-flow'],
    title: 'Net flow of the four of twelve bitcoin funds whose own files are read',
    prose: 'the net flow of four bitcoin funds',
    description:
      'Sum of the flows of IBIT, ARKB, GBTC and BTC in a session: four of the twelve funds. FBTC, BITB, BTCO, EZBC, BRRR, HODL, BTCW and MSBT are missing.',
    why: 'It needs no table of a third party, and does not cover all funds.',
    repeats: 'btc-etf-flow',
    of: ['ibit-flow', 'arkb-flow', 'gbtc-flow', 'btc-mini-flow'],
  },
  'ibit-coin-flow': {
    ...byCoins('btc', 'ishares', 'IBIT'),
    aliases: ['ibit-coin-change'],
  },
  'ibit-share-flow': {
    ...byShares('btc', 'ishares', 'IBIT', 'settlement'),
    aliases: ['ibit-share-change'],
  },
  'arkb-coin-flow': {
    ...byCoins('btc', 'ark', 'ARKB'),
    aliases: ['arkb-coin-change'],
  },
  'arkb-share-flow': {
    ...byShares('btc', 'twentyone-shares', 'ARKB', 'trade'),
    aliases: ['arkb-share-change'],
  },
  'gbtc-share-flow': {
    ...byShares('btc', 'grayscale', 'GBTC', 'settlement'),
    aliases: ['gbtc-share-change'],
  },
  'btc-mini-share-flow': {
    ...byShares('btc', 'grayscale', 'BTC', 'settlement'),
    aliases: ['btc-mini-share-change'],
    title: 'Flow of BTC, the Grayscale Bitcoin Mini Trust, by its shares outstanding',
    prose: 'the flow of Grayscale’s mini trust by its shares',
  },
  'ibit-bitcoin-holdings': {
    ...fund30,
    aliases: ['ibit-holdings', 'ibit-coins'],
    title: 'Bitcoin held by IBIT',
    prose: 'the bitcoin held by IBIT',
    description: 'Bitcoin the iShares Bitcoin Trust holds, by the issuer’s file.',
    why: 'Coins that only leave when shares are given back.',
    unit: 'BTC',
    of: ['ishares.IBIT.coins'],
  },
  'ibit-assets': {
    ...fund30,
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
    description:
      'Money that went into less money that left all US spot ether funds in a session, once every fund has reported; none where one is missing.',
    why: 'Funds must buy or sell ether for what flows.',
    ...totalOf('eth', 'ETHA', 'ETHB', 'FETH', 'ETHW', 'TETH', 'ETHV', 'QETH', 'EZET', 'ETHE', 'ETH'),
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
    ...witnessed(
      'eth',
      'ETHA',
      ['coins', 'settlement'],
      'ishares.ETHA.coins',
      'ishares.ETHA.worth',
      'ishares.ETHA.shares',
      'ishares.ETHA.nav',
    ),
    aliases: ['etha', 'blackrock-ether-flow'],
    description: `Net flow of the iShares Ethereum Trust in a session. ${withheld}`,
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
  'etha-coin-flow': {
    ...byCoins('eth', 'ishares', 'ETHA'),
    aliases: ['etha-coin-change'],
  },
  'etha-share-flow': {
    ...byShares('eth', 'ishares', 'ETHA', 'settlement'),
    aliases: ['etha-share-change'],
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
