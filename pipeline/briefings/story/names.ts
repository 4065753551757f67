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
  'hashprice-btc': { name: 'hashprice in bitcoin' },
  'fee-share': { name: "fees' share of revenue" },
  'bitcoin-fees-day': { name: 'fees', plural: true },
  'miner-revenue': { name: "miners' revenue" },
  'hash-rate-7d': { name: 'the 7-day hash rate' },
  'bitcoin-last-difficulty-change': { name: 'the last difficulty adjustment' },
  'gas-power-cost': { name: 'gas in a kilowatt hour' },
  'break-even-power': { name: 'the break-even price of power' },
  'mining-cost-middle': { name: 'the power cost of a bitcoin' },
  'bitcoin-mvrv': { name: 'MVRV' },
  'bitcoin-realised-price': { name: 'the realised price of bitcoin' },
  'bitcoin-exchange-balance': { name: 'bitcoin on exchanges' },
  'bitcoin-transfers': { name: 'bitcoin transfers', plural: true },
  'bitcoin-funding': { name: 'the funding rate of bitcoin' },
  'bitcoin-futures-open-interest': { name: 'open interest in CME bitcoin futures' },
  'bitcoin-leveraged-funds-net': { name: "leveraged funds' net position in bitcoin futures" },
  'bitcoin-asset-managers-net': { name: "asset managers' net position in bitcoin futures" },
  'grid-demand-change': { name: 'US electricity demand against a year before' },
  'grid-demand-28d': { name: 'US electricity demand' },
  'corz-share': { name: 'the share of Core Scientific' },
  'iren-share': { name: 'the share of IREN' },
  'clsk-share': { name: 'the share of CleanSpark' },
  'riot-share': { name: 'the share of Riot' },
  'mara-share': { name: 'the share of MARA' },
  'hut-share': { name: 'the share of Hut 8' },
  'bitcoin-fee-fast': { name: 'the fee for the next block' },
  'bitcoin-mempool-size': { name: 'the mempool', ends: ['fullest', 'emptiest'] },
  'bitcoin-next-difficulty-change': { name: 'the forecast of the next difficulty adjustment' },
  'bitcoin-epoch-pace': { name: 'the block pace of the epoch' },
  'bitcoin-dominance': { name: 'bitcoin dominance' },
  'usdt-dominance': { name: 'Tether dominance' },
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
  'breakeven-5y5y': { name: 'the breakeven in five years' },
  'sofr-effr': { name: 'SOFR less the federal funds rate' },
  'breakeven-5y': { name: 'the 5-year breakeven' },
  'breakeven-10y': { name: 'the 10-year breakeven' },
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
  'brent-spot': { name: 'Brent' },
  'brent-wti-spread': { name: 'the premium of Brent over WTI', ends: ['widest', 'narrowest'], verbs: ['widened', 'narrowed'] },
  'petroleum-stocks-gap': { name: 'the gap of oil and fuel stocks to five years' },
  'crude-stocks': { name: 'crude stocks', plural: true },
  'gasoline-stocks': { name: 'gasoline stocks', plural: true },
  'distillate-stocks': { name: 'distillate stocks', plural: true },
  'gas-storage': { name: 'gas in storage' },
  'refinery-utilisation': { name: 'refinery utilisation' },
  'crude-production': { name: 'US crude production' },
  'petroleum-demand': { name: 'US petroleum demand' },
  'wti-managed-money-net': { name: 'the net position of funds in WTI' },
  'henry-hub-managed-money-net': { name: 'the net position of funds in gas' },
  'mstr-bitcoin-holdings': { name: "Strategy's filed holding", ends: ['largest', 'smallest'] },
}

export function nameOf({ metric, title }: { readonly metric: string; readonly title: string }): Name {
  return names[metric] ?? { name: title }
}

/** A sentence begins with a capital; names that have their own spelling keep it. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
