import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listedReleases } from '../../data/releases.ts'
import { fomcMeetings, fomcMinutesDelayDays } from '../../data/usual-days.ts'
import { beaSchedule } from '../../pipeline/feeds/bea-schedule.ts'
import type { Feed } from '../../pipeline/feeds/feed.ts'
import { fomcCalendar } from '../../pipeline/feeds/fomc-calendar.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { usualSpans } from '../../pipeline/time/usual-day.ts'
import { named, recordedFolder } from '../recorded.ts'
import { recordingOf } from '../recording-of.ts'
import published from './published.json' with { type: 'json' }

const day = (text: string): number => dayNumber(text)!
const recorded = (...path: string[]): string => readFileSync(join(recordedFolder, ...path), 'utf8')
const usualOf = (name: string) => listedReleases.find((row) => row.name === name)!.usual!

interface Came {
  readonly on: string
  /** The day it was read on FRED by somebody who read in the morning: it came then or on the day before. */
  readonly isSeen?: true
}

describe('how often a rule hits the day on which a release came, of all that are recorded', () => {
  const cameOn = (days: readonly string[]): Came[] => days.map((on) => ({ on }))
  /** Days of the calendar of the BLS, 2023 and 2024. */
  const listed = (name: string) =>
    cameOn(
      recorded('calendar', 'bls_2025-08-20.ics')
        .split('BEGIN:VEVENT')
        .filter((event) => /SUMMARY:(.*)/.exec(event)?.[1]?.trim() === name)
        .map((event) => /DTSTART;TZID=US-Eastern:(\d{4})(\d{2})(\d{2})/.exec(event)!.slice(1).join('-')),
    )
  /** Days of the vintages that were asked for by name, of payrolls in 2021. */
  const vintages = cameOn(
    [
      ...recorded('fred', 'alfredgraph', 'PAYEMS_CHG_12vintages_2021-02_2022-01.csv')
        .split('\n')[0]!
        .matchAll(/_(\d{4})(\d{2})(\d{2})/g),
    ].map(([, ...parts]) => parts.join('-')),
  )
  /** First days of periods on FRED since others read it without gaps of weeks. */
  const seen = (series: string): Came[] => {
    const file = [...named.keys()].find((name) => name.startsWith(`fred/vintages/${series}_`))!
    const { observations } = JSON.parse(recorded(...file.split('/'))) as {
      observations: { realtime_start: string; date: string; value: string }[]
    }
    const first = new Map<string, string>()
    for (const { date, realtime_start: on, value } of observations)
      if (value !== '.' && on < (first.get(date) ?? '9')) first.set(date, on)
    return [...first.values()].filter((on) => on > '2026-04-10').map((on) => ({ on, isSeen: true }))
  }
  /** Days that the lapse of appropriations of 2025 put off. */
  const late = (rule: 'employment' | 'cpi' | 'producer-prices' | 'personal-income' | 'job-openings') =>
    cameOn([...new Set(published[rule].came.map(([, came]) => came!.slice(0, 10)))].filter((came) => came >= '2025'))
  const read = (feed: Feed, url: string, file: string, at: string) => {
    const body = recorded('calendar', file)
    return feed.parse(Buffer.from(body), recordingOf(url, body, at)).rows.scheduled_release!
  }
  const accounts = (name: string) =>
    cameOn(
      read(beaSchedule, 'https://www.bea.gov/news/schedule', 'bea_schedule_2026-08-09.html', '2026-08-09T00:00:00Z')
        .filter(({ release }) => release.startsWith(name))
        .map(({ day }) => day!),
    )
  const meetings = () =>
    read(
      fomcCalendar,
      'https://www.federalreserve.gov/monetarypolicy/fomccalendars.htm',
      'fomccalendars_2026-08.htm',
      '2026-08-01T00:00:00Z',
    )

  // all that missed in the last three months of 2025 came late for the lapse of appropriations
  test.each([
    ['Employment Situation', [...vintages, ...seen('UNRATE'), ...late('employment')], 41, ['2025-12-16']],
    ['Employment Cost Index', [], 8, []],
    ['Consumer Price Index', [...seen('CPIAUCSL'), ...late('cpi')], 30, ['2025-10-24', '2025-12-18']],
    ['Producer Price Index', [...seen('PPIACO'), ...late('producer-prices')], 30, ['2023-01-18', '2025-11-25']],
    ['Job Openings and Labor Turnover Survey', [...seen('JTSJOL'), ...late('job-openings')], 29, ['2025-12-09']],
    ['GDP (', accounts('GDP ('), 5, ['2026-09-30']],
    [
      'Personal Income and Outlays',
      [...accounts('Personal Income and Outlays'), ...seen('PCEPILFE'), ...late('personal-income')],
      10,
      ['2026-09-30', '2025-12-05'],
    ],
  ] as const)('%s', (name, more, count, misses) => {
    const came = [...listed(name), ...more]
    const missed = came.filter(({ on, isSeen }) => usualSpans(usualOf(name), day(on) - (isSeen ? 1 : 0), day(on)).length === 0)
    expect([came.length, missed.map(({ on }) => on)]).toEqual([count, misses])
    expect(usualOf(name).hit).toEqual([count - misses.length, count])
    // a rule that misses more than one day in ten names a week
    const isOfDay = usualSpans(usualOf(name), day('2026-01-01'), day('2026-12-31')).every(({ from, to }) => from === to)
    expect(isOfDay && missed.length > came.length / 10).toBe(false)
  })

  test('the meetings are those of the page, with their projections, and minutes come three weeks later', () => {
    const statements = meetings().filter(
      ({ day: on, release }) => on! >= '2025' && /^FOMC statement( and projections)?$/.test(release),
    )
    expect(statements.map(({ day: on, release }) => ({ day: on, projections: release.endsWith('projections') }))).toEqual(
      fomcMeetings,
    )
    const minutes = meetings().filter(({ release, day: on }) => release === 'FOMC minutes' && on! < '2026-08')
    const days = new Set(meetings().map(({ day: on }) => on))
    const missed = minutes.filter(({ day: on }) => !days.has(isoDay(day(on!) - fomcMinutesDelayDays))).map(({ day: on }) => on)
    expect([minutes.length, missed]).toEqual([44, ['2023-11-21', '2024-11-26', '2025-12-30']])
  })
})
