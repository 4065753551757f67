import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedFolder } from '../recorded.ts'
import { bea, bls, fomc, read, releases } from './calendar-releases.ts'

const recorded = (file: string) => readFileSync(join(recordedFolder, 'calendar', file), 'utf8')

describe('recorded calendars', () => {
  test('the Bureau of Labor Statistics on 2025-08-20: 72 releases since 16 July 2024 of 321 since 2023, as read by hand', () => {
    const body = recorded('bls_2025-08-20.ics')
    const kept = releases(bls, body, '2025-08-20T23:59:59Z')
    expect(kept).toHaveLength(72)
    const all = releases(bls, body, '2024-01-15T23:59:59Z')
    const on = (name: string, day: string) => all.find(({ release, day: held }) => release === name && held === day)
    expect(all.length).toBe(321)
    expect(on('Consumer Price Index', '2024-05-15')!.due_at).toBe('2024-05-15T12:30:00Z')
    expect(on('Consumer Price Index', '2023-01-12')!.due_at).toBe('2023-01-12T13:30:00Z')
    expect(on('Employment Situation', '2023-01-06')!.occurrence).toBe('82219c9f-9e82-4e7d-8687-f408cc394e93')
    expect(on('Job Openings and Labor Turnover Survey', '2023-01-04')!.clock).toBe('10:00')
    expect(on('State Employment and Unemployment (Monthly)', '2024-12-20')!.due_at).toBe('2024-12-20T15:00:00Z')
  })
  test('the Bureau of Economic Analysis on 2026-08-09: 21 releases, one to be announced', () => {
    const all = releases(bea, recorded('bea_schedule_2026-08-09.html'), '2026-08-09T23:59:59Z')
    expect(all).toHaveLength(21)
    expect(all[0]).toMatchObject({
      release: 'GDP (Second Estimate) and Corporate Profits',
      about: '2nd Quarter 2026',
      due_at: '2026-08-26T12:30:00Z',
    })
    expect(all.find(({ occurrence }) => occurrence.startsWith('Services Supplied'))).toMatchObject({
      about: '2024',
      due_at: '2026-10-06T14:00:00Z',
    })
    expect(all.find(({ occurrence }) => occurrence === 'GDP (Advance Estimate), 3rd Quarter 2026')!.day).toBe('2026-10-29')
    // with the third estimate another release of another period comes: the year of that is not what the estimate is about
    expect(all.find(({ release }) => release.startsWith('GDP (Third Estimate)'))!.about).toBe('2nd Quarter 2026; State PCE, 2025')
    expect(all.find(({ occurrence }) => occurrence === 'Personal Income and Outlays, November 2026')!.due_at).toBe(
      '2026-12-23T13:30:00Z',
    )
    expect(all.at(-1)).toMatchObject({ day: null, clock: null, status: 'to be announced', due_at: '2026-12-31T23:59:59Z' })
  })
  test('the Committee on 2026-08-01: meetings of 2021 to 2027, as read by hand', () => {
    const { rows, rejected } = read(fomc, recorded('fomccalendars_2026-08.htm'), '2026-08-01T23:59:59Z')
    expect(rejected).toEqual([])
    const all = rows.scheduled_release!
    const meetings = all.filter(({ release }) => release.startsWith('FOMC statement'))
    expect(meetings.map(({ day }) => day!.slice(0, 4)).sort()).toEqual(
      [2021, 2022, 2023, 2024, 2025, 2026, 2027].flatMap((year) => Array.from({ length: 8 }, () => String(year))),
    )
    const of = (about: string) => meetings.find((row) => row.about === about)
    expect(of('2024 Apr/May')!.day).toBe('2024-05-01')
    expect(of('2023 Jan/Feb')!.day).toBe('2023-02-01')
    expect(of('2026 September')).toMatchObject({ day: '2026-09-16', status: 'confirmed', due_at: '2026-09-16T18:00:00Z' })
    expect(of('2026 December')).toMatchObject({ day: '2026-12-09', status: 'tentative', due_at: '2026-12-09T19:00:00Z' })
    expect(of('2027 January')).toMatchObject({ day: '2027-01-27', status: 'tentative' })
    expect(all.find(({ occurrence }) => occurrence === 'minutes 2026 January')!.day).toBe('2026-02-18')
    expect(all.filter(({ release }) => release === 'FOMC notation vote').map(({ day }) => day)).toEqual(['2025-08-22'])
  })
})
