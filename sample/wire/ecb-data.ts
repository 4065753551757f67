import type { Series } from '../../data/series.ts'
import { isoDay } from '../../pipeline/calendar/day.ts'
import { localToUtc } from '../../pipeline/calendar/zone.ts'
import { euroYield } from '../world/economy.ts'
import { seriesOf, sessionsOf } from '../world/history.ts'
import { normal, seedOf } from '../world/noise.ts'
import { epoch, pathOf } from '../world/path.ts'
import { notImitated, notThere, text, type WireFormat } from './answer.ts'

const rows = seriesOf('ecb')
const hours = seedOf('between Frankfurt and New York')

/** Of the euro in dollars at noon in New York, a few hours before: a tenth of a percent apart as a rule. */
const dollars = (day: number): number => pathOf('DEXUSEU')(day) * (1 + 0.001 * normal(hours, day))

/** Name, decimals and value of each currency. */
const currencies: Readonly<Record<string, readonly [name: string, decimals: number, value: (day: number) => number]>> = {
  USD: ['US dollar', 4, dollars],
  JPY: ['Japanese yen', 2, (day) => dollars(day) * pathOf('DEXJPUS')(day)],
  GBP: ['UK pound sterling', 5, pathOf('pounds to one euro')],
  CHF: ['Swiss franc', 4, pathOf('francs to one euro')],
  CNY: ['Chinese yuan renminbi', 4, (day) => dollars(day) * pathOf('DEXCHUS')(day)],
}

const exrHeader =
  'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK,OBS_COM,TIME_FORMAT,BREAKS,COLLECTION,COMPILING_ORG,DISS_ORG,DOM_SER_IDS,PUBL_ECB,PUBL_MU,PUBL_PUBLIC,UNIT_INDEX_BASE,COMPILATION,COVERAGE,DECIMALS,NAT_TITLE,SOURCE_AGENCY,SOURCE_PUB,TITLE,TITLE_COMPL,UNIT,UNIT_MULT'
const fmHeader =
  'KEY,FREQ,REF_AREA,CURRENCY,PROVIDER_FM,INSTRUMENT_FM,PROVIDER_FM_ID,DATA_TYPE_FM,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK,OBS_COM,TIME_FORMAT,BREAKS,COLLECTION,COMPILING_ORG,DISS_ORG,DOM_SER_IDS,FM_CONTRACT_TIME,FM_COUPON_RATE,FM_IDENTIFIER,FM_LOT_SIZE,FM_MATURITY,FM_OUTS_AMOUNT,FM_PUT_CALL,FM_STRIKE_PRICE,PUBL_MU,PUBL_PUBLIC,UNIT_INDEX_BASE,COMPILATION,COVERAGE,DECIMALS,SOURCE_AGENCY,SOURCE_PUB,TITLE,TITLE_COMPL,UNIT,UNIT_MULT'

type Line = readonly [date: string, line: string]

function exchangeLines(row: Series, now: number): Line[] {
  const code = row.key.split('.')[2]!
  const [name, decimals, value] = currencies[code]!
  const title = `${name}/Euro ECB reference exchange rate,"ECB reference exchange rate, ${name}/Euro, 2.15 pm (C.E.T.)"`
  const end = `A,F,,,P1D,,A,,,,,,,99Q1=100,,,${decimals},,4F0,,${title},${code},0`
  return sessionsOf(row, now).map((day) => {
    const date = isoDay(day)
    return [date, `${row.key},D,${code},EUR,SP00,A,${date},${value(day).toFixed(decimals)},${end}`]
  })
}

function yieldLines(row: Series, now: number): Line[] {
  const tenor = row.key.split('.').at(-1)!
  const years = Number(/\d+/.exec(tenor)![0])
  const end = `A,F,,,P1D,,E,,,,,,,,,,,,,,,,,6,,,AAA yield curve - ${years}-year spot rate,"Euro area (changing composition) - Government bond, nominal, all issuers whose rating is triple A - Svensson model - continuous compounding - yield error minimisation - Yield curve spot rate, ${years}-year maturity",PCPA,0`
  return sessionsOf(row, now).map((day) => {
    const date = isoDay(day)
    return [date, `${row.key},B,U2,EUR,4F,G_N_A,SV_C_YM,${tenor},${date},${euroYield(years, day).toFixed(10)},${end}`]
  })
}

/** A decision every 42 days, in force six days later; a line where it changed the rate. */
function rateLines(row: Series, now: number): Line[] {
  const title =
    '"Euro area (changing composition) - Key interest rate - Deposit facility - date of changes (raw data) - Level - Euro, provided by ECB"'
  const end = `A,F,,,P1D,,E,4F0,,,,,,,,,,,,,,,,7,,,Deposit facility - date of changes (raw data) - Level,${title},PCPA,0`
  const lines: Line[] = []
  let before: number | null = null
  for (let decided = epoch; localToUtc(decided, '14:15', 'Europe/Berlin') <= now; decided += 42) {
    const rate = Math.round(pathOf('euro short rate')(decided) * 4) / 4
    const date = isoDay(decided + 6)
    if (rate !== before) lines.push([date, `${row.key},B,U2,EUR,4F,KR,DFR,LEV,${date},${rate},${end}`])
    before = rate
  }
  return lines
}

/** The ECB's data portal as CSV with all columns: reference exchange rates and yields, the series one after another, and the deposit facility rate. */
export const ecbData: WireFormat = {
  host: 'data-api.ecb.europa.eu',
  path: /^\/service\/data\/(EXR|FM|YC)\/([\w.+]+)$/,
  parameters: ['format', 'startPeriod'],
  answer({ url, query, now, parts: [flow, key = ''] }) {
    const { format, startPeriod = '' } = query
    if (format !== 'csvdata') throw notImitated(url, 'answers that are not csvdata')
    const [, codes = ''] = /^D\.([A-Z+]+)\.EUR\.SP00\.A$/.exec(key) ?? []
    const [, stem, tenors = ''] = /^(B\.U2\.EUR\.4F\.G_N_A\.SV_C_YM)\.([\w+]+)$/.exec(key) ?? []
    const keys =
      codes !== ''
        ? codes.split('+').map((code) => `EXR.D.${code}.EUR.SP00.A`)
        : stem
          ? tenors.split('+').map((tenor) => `${flow}.${stem}.${tenor}`)
          : [`${flow}.${key}`]
    const asked = keys.toSorted().flatMap((name) => rows.get(name) ?? [])
    if (asked.length === 0) throw notThere(url, 'no such series')
    const exchange = flow === 'EXR'
    const lines = asked
      .flatMap((row) => (exchange ? exchangeLines(row, now) : flow === 'YC' ? yieldLines(row, now) : rateLines(row, now)))
      .flatMap(([date, line]) => (date >= startPeriod ? [line] : []))
    return text('text/csv', [exchange ? exrHeader : fmHeader, ...lines, ''].join(exchange ? '\n' : '\r\n'))
  },
}
