/**
 * How the invented values move: a logarithm that wanders and returns to `level`. The figures are made up; only their size and restlessness
 * are taken from life. A registered series without a row here wanders inside its own range.
 *
 * `key` is what the upstream calls the series (or a name of ours for a path nothing shows directly). `volatility` is yearly,
 * `halfLifeDays` how long half a deviation takes to fade, `risk` the share (-1 to 1) of its surprises that all markets have in common.
 * `floor` is added to every value, `decimals` is how the upstream prints it (negative: rounded to thousands).
 */
export interface Level {
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

type More = Partial<Pick<Level, 'risk' | 'floor' | 'decimals'>>

const daily = (key: string, level: number, volatility: number, halfLifeDays: number, more: More = {}): Level => ({
  ...{ key, level, volatility, halfLifeDays, risk: 0, floor: 0, decimals: 0, moves: 'every day' },
  ...more,
})
const market = (key: string, level: number, volatility: number, halfLifeDays: number, risk: number, more: More = {}): Level => ({
  ...{ key, level, volatility, halfLifeDays, risk, floor: 0, decimals: 2, moves: 'weekdays' },
  ...more,
})

export const levels: readonly Level[] = [
  daily('PriceUSD', 38_000, 0.6, 300, { risk: 0.45, decimals: 9 }),
  daily('ether price', 2_600, 0.7, 300, { risk: 0.5, decimals: 2 }),
  daily('hash rate deviation', 1, 0.32, 45),
  daily('TxCnt', 420_000, 0.6, 90),
  daily('AdrActCnt', 720_000, 0.5, 90),
  daily('FeeTotNtv', 20, 4, 18, { decimals: 8 }),
  market('VIXCLS', 8.5, 1.95, 36, -0.7, { floor: 9 }),
  market('DCOILWTICO', 68, 0.32, 170, 0.3),
  market('DHHNGSP', 3.4, 0.6, 90, 0),
  daily('WALCL deviation', 1, 0.012, 30),
  daily('Treasury General Account', 500_000, 0.8, 60),
  daily('RRPONTSYD deviation', 1, 1.1, 8, { decimals: 3 }),
  daily('ICSA', 228_000, 0.25, 90, { decimals: -3 }),
  daily('CCSA', 1_820_000, 0.08, 200, { decimals: -3 }),
  market('short rate', 3, 0.16, 600, 0.1),
  market('long rate', 4.3, 0.14, 600, 0.15),
  market('curve hump', 1, 0.4, 200, 0.1),
  market('breakeven inflation', 2.15, 0.13, 250, 0.3),
  market('DTWEXBGS', 116, 0.055, 500, -0.3, { decimals: 4 }),
  market('DEXUSEU', 1.13, 0.075, 500, 0.25, { decimals: 4 }),
  market('DEXCHUS', 6.9, 0.04, 600, -0.1, { decimals: 4 }),
  market('DEXJPUS', 128, 0.09, 600, 0.1),
  market('pounds to one euro', 0.86, 0.06, 500, 0, { decimals: 4 }),
  market('francs to one euro', 0.96, 0.05, 500, 0.2, { decimals: 4 }),
  market('euro short rate', 2.6, 0.25, 600, 0.1, { floor: -0.6 }),
  daily('WRESBAL', 2_900_000, 0.12, 300),
  daily('NFCI', 0.55, 0.5, 120, { risk: -0.5, floor: -1, decimals: 5 }),
  daily('M2SL', 19_500, 0.02, 900, { decimals: 1 }),
  daily('UNRATE', 4.3, 0.12, 500, { decimals: 1 }),
  daily('PAYEMS', 152_000, 0.01, 900),
  daily('CPIAUCSL', 290, 0.01, 2_000, { decimals: 3 }),
  market('DEXUSUK', 1.29, 0.07, 500, 0.2, { decimals: 4 }),
  market('DEXSZUS', 0.88, 0.06, 500, -0.1, { decimals: 4 }),
  market('DEXCAUS', 1.36, 0.05, 500, -0.2, { decimals: 4 }),
  market('DEXUSAL', 0.66, 0.09, 500, 0.35, { decimals: 4 }),
  market('DEXMXUS', 18.6, 0.11, 500, -0.35, { decimals: 4 }),
  market('DEXKOUS', 1_340, 0.07, 500, -0.3),
  market('DEXINUS', 84, 0.03, 600, -0.1),
  market('DEXBZUS', 5.4, 0.13, 500, -0.3, { decimals: 4 }),
  daily('CPILFESL', 295, 0.008, 2_000, { decimals: 3 }),
  daily('PCEPI', 124, 0.008, 2_000, { decimals: 3 }),
  daily('PCEPILFE', 123, 0.007, 2_000, { decimals: 3 }),
  daily('PPIFIS', 146, 0.014, 2_000, { decimals: 3 }),
  daily('MEDCPIM159SFRBCLE', 3.4, 0.12, 700, { decimals: 5 }),
  daily('TRMMEANCPIM159SFRBCLE', 3.1, 0.12, 700, { decimals: 5 }),
  daily('STICKCPIM159SFRBATL', 3.4, 0.1, 700, { decimals: 5 }),
  daily('SAHMREALTIME', 0.25, 0.6, 200, { decimals: 2 }),
  daily('U6RATE', 7.8, 0.1, 500, { decimals: 1 }),
  daily('CIVPART', 62.5, 0.004, 900, { decimals: 1 }),
  daily('LNS12300060', 80.4, 0.004, 900, { decimals: 1 }),
  daily('AWHAETP', 34.3, 0.006, 500, { decimals: 1 }),
  daily('CES0500000003', 34, 0.01, 2_000, { decimals: 2 }),
  daily('TEMPHELPS', 2_650, 0.05, 700, { decimals: 1 }),
  daily('JTSJOL', 8_100, 0.12, 500),
  daily('JTSQUR', 2.2, 0.1, 500, { decimals: 1 }),
  daily('JTSLDR', 1.1, 0.1, 400, { decimals: 1 }),
  daily('ECIWAG', 160, 0.008, 2_000, { decimals: 1 }),
  daily('GDPC1', 23_000, 0.01, 2_000, { decimals: 3 }),
  daily('INDPRO', 102.5, 0.025, 900, { decimals: 4 }),
  daily('TCU', 78, 0.025, 700, { decimals: 4 }),
  daily('RSAFS', 700_000, 0.025, 1_500),
  daily('DGORDER', 290_000, 0.07, 500),
  daily('NEWORDER', 74_000, 0.03, 900),
  daily('HOUST', 1_380, 0.15, 400),
  daily('PERMIT', 1_420, 0.13, 400),
  daily('HSN1F', 680, 0.16, 400),
  daily('PCEC96', 16_000, 0.01, 2_000, { decimals: 1 }),
  daily('W875RX1', 16_200, 0.012, 2_000, { decimals: 1 }),
  daily('PSAVERT', 4.6, 0.25, 300, { decimals: 1 }),
  daily('WEI', 3.3, 0.3, 200, { floor: -1, decimals: 2 }),
  daily('CFNAI', 2, 0.25, 60, { floor: -2.05, decimals: 2 }),
  daily('ANFCI', 0.55, 0.5, 120, { risk: -0.5, floor: -1, decimals: 5 }),
  daily('NFCIRISK', 0.5, 0.5, 120, { risk: -0.5, floor: -1, decimals: 5 }),
  daily('NFCICREDIT', 0.9, 0.4, 150, { risk: -0.4, floor: -1, decimals: 5 }),
  daily('NFCILEVERAGE', 0.7, 0.5, 150, { risk: -0.3, floor: -1, decimals: 5 }),
  daily('STLFSI4', 0.9, 0.45, 120, { risk: -0.5, floor: -1.4, decimals: 4 }),
  daily('TOTBKCR', 18_000, 0.02, 1_500, { decimals: 4 }),
  daily('TOTLL', 12_700, 0.02, 1_500, { decimals: 4 }),
  daily('TOTCI', 2_750, 0.03, 1_000, { decimals: 4 }),
  daily('DPSACBW027SBOG', 18_100, 0.02, 1_500, { decimals: 4 }),
  daily('BOGMBASE', 5_600_000, 0.05, 900),
  daily('RMFSL', 2_000, 0.05, 1_000, { decimals: 1 }),
  daily('GFDEGDQ188S', 121, 0.02, 1_500, { decimals: 5 }),
  daily('A091RC1Q027SBEA', 1_080, 0.05, 1_500, { decimals: 3 }),
  daily('bitcoin dominance', 55, 0.12, 200, { decimals: 2 }),
  daily('tether dominance', 5.5, 0.25, 150, { risk: -0.4, decimals: 2 }),
  market('hrbx.us', 80, 0.7, 250, 0.5),
  market('lntx.us', 14, 0.8, 200, 0.5),
  market('sblx.us', 6, 0.9, 150, 0.5),
  market('drft.us', 32, 0.6, 250, 0.5),
  market('qrtz.us', 9, 0.6, 250, 0.5),
  market('9901.jp', 420, 0.7, 200, 0.4, { decimals: 0 }),
]
const rows = new Map(levels.map((row) => [row.key, row]))

/** The row of a key; for a registered series without one a calm wander inside its range. */
export function levelOf(key: string, range: readonly [number, number]): Level {
  const low = Math.max(range[0], range[1] / 1e6)
  return rows.get(key) ?? daily(key, Math.sqrt(low * range[1]), 0.2, 180, { decimals: 2 })
}
