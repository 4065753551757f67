/** How a metric is called inside a sentence. */
export interface Name {
  /** With its article, as it stands within a sentence: `the 10-year yield`. */
  readonly name: string
  /** Whether its verb is plural. */
  readonly plural?: boolean
  /** What stands after the verb: `the dollar rose 1 % against the yen`. */
  readonly against?: string
  /** The superlatives at the two ends, where they are not `highest` and `lowest`. */
  readonly ends?: readonly [highest: string, lowest: string]
  /** The past tense of a rise and of a fall, where they are not `rose` and `fell`. */
  readonly verbs?: readonly [rose: string, fell: string]
}

const yields = (tenor: string): Name => ({ name: `the ${tenor} yield` })

/** Names of metrics in prose. A metric without a row is called by its title. */
const names: Readonly<Record<string, Name>> = {
  'bitcoin-price': { name: 'bitcoin' },
  'bitcoin-market-cap': { name: 'the market value of bitcoin' },
  'bitcoin-change-24h': { name: 'the change of bitcoin in 24 hours' },
  'btc-price-200d-ma': { name: 'the 200-day average of bitcoin' },
  'bitcoin-difficulty': { name: 'mining difficulty' },
  'bitcoin-hash-rate': { name: 'the hash rate' },
  'mempool-hash-rate': { name: 'the hash rate' },
  'hash-ribbon': { name: 'the hash ribbon' },
  'bitcoin-tx-count': { name: 'transactions', plural: true },
  'bitcoin-active-addresses': { name: 'active addresses', plural: true },
  hashprice: { name: 'hashprice' },
  'bitcoin-fee-fast': { name: 'the fee for the next block' },
  'bitcoin-mempool-size': { name: 'the mempool', ends: ['fullest', 'emptiest'] },
  'bitcoin-next-difficulty-change': { name: 'the forecast of the next difficulty adjustment' },
  'bitcoin-epoch-pace': { name: 'the block pace of the epoch' },
  'bitcoin-dominance': { name: 'bitcoin dominance' },
  'usdt-dominance': { name: 'Tether dominance' },
  'btc-etf-flow': { name: 'the net flow of bitcoin funds' },
  'btc-etf-flow-5d': { name: 'the five-session flow of bitcoin funds' },
  'btc-etf-flow-20d': { name: 'the twenty-session flow of bitcoin funds' },
  'ibit-flow': { name: 'the flow of IBIT' },
  'fbtc-flow': { name: 'the flow of FBTC' },
  'gbtc-flow': { name: 'the flow of GBTC' },
  'arkb-flow': { name: 'the flow of ARKB' },
  'ibit-share-flow': { name: 'the flow of IBIT by its shares' },
  'ibit-bitcoin-holdings': { name: 'the bitcoin held by IBIT' },
  'ibit-assets': { name: 'the assets of IBIT', plural: true, ends: ['largest', 'smallest'] },
  'eth-etf-flow': { name: 'the net flow of ether funds' },
  'eth-etf-flow-5d': { name: 'the five-session flow of ether funds' },
  'eth-etf-flow-20d': { name: 'the twenty-session flow of ether funds' },
  'etha-flow': { name: 'the flow of ETHA' },
  'etha-share-flow': { name: 'the flow of ETHA by its shares' },
  'etha-ether-holdings': { name: 'the ether held by ETHA' },
  'etha-assets': { name: 'the assets of ETHA', plural: true, ends: ['largest', 'smallest'] },
  'spy-share': { name: 'the SPY share' },
  'qqq-share': { name: 'the QQQ share' },
  'iwm-share': { name: 'the IWM share' },
  'rsp-share': { name: 'the RSP share' },
  'spy-gap-200d': { name: 'the distance of SPY from its 200-day average' },
  'qqq-gap-200d': { name: 'the distance of QQQ from its 200-day average' },
  'iwm-gap-200d': { name: 'the distance of IWM from its 200-day average' },
  'rsp-gap-200d': { name: 'the distance of RSP from its 200-day average' },
  'equal-weight-ratio': { name: 'equal weight', against: 'against cap weight' },
  'equal-weight-gap': { name: 'the distance of equal weight over cap weight from its 200-day average' },
  'small-cap-ratio': { name: 'the IWM share', against: 'against SPY' },
  'technology-ratio': { name: 'the QQQ share', against: 'against SPY' },
  'credit-ratio': { name: 'the HYG share', against: 'against SHY' },
  'hyg-share': { name: 'the HYG share' },
  'shy-share': { name: 'the SHY share' },
  'producers-above-200d': { name: 'the share of producers above their 200-day average' },
  'energy-producers-above-200d': { name: 'the share of energy producers above their 200-day average' },
  'farm-producers-above-200d': { name: 'the share of farm producers above their 200-day average' },
  'spy-volatility-30d': { name: 'the realised volatility of SPY' },
  'sp500-asset-managers-net': { name: 'the net position of asset managers in S&P 500 futures' },
  'sp500-leveraged-net': { name: 'the net position of leveraged funds in S&P 500 futures' },
  'vix-futures-leveraged-net': { name: 'the net position of leveraged funds in VIX futures' },
  'ether-price': { name: 'ether' },
  'ether-spot': { name: 'ether' },
  'ether-market-cap': { name: 'the market value of ether' },
  'ether-volume-24h': { name: 'ether volume' },
  'ether-change-24h': { name: 'the change of ether in 24 hours' },
  'ether-price-200d-ma': { name: 'the 200-day average of ether' },
  'ether-gap-200d': { name: 'the distance of ether from its 200-day average' },
  'ether-bitcoin-ratio': { name: 'ether', against: 'against bitcoin' },
  'ether-staking-rate': { name: 'the staking rate' },
  'ether-funding': { name: 'ether funding' },
  'ether-futures-open-interest': { name: 'open interest in ether futures' },
  'ether-leveraged-net': { name: 'the net position of leveraged funds in ether futures' },
  'ether-leveraged-share': { name: 'the share of leveraged funds in ether futures' },
  'ether-asset-managers-net': { name: 'the net position of asset managers in ether futures' },
  'ether-dealers-net': { name: 'the net position of dealers in ether futures' },
  'ether-active-addresses': { name: 'active ether addresses', plural: true },
  'ether-tx-count': { name: 'ether transactions', plural: true },
  'ether-fees': { name: 'ether fees', plural: true },
  'ether-fee-per-transaction': { name: 'the fee of an ether transaction' },
  'ether-supply': { name: 'the ether supply', ends: ['largest', 'smallest'], verbs: ['grew', 'shrank'] },
  vix: { name: 'the VIX' },
  'fed-balance': { name: "the Fed's balance sheet", ends: ['largest', 'smallest'] },
  tga: { name: "the Treasury's account", ends: ['largest', 'smallest'] },
  'tga-daily': { name: "the Treasury's account", ends: ['largest', 'smallest'] },
  rrp: { name: 'reverse repo' },
  'net-liquidity': { name: 'net liquidity' },
  'bank-reserves': { name: 'bank reserves', plural: true },
  'm2-supply': { name: 'M2', ends: ['largest', 'smallest'], verbs: ['grew', 'shrank'] },
  'treasury-3mo': yields('3-month'),
  'treasury-2y': yields('2-year'),
  'treasury-5y': yields('5-year'),
  'treasury-10y': yields('10-year'),
  'treasury-30y': yields('30-year'),
  'real-yield-10y': yields('10-year real'),
  'yield-curve': { name: 'the yield curve', ends: ['steepest', 'flattest'], verbs: ['steepened', 'flattened'] },
  'breakeven-5y': { name: '5-year breakeven inflation' },
  'breakeven-10y': { name: '10-year breakeven inflation' },
  sofr: { name: 'SOFR' },
  'fed-funds-upper': { name: 'the federal funds target' },
  'ecb-deposit-rate': { name: 'the ECB deposit rate' },
  'dollar-index': { name: 'the broad dollar index' },
  'eur-usd': { name: 'the euro', ends: ['strongest', 'weakest'] },
  'cny-usd': { name: 'the dollar', against: 'against the yuan' },
  'jpy-usd': { name: 'the dollar', against: 'against the yen' },
  'financial-conditions': {
    name: 'financial conditions',
    plural: true,
    ends: ['tightest', 'loosest'],
    verbs: ['tightened', 'eased'],
  },
  unemployment: { name: 'the unemployment rate' },
  payrolls: { name: 'payrolls', plural: true },
  'initial-claims': { name: 'initial jobless claims', plural: true },
  'consumer-prices': { name: 'consumer prices', plural: true },
  'wti-spot': { name: 'WTI' },
  'henry-hub-spot': { name: 'Henry Hub gas' },
  'mstr-bitcoin-holdings': { name: "Strategy's filed holding", ends: ['largest', 'smallest'] },
}

export function nameOf({ metric, title }: { readonly metric: string; readonly title: string }): Name {
  return names[metric] ?? { name: title }
}

/** A sentence begins with a capital; names that have their own spelling keep it. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
