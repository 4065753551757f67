/**
 * Holidays by rule: `fixed` month and day, `nth` weekday of a month (negative n counts from its end), `easter` days from Easter Sunday.
 * A fixed day on a Sunday is kept on Monday unless `sunday` says not; one on a Saturday on the Friday before only where `saturday` says so.
 * `from` is the first year it was kept. Sources: 5 U.S.C. 6103 for federal agencies; the Federal Reserve Banks' own holiday schedule, which
 * keeps no Friday for a Saturday and is that of the Daily Treasury Statement (every day of 2016 to 2025-09); NYSE Rule 7.2, which keeps a
 * Friday for a Saturday except at the end of a year; for the money market the days on which the New York Fed's reverse repo had no
 * operation, 2021 to 2026; for TARGET the long-term calendar of the ECB of 2000-12-14;
 * for England the bank holidays on which Brent had no price, 2022 to 2026. Days that were closed once (mourning, storms) stand nowhere.
 */
export type HolidayRule =
  | {
      readonly name: string
      readonly kind: 'fixed'
      readonly month: number
      readonly day: number
      readonly saturday: boolean
      readonly sunday?: false
      readonly from?: number
    }
  | {
      readonly name: string
      readonly kind: 'nth'
      readonly month: number
      readonly weekday: number
      readonly n: number
      readonly from?: number
    }
  | { readonly name: string; readonly kind: 'easter'; readonly offset: number; readonly from?: number }

const byWeekday = [
  { name: 'Martin Luther King Jr. Day', kind: 'nth', month: 1, weekday: 1, n: 3, from: 1986 },
  { name: 'Washington’s Birthday', kind: 'nth', month: 2, weekday: 1, n: 3 },
  { name: 'Memorial Day', kind: 'nth', month: 5, weekday: 1, n: -1 },
  { name: 'Labor Day', kind: 'nth', month: 9, weekday: 1, n: 1 },
  { name: 'Thanksgiving', kind: 'nth', month: 11, weekday: 4, n: 4 },
] as const
const columbus = { name: 'Columbus Day', kind: 'nth', month: 10, weekday: 1, n: 2 } as const
const goodFriday = { name: 'Good Friday', kind: 'easter', offset: -2 } as const
const easterMonday = { name: 'Easter Monday', kind: 'easter', offset: 1 } as const
const newYear = { name: 'New Year’s Day', kind: 'fixed', month: 1, day: 1 } as const
const juneteenth = { name: 'Juneteenth', kind: 'fixed', month: 6, day: 19, from: 2021 } as const
const independence = { name: 'Independence Day', kind: 'fixed', month: 7, day: 4 } as const
const veterans = { name: 'Veterans Day', kind: 'fixed', month: 11, day: 11 } as const
const labour = { name: 'Labour Day', kind: 'fixed', month: 5, day: 1 } as const
const christmas = { name: 'Christmas Day', kind: 'fixed', month: 12, day: 25 } as const

const onFriday = { saturday: true } as const
const notKept = { saturday: false } as const
const onTheDay = { saturday: false, sunday: false } as const
const federal = [newYear, juneteenth, independence, veterans, christmas]

/** Calendars of days on which something is closed. */
export type HolidayCalendar = 'none' | 'us-federal' | 'us-bank' | 'us-money-market' | 'us-market' | 'target' | 'england'

export const holidays: Readonly<Record<HolidayCalendar, readonly HolidayRule[]>> = {
  none: [],
  'us-federal': [...byWeekday, columbus, ...federal.map((rule) => ({ ...rule, ...onFriday }))],
  'us-bank': [...byWeekday, columbus, ...federal.map((rule) => ({ ...rule, ...notKept }))],
  'us-money-market': [
    ...byWeekday,
    columbus,
    goodFriday,
    ...[newYear, veterans].map((rule) => ({ ...rule, ...notKept })),
    ...[juneteenth, independence, christmas].map((rule) => ({ ...rule, ...onFriday })),
  ],
  'us-market': [
    ...byWeekday,
    goodFriday,
    { ...newYear, ...notKept },
    ...[juneteenth, independence, christmas].map((rule) => ({ ...rule, ...onFriday })),
  ],
  target: [
    goodFriday,
    easterMonday,
    ...[newYear, labour, christmas, { ...christmas, name: 'Christmas Holiday', day: 26 }].map((rule) => ({
      ...rule,
      ...onTheDay,
    })),
  ],
  // days in lieu of a Saturday, or of two days at Christmas, stand nowhere
  england: [
    goodFriday,
    easterMonday,
    { name: 'Early May bank holiday', kind: 'nth', month: 5, weekday: 1, n: 1 },
    { name: 'Spring bank holiday', kind: 'nth', month: 5, weekday: 1, n: -1 },
    { name: 'Summer bank holiday', kind: 'nth', month: 8, weekday: 1, n: -1 },
    ...[newYear, christmas, { ...christmas, name: 'Boxing Day', day: 26 }].map((rule) => ({ ...rule, ...notKept })),
  ],
}
