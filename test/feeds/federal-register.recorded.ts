import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedFolder } from '../recorded.ts'
import lines from '../truth/news-lines.json' with { type: 'json' }
import { readingOf } from './reading.ts'

const at = '2026-08-28T13:00:00Z'
const url = 'https://www.federalregister.gov/api/v1/documents.json?conditions[type][]=RULE'
const { parse, refusal } = readingOf(url, at)

describe('recorded answers', () => {
  const body = (file: string) => readFileSync(join(recordedFolder, file))
  test.each(lines.filter(({ source }) => source === 'federal_register'))('read by hand: $id', (line) => {
    const record = parse(body(line.source_file)).rows.news_record?.find(({ id }) => id === line.id)
    if (line.title === null) expect(record).toBeUndefined()
    else expect(record).toMatchObject({ title: line.title, day: line.date, link: line.link, clock: null })
  })
  test('without hits, and of a bad cursor', () => {
    expect(parse(body('federal_register/zero_hits_2026-09.json')).rows.news_record).toEqual([])
    expect(refusal(body('federal_register/invalid_cursor_2026-09-24.json'))).not.toBeNull()
  })
})
