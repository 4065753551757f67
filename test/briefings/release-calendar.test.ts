import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { briefingDocuments } from '../../pipeline/briefings/compose.ts'
import { macroCalendar } from '../../pipeline/briefings/macro/macro.calendar.ts'
import { type Known, nothingFiled, PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import { calendarDay, releaseOn } from '../../pipeline/feeds/scheduled-release.ts'
import type { DatedRow } from '../../pipeline/tables/index.ts'
import { dayMs, dayNumber } from '../../pipeline/time/day.ts'
import type { Versions } from '../../pipeline/values/column.ts'
import { columnOf, daily } from '../analysis/columns.ts'
import { planned } from './planned-auctions.ts'

type Row = DatedRow<'scheduled_release'>
const asOf = dayNumber('2026-08-09')!

/** An entry of a calendar, known a month before the day asked about. */
function row(source: Row['source'], release: string, day: string, over: Partial<Row> = {}): Row {
  const [year, month, date] = day.split('-').map(Number)
  const on = calendarDay(year!, month!, date!)!
  const occurrence = over.occurrence ?? `${release} ${day}`
  const made = releaseOn(on, source === 'fomc' ? '14:00' : '08:30', {
    source,
    release,
    occurrence,
    about: null,
    status: 'confirmed',
  })
  return { ...made, known: (asOf - 30) * dayMs, basis: 'reported', gone: null, ...over }
}

/** Each calendar reaches well ahead. */
const reaching = [
  row('bls', 'Employment Cost Index', '2026-10-30'),
  row('bea', 'GDP (Advance Estimate)', '2026-10-29'),
  row('fomc', 'FOMC statement', '2026-10-28', { status: 'tentative' }),
]

const known = (rows: readonly Row[], versions = new Map<string, Versions>()): Known => ({
  versions,
  rows: { scheduled_release: [...rows].sort((a, b) => a.known - b.known) },
  ...nothingFiled,
  sample: false,
})
const tellOn = (rows: readonly Row[], day = asOf, versions?: Map<string, Versions>) =>
  macroCalendar.tell(new PointInTimeDays(known(rows, versions)).day(day))
const stateOn = (rows: readonly Row[], day = asOf) => macroCalendar.state.label(new PointInTimeDays(known(rows)).day(day))
const section = (told: ReturnType<typeof tellOn>, id: string) => told.sections.find((each) => each.id === id)?.rows ?? []

const week = [
  row('bls', 'Consumer Price Index', '2026-08-12'),
  row('bls', 'Producer Price Index', '2026-08-13'),
  row('bea', 'Personal Income and Outlays', '2026-08-14'),
]

describe('the state', () => {
  test('three major releases in seven days make it busy, until one is left; minor ones do not count', () => {
    const rows = [...reaching, ...week, row('bls', 'Productivity and Costs', '2026-08-11')]
    const states = [4, 5, 9, 11, 12, 13].map((date) => stateOn(rows, dayNumber('2026-08-01')! + date - 1))
    expect(states).toEqual(['quiet', 'quiet', 'busy', 'busy', 'busy', 'quiet'])
    expect(stateOn([...reaching, ...week.slice(0, 2)])).toBe('quiet')
  })
  test('without a calendar that reaches beyond the week it is unknown', () => {
    expect(stateOn([...reaching.slice(1), ...week])).toBe('unknown')
    expect(stateOn([])).toBe('unknown')
    expect(tellOn([...reaching.slice(1), ...week]).also![0]).toBe(
      'The state cannot be judged: the BLS calendar does not reach a week ahead.',
    )
    expect(tellOn([...reaching.slice(0, 1), ...week]).also).toContain(
      'The state cannot be judged: the BEA schedule does not reach a week ahead.',
    )
    expect(tellOn([...reaching, ...week]).also!.join(' ')).not.toContain('judged')
  })
  test('what became known later is not there, and what was called off does not count', () => {
    const later = week.map((each) => ({ ...each, known: (asOf + 1) * dayMs }))
    expect(stateOn([...reaching, ...later])).toBe('quiet')
    const off = week.map((each) => ({ ...each, gone: (asOf - 1) * dayMs }))
    expect(stateOn([...reaching, ...off])).toBe('quiet')
    expect(stateOn([...reaching, ...week.map((each) => ({ ...each, status: 'cancelled' as const }))])).toBe('quiet')
  })
})

describe('what is coming', () => {
  test('local time, UTC, what it can change, and where it is from', () => {
    expect(section(tellOn([...reaching, ...week]), 'coming')[0]).toMatchObject({
      day: '2026-08-12',
      local_time: '08:30 New York',
      utc: '12:30',
      release: 'Consumer Price Index (major)',
      status: 'confirmed',
      can_change: expect.stringContaining('cross.regime'),
      source: 'BLS calendar',
      due_at: '2026-08-12T12:30:00Z',
      occurrence: 'Consumer Price Index, 2026-08-12',
      changes_briefings: expect.stringMatching(/(^| )cross\.regime( |$)/),
      changes_metrics: expect.stringMatching(/(^| )cpi-inflation( |$)/),
    })
  })
  test('a release that moved says from which day, one that was called off says so, one that has passed has not moved', () => {
    const rows = [
      ...reaching,
      row('bls', 'Consumer Price Index', '2026-08-12', { occurrence: 'cpi', gone: (asOf - 2) * dayMs }),
      row('bls', 'Consumer Price Index', '2026-08-18', { occurrence: 'cpi', known: (asOf - 2) * dayMs }),
      row('bls', 'Producer Price Index', '2026-08-13', { gone: (asOf - 2) * dayMs }),
      row('bea', 'Personal Income and Outlays', '2026-07-30', { gone: (asOf - 5) * dayMs }),
    ]
    const told = tellOn(rows)
    expect(section(told, 'coming').map(({ release, day, status, occurrence }) => [release, day, status, occurrence])).toEqual([
      ['Consumer Price Index (major)', '2026-08-18', 'moved from 2026-08-12', 'Consumer Price Index, 2026-08-12'],
    ])
    expect(section(told, 'moved').map(({ release, was, now }) => [release, was, now])).toEqual([
      ['Producer Price Index', '2026-08-13', 'no longer listed'],
      ['Consumer Price Index', '2026-08-12', '2026-08-18'],
    ])
    expect(told.also!.join(' ')).toContain('Consumer Price Index has moved from 12 August to 18 August.')
    // on the day before, nobody knew
    expect(section(tellOn(rows, asOf - 3), 'coming').map(({ day, status }) => [day, status])).toEqual([
      ['2026-08-12', 'confirmed'],
      ['2026-08-13', 'confirmed'],
    ])
  })
  test('weekly releases follow their rule and its holidays, auctions the list of the Treasury', () => {
    const monday = dayNumber('2026-05-22')!
    const weeks = Array.from({ length: 60 }, (_, n) => monday - 7 * (59 - n) - 2)
    const assets = weeks.map((week) => [week, 6_700_000, (week + 1) * dayMs + 20.5 * 3_600_000] as const)
    const versions = new Map([['WALCL', columnOf(assets, 'USD mn', 'WALCL')]])
    const sold = { term: '5-Year', maturity: '5-Year', offered: 70_000_000_000, known: (monday - 1) * dayMs }
    const auction = planned({ ...sold, auction_day: '2026-05-27' })
    const days = new PointInTimeDays({ ...known([], versions), rows: { planned_auction: [auction] } })
    const told = macroCalendar.tell(days.day(monday))
    const rows = section(told, 'coming').filter(({ release }) => /auction|H\.4\.1/i.test(String(release)))
    expect(rows.map(({ release, day, utc, status }) => [release, day, utc, status])).toEqual([
      ['Auction results: 5-Year, $70bn', '2026-05-27', '17:05', 'confirmed'],
      ['Federal Reserve balance sheet (H.4.1), week to 27 May', '2026-05-28', '20:30', 'by rule'],
      ['Federal Reserve balance sheet (H.4.1), week to 3 June', '2026-06-04', '20:30', 'by rule'],
    ])
    expect(rows[0]!['can_change']).toBe('macro.auctions')
    expect(rows[0]!['changes_metrics']).toMatch(/^auction-5y-\S+( auction-5y-\S+)*$/)
    expect(told.also).toEqual([
      'No day is known for GDP and Personal Income and Outlays (week of 25 May).',
      'The Federal Reserve decides on 17 June.',
      'The state cannot be judged: the BLS calendar and the BEA schedule do not reach a week ahead.',
      'Three releases and one auction of notes or bonds are expected in the next seven days, three of them on the usual dates.',
    ])
  })
  test('a release of daily values comes once a week with all of them; the note names what is not in it', () => {
    const friday = dayNumber('2026-05-22')!
    const weekdays = Array.from({ length: 300 }, (_, n) => friday - 299 + n).filter((each) => (each + 3) % 7 < 5)
    const points = weekdays.map((each) => [each, 100] as const)
    const versions = new Map(['DTWEXBGS', 'DCOILWTICO'].map((id) => [id, columnOf(points, 'USD', id)]))
    const told = tellOn([], friday, versions)
    const rows = section(told, 'coming').filter(
      ({ status, release }) => status === 'by rule' && /H\.10|EIA/.test(String(release)),
    )
    expect(rows.map(({ release, due_at }) => [release, due_at])).toEqual([
      ['Exchange rates (H.10), week to 22 May', '2026-05-26T20:30:00Z'],
      ['EIA spot prices, week to 22 May', '2026-05-28T17:00:00Z'],
      ['Exchange rates (H.10), week to 29 May', '2026-06-01T20:30:00Z'],
      ['EIA spot prices, week to 29 May', '2026-06-03T17:00:00Z'],
    ])
    const note = told.notes.find((each) => each.startsWith('Left out are'))!
    expect(note).toMatch(/^Left out are bill auctions, what comes daily, and .*Retail sales.*Money stock measures \(H\.6\)/)
    expect(note).not.toMatch(/Exchange rates|EIA spot|Jobless claims|Financial Stress/)
  })
  test('the headline is the next major release', () => {
    const { facts, notes } = tellOn([...reaching, ...week])
    expect(facts![0]!.text).toBe(
      'Consumer Price Index is due on 12 August at 08:30 New York (12:30 UTC), the first of three major releases in a week.',
    )
    expect(notes.join(' ')).not.toContain('Nothing ahead')
    expect(tellOn(week).notes.join(' ')).toContain('Nothing ahead is on record of the FOMC calendar')
  })
})

describe('days by rule, where no calendar was read', () => {
  const dayOf = (text: string) => dayNumber(text)!
  /** The target of the Federal Reserve alone is read. */
  const targets = new Map([['DFEDTARU', daily(asOf - 60, new Array(60).fill(3.75), 'percent', 'DFEDTARU')]])
  const comingOf = (rows: readonly Row[], day: string) =>
    section(tellOn(rows, dayOf(day), targets), 'coming').map((each) => [
      each['release'],
      each['day'],
      each['status'],
      each['due_at'],
    ])

  test('a rule names a day or a week, meetings have their day; none of them says it is confirmed', () => {
    expect(comingOf([], '2026-07-23')).toEqual([
      ['GDP (major)', 'week of 27 July', 'by rule', null],
      ['Personal Income and Outlays (major)', 'week of 27 July', 'by rule', null],
      ['FOMC statement (major)', '2026-07-29', 'published ahead', '2026-07-29T18:00:00Z'],
      ['Employment Cost Index (major)', '2026-07-31', 'by rule', '2026-07-31T12:30:00Z'],
      ['Job Openings and Labor Turnover Survey', 'week of 3 August', 'by rule', null],
    ])
    expect(section(tellOn([], dayOf('2026-07-23'), targets), 'coming')[0]).toMatchObject({
      due_from: '2026-07-27',
      due_to: '2026-07-31',
    })
  })

  test('where nothing at all was read, there is no agenda', () =>
    expect(comingOf([], '2026-07-23').length > 0 && section(tellOn([], dayOf('2026-07-23')), 'coming')).toEqual([]))

  test('what has a day leads, what has a week alone never does; counts are of all rows that follow a rule', () => {
    const { facts, also, notes } = tellOn([], dayOf('2026-07-23'), targets)
    expect(facts![0]!.text).toBe(
      'The Federal Reserve decides on 29 July at 14:00 New York (18:00 UTC), one of three known major releases in a week.',
    )
    expect(also).toEqual([
      'No day is known for GDP and Personal Income and Outlays (week of 27 July).',
      'The state cannot be judged: the BLS calendar and the BEA schedule do not reach a week ahead.',
      'Three releases are expected in the next seven days, two of them on the usual dates.',
    ])
    expect(notes.join(' ')).toContain('Employment Cost Index (the day in 8 of 8 recorded releases)')
    expect(notes.join(' ')).not.toContain('http')
    const later = tellOn([], dayOf('2026-08-08'), targets)
    expect(later.facts![0]!.text).toBe('The Federal Reserve decides on 16 September at 14:00 New York (18:00 UTC).')
    expect(later.also![0]).toBe('No day is known for Consumer Price Index and Producer Price Index (week of 10 August).')
    // it is not the next major release: those of the week come first
    expect(later.facts![0]!.clauses[1]).toEqual([
      'Next decision of the Federal Reserve: FOMC statement and projections, on 16 September at 14:00 New York',
      'Next decision of the Federal Reserve: FOMC statement and projections, on 16 September',
    ])
    const nextOf = (rows: readonly Row[]) => tellOn(rows).facts![0]!.clauses[1][1]
    expect(nextOf([...reaching, ...week])).toBe('Next major release: Consumer Price Index, on 12 August')
    expect(nextOf([row('bea', 'GDP (Advance Estimate)', '2026-08-18')])).toBe(
      'Next major release with a known day: GDP, on 18 August',
    )
  })

  test('what was read is among the releases of the week though no calendar has it; a revised value is beside the first print', () => {
    const at = (on: string, hour = 13) => dayOf(on) * dayMs + hour * 3_600_000
    const months = Array.from({ length: 30 }, (_, n) => new Date(Date.UTC(2024, n, 0)).toISOString().slice(0, 10))
    const sales = columnOf(
      months.map((month, n) => [month, 700_000 + 1_000 * n, at(n === 29 ? '2026-07-16' : month) + (n === 29 ? 0 : 17 * dayMs)]),
      'USD mn',
      'RSAFS',
    )
    const saturdays = Array.from({ length: 60 }, (_, n) => dayOf('2026-07-11') - 7 * (59 - n))
    const first = saturdays.map((week) => [week, 215_000, (week + 5) * dayMs + 13 * 3_600_000] as const)
    const again = [saturdays[58]!, 216_000, at('2026-07-16', 12)] as const
    const claims = columnOf([...first.slice(0, -1), again, ...first.slice(-1)], 'persons', 'ICSA')
    const passed = section(
      tellOn(
        [],
        dayOf('2026-07-16'),
        new Map([
          ['RSAFS', sales],
          ['ICSA', claims],
        ]),
      ),
      'released',
    )
    expect(passed.map(({ day, release, what }) => [day, release, what])).toContainEqual([
      '2026-07-16',
      'Retail and food services sales',
      'Retail sales over the year',
    ])
    expect(passed.find(({ what }) => what === 'Initial claims')).toMatchObject({ before: 215_000, revised: 216_000 })
  })

  test('a rule gives way to the calendar as far as that reaches', () => {
    const bea = [row('bea', 'Personal Income and Outlays', '2026-07-30'), row('bea', 'GDP (Advance Estimate)', '2026-10-29')]
    const rows = comingOf(
      bea.map((each) => ({ ...each, known: dayOf('2026-07-01') * dayMs })),
      '2026-07-23',
    )
    expect(rows.filter(([release]) => /GDP|Income/.test(String(release)))).toEqual([
      ['Personal Income and Outlays (major)', '2026-07-30', 'confirmed', '2026-07-30T12:30:00Z'],
    ])
    // the calendar ends with a release that the rule has in the week after
    const last = { ...row('bls', 'Producer Price Index', '2026-08-07'), known: dayOf('2026-07-01') * dayMs }
    const after = comingOf([last], '2026-08-06').filter(([release]) => /Price Index/.test(String(release)))
    expect(after).toEqual([
      ['Producer Price Index (major)', '2026-08-07', 'confirmed', '2026-08-07T12:30:00Z'],
      ['Consumer Price Index (major)', 'week of 10 August', 'by rule', null],
    ])
  })

  test('a week is over once figures of its release came', () => {
    const published = (text: string) => dayOf(text) * dayMs + 13 * 3_600_000
    const cpiKnown = (on: string): Map<string, Versions> => {
      const months = [['2026-06-30', 333, published('2026-07-14')] as const, ['2026-07-31', 334, published(on)] as const]
      return new Map([['CPIAUCSL', columnOf(months, 'index', 'CPIAUCSL')]])
    }
    const isComing = (on: string) =>
      section(tellOn([], dayOf('2026-08-12'), cpiKnown(on)), 'coming').some(
        ({ release }) => release === 'Consumer Price Index (major)',
      )
    expect([isComing('2026-08-12'), isComing('2026-08-13')]).toEqual([false, true])
  })

  test('the next releases have the next meeting of the Fed, and no policy rate that is printed again each day', () => {
    const [document] = briefingDocuments(
      new PointInTimeDays(known([], targets)).day(asOf),
      briefingRows.filter(({ id }) => id === 'macro.calendar'),
    )
    expect(document!.readings['fed-funds-upper']).toMatchObject({ value: 3.75, freshness: { status: 'fresh' } })
    expect(document!.next_releases).toEqual([
      { series: 'DFEDTARU', title: 'FOMC statement', due_at: '2026-09-16T18:00:00Z', by: 'calendar' },
    ])
  })
})
