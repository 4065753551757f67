import type { Series } from './row.ts'

const btc = <Metric extends string>(metric: Metric, title: string, unit: string, range: Series['range']) =>
  ({
    id: `btc.${metric}`,
    upstream: 'coinmetrics',
    key: metric,
    title,
    unit,
    frequency: 'daily',
    rule: 'crypto-daily',
    // what is counted from blocks is final; prices and estimates are corrected where an error comes to light
    revised: 'seldom',
    range,
    url: 'https://charts.coinmetrics.io/crypto-data/?asset=btc',
  }) as const

/** Which addresses are those of exchanges is found out later too: the whole history changes with it. */
const exchanges = <Metric extends string>(metric: Metric, title: string) =>
  ({ ...btc(metric, title, 'BTC', [0, 21_000_000]), revised: 'every release' }) as const

const eth = <Metric extends string>(metric: Metric, title: string, unit: string, range: Series['range']) =>
  ({
    ...btc(metric, title, unit, range),
    id: `eth.${metric}`,
    key: `eth/${metric}`,
    url: 'https://charts.coinmetrics.io/crypto-data/?asset=eth',
  }) as const

/** Bitcoin and ether and their networks, daily; `key` is the metric of bitcoin, or names the asset before it. */
export const coinmetricsSeries = [
  btc('PriceUSD', 'Bitcoin price, daily close (UTC)', 'USD', [0.01, 100_000_000]),
  btc('CapMrktCurUSD', 'Bitcoin market capitalisation', 'USD', [1, 1e16]),
  btc('DiffMean', 'Bitcoin mining difficulty, daily mean', '1', [0.5, 1e18]),
  btc('HashRate', 'Bitcoin hash rate, daily mean', 'TH/s', [0, 1e14]),
  btc('BlkCnt', 'Bitcoin blocks per day', '1', [0, 5_000]),
  btc('TxCnt', 'Bitcoin transactions per day', '1', [0, 1e9]),
  btc('AdrActCnt', 'Bitcoin active addresses per day', '1', [0, 1e10]),
  btc('IssTotNtv', 'Bitcoin issued per day', 'BTC', [0, 100_000]),
  btc('FeeTotNtv', 'Bitcoin fees per day', 'BTC', [0, 100_000]),
  btc('SplyCur', 'Bitcoin issued so far', 'BTC', [0, 21_000_000]),
  btc('CapMVRVCur', 'Bitcoin: market value over the value of each coin when it last moved', '1', [0.05, 1_000]),
  btc('TxTfrCnt', 'Bitcoin transfers per day', '1', [0, 1e9]),
  btc('AdrBalCnt', 'Bitcoin addresses with a balance', '1', [0, 1e10]),
  exchanges('FlowInExNtv', 'Bitcoin sent to exchanges per day'),
  exchanges('FlowOutExNtv', 'Bitcoin withdrawn from exchanges per day'),
  exchanges('SplyExNtv', 'Bitcoin held on exchanges'),
  eth('PriceUSD', 'Ether price, daily close (UTC)', 'USD', [0.01, 10_000_000]),
  eth('AdrActCnt', 'Ether active addresses per day', '1', [0, 1e10]),
  eth('TxCnt', 'Ether transactions per day', '1', [0, 1e9]),
  eth('FeeTotNtv', 'Ether fees per day', 'ETH', [0, 1_000_000]),
  eth('SplyCur', 'Ether in existence', 'ETH', [1e6, 1e9]),
] as const satisfies readonly Series[]

/** Asset and metric of a series, as Coin Metrics names them. */
export function columnOf({ key }: Pick<Series, 'key'>): { readonly asset: string; readonly metric: string } {
  const [asset, metric] = key.split('/')
  return metric === undefined ? { asset: 'btc', metric: key } : { asset: asset!, metric }
}
