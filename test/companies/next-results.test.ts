import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sessionWords } from '../../data/companies/session-words.ts'
import { nextResultsOf } from '../../pipeline/companies/blocks/header.ts'
import { announcedIn, nextResultsIn } from '../../pipeline/companies/documents/next-results.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { recordedFolder } from '../recorded.ts'
import { withoutCompanies } from '../recorded-companies.ts'
import { handRead } from './markets.ts'
import { releaseText } from './release-text.ts'

interface Announced {
  readonly id: string
  readonly file: string
  readonly date: string
  readonly timing: string | null
  readonly release_time: string | null
}
const facts = handRead.filter(({ kind }) => kind === 'next_results') as unknown as Announced[]

interface Quoted {
  readonly text?: string
  readonly quote?: string
  readonly announced?: string
  readonly announced_on?: string
  readonly date: string | null
  readonly timing: string | null
  readonly release_time: string | null
}
const quoted = (name: string): Quoted[] => JSON.parse(readFileSync(join(recordedFolder, 'sec', name), 'utf8')).sentences
const stated = (timing: string | null) => (timing === 'left out' ? null : timing)

test.each(sessionWords)('$timing: $example', ({ timing, example }) => {
  expect(announcedIn(example, '2025-01-02')?.timing).toBe(timing)
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

describe.skipIf(withoutCompanies)('days of next results', () => {
  test.each(facts.map((fact) => [fact.id, fact] as const))('%s as read by hand', (_, { file, date, timing, release_time }) => {
    const [row, ...more] = nextResultsIn(releaseText(file))
    expect(more).toEqual([])
    expect(row).toMatchObject({ day: date, timing: stated(timing), release_time: stated(release_time) })
  })

  const all = [...quoted('next_results_sentences.json'), ...quoted('next_results_sentences2.json')]
  test.each(all.map((each) => [each.text ?? each.quote!, each] as const))(
    '%s',
    (text, { date, timing, release_time, ...each }) => {
      const said = (each.announced ?? each.announced_on!).padEnd(10, '-01').slice(0, 10)
      const read = announcedIn(text, said)
      if (read !== null) expect(read).toEqual({ day: date, timing, release_time })
    },
  )

  test('most of the quotes are understood', () => {
    const dated = all.filter(({ date }) => date !== null)
    const read = dated.filter(
      (each) =>
        announcedIn(each.text ?? each.quote!, (each.announced ?? each.announced_on!).padEnd(10, '-01').slice(0, 10)) !== null,
    )
    expect(read.length).toBeGreaterThanOrEqual(15)
  })
})
