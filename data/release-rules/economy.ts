import { exceptions } from './exceptions.ts'
import type { ReleaseRule } from './row.ts'

/** Monthly and quarterly statistics of the United States at 08:30: days are the latest on which they usually come. */
const morning = { at: '08:30', zone: 'America/New_York', holidays: 'us-federal', graceHours: 24, staleDays: 14 } as const
const monthly = { ...morning, kind: 'month-day' } as const

/**
 * Release rules of inflation, jobs, growth, money and debt, by the agencies' own calendars. FRED gives the vintages of what is revised: the
 * day a value came is then read from them, and the rule decides only when one is late.
 */
export const economyRules = [
  {
    id: 'frankfurt-noon',
    title: 'next TARGET day, 12:00 Frankfurt',
    kind: 'business',
    days: 1,
    at: '12:00',
    zone: 'Europe/Berlin',
    holidays: 'target',
    graceHours: 12,
    staleDays: 5,
  },
  {
    // mostly at 16:00 of the same day; by the next morning at the latest
    id: 'breakevens',
    title: 'next business day, 08:00 Chicago',
    kind: 'business',
    days: 1,
    at: '08:00',
    zone: 'America/Chicago',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 4,
  },
  {
    // Cleveland and Atlanta work them out of the consumer prices of the same morning
    ...monthly,
    id: 'cpi-measures',
    title: '16 days after the month, 13:00 New York',
    days: 16,
    exceptions: exceptions['cpi-measures'],
    at: '13:00',
  },
  {
    ...monthly,
    id: 'producer-prices',
    title: '17 days after the month, 08:30 New York',
    days: 17,
    exceptions: exceptions['producer-prices'],
  },
  {
    ...monthly,
    id: 'personal-income',
    title: '31 days after the month, 08:30 New York',
    days: 31,
    exceptions: exceptions['personal-income'],
  },
  {
    ...monthly,
    id: 'gdp',
    title: '31 days after the quarter, 08:30 New York',
    days: 31,
    exceptions: exceptions.gdp,
    staleDays: 30,
  },
  {
    ...monthly,
    id: 'employment-cost',
    title: '31 days after the quarter, 08:30 New York',
    days: 31,
    exceptions: exceptions['employment-cost'],
    staleDays: 30,
  },
  {
    ...monthly,
    id: 'job-openings',
    title: '40 days after the month, 10:00 New York',
    days: 40,
    exceptions: exceptions['job-openings'],
    at: '10:00',
  },
  {
    ...monthly,
    id: 'retail-sales',
    title: '18 days after the month, 08:30 New York',
    days: 18,
    exceptions: exceptions['retail-sales'],
  },
  {
    // "the mid-month": the Federal Reserve was open, but worked without the hours and surveys of those that were not
    ...monthly,
    id: 'industrial-production',
    title: '18 days after the month, 09:15 New York',
    days: 18,
    exceptions: exceptions['industrial-production'],
    at: '09:15',
  },
  {
    ...monthly,
    id: 'durable-goods',
    title: '28 days after the month, 08:30 New York',
    days: 28,
    exceptions: exceptions['durable-goods'],
  },
  {
    ...monthly,
    id: 'housing-starts',
    title: '20 days after the month, 08:30 New York',
    days: 20,
    exceptions: exceptions['housing-starts'],
  },
  {
    ...monthly,
    id: 'new-home-sales',
    title: '27 days after the month, 10:00 New York',
    days: 27,
    exceptions: exceptions['new-home-sales'],
    at: '10:00',
  },
  {
    ...monthly,
    id: 'cfnai',
    title: '28 days after the month, 08:30 Chicago',
    days: 28,
    exceptions: exceptions.cfnai,
    zone: 'America/Chicago',
    staleDays: 30,
  },
  {
    id: 'wei',
    title: 'Thursday after the Saturday, 11:30 New York',
    kind: 'weekday',
    days: 5,
    weekday: 4,
    countedFrom: 1,
    at: '11:30',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 48,
    staleDays: 7,
  },
  {
    id: 'stress-index',
    title: 'Thursday after the Friday, 13:00 Chicago',
    kind: 'weekday',
    days: 6,
    weekday: 4,
    at: '13:00',
    zone: 'America/Chicago',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 7,
  },
  {
    id: 'h8',
    title: 'Friday of the week after the Wednesday, 16:15 New York',
    kind: 'weekday',
    days: 9,
    weekday: 5,
    at: '16:15',
    zone: 'America/New_York',
    holidays: 'us-federal',
    graceHours: 24,
    staleDays: 7,
  },
  {
    // the ratio of the debt to the product of a quarter follows the second estimate of the latter
    ...monthly,
    id: 'debt-ratio',
    title: '75 days after the quarter, 16:00 New York',
    days: 75,
    at: '16:00',
    staleDays: 30,
  },
  {
    // the issue of the Treasury Bulletin that is named by the end of the quarter after: two of a year have 92 days, the others fewer
    ...monthly,
    id: 'ownership-totals',
    title: '92 days after the quarter, 16:00 New York',
    days: 92,
    at: '16:00',
    graceHours: 360,
    staleDays: 62,
  },
  {
    // owners are in the issue after that of the totals of their quarter
    ...monthly,
    id: 'ownership-holders',
    title: '184 days after the quarter, 16:00 New York',
    days: 184,
    at: '16:00',
    graceHours: 360,
    staleDays: 62,
  },
  {
    ...monthly,
    id: 'monthly-treasury-statement',
    title: '13 days after the month, 14:00 New York',
    days: 13,
    exceptions: exceptions['monthly-treasury-statement'],
    at: '14:00',
  },
] as const satisfies readonly ReleaseRule[]
