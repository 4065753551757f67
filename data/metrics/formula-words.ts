import type { Formulation, FundFlowBasis } from './row.ts'

/** A flow in millions of dollars from the amount `$at` and the figure after it. */
function ownFlow(way: FundFlowBasis, at: number): string {
  const [amount, figure] = [`$${at}`, `$${at + 1}`]
  if (way === 'coins') return `change of ${amount} from the session before x ${figure} / ${amount} / 1,000,000`
  return `change of ${amount} ${way === 'trade' ? 'from the session before' : 'to the session after'} x ${figure} / 1,000,000`
}

/** `$1`, `$2` stand for what the metric reads, in its order; `$all`, `$sum` and `$count` for all of it. */
const plain: Readonly<Record<Extract<Formulation, string>, string>> = {
  series: '$1, as its source gives it',
  'first-of': 'the first of $all that has a value for the period, as its source gives it',
  'epoch-pace': '100 x (600 / $1 - 1)',
  difference: '$1 - $2, same day',
  tga: '$1 / 1,000; as long as there is no value of it, $2 / 1,000 (weekly average)',
  'annualised-3m': '100 x (($1 / $1 three months before)^4 - 1)',
  butterfly: '2 x $1 - $2 - $3, same day',
  'hash-rate': '$1 / 1,000,000; if missing, difficulty x 2^32 x blocks / 86,400',
  'hash-ribbon': 'mean of $1 over 30 days / mean over 60 days',
  hashprice: '($1 + $2) x $3 / ($4 in PH/s)',
  sum: '$sum, same day',
  'five-year-gap': '100 x ($1 / its mean in the same ISO week of the 5 years before - 1)',
  ratio: '$1 / $2, same period',
  'net-liquidity': '$1 - $2 - $3, all on Wednesdays; on a holiday $3 is that of the business day before',
  drawdown: '100 x ($1 / highest $1 so far - 1)',
  'annual-funding': '100 x 365 x $1',
  hashvalue: '($1 + $2) x 100,000,000 / ($3 in TH/s)',
  'miner-revenue': '($1 + $2) x $3',
  'fee-share': '100 x $1 / ($2 + $1)',
  'share-of-reward': '100 x $1 / $2',
  'fee-per-transaction': '$1 x $2 / $3',
  'break-even-power': '$1 / (24 x J/TH of the middle fleet)',
  'network-power': '$1 x J/TH of the middle fleet / 1,000',
  'gas-power': '$1 x 7,740 Btu/kWh / 10,000',
  'mean-gap-200d': '100 x ($1 / mean of its last 200 values - 1)',
  'above-200d': 'share of $count closes, each above the mean of its last 200, adjusted for splits',
  'coin-flow': `${ownFlow('coins', 1)}; coins sold for the fee are in it`,
  'fund-total': '$1, while no fund that had a flow before is missing',
  'share-of': '100 x $1 / $2, same period',
  'split-adjusted': '$1 in the shares of its newest close; dividends stay in it',
}

const earlier = {
  '1d': '$1 of the previous day',
  '1m': '$1 of the previous month',
  '13w': '$1 of 13 weeks before',
  '364d': '$1 364 days earlier',
  '1y': '$1 a year before',
} as const
const lastValues = {
  '7d': '7 daily',
  '28d': '28 daily',
  '30d': '30 daily',
  '200d': '200 daily',
  '4w': '4 weekly',
  '3m': '3 monthly',
  '5 sessions': '5 daily',
  '20 sessions': '20 daily',
} as const
/** Whose power a cost is of: the fleet and the price of each case. */
const fleets = {
  low: 'the newest machines on the cheapest power',
  middle: 'the middle fleet on the middle power price',
  high: 'the oldest machines in use on the most expensive power',
} as const

function templateOf(formula: Formulation): string {
  if (typeof formula === 'string') return plain[formula]
  switch (formula.name) {
    case 'scale':
      return `$1${divided(formula.by)}`
    case 'mean':
      return `mean of the last ${lastValues[formula.over]} values of $1`
    case 'trailing-sum':
      return `sum of the last ${lastValues[formula.over]} values of $1${divided(formula.by ?? 1)}`
    case 'change':
      return `$1 - ${earlier[formula.over]}`
    case 'percent-change':
      return `100 x ($1 / ${earlier[formula.over]} - 1)`
    case 'volatility':
      return `standard deviation of the last 30 simple daily changes of $1, annualised by the root of ${formula.year}`
    case 'share-flow':
      return `${ownFlow(formula.dated, 1)}; 0 where $2 shows a split`
    case 'witnessed-flow': {
      const ways = formula.own.map((way, at) => ownFlow(way, 2 * at + 1))
      const witness = `$${2 * ways.length + 1}`
      return `${[...ways, witness].join('; without it ')}; none where the first of them and ${witness} are apart by more than rounding`
    }
    case 'mining-cost':
      return `$1 x break-even of ${fleets[formula.fleet]} / $2`
  }
}

const divided = (by: number): string => (by === 1 ? '' : ` / ${by.toLocaleString('en-US')}`)

/** A formula in words, with the names of what it reads. */
export function formulaWords(formula: Formulation, of: readonly string[]): string {
  return templateOf(formula)
    .replaceAll(/\$(\d)/g, (_, place: string) => of[Number(place) - 1]!)
    .replace('$all', of.join(', '))
    .replace('$sum', of.join(' + '))
    .replace('$count', String(of.length))
}

const calledOver = {
  '1d': 'change over the day',
  '364d': 'change over 52 weeks',
  '1m': 'rate over the month',
  '1y': 'rate over the year',
} as const

/** What a value that looks back is called in a sentence on why there is none: `rate over the year`. */
export function formulaNoun(formula: Formulation): string {
  if (formula === 'annualised-3m') return 'rate over three months'
  if (formula === 'five-year-gap') return 'comparison with the five years before'
  if (typeof formula === 'string') return 'value'
  switch (formula.name) {
    case 'percent-change':
      return calledOver[formula.over]
    case 'change':
      return formula.over === '1m' ? 'change over the month' : 'change over 13 weeks'
    case 'mean':
      return `mean of ${windowCalled[formula.over]}`
    case 'trailing-sum':
      return `sum of ${windowCalled[formula.over]}`
    default:
      return 'value'
  }
}

const windowCalled = {
  '7d': '7 days',
  '28d': '28 days',
  '30d': '30 days',
  '200d': '200 days',
  '4w': 'four weeks',
  '3m': 'three months',
  '5 sessions': '5 sessions',
  '20 sessions': '20 sessions',
} as const
