import { couponMaturities, shortMaturity } from '../../../data/auctions.ts'

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

const ofAuctions = Object.fromEntries(
  couponMaturities.flatMap((maturity): [string, Name][] => {
    const auction = `the ${maturity.toLowerCase()} auction`
    return [
      [`auction-${shortMaturity(maturity)}-bid-to-cover`, { name: `bid-to-cover at ${auction}` }],
      [`auction-${shortMaturity(maturity)}-dealer-share`, { name: `the dealers' share of ${auction}` }],
      [`auction-${shortMaturity(maturity)}-indirect-share`, { name: `the share of indirect bidders at ${auction}` }],
    ]
  }),
)

/** Names of metrics in prose. A metric without a row is called by its title. */
const names: Readonly<Record<string, Name>> = {
  ...ofAuctions,
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
