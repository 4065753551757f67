/** Values that were never published, and who says so: no release is late for want of them. What came later than usual is in `release-rules/`. */
export interface Unpublished {
  readonly series: readonly string[]
  /** First and last period, by the days the values are dated: the last day of a month. */
  readonly from: string
  readonly to: string
  readonly agency: string
  /** What its notice says, where it is, and the day it was given. */
  readonly says: string
  readonly url: string
  readonly day: string
}

const lapse = {
  from: '2025-10-31',
  to: '2025-10-31',
  agency: 'Bureau of Labor Statistics',
  url: 'https://www.bls.gov/bls/2025-lapse-revised-release-dates.htm',
} as const

export const unpublishedValues: readonly Unpublished[] = [
  {
    ...lapse,
    series: ['CPIAUCSL', 'CPILFESL'],
    says: 'survey data of October 2025 could not be collected, then or later; no consumer price index of all items, with or without food and energy',
    day: '2025-11-21',
  },
  {
    ...lapse,
    series: ['UNRATE', 'U6RATE', 'CIVPART', 'LNS12300060'],
    says: 'household survey data of October 2025 could not be collected, then or later; payrolls came with those of November',
    day: '2025-11-19',
  },
]
