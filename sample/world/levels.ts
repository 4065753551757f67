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
  daily('eth/TxCnt', 1_350_000, 0.5, 120),
  daily('eth/AdrActCnt', 520_000, 0.45, 120),
  daily('eth/FeeTotNtv', 700, 2.5, 30, { decimals: 8 }),
  daily('mood of fund buyers', 1, 1.2, 25),
  daily('ether volume', 18e9, 2.5, 18, { risk: -0.2 }),
  daily('CapMVRVCur', 1.8, 0.5, 200, { decimals: 6 }),
  daily('AdrBalCnt', 52_000_000, 0.03, 600),
  daily('FlowInExNtv', 14_000, 1.5, 20),
  daily('FlowOutExNtv', 14_300, 1.5, 20),
  daily('SplyExNtv', 2_650_000, 0.05, 500),
  market('VIXCLS', 8.5, 1.95, 36, -0.7, { floor: 9 }),
  market('DCOILWTICO', 68, 0.32, 170, 0.3),
  market('Brent over WTI', 4, 0.5, 120, 0),
  market('DHHNGSP', 3.4, 0.6, 90, 0),
  daily('PET.WCESTUS1.W', 440_000, 0.06, 200),
  daily('PET.WGTSTUS1.W', 230_000, 0.05, 120),
  daily('PET.WDISTUS1.W', 120_000, 0.1, 150),
  daily('PET.W_EPC0_SAX_YCUOK_MBBL.W', 32_000, 0.3, 150),
  daily('PET.WPULEUS3.W', 90, 0.04, 60, { decimals: 1 }),
  daily('PET.WRPUPUS2.W', 20_000, 0.05, 40),
  daily('PET.WCRFPUS2.W', 13_000, 0.03, 400),
  daily('PET.WCRRIUS2.W', 16_000, 0.05, 60),
  daily('PET.WCRIMUS2.W', 6_300, 0.12, 60),
  daily('PET.WCREXUS2.W', 4_000, 0.2, 60),
  daily('PET.WGFUPUS2.W', 8_900, 0.04, 60),
  daily('PET.WDIUPUS2.W', 3_900, 0.06, 60),
  daily('NG.NW2_EPG0_SWO_R48_BCF.W', 2_900, 0.12, 150),
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
  daily('bitcoin dominance', 55, 0.12, 200, { decimals: 2 }),
  daily('tether dominance', 5.5, 0.25, 150, { risk: -0.4, decimals: 2 }),
  market('spy.us', 560, 0.16, 300, 0.97),
  market('qqq.us', 480, 0.2, 300, 0.95),
  market('iwm.us', 220, 0.2, 300, 0.94),
  market('rsp.us', 175, 0.15, 300, 0.965),
  market('xle.us', 46, 0.24, 300, 0.7),
  market('gdx.us', 45, 0.34, 300, 0.2),
  market('tlt.us', 92, 0.14, 300, -0.2),
  market('hyg.us', 78, 0.07, 300, 0.85),
  market('shy.us', 82, 0.018, 300, -0.1),
  market('agg.us', 98, 0.06, 300, -0.1),
  market('uso.us', 78, 0.33, 300, 0.3),
  market('ung.us', 15, 0.55, 300, 0.05),
  market('gld.us', 270, 0.16, 300, 0.05),
  market('slv.us', 32, 0.28, 300, 0.15),
  market('cper.us', 30, 0.22, 300, 0.4),
  market('weat.us', 24, 0.27, 300, 0.05),
  market('uup.us', 28, 0.07, 300, -0.3),
  market('vxx.us', 45, 0.7, 300, -0.75),
  market('xom.us', 112, 0.24, 300, 0.5),
  market('cvx.us', 155, 0.23, 300, 0.5),
  market('cop.us', 105, 0.28, 300, 0.5),
  market('eog.us', 122, 0.27, 300, 0.48),
  market('oxy.us', 52, 0.32, 300, 0.5),
  market('dvn.us', 38, 0.34, 300, 0.48),
  market('slb.us', 42, 0.32, 300, 0.5),
  market('hal.us', 30, 0.35, 300, 0.5),
  market('vlo.us', 140, 0.33, 300, 0.45),
  market('mpc.us', 160, 0.31, 300, 0.45),
  market('psx.us', 128, 0.29, 300, 0.45),
  market('nem.us', 55, 0.33, 300, 0.15),
  market('fcx.us', 44, 0.36, 300, 0.5),
  market('b.us', 24, 0.32, 300, 0.15),
  market('adm.us', 58, 0.24, 300, 0.35),
  market('bg.us', 88, 0.25, 300, 0.35),
  market('cf.us', 85, 0.3, 300, 0.3),
  market('mos.us', 32, 0.35, 300, 0.3),
  market('de.us', 430, 0.26, 300, 0.5),
  market('ctva.us', 62, 0.25, 300, 0.35),
  market('tsn.us', 58, 0.22, 300, 0.3),
  market('corz.us', 14, 0.75, 300, 0.45),
  market('iren.us', 18, 0.85, 300, 0.45),
  market('clsk.us', 12, 0.85, 300, 0.5),
  market('riot.us', 13, 0.8, 300, 0.5),
  market('mara.us', 16, 0.85, 300, 0.5),
  market('hut.us', 28, 0.85, 300, 0.5),
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
