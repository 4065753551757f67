import { afterMonth, afterQuarter, onBusinessDay, onWeekday, type RuleRows } from './row.ts'

/**
 * Release rules of inflation, jobs, growth, money and debt, by the agencies' own calendars. FRED gives the vintages of what is revised: the
 * day a value came is then read from them, and the rule decides only when one is late.
 */
export const economyRules = {
  'frankfurt-noon': onBusinessDay(1, 'next TARGET day', '12:00', {
    place: 'Frankfurt',
    holidays: 'target',
    graceHours: 12,
    staleDays: 5,
  }),
  // mostly at 16:00 of the same day; by the next morning at the latest
  breakevens: onBusinessDay(1, 'next business day', '08:00', { place: 'Chicago', staleDays: 4 }),
  // Cleveland and Atlanta work them out of the consumer prices of the same morning
  'cpi-measures': afterMonth(16, '13:00', { releaseName: 'Median and sticky consumer prices' }),
  'producer-prices': afterMonth(17, '08:30'),
  'personal-income': afterMonth(31, '08:30'),
  gdp: afterQuarter(31, '08:30', { staleDays: 30, releaseName: 'Gross Domestic Product' }),
  'employment-cost': afterQuarter(31, '08:30', { staleDays: 30 }),
  'job-openings': afterMonth(40, '10:00'),
  'retail-sales': afterMonth(18, '08:30', { releaseName: 'Retail sales' }),
  // "the mid-month": the Federal Reserve was open, but worked without the hours and surveys of those that were not
  'industrial-production': afterMonth(18, '09:15', { releaseName: 'Industrial production (G.17)' }),
  'durable-goods': afterMonth(28, '08:30', { releaseName: 'Durable goods orders' }),
  'housing-starts': afterMonth(20, '08:30', { releaseName: 'Housing starts' }),
  'new-home-sales': afterMonth(27, '10:00', { releaseName: 'New home sales' }),
  cfnai: afterMonth(28, '08:30', { place: 'Chicago', staleDays: 30, releaseName: 'Chicago Fed National Activity Index' }),
  wei: onWeekday(5, 4, 'Thursday after the Saturday', '11:30', { countedFrom: 1, graceHours: 48 }),
  'stress-index': onWeekday(6, 4, 'Thursday after the Friday', '13:00', { place: 'Chicago' }),
  h8: onWeekday(9, 5, 'Friday of the week after the Wednesday', '16:15'),
  // the ratio of the debt to the product of a quarter follows the second estimate of the latter
  'debt-ratio': afterQuarter(75, '16:00', { staleDays: 30, releaseName: 'Federal debt to GDP' }),
  // the issue of the Treasury Bulletin that is named by the end of the quarter after: two of a year have 92 days, the others fewer
  'ownership-totals': afterQuarter(92, '16:00', { graceHours: 360, staleDays: 62, releaseName: 'Treasury Bulletin' }),
  // owners are in the issue after that of the totals of their quarter
  'ownership-holders': afterQuarter(184, '16:00', { graceHours: 360, staleDays: 62, releaseName: 'Treasury Bulletin' }),
  'monthly-treasury-statement': afterMonth(13, '14:00', { releaseName: 'Monthly Treasury Statement' }),
} as const satisfies RuleRows
