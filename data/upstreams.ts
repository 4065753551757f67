/**
 * An upstream is an organisation's API with its own limits, credential and licence. Limits are per process and shared by every feed of
 * the upstream. Sources of limits and notices: each upstream's own terms, as of 2026-11.
 */
export interface Upstream {
  readonly id: string
  readonly name: string
  readonly url: string
  /** Sustained requests per second, and how many may run at the same time. */
  readonly perSecond: number
  readonly concurrency: number
  /** Hosts this upstream may be asked at; a request to another host is refused. */
  readonly hosts: readonly string[]
  /** Setting that holds the credential, and how to obtain one. */
  readonly credential: {
    readonly setting: string
    readonly how: string
    readonly sentAs: 'query' | 'user-agent' | 'header'
    readonly name: string
    /** Of one sent as a header: the parameter of the query that holds it in addresses others recorded. */
    readonly inQuery?: string
    /** The upstream repeats the request, and the credential in it, in every answer: it is taken out before the answer is kept. */
    readonly echoed?: true
    /** Hosts that ask for it; the upstream's other hosts are open. */
    readonly hosts: readonly string[]
  } | null
  /** Printed with everything derived from it. */
  readonly notice: string | null
  readonly resale: 'free' | 'attribution' | 'licence'
  /** Milliseconds to leave an upstream alone at least after it refused us (403 or 429); a longer Retry-After wins. */
  readonly restAfterRefusalMs: number
}

export const upstreams = [
  {
    id: 'coinmetrics',
    name: 'Coin Metrics',
    url: 'https://coinmetrics.io/community-network-data/',
    perSecond: 1.5,
    concurrency: 1,
    hosts: ['community-api.coinmetrics.io', 'raw.githubusercontent.com'],
    credential: null,
    notice: 'Network data: Coin Metrics (coinmetrics.io), CC BY-NC 4.0.',
    resale: 'licence',
    restAfterRefusalMs: 60_000,
  },
  {
    id: 'fred',
    name: 'FRED, Federal Reserve Bank of St. Louis',
    url: 'https://fred.stlouisfed.org/',
    perSecond: 1.5,
    concurrency: 1,
    hosts: ['api.stlouisfed.org', 'fred.stlouisfed.org', 'alfred.stlouisfed.org'],
    credential: {
      setting: 'FRED_API_KEY',
      how: 'free key at https://fredaccount.stlouisfed.org/apikeys',
      sentAs: 'query',
      name: 'api_key',
      hosts: ['api.stlouisfed.org'],
    },
    notice: 'This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis.',
    resale: 'attribution',
    restAfterRefusalMs: 60_000,
  },
  {
    id: 'treasury',
    name: 'U.S. Department of the Treasury',
    url: 'https://home.treasury.gov/policy-issues/financing-the-government/interest-rate-statistics',
    perSecond: 1,
    concurrency: 1,
    hosts: ['home.treasury.gov', 'ticdata.treasury.gov'],
    credential: null,
    notice: null,
    resale: 'free',
    restAfterRefusalMs: 600_000,
  },
  {
    id: 'fiscaldata',
    name: 'Fiscal Data, U.S. Department of the Treasury',
    url: 'https://fiscaldata.treasury.gov/',
    perSecond: 2,
    concurrency: 2,
    hosts: ['api.fiscaldata.treasury.gov'],
    credential: null,
    notice: null,
    resale: 'free',
    restAfterRefusalMs: 60_000,
  },
  {
    id: 'ecb',
    name: 'European Central Bank',
    url: 'https://data.ecb.europa.eu/',
    perSecond: 2,
    concurrency: 1,
    hosts: ['data-api.ecb.europa.eu'],
    credential: null,
    notice: 'Source: ECB.',
    resale: 'attribution',
    restAfterRefusalMs: 60_000,
  },
  {
    id: 'bundesbank',
    name: 'Deutsche Bundesbank',
    url: 'https://www.bundesbank.de/en/statistics',
    perSecond: 0.5,
    concurrency: 1,
    hosts: ['api.statistiken.bundesbank.de'],
    credential: null,
    notice: 'Source: Deutsche Bundesbank.',
    resale: 'attribution',
    restAfterRefusalMs: 600_000,
  },
  {
    id: 'sec',
    name: 'U.S. Securities and Exchange Commission, EDGAR',
    url: 'https://www.sec.gov/search-filings',
    perSecond: 8,
    concurrency: 2,
    hosts: ['data.sec.gov', 'www.sec.gov'],
    credential: {
      setting: 'SEC_CONTACT',
      how: 'a name and an e-mail address for the SEC, such as "Example Desk desk@example.com"',
      sentAs: 'user-agent',
      name: 'user-agent',
      hosts: ['data.sec.gov', 'www.sec.gov'],
    },
    notice: null,
    resale: 'free',
    restAfterRefusalMs: 600_000,
  },
  {
    id: 'edinet',
    name: 'Financial Services Agency of Japan, EDINET',
    url: 'https://disclosure2.edinet-fsa.go.jp/',
    // no limit is published; users of the API keep to one call a second
    perSecond: 1,
    concurrency: 1,
    hosts: ['api.edinet-fsa.go.jp'],
    credential: {
      setting: 'EDINET_API_KEY',
      how: 'free key at https://api.edinet-fsa.go.jp/api/auth/index.aspx?mode=1',
      sentAs: 'header',
      name: 'ocp-apim-subscription-key',
      inQuery: 'Subscription-Key',
      hosts: ['api.edinet-fsa.go.jp'],
    },
    notice: '出典：EDINET閲覧（提出）サイト（金融庁）（https://disclosure2.edinet-fsa.go.jp/）を加工して作成（PDL1.0）',
    resale: 'attribution',
    restAfterRefusalMs: 600_000,
  },
  {
    id: 'mempool',
    name: 'mempool.space',
    url: 'https://mempool.space/',
    perSecond: 0.5,
    concurrency: 1,
    hosts: ['mempool.space'],
    credential: null,
    notice: null,
    resale: 'licence',
    restAfterRefusalMs: 600_000,
  },
  {
    id: 'coinbase',
    name: 'Coinbase Exchange',
    url: 'https://exchange.coinbase.com/',
    perSecond: 2,
    concurrency: 1,
    hosts: ['api.exchange.coinbase.com'],
    credential: null,
    notice: null,
    resale: 'licence',
    restAfterRefusalMs: 60_000,
  },
  {
    id: 'kraken',
    name: 'Kraken',
    url: 'https://www.kraken.com/',
    perSecond: 0.5,
    concurrency: 1,
    hosts: ['api.kraken.com'],
    credential: null,
    notice: null,
    resale: 'licence',
    restAfterRefusalMs: 60_000,
  },
  {
    id: 'coingecko',
    name: 'CoinGecko',
    url: 'https://www.coingecko.com/',
    perSecond: 0.2,
    concurrency: 1,
    hosts: ['api.coingecko.com'],
    credential: null,
    notice: 'Data by CoinGecko (coingecko.com).',
    resale: 'licence',
    restAfterRefusalMs: 120_000,
  },
  {
    id: 'strategytracker',
    name: 'StrategyTracker',
    url: 'https://strategytracker.com/',
    perSecond: 0.2,
    concurrency: 1,
    hosts: ['data.strategytracker.com'],
    credential: null,
    notice: null,
    resale: 'licence',
    restAfterRefusalMs: 600_000,
  },
  {
    id: 'stooq',
    name: 'Stooq',
    url: 'https://stooq.com/',
    perSecond: 0.2,
    concurrency: 1,
    hosts: ['stooq.com'],
    credential: null,
    notice: null,
    resale: 'licence',
    restAfterRefusalMs: 3_600_000,
  },
  {
    id: 'okx',
    name: 'OKX',
    url: 'https://www.okx.com/',
    perSecond: 1,
    concurrency: 1,
    hosts: ['www.okx.com'],
    credential: null,
    notice: null,
    resale: 'licence',
    restAfterRefusalMs: 60_000,
  },
  {
    id: 'lido',
    name: 'Lido',
    url: 'https://lido.fi/',
    perSecond: 0.5,
    concurrency: 1,
    hosts: ['eth-api.lido.fi'],
    credential: null,
    notice: null,
    resale: 'licence',
    restAfterRefusalMs: 600_000,
  },
  {
    id: 'nyfed',
    name: 'Federal Reserve Bank of New York',
    url: 'https://markets.newyorkfed.org/',
    perSecond: 0.5,
    concurrency: 1,
    hosts: ['markets.newyorkfed.org'],
    credential: null,
    notice: 'Source: Federal Reserve Bank of New York, which does not endorse this product.',
    resale: 'attribution',
    restAfterRefusalMs: 600_000,
  },
  {
    id: 'eia',
    name: 'U.S. Energy Information Administration',
    url: 'https://www.eia.gov/opendata/',
    perSecond: 2,
    concurrency: 1,
    hosts: ['api.eia.gov'],
    credential: {
      setting: 'EIA_API_KEY',
      how: 'free key at https://www.eia.gov/opendata/register.php',
      sentAs: 'query',
      name: 'api_key',
      echoed: true,
      hosts: ['api.eia.gov'],
    },
    notice: 'Source: U.S. Energy Information Administration.',
    resale: 'attribution',
    restAfterRefusalMs: 600_000,
  },
  {
    id: 'cftc',
    name: 'U.S. Commodity Futures Trading Commission',
    url: 'https://www.cftc.gov/MarketReports/CommitmentsofTraders/index.htm',
    perSecond: 0.5,
    concurrency: 1,
    hosts: ['publicreporting.cftc.gov'],
    credential: null,
    notice: null,
    resale: 'free',
    restAfterRefusalMs: 600_000,
  },
  {
    id: 'frb',
    name: 'Board of Governors of the Federal Reserve System',
    url: 'https://www.federalreserve.gov/releases/h10/',
    perSecond: 0.5,
    concurrency: 1,
    hosts: ['www.federalreserve.gov'],
    credential: null,
    notice: null,
    resale: 'free',
    restAfterRefusalMs: 600_000,
  },
] as const satisfies readonly Upstream[]

export type UpstreamId = (typeof upstreams)[number]['id']
