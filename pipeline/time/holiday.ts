import { closedDays, type HolidayCalendar, type HolidayRule, holidayRules } from '../../data/holidays.ts'
import { dayMs, dayNumber, weekday } from './day.ts'

const day = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date) / dayMs

/** Easter Sunday of the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8). */
function easter(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return day(year, Math.floor(n / 31), (n % 31) + 1)
}

function dateOf(rule: HolidayRule, year: number): number | null {
  if (rule.from !== undefined && year < rule.from) return null
  if (rule.kind === 'easter') return easter(year) + rule.offset
  if (rule.kind === 'fixed') {
    const date = day(year, rule.month, rule.day)
    if (weekday(date) === 6) return rule.saturday ? date - 1 : null
    return weekday(date) === 7 && rule.sunday !== false ? date + 1 : date
  }
  if (rule.n > 0) {
    const first = day(year, rule.month, 1)
    return first + ((rule.weekday - weekday(first) + 7) % 7) + 7 * (rule.n - 1)
  }
  const last = day(year, rule.month + 1, 1) - 1
  return last - ((weekday(last) - rule.weekday + 7) % 7) + 7 * (rule.n + 1)
}

const years = new Map<HolidayCalendar, Map<number, ReadonlySet<number>>>()

/** All holidays observed in a calendar year, and the days closed once; New Year's Day of the next year may be observed on its last day. */
function ofYear(calendar: HolidayCalendar, year: number): ReadonlySet<number> {
  const ofCalendar = years.get(calendar) ?? new Map<number, ReadonlySet<number>>()
  years.set(calendar, ofCalendar)
  let days = ofCalendar.get(year)
  if (!days) {
    const all = [year, year + 1].flatMap((y) => holidayRules[calendar].map((rule) => dateOf(rule, y)))
    const once = closedDays.filter(({ closed }) => closed.includes(calendar)).map((closing) => dayNumber(closing.day))
    days = new Set([...all, ...once].filter((d): d is number => d !== null && new Date(d * dayMs).getUTCFullYear() === year))
    ofCalendar.set(year, days)
  }
  return days
}

/** Monday to Friday, no holiday of the calendar and not closed once. `none` has no weekends either: every day is a business day. */
export function isBusinessDay(date: number, calendar: HolidayCalendar): boolean {
  if (calendar === 'none') return true
  return weekday(date) < 6 && !ofYear(calendar, new Date(date * dayMs).getUTCFullYear()).has(date)
}

/** The newest business day up to a day. */
export function businessDayUpTo(date: number, calendar: HolidayCalendar): number {
  let at = date
  while (!isBusinessDay(at, calendar)) at--
  return at
}

/** The day itself when it is a business day, else the next one. */
export function businessDayFrom(date: number, calendar: HolidayCalendar): number {
  let at = date
  while (!isBusinessDay(at, calendar)) at++
  return at
}
