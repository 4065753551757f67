import { isoDay, weekday } from '../../pipeline/time/day.ts'
import { inventedIds } from './issuers.ts'
import { plainReporter, type Reporter } from './reporters.ts'
import { quarterEnd } from './statements.ts'

/** An invented company without bitcoin that reports in Japan under IFRS, in yen. Its shares were split after a year had ended and before its report. */
export const japaneseReporter: Reporter & { readonly edinet: string } = {
  ...plainReporter,
  ...inventedIds(8),
  edinet: 'E99902',
  ticker: '9902',
  name: 'Hoshi Mihon KK (SAMPLE DATA)',
  registrant: '',
  ...{ state: ['', ''], street: '', city: '', exchange: '', sic: '', sicDescription: '', ownerOrg: '', category: '' },
  fiscalYearEnd: '1231',
  fiscal: 'months',
  firstYear: 2019,
  weeklyRevenue: 5_200_000_000,
  costShare: 0.6,
  shares: 310_000_000,
  segments: [],
  split: { day: '2026-01-05', ratio: 5 },
}

/** A report of a year or of its first half, and the digest that announces its figures earlier. Days are day numbers. */
export interface JapaneseReport {
  readonly id: string
  readonly year: number
  readonly annual: boolean
  readonly to: number
  readonly submitted: number
  readonly announced: number
}

/** Its reports submitted, or announced, up to a day (day number): five years are compared in the first. */
export function japaneseReports(day: number, by: 'submitted' | 'announced' = 'submitted'): JapaneseReport[] {
  const first = japaneseReporter.firstYear + 3
  const years = Array.from({ length: Math.max(0, Number(isoDay(day).slice(0, 4)) - first + 1) }, (_, at) => first + at)
  return years
    .flatMap((year) => [false, true].map((annual) => ({ year, annual })))
    .map(({ year, annual }) => {
      const to = quarterEnd(japaneseReporter, year, annual ? 4 : 2)
      const weekdayBy = (due: number) => due - Math.max(0, weekday(due) - 5)
      const [submitted, announced] = [weekdayBy(to + (annual ? 86 : 43)), weekdayBy(to + (annual ? 43 : 36))]
      return { id: `S6${isoDay(to).slice(2).replaceAll('-', '')}`, year, annual, to, submitted, announced }
    })
    .filter((report) => report[by] <= day)
}
