import { describe, expect, test } from 'vitest'
import { sessionWords } from '../../data/companies/session-words.ts'
import { nextResultsOf } from '../../pipeline/companies/blocks/header.ts'
import { resultsDayIn } from '../../pipeline/companies/documents/next-results.ts'
import { dayNumber } from '../../pipeline/time/day.ts'

test.each(sessionWords)('$timing: $example', ({ timing, example }) => {
  expect(resultsDayIn(example, '2025-01-02')?.timing).toBe(timing)
})

type Known = Parameters<typeof nextResultsOf>[0][number]
const said = (known: number, day: string | null, more: Partial<Known> = {}): Known => ({
  ...{
    company: 'us:1',
    filing: `filing ${known}`,
    form: '8-K',
    day,
    timing: null,
    release_time: null,
    quote: '',
    url: '',
    place: '',
  },
  ...{ recording: '', known, ...more },
})

describe('the day that stands', () => {
  const may = (day: number) => dayNumber(`2025-05-${String(day).padStart(2, '0')}`)!
  test('is the newest', () => {
    const rows = [said(may(1), '2025-05-14', { timing: 'after-close' }), said(may(2), '2025-05-20')]
    expect(nextResultsOf(rows, may(3))).toMatchObject({ date: '2025-05-20', detail: {}, said_on: '2025-05-02' })
  })
  test('says when in the day, where the sentence does', () => {
    const rows = [said(may(1), '2025-05-14', { release_time: '4:30 p.m. ET' })]
    expect(nextResultsOf(rows, may(14))?.detail).toEqual({ timing: null, release_time: '4:30 p.m. ET' })
  })
  test('ends once it is past, or once results are filed', () => {
    expect(nextResultsOf([said(may(1), '2025-05-14')], may(15))).toBeNull()
    expect(nextResultsOf([said(may(1), '2025-05-14'), said(may(8), null)], may(9))).toBeNull()
  })
  test('is that of the filing of results itself, where it names the next', () => {
    const filing = 'results'
    const rows = [said(may(8), null, { filing }), said(may(8), '2025-08-07', { filing })]
    expect(nextResultsOf(rows, may(9))?.date).toBe('2025-08-07')
  })
})
