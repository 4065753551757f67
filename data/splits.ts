/**
 * Splits and consolidations of listed shares of the roster (`data/filers.ts`): `ratio` new shares for one old one, below 1 where shares
 * are merged. From the day `day` on shares are counted anew, and from the session `session` on they trade at the new price: the same day
 * in New York, up to two sessions earlier in Tokyo, where the old shares trade without the new ones until they are delivered.
 *
 * Not all there ever were: those of which the ratio and both days are sure. One that is missing makes an in-house mNAV wrong only while
 * the newest count of shares is from before it and the close from after it: add a split the day it is announced.
 */
export interface Split {
  readonly ticker: string
  readonly day: string
  readonly session: string
  readonly ratio: number
  /** Who says so. */
  readonly source: string
}

export const splits = [
  {
    ticker: 'MSTR',
    day: '2024-08-08',
    session: '2024-08-08',
    ratio: 10,
    source: '8-K of 2024-07-11; covers of 10-Qs before and after',
  },
  { ticker: 'TSLA', day: '2020-08-31', session: '2020-08-31', ratio: 5, source: '8-K of 2020-08-11' },
  { ticker: 'TSLA', day: '2022-08-25', session: '2022-08-25', ratio: 3, source: '8-K of 2022-08-05' },
  { ticker: 'GME', day: '2022-07-22', session: '2022-07-22', ratio: 4, source: '8-K of 2022-07-06' },
  {
    ticker: '3350',
    day: '2024-08-01',
    session: '2024-07-30',
    ratio: 0.1,
    source: 'company notice: ten shares become one, effective 2024-08-01',
  },
  {
    ticker: '3350',
    day: '2025-04-01',
    session: '2025-03-28',
    ratio: 10,
    source: 'company notice: one share becomes ten, effective 2025-04-01',
  },
  { ticker: 'HRBX', day: '2025-06-16', session: '2025-06-16', ratio: 10, source: 'invented' },
  { ticker: '9901', day: '2026-04-01', session: '2026-03-30', ratio: 5, source: 'invented' },
] as const satisfies readonly Split[]
