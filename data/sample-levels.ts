/**
 * How the invented values of the sample feeds move: a logarithm that wanders and returns to `level`. The figures are made up; only their
 * size and restlessness are taken from life. A registered series without a row here wanders inside its own range.
 *
 * `key` is what the upstream calls the series (or a name of ours for a path nothing shows directly). `volatility` is yearly,
 * `halfLifeDays` how long half a deviation takes to fade, `risk` the share (-1 to 1) of its surprises that all markets have in common.
 * `floor` is added to every value, `decimals` is how the upstream prints it (negative: rounded to thousands).
 */
export interface SampleLevel {
  readonly key: string
  readonly level: number
  readonly volatility: number
  readonly halfLifeDays: number
  readonly risk: number
  readonly floor: number
  readonly decimals: number
  /** `weekdays`: stands still on Saturday and Sunday. */
  readonly moves: 'every day' | 'weekdays'
}

const daily = { floor: 0, decimals: 0, risk: 0, moves: 'every day' } as const
const market = { floor: 0, decimals: 2, moves: 'weekdays' } as const

export const sampleLevels = [
  { ...daily, key: 'PriceUSD', level: 38_000, volatility: 0.6, halfLifeDays: 300, risk: 0.45, decimals: 9 },
  { ...daily, key: 'hash rate deviation', level: 1, volatility: 0.32, halfLifeDays: 45 },
  { ...daily, key: 'TxCnt', level: 420_000, volatility: 0.6, halfLifeDays: 90 },
  { ...daily, key: 'AdrActCnt', level: 720_000, volatility: 0.5, halfLifeDays: 90 },
  { ...daily, key: 'FeeTotNtv', level: 20, volatility: 4, halfLifeDays: 18, decimals: 8 },
  { ...market, key: 'VIXCLS', level: 8.5, volatility: 1.95, halfLifeDays: 36, risk: -0.7, floor: 9 },
  { ...market, key: 'DCOILWTICO', level: 68, volatility: 0.32, halfLifeDays: 170, risk: 0.3 },
  { ...market, key: 'DHHNGSP', level: 3.4, volatility: 0.6, halfLifeDays: 90, risk: 0 },
  { ...daily, key: 'WALCL deviation', level: 1, volatility: 0.012, halfLifeDays: 30 },
  { ...daily, key: 'Treasury General Account', level: 500_000, volatility: 0.8, halfLifeDays: 60 },
  { ...daily, key: 'RRPONTSYD deviation', level: 1, volatility: 1.1, halfLifeDays: 8, decimals: 3 },
  { ...daily, key: 'ICSA', level: 228_000, volatility: 0.25, halfLifeDays: 90, decimals: -3 },
  { ...daily, key: 'CCSA', level: 1_820_000, volatility: 0.08, halfLifeDays: 200, decimals: -3 },
  { ...market, key: 'short rate', level: 3, volatility: 0.16, halfLifeDays: 600, risk: 0.1 },
  { ...market, key: 'long rate', level: 4.3, volatility: 0.14, halfLifeDays: 600, risk: 0.15 },
  { ...market, key: 'curve hump', level: 1, volatility: 0.4, halfLifeDays: 200, risk: 0.1 },
  { ...market, key: 'breakeven inflation', level: 2.15, volatility: 0.13, halfLifeDays: 250, risk: 0.3 },
  { ...market, key: 'DTWEXBGS', level: 116, volatility: 0.055, halfLifeDays: 500, risk: -0.3, decimals: 4 },
  { ...market, key: 'DEXUSEU', level: 1.13, volatility: 0.075, halfLifeDays: 500, risk: 0.25, decimals: 4 },
  { ...market, key: 'DEXCHUS', level: 6.9, volatility: 0.04, halfLifeDays: 600, risk: -0.1, decimals: 4 },
  { ...market, key: 'DEXJPUS', level: 128, volatility: 0.09, halfLifeDays: 600, risk: 0.1 },
  { ...market, key: 'pounds to one euro', level: 0.86, volatility: 0.06, halfLifeDays: 500, risk: 0, decimals: 4 },
  { ...market, key: 'francs to one euro', level: 0.96, volatility: 0.05, halfLifeDays: 500, risk: 0.2, decimals: 4 },
  { ...market, key: 'euro short rate', level: 2.6, volatility: 0.25, halfLifeDays: 600, risk: 0.1, floor: -0.6 },
  { ...daily, key: 'WRESBAL', level: 2_900_000, volatility: 0.12, halfLifeDays: 300, decimals: 0 },
  { ...daily, key: 'NFCI', level: 0.55, volatility: 0.5, halfLifeDays: 120, risk: -0.5, floor: -1, decimals: 5 },
  { ...daily, key: 'M2SL', level: 19_500, volatility: 0.02, halfLifeDays: 900, decimals: 1 },
  { ...daily, key: 'UNRATE', level: 4.3, volatility: 0.12, halfLifeDays: 500, decimals: 1 },
  { ...daily, key: 'PAYEMS', level: 152_000, volatility: 0.01, halfLifeDays: 900, decimals: 0 },
  { ...daily, key: 'CPIAUCSL', level: 290, volatility: 0.01, halfLifeDays: 2_000, decimals: 3 },
  { ...daily, key: 'bitcoin dominance', level: 55, volatility: 0.12, halfLifeDays: 200, decimals: 2 },
  { ...daily, key: 'tether dominance', level: 5.5, volatility: 0.25, halfLifeDays: 150, risk: -0.4, decimals: 2 },
  { ...market, key: 'hrbx.us', level: 80, volatility: 0.7, halfLifeDays: 250, risk: 0.5 },
  { ...market, key: 'lntx.us', level: 14, volatility: 0.8, halfLifeDays: 200, risk: 0.5 },
  { ...market, key: 'sblx.us', level: 6, volatility: 0.9, halfLifeDays: 150, risk: 0.5 },
  { ...market, key: 'drft.us', level: 32, volatility: 0.6, halfLifeDays: 250, risk: 0.5 },
  { ...market, key: 'qrtz.us', level: 9, volatility: 0.6, halfLifeDays: 250, risk: 0.5 },
  { ...market, key: '9901.jp', level: 420, volatility: 0.7, halfLifeDays: 200, risk: 0.4, decimals: 0 },
] as const satisfies readonly SampleLevel[]

/** A slow wave, USD million: the balance sheet grows and shrinks about a mean. */
export const sampleBalanceSheet = { mean: 6_450_000, swing: 1_900_000, peak: '2022-04-15', yearsPerWave: 9 } as const

/** Day and level of overnight reverse repurchases, USD billion; straight lines between, the last level for ever after. */
export const sampleReverseRepo = [
  ['2014-01-01', 120],
  ['2018-01-01', 40],
  ['2018-09-01', 3],
  ['2021-03-01', 5],
  ['2021-08-01', 1_000],
  ['2022-06-15', 2_150],
  ['2023-05-15', 2_250],
  ['2024-01-15', 650],
  ['2024-07-15', 400],
  ['2025-06-15', 180],
  ['2025-10-01', 4],
] as const
