import { bundesbankSeries } from '../../data/series/bundesbank.ts'
import { isoDay } from '../../pipeline/calendar/day.ts'
import { germanYield } from '../world/economy.ts'
import { isHoliday, periodsOf } from '../world/history.ts'
import { notImitated, text, type WireFormat } from './answer.ts'

const [row] = bundesbankSeries

/** A time series of the Bundesbank as CSV in English: comments, then a line a weekday; days without a value have a point. */
export const bundesbank: WireFormat = {
  host: 'api.statistiken.bundesbank.de',
  path: /^\/rest\/data\/BBSIS\/D\.I\.ZST\.ZI\.EUR\.S1311\.B\.A604\.R10XX\.R\.A\.A\._Z\._Z\.A$/,
  parameters: ['format', 'lang', 'startPeriod'],
  answer({ url, query, now }) {
    const { format, lang, startPeriod = '' } = query
    if (format !== 'csv' || lang !== 'en') throw notImitated(url, 'answers that are not CSV in English')
    const days = periodsOf(row, now).filter((day) => isoDay(day) >= startPeriod)
    const lines = days.map((day) =>
      isHoliday(row, day) ? `${isoDay(day)},.,No value available` : `${isoDay(day)},${germanYield(day).toFixed(2)},`,
    )
    const head = [
      `"",${row.key},${row.key}_FLAGS`,
      '"","Term structure of interest rates on listed Federal securities (method by Svensson) / residual maturity of 10.0 years / daily data",',
      'unit,% p.a.,',
      'unit multiplier,one,',
      `last update,${isoDay(days.at(-1) ?? 0)} 12:00:00,`,
    ]
    return text('text/csv', [...head, ...lines, ''].join('\n'))
  },
}
