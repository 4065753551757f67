import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nextResultsIn, resultsDayIn } from '../../pipeline/companies/documents/next-results.ts'
import { recordedFolder } from '../recorded.ts'
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

describe('days of next results', () => {
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
      const read = resultsDayIn(text, said)
      if (read !== null) expect(read).toEqual({ day: date, timing, release_time })
    },
  )

  test('most of the quotes are understood', () => {
    const dated = all.filter(({ date }) => date !== null)
    const read = dated.filter(
      (each) =>
        resultsDayIn(each.text ?? each.quote!, (each.announced ?? each.announced_on!).padEnd(10, '-01').slice(0, 10)) !== null,
    )
    expect(read.length).toBeGreaterThanOrEqual(15)
  })
})
