/**
 * Holidays by rule: `fixed` month and day, `nth` weekday of a month (negative n counts from its end), `easter` days from Easter Sunday.
 * A fixed day on a Sunday is kept on Monday unless `sunday` says not; one on a Saturday on the Friday before only where `saturday` says so.
 * `from` is the first year it was kept. Sources: 5 U.S.C. 6103 for federal agencies; the Federal Reserve Banks' own holiday schedule, which
 * keeps no Friday for a Saturday and is that of the Daily Treasury Statement (every day of 2016 to 2025-09); NYSE Rule 7.2, which keeps a
 * Friday for a Saturday except at the end of a year; for the money market the days on which the New York Fed's reverse repo had no
 * operation, 2021 to 2026; for TARGET the long-term calendar of the ECB of 2000-12-14;
 * for England the bank holidays on which Brent had no price, 2022 to 2026. Days that were closed once are `closedDays`.
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
/** The exchanges and the money market kept it from the year after on. */
const juneteenthOfMarkets = { ...juneteenth, from: 2022 } as const
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

export const holidayRules: Readonly<Record<HolidayCalendar, readonly HolidayRule[]>> = {
  none: [],
  'us-federal': [...byWeekday, columbus, ...federal.map((rule) => ({ ...rule, ...onFriday }))],
  'us-bank': [...byWeekday, columbus, ...federal.map((rule) => ({ ...rule, ...notKept }))],
  'us-money-market': [
    ...byWeekday,
    columbus,
    goodFriday,
    ...[newYear, veterans].map((rule) => ({ ...rule, ...notKept })),
    ...[juneteenthOfMarkets, independence, christmas].map((rule) => ({ ...rule, ...onFriday })),
  ],
  'us-market': [
    ...byWeekday,
    goodFriday,
    { ...newYear, ...notKept },
    ...[juneteenthOfMarkets, independence, christmas].map((rule) => ({ ...rule, ...onFriday })),
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

/** A day closed once: `closed` names the calendars on which it was no business day; by the others it was one. */
export interface ClosedDay {
  readonly day: string
  readonly name: string
  readonly closed: readonly HolidayCalendar[]
  /** Who closed the offices of the government, and the witness for what else was closed. */
  readonly source: string
}

/** Prices of the Nasdaq Composite (FRED NASDAQCOM) and Treasury yields of ten years (FRED DGS10) are blank on these days, or are not. */
const witnessed = 'FRED NASDAQCOM and DGS10'
const order = (number: number): string => `Executive Order ${number}`
const offices = ['us-federal'] as const
const officesAndExchanges = ['us-federal', 'us-market'] as const
const everything = ['us-federal', 'us-market', 'us-money-market'] as const
const mourning = 'National day of mourning for President '

/**
 * Days of mourning, orders that closed the offices of the government around Christmas, the attacks of 2001, and storms that closed the
 * exchanges or kept the offices shut for days. Half days from noon on count as closed for the offices: what is due in the afternoon did not
 * come. Other days on which snow closed offices in Washington stand nowhere: statistics came all the same.
 */
export const closedDays: readonly ClosedDay[] = [
  { day: '1994-04-27', name: `${mourning}Nixon`, closed: everything, source: `${order(12_910)}; ${witnessed}` },
  { day: '1997-12-26', name: 'Day after Christmas', closed: offices, source: order(13_068) },
  { day: '2001-09-11', name: 'Attacks on New York and Washington', closed: everything, source: witnessed },
  { day: '2001-09-12', name: 'Attacks on New York and Washington', closed: ['us-market', 'us-money-market'], source: witnessed },
  { day: '2001-09-13', name: 'Attacks on New York and Washington', closed: ['us-market'], source: witnessed },
  { day: '2001-09-14', name: 'Attacks on New York and Washington', closed: ['us-market'], source: witnessed },
  { day: '2001-12-24', name: 'Christmas Eve', closed: offices, source: order(13_238) },
  { day: '2002-12-24', name: 'Christmas Eve, from noon on', closed: offices, source: order(13_281) },
  { day: '2003-12-26', name: 'Day after Christmas', closed: offices, source: order(13_320) },
  { day: '2004-06-11', name: `${mourning}Reagan`, closed: everything, source: `${order(13_343)}; ${witnessed}` },
  { day: '2007-01-02', name: `${mourning}Ford`, closed: officesAndExchanges, source: `${order(13_421)}; ${witnessed}` },
  { day: '2007-12-24', name: 'Christmas Eve', closed: offices, source: order(13_453) },
  { day: '2008-12-26', name: 'Day after Christmas', closed: offices, source: order(13_482) },
  { day: '2009-12-24', name: 'Christmas Eve, from noon on', closed: offices, source: order(13_523) },
  ...['2010-02-08', '2010-02-09', '2010-02-10', '2010-02-11'].map((day) => ({
    day,
    name: 'Blizzards in Washington',
    closed: offices,
    source: 'OPM operating status; no exchange rates of the Board on 02-10 and 02-11 (FRED DTWEXBGS)',
  })),
  { day: '2012-10-29', name: 'Hurricane Sandy', closed: officesAndExchanges, source: `OPM operating status; ${witnessed}` },
  { day: '2012-10-30', name: 'Hurricane Sandy', closed: everything, source: `OPM operating status; ${witnessed}` },
  { day: '2012-12-24', name: 'Christmas Eve', closed: offices, source: order(13_633) },
  { day: '2014-12-26', name: 'Day after Christmas', closed: offices, source: order(13_682) },
  { day: '2015-12-24', name: 'Christmas Eve, from noon on', closed: offices, source: order(13_713) },
  {
    day: '2018-12-05',
    name: `${mourning}George H. W. Bush`,
    closed: everything,
    source: `${order(13_852)}; ${witnessed}, SOFR and RRPONTSYD`,
  },
  { day: '2018-12-24', name: 'Christmas Eve', closed: offices, source: order(13_854) },
  { day: '2019-12-24', name: 'Christmas Eve', closed: offices, source: `${order(13_900)} (84 FR 69983)` },
  { day: '2020-12-24', name: 'Christmas Eve', closed: offices, source: order(13_965) },
  { day: '2024-12-24', name: 'Christmas Eve', closed: offices, source: 'Executive Order of 2024-12-19' },
  {
    day: '2025-01-09',
    name: `${mourning}Carter`,
    closed: officesAndExchanges,
    source: `Executive Order of 2024-12-30; ${witnessed}`,
  },
  { day: '2025-12-24', name: 'Christmas Eve', closed: offices, source: 'Executive Order of 2025-12-18' },
  { day: '2025-12-26', name: 'Day after Christmas', closed: offices, source: 'Executive Order of 2025-12-18' },
]
