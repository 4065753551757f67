import { type Series, series } from '../../../data/series.ts'
import { isoDay } from '../../calendar/day.ts'
import { localToUtc } from '../../calendar/zone.ts'
import { notImitated, notThere, type WireFormat } from './answer.ts'
import { isHoliday, periodsOf } from './history.ts'
import { pathOf } from './level.ts'
import { normal, seedOf } from './noise.ts'
import { epoch } from './path.ts'

const known = new Set(['format', 'startPeriod'])
const rows = new Map<string, Series>(series.filter((row) => row.upstream === 'ecb').map((row) => [row.key, row]))
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

function exchangeLines(row: Series, now: number): (readonly [day: number, line: string])[] {
  const code = row.key.split('.')[2]!
  const [name, decimals, value] = currencies[code]!
  const title = `${name}/Euro ECB reference exchange rate,"ECB reference exchange rate, ${name}/Euro, 2.15 pm (C.E.T.)"`
  const end = `A,F,,,P1D,,A,,,,,,,99Q1=100,,,${decimals},,4F0,,${title},${code},0`
  return periodsOf(row, now)
    .filter((day) => !isHoliday(row, day))
    .map((day) => [day, `${row.key},D,${code},EUR,SP00,A,${isoDay(day)},${value(day).toFixed(decimals)},${end}`])
}

/** A decision every 42 days, in force six days later; a line where it changed the rate. */
function rateLines(row: Series, now: number): (readonly [day: number, line: string])[] {
  const lines: (readonly [number, string])[] = []
  const title =
    '"Euro area (changing composition) - Key interest rate - Deposit facility - date of changes (raw data) - Level - Euro, provided by ECB"'
  const end = `A,F,,,P1D,,E,4F0,,,,,,,,,,,,,,,,7,,,Deposit facility - date of changes (raw data) - Level,${title},PCPA,0`
  let standing: number | null = null
  for (let decided = epoch; localToUtc(decided, '14:15', 'Europe/Berlin') <= now; decided += 42) {
    const rate = Math.round(pathOf('euro short rate')(decided) * 4) / 4
    if (rate !== standing) lines.push([decided + 6, `${row.key},B,U2,EUR,4F,KR,DFR,LEV,${isoDay(decided + 6)},${rate},${end}`])
    standing = rate
  }
  return lines
}

/** The ECB's data portal as CSV with all columns: reference exchange rates, the series one after another, and the deposit facility rate. */
export const ecbData: WireFormat = {
  host: 'data-api.ecb.europa.eu',
  path: (pathname) => pathname.startsWith('/service/data/'),
  answer(url, now) {
    for (const name of url.searchParams.keys()) if (!known.has(name)) throw notImitated(url, `the parameter ${name}`)
    if (url.searchParams.get('format') !== 'csvdata') throw notImitated(url, 'answers that are not csvdata')
    const [flow = '', key = ''] = url.pathname.slice('/service/data/'.length).split('/')
    const exchange = /^D\.([A-Z+]+)\.EUR\.SP00\.A$/.exec(key)
    const keys = exchange ? exchange[1]!.split('+').map((code) => `EXR.D.${code}.EUR.SP00.A`) : [`${flow}.${key}`]
    const asked = keys.flatMap((name) => rows.get(name) ?? [])
    if (asked.length === 0 || (flow !== 'EXR' && flow !== 'FM')) throw notThere(url, 'no such series')
    const from = url.searchParams.get('startPeriod') ?? ''
    const lines = asked
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .flatMap((row) => (exchange ? exchangeLines(row, now) : rateLines(row, now)))
      .filter(([day]) => isoDay(day) >= from)
    const newline = exchange ? '\n' : '\r\n'
    const body = `${[exchange ? exrHeader : fmHeader, ...lines.map(([, line]) => line)].join(newline)}${newline}`
    return { status: 200, type: 'text/csv', body }
  },
}
