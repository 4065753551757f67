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
const slope = (name: string): Name => ({ name, ends: ['steepest', 'flattest'], verbs: ['steepened', 'flattened'] })

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
  'yield-curve': slope('the yield curve'),
  'curve-3m10y': slope('the curve from 3 months to 10 years'),
  'curve-5s30s': slope('the curve from 5 to 30 years'),
  'curve-2s5s': slope('the curve from 2 to 5 years'),
  'curve-10s30s': slope('the curve from 10 to 30 years'),
  'curve-policy-2y': { name: 'the 2-year yield over the federal funds rate' },
  'butterfly-2s5s10s': { name: 'the butterfly of 2, 5 and 10 years' },
  'butterfly-5s10s30s': { name: 'the butterfly of 5, 10 and 30 years' },
  'real-yield-5y': yields('5-year real'),
  'fed-funds-in-range': { name: 'the federal funds rate within its range' },
  'germany-10y': yields('German 10-year'),
  'treasury-germany-10y': { name: 'the gap between American and German 10-year yields' },
  'euro-aaa-2s10s': slope('the euro area curve'),
  'breakeven-5y5y': { name: 'the breakeven in five years' },
  'sofr-effr': { name: 'SOFR less the federal funds rate' },
  'breakeven-5y': { name: 'the 5-year breakeven' },
  'breakeven-10y': { name: 'the 10-year breakeven' },
  'foreign-treasury-purchases': { name: 'foreign net purchases of long-term Treasuries', plural: true },
  'foreign-official-purchases': { name: 'official foreign purchases of long-term Treasuries', plural: true },
  'dealer-treasuries': { name: "dealers' Treasury positions", plural: true, ends: ['largest', 'smallest'] },
  'leveraged-net-10y': { name: "leveraged funds' position in 10-year futures" },
  'foreign-treasury-holdings': { name: 'foreign holdings of long-term Treasuries', plural: true, ends: ['largest', 'smallest'] },
  'dealer-bills': { name: "dealers' bills", plural: true, ends: ['largest', 'smallest'] },
  'dealer-tips': { name: "dealers' inflation-linked Treasuries", plural: true, ends: ['largest', 'smallest'] },
  'leveraged-net-2y': { name: "leveraged funds' position in 2-year futures" },
  'asset-managers-net-2y': { name: "asset managers' position in 2-year futures" },
  'asset-managers-net-10y': { name: "asset managers' position in 10-year futures" },
  'open-interest-2y': { name: 'open interest in 2-year futures' },
  'open-interest-10y': { name: 'open interest in 10-year futures' },
  'fed-treasuries': { name: "the Fed's Treasuries", plural: true, ends: ['largest', 'smallest'], verbs: ['grew', 'shrank'] },
  'fed-mbs': { name: "the Fed's mortgage bonds", plural: true, ends: ['largest', 'smallest'], verbs: ['grew', 'shrank'] },
  'debt-held-by-public': { name: 'debt held by the public', ends: ['largest', 'smallest'], verbs: ['grew', 'shrank'] },
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
  'core-cpi-inflation': { name: 'core consumer price inflation' },
  'core-pce-inflation': { name: 'core PCE inflation' },
  'job-openings': { name: 'job openings', plural: true },
  'gdp-growth': { name: 'GDP growth' },
  'retail-sales': { name: 'growth of retail sales' },
  'industrial-production': { name: 'growth of industrial production' },
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
