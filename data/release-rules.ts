import { namedRows } from './named-rows.ts'
import { economyRules } from './release-rules/economy.ts'
import { releaseExceptions } from './release-rules/exceptions.ts'
import {
  afterMonth,
  nextBusinessDay,
  onBusinessDay,
  onDay,
  onWeekday,
  type ReleaseException,
  type ReleaseRule,
  type RuleRows,
  sameDay,
} from './release-rules/row.ts'

export type { ReleaseRule } from './release-rules/row.ts'

const positions = {
  title: 'third business day after the Tuesday, 15:30 New York',
  kind: 'business',
  days: 3,
  weekday: 2,
  at: '15:30',
  graceHours: 48,
} as const

const nextMidnight = { kind: 'after-day', days: 1, at: '00:00' } as const

const rows = {
  'crypto-daily': onDay(1, 'the day after', '00:00', { place: 'UTC', graceHours: 12, staleDays: 2 }),
  'vix-fred': nextBusinessDay('13:00', { place: 'UTC', graceHours: 12, staleDays: 4 }),
  'eia-spot': onWeekday(3, 3, 'Wednesday of the following week', '13:00', { countedFrom: 1 }),
  h41: onWeekday(1, 4, 'Thursday after the Wednesday', '16:30', { countedFrom: 3, graceHours: 12 }),
  'nyfed-rrp': nextBusinessDay('09:00', { holidays: 'us-money-market', graceHours: 12, staleDays: 4 }),
  'claims-initial': onWeekday(5, 4, 'Thursday after the week', '08:30', { graceHours: 12 }),
  'claims-continued': onWeekday(12, 4, 'Thursday of the week after next', '08:30', { graceHours: 12 }),
  h15: nextBusinessDay('17:00', { graceHours: 12, staleDays: 4 }),
  h10: onWeekday(3, 1, 'Monday after the week', '16:30'),
  'nyfed-rates': nextBusinessDay('09:00', { holidays: 'us-money-market', graceHours: 12, staleDays: 4 }),
  'fed-target': onDay(1, 'the day after', '09:00', { graceHours: 48, staleDays: 5, reprints: true }),
  nfci: onBusinessDay(3, 'third business day after the Friday', '08:30', { place: 'Chicago' }),
  h6: afterMonth(28, '13:00', { releaseName: 'Money stock measures (H.6)' }),
  employment: afterMonth(10, '08:30'),
  cpi: afterMonth(16, '08:30'),
  cot: positions,
  'cot-financial': positions,
  'primary-dealers': onWeekday(8, 4, 'Thursday of the week after the Wednesday', '16:15'),
  'eia-petroleum': onBusinessDay(3, 'third business day after the Friday', '10:30', { movedAt: '12:00' }),
  'eia-gas': onWeekday(6, 4, 'Thursday after the Friday', '10:30', { countedFrom: 2 }),
  'pink-sheet': onBusinessDay(3, 'third business day after the month', '17:00', {
    ...{ graceHours: 72, staleDays: 20, releaseName: 'World Bank commodity prices' },
  }),
  'eia-grid': onDay(3, 'three days after', '00:00', { place: 'UTC', staleDays: 4 }),
  // the Electric Power Monthly came 51 to 55 days after its month in 2012, 2024 and 2026; the hour is not stated
  'eia-retail-power': afterMonth(55, '17:00', { graceHours: 72, staleDays: 20, releaseName: 'Electric Power Monthly' }),
  // on the 16th to 18th of the month after next; 49 days are the latest of them after a short month too
  tic: afterMonth(49, '16:00', { graceHours: 48, releaseName: 'Treasury International Capital' }),
  'par-curve': sameDay('18:00', { staleDays: 4 }),
  dts: nextBusinessDay('16:00', { staleDays: 5 }),
  'debt-to-penny': nextBusinessDay('15:00', { staleDays: 5 }),
  lido: sameDay('13:00', { place: 'UTC', staleDays: 3 }),
  // a row of a day is of about 23:00 UTC; that of the running day is left out
  defillama: onDay(1, 'the day after', '00:15', { place: 'UTC', staleDays: 3 }),
  // the service works out a day when it is over, and some hours later
  beaconchain: onDay(1, 'the day after', '12:00', { place: 'UTC', staleDays: 3 }),
  // every maturity is sold each month; two months without one is a feed that has stopped
  auction: onDay(0, 'the day of the auction', '13:05', { staleDays: 62 }),
  // funds report during the evening and the night in New York
  'fund-flows': onBusinessDay(1, 'next session', '12:00', { place: 'UTC', holidays: 'us-market', staleDays: 5 }),
  // counts of what is settled, posted in the night after the session that follows theirs
  'settled-funds': onBusinessDay(2, 'second session after', '12:00', { place: 'UTC', holidays: 'us-market', staleDays: 5 }),
  'ecb-reference': sameDay('16:00', { place: 'Frankfurt', staleDays: 5 }),
  // 02:00 is midnight UTC in summer: a rate never counts as that of the day before it takes effect. A rate may hold for years.
  'ecb-key-rates': onDay(0, 'the day it takes effect', '02:00', { place: 'Frankfurt', staleDays: 3_650 }),
  snapshot: {
    title: 'at any time of the day itself',
    ...nextMidnight,
    zone: 'UTC',
    staleDays: 3,
  },
  'third-party': {
    // A third party that lists a company no longer owes nothing: no absence is late.
    title: 'at any time of the day itself, where listed',
    ...nextMidnight,
    zone: 'UTC',
    graceHours: 87_600,
    staleDays: 3_650,
  },
  'us-close': sameDay('18:00'),
  // The longest closure of the Tokyo exchange, at the turn of the year or in May, keeps a week of days.
  'tokyo-close': sameDay('18:00', { place: 'Tokyo', graceHours: 192, staleDays: 14 }),
  filing: {
    title: 'when filed',
    ...nextMidnight,
    graceHours: 336,
    staleDays: 100,
  },
} as const satisfies RuleRows

export type ReleaseRuleId = keyof typeof economyRules | keyof typeof rows

/** An exception of a rule that does not exist does not compile. */
const exceptionsByRule = new Map<ReleaseRuleId, readonly ReleaseException[]>(
  Object.entries(releaseExceptions) as [keyof typeof releaseExceptions, readonly ReleaseException[]][],
)

export const releaseRules = [...namedRows('id', economyRules), ...namedRows('id', rows)].map((row) => {
  const ofRule = exceptionsByRule.get(row.id)
  return {
    zone: 'America/New_York',
    holidays: row.kind === 'after-day' ? 'none' : 'us-federal',
    graceHours: 24,
    staleDays: 7,
    ...row,
    ...(ofRule && { exceptions: ofRule }),
  } as const satisfies ReleaseRule
})
