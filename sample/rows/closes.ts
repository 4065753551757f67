import { type CloseMarket, closeMarkets } from '../../data/close-providers.ts'
import { dayNumber, daysBetween, endOfDay, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { isBusinessDay } from '../../pipeline/time/holiday.ts'
import { listedLines } from '../world/listed.ts'
import { roundTo } from '../world/random-walk.ts'
import type { Asked, SampleAnswers, SampleTableRow } from './publication.ts'

/** `2026-08-28` or `20260828` in an address, a half month such as `202605a`, or today. */
function sessionIn({ href }: URL, now: number): string {
  const [, year, month, day] = /(\d{4})-?(\d{2})-?(\d{2})/.exec(href) ?? /(\d{4})(\d{2})([ab])/.exec(href) ?? []
  if (day === undefined) return isoTime(now).slice(0, 10)
  return `${year}-${month}-${{ a: '10', b: '24' }[day] ?? day}`
}

/** One close of a line that no company of the sample has: theirs are given elsewhere. */
const lineOf = (market: CloseMarket, line: string): SampleAnswers[string] => {
  const unit = closeMarkets[market] ?? 'EUR'
  return ({ feed, url, now }) => ({
    rows: {
      close: [{ feed, market, line, session: sessionIn(url, now), value: 12.5, unit, shares: null, due_at: isoTime(now) }],
    },
  })
}

/** Five years of each, which the plans of providers would ask for session by session. */
const shownDays = 1_826

/** Closes of the companies of a market by their listed lines, up to the newest session. */
export const closesOfCompanies = (
  feed: string,
  market: 'us' | 'jp',
  { now, last }: Pick<Asked, 'now' | 'last'>,
): SampleTableRow<'close'>[] =>
  listedLines
    .filter((line) => line.market === market)
    .flatMap(({ code, unit, close }) =>
      daysBetween(last - shownDays, last)
        .filter((day) => isBusinessDay(day, 'us-market'))
        .map((day) => ({
          ...{ feed, market, line: code, session: isoDay(day), value: close(day), unit, shares: null },
          due_at: isoTime(Math.min(now, endOfDay(day))),
        })),
    )

/** Their splits. */
export const splitsOfCompanies = (feed: string, market: 'us' | 'jp', last: number): SampleTableRow<'split'>[] =>
  listedLines.flatMap((line) =>
    line.market === market && line.split !== null && line.split.day <= isoDay(last)
      ? [{ feed, market, line: line.code, session: line.split.day, ratio: line.split.ratio }]
      : [],
  )

export const closes: SampleAnswers = {
  'sec-fails': (asked) => {
    const middle = dayNumber(sessionIn(asked.url, asked.now))!
    const all = closesOfCompanies('sec-fails', 'us', asked).filter(({ session }) => Math.abs(dayNumber(session)! - middle) < 8)
    return { rows: { close: all.map((row) => ({ ...row, value: roundTo(row.value, 2) })) } }
  },
  'fsc-closes': lineOf('kr', '999990'),
  'jquants-closes': (asked) => ({ rows: { close: closesOfCompanies('jquants-closes', 'jp', asked) } }),
  'nse-closes': lineOf('in', 'INE000Z01010'),
  'bse-closes': lineOf('in', 'INE000Z01010'),
  'euronext-closes': lineOf('eu', 'NL0000000000'),
}
