import { namedRows } from './named-rows.ts'

/** What was read about an upstream, and when: on its own pages (`seen`), or only in reports by others (`report`). */
interface Read {
  readonly says: string
  readonly on: string
  readonly by: 'seen' | 'report'
}

const on = '2026-11-28'
const seen = (says: string) => ({ says, on, by: 'seen' }) as const
const report = (says: string) => ({ says, on, by: 'report' }) as const

const userAgent = { sentAs: 'user-agent', name: 'user-agent' } as const
const browserAgent = { how: 'the User-Agent of the browser in which you read its pages', ...userAgent, optional: true } as const

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
    /** Of one sent as a header: what stands before it, such as `Bearer `. */
    readonly prefix?: string
    /** The upstream answers some requests without it; it is sent where it is set. */
    readonly optional?: true
    /** Of one sent as a header: the parameter of the query that holds it in addresses others recorded. */
    readonly inQuery?: string
    /** The upstream repeats the request, and the credential in it, in every answer: it is taken out before the answer is kept. */
    readonly echoed?: true
    /** Hosts that ask for it, the upstream's other hosts being open; all where left out. */
    readonly hosts?: readonly string[]
  } | null
  /** Sent with every request, besides the credential. */
  readonly headers?: Readonly<Record<string, string>>
  /** Printed with everything derived from it. */
  readonly notice: string | null
  /** A licence where a row does not say otherwise. */
  readonly resale: 'free' | 'attribution' | 'licence'
  /** What its terms say of resale, storing and derived works; null where they have not been read again. */
  readonly terms: Read | null
  /** The feed whose request is the smallest, for `briefing doctor --probe`; the first that plans one where left out. */
  readonly probe?: string
  /** What a server gets; null where nobody reports that servers are refused. */
  readonly servers: Read | null
  /** Milliseconds to leave an upstream alone at least after it refused us (403 or 429); a longer Retry-After wins. */
  readonly restAfterRefusalMs: number
}

/** What most rows have; a row states what differs. */
const defaults = {
  concurrency: 1,
  credential: null,
  notice: null,
  resale: 'licence',
  terms: null,
  servers: null,
  restAfterRefusalMs: 600_000,
} as const
type UpstreamRow = Omit<Upstream, 'id' | keyof typeof defaults> & Partial<Pick<Upstream, keyof typeof defaults>>

const rows = {
  coinmetrics: {
    name: 'Coin Metrics',
    url: 'https://coinmetrics.io/community-network-data/',
    perSecond: 1.5,
    hosts: ['community-api.coinmetrics.io', 'raw.githubusercontent.com'],
    notice: 'Network data: Coin Metrics (coinmetrics.io), CC BY-NC 4.0.',
    terms: seen('CC BY-NC 4.0: store and adapt with attribution, but not commercially; sale needs a contract'),
    restAfterRefusalMs: 60_000,
  },
  fred: {
    name: 'FRED, Federal Reserve Bank of St. Louis',
    url: 'https://fred.stlouisfed.org/',
    perSecond: 1.5,
    hosts: ['api.stlouisfed.org', 'fred.stlouisfed.org', 'alfred.stlouisfed.org'],
    credential: {
      setting: 'FRED_API_KEY',
      how: 'free key at https://fredaccount.stlouisfed.org/apikeys',
      sentAs: 'query',
      name: 'api_key',
      hosts: ['api.stlouisfed.org'],
    },
    notice: 'This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis.',
    terms: report('storing and derived works need written consent of the Bank; copyrighted series also that of their owner'),
    restAfterRefusalMs: 60_000,
  },
  treasury: {
    name: 'U.S. Department of the Treasury',
    url: 'https://home.treasury.gov/policy-issues/financing-the-government/interest-rate-statistics',
    perSecond: 1,
    hosts: ['home.treasury.gov', 'ticdata.treasury.gov'],
    resale: 'free',
  },
  fiscaldata: {
    name: 'Fiscal Data, U.S. Department of the Treasury',
    url: 'https://fiscaldata.treasury.gov/',
    perSecond: 2,
    concurrency: 2,
    hosts: ['api.fiscaldata.treasury.gov'],
    resale: 'free',
    restAfterRefusalMs: 60_000,
  },
  ecb: {
    name: 'European Central Bank',
    url: 'https://data.ecb.europa.eu/',
    perSecond: 2,
    hosts: ['data-api.ecb.europa.eu', 'www.ecb.europa.eu'],
    notice: 'Source: ECB.',
    resale: 'attribution',
    restAfterRefusalMs: 60_000,
  },
  bundesbank: {
    name: 'Deutsche Bundesbank',
    url: 'https://www.bundesbank.de/en/statistics',
    perSecond: 0.5,
    hosts: ['api.statistiken.bundesbank.de'],
    notice: 'Source: Deutsche Bundesbank.',
    resale: 'attribution',
  },
  sec: {
    name: 'U.S. Securities and Exchange Commission, EDGAR',
    url: 'https://www.sec.gov/search-filings',
    perSecond: 8,
    concurrency: 2,
    hosts: ['data.sec.gov', 'www.sec.gov'],
    credential: {
      setting: 'SEC_CONTACT',
      how: 'a name and an e-mail address for the SEC, such as "Example Desk desk@example.com"',
      ...userAgent,
    },
    resale: 'free',
    probe: 'sec-daily-index',
  },
  edinet: {
    name: 'Financial Services Agency of Japan, EDINET',
    url: 'https://disclosure2.edinet-fsa.go.jp/',
    // no limit is published; users of the API keep to one call a second
    perSecond: 1,
    hosts: ['api.edinet-fsa.go.jp', 'disclosure2dl.edinet-fsa.go.jp'],
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
  },
  dart: {
    name: 'Financial Supervisory Service of Korea, DART',
    url: 'https://opendart.fss.or.kr/',
    // 20,000 calls a day for each key; about 1,000 in a minute block an address
    perSecond: 1,
    hosts: ['opendart.fss.or.kr'],
    credential: {
      setting: 'DART_API_KEY',
      how: 'free key at https://opendart.fss.or.kr/uss/umt/EgovMberInsertView.do',
      sentAs: 'query',
      name: 'crtfc_key',
    },
    notice: '금융감독원 전자공시시스템(DART)',
    resale: 'attribution',
  },
  jpx: {
    name: 'Tokyo Stock Exchange, timely disclosure',
    url: 'https://www.release.tdnet.info/',
    perSecond: 1,
    hosts: ['www.release.tdnet.info'],
    terms: report('reading is free; data are sold by a paid service, and redistribution needs a contract'),
  },
  nse: {
    name: 'National Stock Exchange of India',
    url: 'https://www.nseindia.com/companies-listing/corporate-filings-financial-results',
    perSecond: 1,
    hosts: ['www.nseindia.com', 'nsearchives.nseindia.com', 'archives.nseindia.com'],
    credential: {
      setting: 'NSE_USER_AGENT',
      ...browserAgent,
      hosts: ['nsearchives.nseindia.com', 'archives.nseindia.com'],
    },
    terms: seen('its data policy: use, sharing and redistribution by contract with NSE Data & Analytics'),
    servers: report('the archives answer a User-Agent of a browser; www.nseindia.com refuses servers (403)'),
  },
  bse: {
    name: 'BSE (Bombay Stock Exchange)',
    url: 'https://www.bseindia.com/',
    perSecond: 1,
    hosts: ['api.bseindia.com', 'www.bseindia.com'],
    credential: {
      setting: 'BSE_USER_AGENT',
      ...browserAgent,
      hosts: ['www.bseindia.com'],
    },
    headers: { referer: 'https://www.bseindia.com/' },
    terms: seen('only distributors and redistributors under contract may sell or distribute its data'),
    servers: report('answers a User-Agent of a browser with a Referer'),
  },
  'xbrl-index': {
    name: 'XBRL International, filings.xbrl.org',
    url: 'https://filings.xbrl.org/',
    perSecond: 1,
    hosts: ['filings.xbrl.org'],
    resale: 'attribution',
  },
  mempool: {
    name: 'mempool.space',
    url: 'https://mempool.space/',
    perSecond: 0.5,
    hosts: ['mempool.space'],
    terms: report('rate limits only, more by sponsorship; no right to resell is stated'),
  },
  coinbase: {
    name: 'Coinbase Exchange',
    url: 'https://exchange.coinbase.com/',
    perSecond: 2,
    hosts: ['api.exchange.coinbase.com'],
    terms: report('no redistribution, and no prices, valuations or benchmarks derived from it, without written consent'),
    restAfterRefusalMs: 60_000,
  },
  kraken: {
    name: 'Kraken',
    url: 'https://www.kraken.com/',
    perSecond: 0.5,
    hosts: ['api.kraken.com'],
    terms: report('terms of market data were not read; assume that a written agreement is needed'),
    restAfterRefusalMs: 60_000,
  },
  coingecko: {
    name: 'CoinGecko',
    url: 'https://www.coingecko.com/',
    perSecond: 0.2,
    hosts: ['api.coingecko.com'],
    credential: {
      setting: 'COINGECKO_API_KEY',
      how: 'free demo key at https://www.coingecko.com/en/api/pricing',
      sentAs: 'header',
      name: 'x-cg-demo-api-key',
      inQuery: 'x_cg_demo_api_key',
      optional: true,
    },
    notice: 'Data by CoinGecko (coingecko.com).',
    terms: report('commercial use by plan, "Powered by CoinGecko"; no redistribution; stored data refreshed daily'),
    servers: report('answers; a demo key is expected'),
    restAfterRefusalMs: 120_000,
  },
  strategytracker: {
    name: 'StrategyTracker',
    url: 'https://strategytracker.com/',
    perSecond: 0.2,
    hosts: ['data.strategytracker.com'],
    terms: report('no terms found; assume that a written agreement is needed'),
  },
  stooq: {
    name: 'Stooq',
    url: 'https://stooq.com/',
    perSecond: 0.2,
    hosts: ['stooq.com'],
    credential: {
      setting: 'STOOQ_API_KEY',
      how: 'solve the captcha at https://stooq.com/q/d/?s=spy.us&get_apikey and take apikey from the link it shows',
      sentAs: 'query',
      name: 'apikey',
      optional: true,
    },
    terms: report('no terms found, and no right to redistribute is given'),
    servers: report('key expected since March 2026: without it "Get your apikey", or a proof of work, with status 200'),
    restAfterRefusalMs: 3_600_000,
  },
  okx: {
    name: 'OKX',
    url: 'https://www.okx.com/',
    perSecond: 1,
    hosts: ['www.okx.com'],
    terms: report('internal use: no redistribution or resale without consent'),
    restAfterRefusalMs: 60_000,
  },
  lido: {
    name: 'Lido',
    url: 'https://lido.fi/',
    perSecond: 0.5,
    hosts: ['eth-api.lido.fi'],
    terms: report('no terms of the API found; assume that a written agreement is needed'),
    servers: report('refuses many servers by location (403, 404); the staking rate comes from DefiLlama'),
  },
  beaconchain: {
    name: 'beaconcha.in',
    url: 'https://beaconcha.in/',
    perSecond: 0.1,
    hosts: ['beaconcha.in'],
    credential: {
      setting: 'BEACONCHAIN_API_KEY',
      how: 'key at https://beaconcha.in/user/api-key-management',
      sentAs: 'query',
      name: 'apikey',
      optional: true,
    },
    terms: seen('public use and attribution as its API terms and an agreement say'),
    servers: report('key expected since 2026-02-01'),
  },
  cboe: {
    name: 'Cboe Global Markets',
    url: 'https://www.cboe.com/',
    perSecond: 0.5,
    hosts: ['cdn.cboe.com'],
    terms: seen('display for one person; redistribution, indices and products derived from it by contract'),
  },
  farside: {
    name: 'Farside Investors',
    url: 'https://farside.co.uk/',
    perSecond: 0.1,
    hosts: ['farside.co.uk'],
    terms: report('none stated; assume that a written agreement is needed'),
    servers: report('refuses servers (403 by Cloudflare); flows come from the funds’ own files'),
    restAfterRefusalMs: 3_600_000,
  },
  ishares: {
    name: 'iShares by BlackRock',
    url: 'https://www.ishares.com/',
    perSecond: 0.2,
    hosts: ['www.ishares.com', 'www.blackrock.com'],
    terms: report('personal use, no redistribution (BlackRock)'),
    servers: report('refuses bare clients (403)'),
    restAfterRefusalMs: 3_600_000,
  },
  nyfed: {
    name: 'Federal Reserve Bank of New York',
    url: 'https://markets.newyorkfed.org/',
    perSecond: 0.5,
    hosts: ['markets.newyorkfed.org'],
    notice: 'Source: Federal Reserve Bank of New York, which does not endorse this product.',
    resale: 'attribution',
    probe: 'nyfed-rates',
  },
  eia: {
    name: 'U.S. Energy Information Administration',
    url: 'https://www.eia.gov/opendata/',
    perSecond: 2,
    hosts: ['api.eia.gov'],
    credential: {
      setting: 'EIA_API_KEY',
      how: 'free key at https://www.eia.gov/opendata/register.php',
      sentAs: 'query',
      name: 'api_key',
      echoed: true,
    },
    notice: 'Source: U.S. Energy Information Administration.',
    resale: 'attribution',
  },
  worldbank: {
    name: 'World Bank, Commodity Markets',
    url: 'https://www.worldbank.org/en/research/commodity-markets',
    perSecond: 0.2,
    hosts: ['www.worldbank.org', 'thedocs.worldbank.org'],
    notice: 'Source: World Bank, Commodity Price Data (The Pink Sheet), CC BY 4.0.',
    resale: 'attribution',
  },
  cftc: {
    name: 'U.S. Commodity Futures Trading Commission',
    url: 'https://www.cftc.gov/MarketReports/CommitmentsofTraders/index.htm',
    perSecond: 0.5,
    hosts: ['publicreporting.cftc.gov'],
    resale: 'free',
  },
  bls: {
    name: 'U.S. Bureau of Labor Statistics',
    url: 'https://www.bls.gov/schedule/news_release/',
    perSecond: 0.5,
    hosts: ['www.bls.gov'],
    credential: {
      setting: 'BLS_CONTACT',
      how: 'a name and an e-mail address for the Bureau of Labor Statistics, such as "Example Desk desk@example.com"',
      ...userAgent,
    },
    resale: 'free',
  },
  bea: {
    name: 'U.S. Bureau of Economic Analysis',
    url: 'https://www.bea.gov/news/schedule',
    perSecond: 0.5,
    hosts: ['www.bea.gov'],
    resale: 'free',
  },
  frb: {
    name: 'Board of Governors of the Federal Reserve System',
    url: 'https://www.federalreserve.gov/releases/h10/',
    perSecond: 0.5,
    hosts: ['www.federalreserve.gov'],
    resale: 'free',
  },
  boj: {
    name: 'Bank of Japan',
    url: 'https://www.boj.or.jp/en/',
    perSecond: 0.5,
    hosts: ['www.boj.or.jp'],
    notice: 'Source: Bank of Japan.',
    resale: 'attribution',
  },
  'federal-register': {
    name: 'Office of the Federal Register',
    url: 'https://www.federalregister.gov/',
    perSecond: 0.5,
    hosts: ['www.federalregister.gov'],
    resale: 'free',
  },
  massive: {
    name: 'Massive',
    url: 'https://massive.com/',
    // the free plan allows 5 a minute, and locks out for up to three minutes after a refusal
    perSecond: 0.066,
    hosts: ['api.massive.com', 'api.polygon.io'],
    credential: {
      setting: 'MASSIVE_API_KEY',
      how: 'free key at https://massive.com/dashboard/keys',
      sentAs: 'header',
      name: 'authorization',
      prefix: 'Bearer ',
      inQuery: 'apiKey',
    },
    terms: seen('individuals: personal, non-business use, no application for others; anything sold needs a business agreement'),
    restAfterRefusalMs: 180_000,
  },
  fsc: {
    name: 'Financial Services Commission of Korea, data.go.kr',
    url: 'https://www.data.go.kr/data/15094808/openapi.do',
    // 10,000 calls a day for each key
    perSecond: 0.1,
    hosts: ['apis.data.go.kr'],
    credential: {
      setting: 'DATA_GO_KR_KEY',
      how: 'free key at https://www.data.go.kr/data/15094808/openapi.do, as it reads decoded',
      sentAs: 'query',
      name: 'serviceKey',
    },
    notice: '금융위원회, 공공데이터포털 (data.go.kr)',
    terms: report('reports differ: no restriction, or KOGL type 4 (no changes, no commercial use); read the page'),
  },
  jquants: {
    name: 'J-Quants, JPX Market Innovation & Research',
    url: 'https://jpx-jquants.com/',
    // the free plan allows 5 a minute
    perSecond: 0.08,
    hosts: ['api.jquants.com'],
    credential: {
      setting: 'JQUANTS_API_KEY',
      how: 'key at https://jpx-jquants.com/dashboard/api-keys; the free plan is 12 weeks late',
      sentAs: 'header',
      name: 'x-api-key',
    },
    terms: report('personal use; companies need J-Quants Pro, whose licence covers processed data too'),
  },
  euronext: {
    name: 'Euronext',
    url: 'https://live.euronext.com/',
    perSecond: 0.1,
    hosts: ['live.euronext.com'],
    terms: seen('internal, non-commercial use is free; redistribution (by report also of derived values) needs an EMDA'),
  },
  defillama: {
    name: 'DefiLlama',
    url: 'https://defillama.com/yields',
    perSecond: 0.2,
    hosts: ['yields.llama.fi'],
    terms: report('no right to resell is stated for the free API; assume that a written agreement is needed'),
    servers: report('answers'),
  },
  grayscale: {
    name: 'Grayscale Investments',
    url: 'https://www.grayscale.com/',
    perSecond: 0.2,
    hosts: ['reporting-prod-20231113144948145500000003.s3.us-east-1.amazonaws.com'],
    terms: report('own terms were not read; funds allow personal use, no redistribution'),
    servers: report('answers; grayscale.com itself refuses servers (429)'),
  },
  'twentyone-shares': {
    name: '21Shares',
    url: 'https://www.21shares.com/',
    perSecond: 0.2,
    hosts: ['api.secondary.21shares.com'],
    terms: report('own terms were not read; funds allow personal use, no redistribution'),
  },
  ark: {
    name: 'ARK Invest',
    url: 'https://www.ark-funds.com/',
    perSecond: 0.2,
    hosts: ['assets.ark-funds.com'],
    terms: report('own terms were not read; funds allow personal use, no redistribution'),
  },
} as const satisfies Readonly<Record<string, UpstreamRow>>

export type UpstreamId = keyof typeof rows

export const upstreams: readonly (Upstream & { readonly id: UpstreamId })[] = namedRows('id', rows).map((row) => ({
  ...defaults,
  ...row,
}))
export const upstreamById: ReadonlyMap<string, Upstream> = new Map(upstreams.map((row) => [row.id, row]))
