/**
 * Holidays by rule: `fixed` month and day (observed on the Friday before a Saturday and the Monday after a Sunday), `nth` weekday of a month (negative n counts from
 * its end), `easter` days from Easter Sunday. `from` is the first year it was kept. Sources: 5 U.S.C. 6103; NYSE Rule 7.2. Days that were closed once
 * (mourning, storms) are not release calendars' business and stand nowhere.
 */
export type HolidayRule =
  | { readonly name: string; readonly kind: 'fixed'; readonly month: number; readonly day: number; readonly from?: number }
  | {
      readonly name: string
      readonly kind: 'nth'
      readonly month: number
      readonly weekday: number
      readonly n: number
      readonly from?: number
    }
  | { readonly name: string; readonly kind: 'easter'; readonly offset: number; readonly from?: number }

const shared = [
  { name: 'New Year’s Day', kind: 'fixed', month: 1, day: 1 },
  { name: 'Martin Luther King Jr. Day', kind: 'nth', month: 1, weekday: 1, n: 3, from: 1986 },
  { name: 'Washington’s Birthday', kind: 'nth', month: 2, weekday: 1, n: 3 },
  { name: 'Memorial Day', kind: 'nth', month: 5, weekday: 1, n: -1 },
  { name: 'Juneteenth', kind: 'fixed', month: 6, day: 19, from: 2021 },
  { name: 'Independence Day', kind: 'fixed', month: 7, day: 4 },
  { name: 'Labor Day', kind: 'nth', month: 9, weekday: 1, n: 1 },
  { name: 'Thanksgiving', kind: 'nth', month: 11, weekday: 4, n: 4 },
  { name: 'Christmas Day', kind: 'fixed', month: 12, day: 25 },
] as const

export const holidays: Readonly<Record<'none' | 'us-federal' | 'us-market', readonly HolidayRule[]>> = {
  none: [],
  'us-federal': [
    ...shared,
    { name: 'Columbus Day', kind: 'nth', month: 10, weekday: 1, n: 2 },
    { name: 'Veterans Day', kind: 'fixed', month: 11, day: 11 },
  ],
  'us-market': [...shared, { name: 'Good Friday', kind: 'easter', offset: -2 }],
}
