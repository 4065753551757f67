import { describe, expect, test } from 'vitest'
import { bea, bls, fomc, read, refusal, releases } from './calendar-releases.ts'

const calendar = (events: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    '',
    ...events.map((lines) => `BEGIN:VEVENT\r\n${lines}\r\nEND:VEVENT`),
    '',
    '',
    'END:VCALENDAR',
  ].join('\r\n')
const cpi = 'UID:1\r\nDTSTART;TZID=US-Eastern:20260812T083000\r\nSUMMARY:Consumer Price Index'

describe('the calendar of the Bureau of Labor Statistics', () => {
  test('US-Eastern is New York, in summer and in winter', () => {
    const winter = cpi.replace('UID:1', 'UID:2').replace('20260812', '20261210')
    expect(releases(bls, calendar([cpi, winter])).map(({ day, clock, due_at }) => [day, clock, due_at])).toEqual([
      ['2026-08-12', '08:30', '2026-08-12T12:30:00Z'],
      ['2026-12-10', '08:30', '2026-12-10T13:30:00Z'],
    ])
  })
  test('a folded line goes on, an escaped comma is a comma, empty lines are nothing', () => {
    const folded = 'UID:3\r\nDTSTART;TZID="US-Eastern":20260814T100000\r\nSUMMARY:Number of Jobs\\, Marital\r\n  Status'
    expect(releases(bls, calendar([folded]))[0]!.release).toBe('Number of Jobs, Marital Status')
  })
  test('a time in another zone or in none is refused, a day without a time has no clock', () => {
    const body = calendar([
      cpi.replace(';TZID=US-Eastern', ''),
      cpi.replace('US-Eastern', 'Europe/Paris'),
      cpi.replace('DTSTART;TZID=US-Eastern:20260812T083000', 'DTSTART;VALUE=DATE:20260813'),
    ])
    expect(read(bls, body).rejected.map(({ rule }) => rule)).toEqual(['zone', 'zone'])
    expect(releases(bls, body)).toMatchObject([{ day: '2026-08-13', clock: null, due_at: '2026-08-13T23:59:59Z' }])
  })
  test('past years are kept by the calendar, and not by us', () => {
    const old = cpi.replace('UID:1', 'UID:9').replace('20260812', '20230112')
    expect(releases(bls, calendar([old, cpi])).map(({ day }) => day)).toEqual(['2026-08-12'])
    expect(refusal(bls, calendar([old]))).toBe('PAGE_EMPTY')
  })
  test.each([
    ['<!DOCTYPE html><title>Access Denied</title>', 'BODY_IS_HTML'],
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT', 'BODY_CUT'],
    ['VERSION:2.0', 'HEADER'],
  ])('refuses %j', (body, code) => expect(refusal(bls, body)).toBe(code))
})

const row = (date: string, time: string, title: string) =>
  `<tr><td><div class="release-date">${date}</div><small>${time}</small></td><td class="release-title">${title}</td></tr>`
const table = (year: string, rows: readonly string[]) =>
  `<table><tr><th id="view-field-scheduled-release-date-1-table-column">${year}</th></tr>${rows.join('')}</table>`

describe('the schedule of the Bureau of Economic Analysis', () => {
  test('the year of the heading counts for the rows below it; a month that comes again is refused', () => {
    const body = table('Year 2026', [
      row('December 23', '8:30 AM', 'Personal Income and Outlays, November 2026'),
      row('January 29', '8:30 AM', 'GDP (Advance Estimate), 4th Quarter 2026'),
    ])
    const parsed = read(bea, `${body}${table('Year 2027', [row('January 29', '1:05 PM', 'GDP')])}`, '2026-11-20T12:00:00Z')
    expect(parsed.rejected.map(({ rule }) => rule)).toEqual(['order'])
    expect(parsed.rows.scheduled_release!.map(({ release, about, due_at }) => [release, about, due_at])).toEqual([
      ['Personal Income and Outlays', 'November 2026', '2026-12-23T13:30:00Z'],
      ['GDP', null, '2027-01-29T18:05:00Z'],
    ])
  })
  test.each([
    ['{"not":"a page"}', 'BODY_NOT_PAGE'],
    ['<html><body>Maintenance</body></html>', 'PAGE_EMPTY'],
    [table('Releases', [row('August 26', '8:30 AM', 'GDP')]), 'HEADER'],
  ])('refuses %j', (body, code) => expect(refusal(bea, body)).toBe(code))
})

const panel = (year: number, meetings: readonly (readonly [string, string, string?])[]) =>
  `<h4>${year} FOMC Meetings</h4>${meetings
    .map(
      ([month, date, minutes = '']) =>
        `<div class="fomc-meeting__month"><strong>${month}</strong></div><div class="fomc-meeting__date">${date}</div><div class="fomc-meeting__minutes">${minutes}</div>`,
    )
    .join('')}`
const filler = panel(
  2025,
  ['January', 'March', 'May', 'June', 'July', 'September', 'October', 'December'].map((month) => [month, '9-10'] as const),
)

describe('meetings of the Federal Open Market Committee', () => {
  test('days across two months, a star, a notation vote, an unscheduled and a cancelled meeting', () => {
    const body = `${filler}${panel(2024, [
      ['Apr/May', '30-1', '(Released May 22, 2024)'],
      ['June', '11-12*'],
      ['August', '22 (notation vote)'],
      ['March', '3 (unscheduled)'],
      ['March', '17-18* (cancelled)'],
    ])}`
    const of2024 = releases(fomc, body).filter(({ about }) => about!.startsWith('2024'))
    expect(of2024.map(({ release, day, clock, status }) => [release, day, clock, status])).toEqual([
      ['FOMC statement (unscheduled)', '2024-03-03', '14:00', 'confirmed'],
      ['FOMC statement and projections', '2024-03-18', '14:00', 'cancelled'],
      ['FOMC statement', '2024-05-01', '14:00', 'confirmed'],
      ['FOMC minutes', '2024-05-22', '14:00', 'confirmed'],
      ['FOMC statement and projections', '2024-06-12', '14:00', 'confirmed'],
      ['FOMC minutes', '2024-07-03', '14:00', 'confirmed'],
      ['FOMC notation vote', '2024-08-22', null, 'confirmed'],
    ])
  })
  test('the next meeting is confirmed, those after it are tentative', () => {
    const body = `${filler}${panel(2026, [
      ['September', '15-16*'],
      ['October', '27-28'],
    ])}`
    const ahead = releases(fomc, body).filter(({ day }) => day! > '2026-08-20')
    expect(ahead.map(({ day, status }) => [day, status])).toEqual([
      ['2026-09-16', 'confirmed'],
      ['2026-10-07', 'confirmed'],
      ['2026-10-28', 'tentative'],
      ['2026-11-18', 'tentative'],
    ])
  })
})
