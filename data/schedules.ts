import { namedRows } from './named-rows.ts'

/**
 * When what is run, for both hosts: `briefing start` in its own process, `briefing schedules apply` on a Temporal server. Release times
 * are the publishers' own, in their own time zones; a second time the same day is for a value that came late, a second day for a release
 * that a holiday put off. No clock time lies between 00:30 and 03:30 of a zone that changes its clocks: the two hosts would differ there.
 */
export interface Schedule {
  readonly id: string
  readonly title: string
  readonly runs: ScheduledJob
  readonly when: ScheduleTimes
  /** A start is put off by up to so many minutes, so that not every installation asks at the second of a release. */
  readonly jitterMinutes: number
  /** A due time that was missed is caught up, once, when it is at most so many minutes past; an older one is passed over. */
  readonly catchUpMinutes: number
  /** When the run before is still under way: `skip` this one, or `buffer-one` and start it when that has ended. */
  readonly overlap: 'skip' | 'buffer-one'
}

/** A refresh that reads these feeds (all when none is named), or the analysts' copy of the warehouse. */
export type ScheduledJob =
  | { readonly orchestration: 'refresh'; readonly feeds: readonly string[] }
  | { readonly orchestration: 'market' }

/** Every so many minutes, counted from 1970-01-01 UTC; or at clock times (`HH:MM`) of weekdays (1 Monday to 7 Sunday) in an IANA zone. */
export type ScheduleTimes =
  | { readonly everyMinutes: number }
  | { readonly at: readonly string[]; readonly weekdays: readonly number[]; readonly zone: string }

const everyDay = [1, 2, 3, 4, 5, 6, 7] as const
const businessDays = [1, 2, 3, 4, 5] as const
const newYork = 'America/New_York'
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
/** Clock times so many minutes apart, both ends included. */
const every = (step: number, from: string, to: string): readonly string[] =>
  Array.from({ length: (minutesOf(to) - minutesOf(from)) / step + 1 }, (_, at) => {
    const minutes = minutesOf(from) + step * at
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  })
/** What may come a day late: a missed time is caught up for two days. */
const putOff = { catchUpMinutes: 2_880, overlap: 'buffer-one' } as const
const fred = { orchestration: 'refresh', feeds: ['fred-api', 'fred-graph', 'alfred-graph'] } as const

/** What most rows have; a row states what differs. */
const defaults = { jitterMinutes: 5, catchUpMinutes: 1_440, overlap: 'skip' } as const
type ScheduleRow = Omit<Schedule, 'id' | keyof typeof defaults> & Partial<Pick<Schedule, keyof typeof defaults>>

const rows = {
  'crypto-daily': {
    title: 'Coin Metrics: yesterday’s reference rate, then the network data',
    runs: { orchestration: 'refresh', feeds: ['coinmetrics-api'] },
    when: { at: ['00:05', '04:05', '10:05'], weekdays: everyDay, zone: 'UTC' },
    jitterMinutes: 2,
    overlap: 'buffer-one',
  },
  'crypto-history': {
    title: 'Coin Metrics: the daily history file',
    runs: { orchestration: 'refresh', feeds: ['coinmetrics-csv'] },
    when: { at: ['10:35'], weekdays: everyDay, zone: 'UTC' },
    jitterMinutes: 10,
  },
  'exchange-days': {
    title: 'Exchanges: the candle of the day that has just ended (UTC)',
    runs: { orchestration: 'refresh', feeds: ['coinbase-candles', 'kraken-ohlc'] },
    when: { at: ['00:10', '06:10'], weekdays: everyDay, zone: 'UTC' },
    jitterMinutes: 3,
    overlap: 'buffer-one',
  },
  'network-now': {
    title: 'Current values: fees, mempool and next difficulty (mempool.space), market shares and ether (CoinGecko)',
    runs: { orchestration: 'refresh', feeds: ['mempool-now', 'coingecko-global', 'coingecko-markets'] },
    when: { everyMinutes: 15 },
    jitterMinutes: 2,
    catchUpMinutes: 15,
  },
  'ether-daily': {
    title: 'Funding on OKX of the day before, staking rates by DefiLlama, Lido and beaconcha.in',
    runs: { orchestration: 'refresh', feeds: ['okx-funding', 'defillama-yield', 'lido-apr', 'beaconchain-ethstore'] },
    when: { at: ['00:15', '13:15'], weekdays: everyDay, zone: 'UTC' },
    catchUpMinutes: 720,
  },
  'network-daily': {
    title: 'mempool.space: hash rate by day',
    runs: { orchestration: 'refresh', feeds: ['mempool-hashrate'] },
    when: { at: ['00:20', '12:20'], weekdays: everyDay, zone: 'UTC' },
    catchUpMinutes: 720,
  },
  'fred-morning': {
    title: 'FRED: claims and monthly releases of 08:30, New York Fed rates and reverse repo of 09:00',
    runs: fred,
    when: { at: ['08:35', '09:20'], weekdays: businessDays, zone: newYork },
    catchUpMinutes: 720,
    overlap: 'buffer-one',
  },
  'fred-daily': {
    title: 'FRED: daily rates and indices (H.15 and others)',
    runs: fred,
    when: { at: ['17:15', '20:15'], weekdays: businessDays, zone: newYork },
    overlap: 'buffer-one',
  },
  h41: {
    title: 'Federal Reserve H.4.1, Thursday 16:30 New York, Friday after a holiday',
    runs: fred,
    when: { at: ['16:32', '18:30'], weekdays: [4, 5], zone: newYork },
    jitterMinutes: 3,
    ...putOff,
  },
  h10: {
    title: 'Federal Reserve H.10, Monday 16:15 New York, Tuesday after a holiday',
    runs: { orchestration: 'refresh', feeds: ['h10', ...fred.feeds] },
    when: { at: ['16:17'], weekdays: [1, 2], zone: newYork },
    ...putOff,
  },
  'nyfed-rates': {
    title: 'New York Fed reference rates, business days 09:00 New York',
    runs: { orchestration: 'refresh', feeds: ['nyfed-rates'] },
    when: { at: ['09:05'], weekdays: businessDays, zone: newYork },
    catchUpMinutes: 720,
    overlap: 'buffer-one',
  },
  'nyfed-weekly': {
    title: 'New York Fed: dealers of 16:15 and its account of 16:30, Thursday, Friday after a holiday',
    runs: { orchestration: 'refresh', feeds: ['nyfed-dealers', 'nyfed-soma'] },
    when: { at: ['16:35', '18:35'], weekdays: [4, 5], zone: newYork },
    ...putOff,
  },
  'eia-petroleum': {
    title: 'EIA petroleum, Wednesday 10:30 New York, Thursday after a holiday',
    runs: { orchestration: 'refresh', feeds: ['eia-weekly'] },
    when: { at: ['10:35', '12:30'], weekdays: [3, 4], zone: newYork },
    jitterMinutes: 3,
    overlap: 'buffer-one',
  },
  'eia-grid': {
    title: 'EIA electricity demand, by day',
    runs: { orchestration: 'refresh', feeds: ['eia-grid'] },
    when: { at: ['00:45', '12:45'], weekdays: everyDay, zone: 'UTC' },
    catchUpMinutes: 720,
  },
  'eia-retail-power': {
    title: 'EIA Electric Power Monthly, about the 24th, in the afternoon of New York',
    runs: { orchestration: 'refresh', feeds: ['eia-retail-power'] },
    when: { at: ['17:25'], weekdays: businessDays, zone: newYork },
    jitterMinutes: 10,
  },
  tic: {
    title: 'Treasury International Capital, in the middle of the month, 16:00 New York',
    runs: { orchestration: 'refresh', feeds: ['tic-holdings', 'tic-major-holders'] },
    when: { at: ['16:10'], weekdays: businessDays, zone: newYork },
    overlap: 'buffer-one',
  },
  cot: {
    title: 'CFTC Commitments of Traders, Friday 15:30 New York, Monday after a holiday',
    runs: { orchestration: 'refresh', feeds: ['cftc-positions'] },
    when: { at: ['15:33', '17:30'], weekdays: [1, 5], zone: newYork },
    jitterMinutes: 3,
    ...putOff,
  },
  'eia-spot': {
    title: 'EIA spot prices, Wednesday 13:00 New York, Thursday after a holiday',
    runs: { orchestration: 'refresh', feeds: [...fred.feeds, 'eia-spot'] },
    when: { at: ['13:05'], weekdays: [3, 4], zone: newYork },
    ...putOff,
  },
  'pink-sheet': {
    title: 'World Bank commodity prices, about the second business day of the month; asked until the month is there',
    runs: { orchestration: 'refresh', feeds: ['worldbank-prices'] },
    when: { at: ['17:20'], weekdays: businessDays, zone: newYork },
    jitterMinutes: 10,
    ...putOff,
  },
  'par-curve': {
    title: 'Treasury par yield curves, nominal and real, business days about 18:00 New York',
    runs: { orchestration: 'refresh', feeds: ['treasury-par-curve', 'treasury-real-curve'] },
    when: { at: ['18:05', '20:05'], weekdays: businessDays, zone: newYork },
    overlap: 'buffer-one',
  },
  'daily-treasury-statement': {
    title: 'Daily Treasury Statement, business days 16:00 New York',
    runs: { orchestration: 'refresh', feeds: ['fiscaldata-operating-cash', 'fiscaldata-debt'] },
    when: { at: ['16:05', '18:05'], weekdays: businessDays, zone: newYork },
    overlap: 'buffer-one',
  },
  'treasury-bulletin': {
    title: 'Treasury Bulletin: who owns the debt, an issue each quarter on no fixed day',
    runs: { orchestration: 'refresh', feeds: ['fiscaldata-ownership'] },
    when: { at: ['16:20'], weekdays: businessDays, zone: newYork },
    jitterMinutes: 10,
  },
  auctions: {
    title:
      'Treasury auctions and buybacks: announcements of 11:00 New York, results of 11:32 (bills), 13:02 and 14:00 as Fiscal Data has them',
    runs: { orchestration: 'refresh', feeds: ['fiscaldata-auctions', 'fiscaldata-upcoming-auctions', 'fiscaldata-buybacks'] },
    when: { at: ['11:20', '12:15', '14:15', '18:20', '21:20'], weekdays: businessDays, zone: newYork },
    overlap: 'buffer-one',
  },
  'refunding-schedules': {
    title:
      'Tentative schedules of the Treasury’s auctions and buybacks: each quarter with the refunding at 08:30 New York, now and then between',
    runs: { orchestration: 'refresh', feeds: ['treasury-auction-schedule', 'treasury-buyback-schedule'] },
    when: { at: ['08:45', '17:10'], weekdays: businessDays, zone: newYork },
    jitterMinutes: 10,
  },
  'release-calendars': {
    title:
      'Release calendars of the Bureaus of Labor Statistics and of Economic Analysis, meetings of the Federal Open Market Committee',
    runs: { orchestration: 'refresh', feeds: ['bls-calendar', 'bea-schedule', 'fomc-calendar'] },
    when: { at: ['07:05', '15:05'], weekdays: businessDays, zone: newYork },
    jitterMinutes: 10,
    overlap: 'buffer-one',
  },
  'ecb-rates': {
    title: 'ECB reference rates, business days about 16:00 Frankfurt',
    runs: { orchestration: 'refresh', feeds: ['ecb-data'] },
    when: { at: ['16:10', '18:10'], weekdays: businessDays, zone: 'Europe/Berlin' },
    overlap: 'buffer-one',
  },
  'federal-register': {
    title: 'Federal Register: trade actions and export controls, published before 09:00 New York',
    runs: { orchestration: 'refresh', feeds: ['federal-register'] },
    when: { at: ['08:50', '12:10'], weekdays: businessDays, zone: newYork },
    jitterMinutes: 10,
  },
  'frankfurt-yields': {
    title: 'Yields of Germany and of the euro area, business days 12:00 Frankfurt',
    runs: { orchestration: 'refresh', feeds: ['bundesbank-yields', 'ecb-data'] },
    when: { at: ['12:10', '14:10'], weekdays: businessDays, zone: 'Europe/Berlin' },
    overlap: 'buffer-one',
  },
  'sec-filings': {
    title: 'SEC filings, while EDGAR accepts them: business days 06:00 to 22:00 New York',
    runs: {
      orchestration: 'refresh',
      feeds: ['sec-submissions', 'sec-documents', 'sec-complete-submissions', 'sec-company-filings', 'sec-ownership'],
    },
    when: {
      at: ['06:35', '08:05', '08:35', '09:35', '11:05', '12:35', '14:05', '16:05', '16:35', '17:35', '19:35', '22:05'],
      weekdays: businessDays,
      zone: newYork,
    },
  },
  'central-banks': {
    title: 'Federal Reserve, ECB and Bank of Japan: decisions and other releases on monetary policy',
    runs: { orchestration: 'refresh', feeds: ['fed-press', 'ecb-press', 'boj-press'] },
    when: { everyMinutes: 15 },
    jitterMinutes: 2,
    catchUpMinutes: 15,
  },
  'sec-newest': {
    title: 'SEC: new filings of followed companies, business days 06:10 to 22:00 New York',
    runs: { orchestration: 'refresh', feeds: ['sec-current'] },
    when: { at: every(10, '06:10', '22:00'), weekdays: businessDays, zone: newYork },
    jitterMinutes: 1,
    catchUpMinutes: 15,
  },
  'sec-day': {
    title: 'SEC: the daily index, published about 22:00 New York, and the ticker list',
    runs: { orchestration: 'refresh', feeds: ['sec-daily-index', 'sec-tickers'] },
    when: { at: ['22:40', '23:40'], weekdays: businessDays, zone: newYork },
    overlap: 'buffer-one',
  },
  'sec-companyfacts': {
    title: 'SEC: all facts of companies that filed, and of the next of the ticker list, once EDGAR has closed',
    runs: { orchestration: 'refresh', feeds: ['sec-companyfacts', 'sec-submissions', 'sec-company-filings'] },
    when: { at: ['23:05'], weekdays: everyDay, zone: newYork },
  },
  'edinet-reports': {
    title: 'EDINET, while it accepts documents: business days 09:00 to 17:15 Tokyo',
    runs: { orchestration: 'refresh', feeds: ['edinet-list', 'edinet-documents'] },
    when: { at: ['10:35', '13:05', '15:35', '17:35'], weekdays: businessDays, zone: 'Asia/Tokyo' },
  },
  'dart-reports': {
    title: 'DART, while it accepts reports: business days 07:30 to 19:00 Seoul',
    runs: { orchestration: 'refresh', feeds: ['dart-list'] },
    when: { at: ['08:45', '10:45', '13:15', '15:45', '17:45', '19:15'], weekdays: businessDays, zone: 'Asia/Seoul' },
  },
  'dart-statements': {
    title: 'DART: statements, shares and dividends of reports listed since, and of companies not asked about yet',
    runs: { orchestration: 'refresh', feeds: ['dart-company', 'dart-accounts', 'dart-shares'] },
    when: { at: ['11:20', '14:20', '19:30'], weekdays: businessDays, zone: 'Asia/Seoul' },
  },
  'asian-codes': {
    title: 'Code lists of EDINET and DART, Mondays',
    runs: { orchestration: 'refresh', feeds: ['edinet-codes', 'dart-codes'] },
    when: { at: ['06:20'], weekdays: [1], zone: 'Asia/Tokyo' },
    jitterMinutes: 10,
  },
  'india-results': {
    title: 'Exchanges in India: results and shareholding patterns, after the evening of board meetings',
    runs: { orchestration: 'refresh', feeds: ['nse-results', 'nse-shareholding', 'bse-results'] },
    when: { at: ['20:40', '23:50'], weekdays: everyDay, zone: 'Asia/Kolkata' },
  },
  'annual-reports-europe': {
    title: 'Annual reports that the index of XBRL International added',
    runs: { orchestration: 'refresh', feeds: ['esef-index', 'esef-report'] },
    when: { at: ['07:20'], weekdays: everyDay, zone: 'UTC' },
    jitterMinutes: 10,
  },
  'treasury-witnesses': {
    title: 'Third parties: bitcoin held by listed companies, and their mNAV',
    runs: { orchestration: 'refresh', feeds: ['coingecko-treasuries', 'coingecko-treasury-entity', 'strategytracker'] },
    when: { at: ['12:40'], weekdays: everyDay, zone: 'UTC' },
    jitterMinutes: 10,
    catchUpMinutes: 600,
  },
  'fund-flows': {
    title:
      'Bitcoin and ether funds: flows and the issuers’ files that are missing, from the opening in New York until late at night',
    runs: { orchestration: 'refresh', feeds: ['farside-flows', 'ishares-holdings'] },
    when: { at: every(15, '09:30', '23:45'), weekdays: businessDays, zone: newYork },
    jitterMinutes: 2,
    catchUpMinutes: 15,
  },
  'fund-flows-morning': {
    title: 'Bitcoin and ether funds: what was reported during the night in New York',
    runs: { orchestration: 'refresh', feeds: ['farside-flows', 'ishares-holdings'] },
    when: { at: ['07:10', '12:05'], weekdays: [2, 3, 4, 5, 6], zone: 'UTC' },
  },
  'fund-files': {
    title: 'Bitcoin and ether funds: the files in which issuers keep every session, and the holdings of ARK',
    runs: {
      orchestration: 'refresh',
      feeds: ['ishares-history', 'grayscale-funds', 'ark-holdings', 'twentyone-shares-history'],
    },
    when: { at: ['08:15', '10:15', '16:15'], weekdays: businessDays, zone: newYork },
    jitterMinutes: 5,
  },
  closes: {
    title: 'Closes of shares in New York and the VIX of Cboe, from 18:00, when a close is final, until they are there',
    runs: { orchestration: 'refresh', feeds: ['stooq-daily', 'cboe-vix'] },
    when: { at: every(15, '18:05', '21:20'), weekdays: businessDays, zone: newYork },
    jitterMinutes: 2,
  },
  'closes-us': {
    title: 'Closes of all shares listed in the USA, when the day is over in New York, and the splits',
    runs: { orchestration: 'refresh', feeds: ['massive-closes'] },
    when: { at: ['04:10', '08:10'], weekdays: [2, 3, 4, 5, 6], zone: newYork },
  },
  'closes-tokyo': {
    title: 'Closes of shares in Tokyo, from 18:00, when a close is final, until they are there',
    runs: { orchestration: 'refresh', feeds: ['stooq-daily'] },
    when: { at: every(15, '18:05', '19:35'), weekdays: businessDays, zone: 'Asia/Tokyo' },
    jitterMinutes: 2,
  },
  'closes-fails': {
    title: 'SEC: closes in the lists of fails to deliver, once a half month is due, and earlier half months',
    runs: { orchestration: 'refresh', feeds: ['sec-fails'] },
    when: { at: ['06:50', '18:40'], weekdays: businessDays, zone: newYork },
  },
  'closes-seoul': {
    title: 'Closes of shares in Seoul, published on the next business day after 13:00',
    runs: { orchestration: 'refresh', feeds: ['fsc-closes'] },
    when: { at: ['18:20', '20:20'], weekdays: businessDays, zone: 'Asia/Seoul' },
  },
  'closes-india': {
    title: 'Closes of shares in India, published in the evening',
    runs: { orchestration: 'refresh', feeds: ['nse-closes', 'bse-closes'] },
    when: { at: ['19:45', '22:15'], weekdays: businessDays, zone: 'Asia/Kolkata' },
  },
  'closes-tokyo-late': {
    title: 'Closes of shares in Tokyo of 12 weeks ago, and earlier sessions',
    runs: { orchestration: 'refresh', feeds: ['jquants-closes'] },
    when: { at: ['06:10', '12:10'], weekdays: businessDays, zone: 'Asia/Tokyo' },
  },
  'closes-euronext': {
    title: 'Closes of shares on Euronext: the newest session, on its evening alone',
    runs: { orchestration: 'refresh', feeds: ['euronext-closes'] },
    when: { at: ['18:40', '20:10', '22:40'], weekdays: businessDays, zone: 'Europe/Paris' },
    catchUpMinutes: 60,
  },
  everything: {
    title: 'All feeds, before the UTC day ends: late values and anything missed earlier',
    runs: { orchestration: 'refresh', feeds: [] },
    when: { at: ['23:30'], weekdays: everyDay, zone: 'UTC' },
    jitterMinutes: 10,
  },
  market: {
    title: 'The analysts’ copy market.duckdb and its exports, once an hour',
    runs: { orchestration: 'market' },
    when: { everyMinutes: 60 },
    jitterMinutes: 0,
    catchUpMinutes: 60,
  },
} as const satisfies Readonly<Record<string, ScheduleRow>>

export const schedules: readonly Schedule[] = namedRows('id', rows).map((row) => ({
  ...defaults,
  ...row,
}))
