import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedFolder } from '../recorded.ts'
import lines from '../truth/news-lines.json' with { type: 'json' }
import { answer, parsed, type row } from './dart-rows.ts'

describe('recorded rows', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(recordedFolder, 'dart', name), 'utf8')) as { list: object[] }
  const codes = () => {
    const known = readFileSync(join(recordedFolder, 'dart', 'CORPCODE_listed_2025-07.xml'), 'utf8')
    const pairs = known.matchAll(/<corp_code>(\d{8})<\/corp_code>[\s\S]*?<stock_code>(\w{6})<\/stock_code>/gu)
    return new Map([...pairs].map(([, company, code]) => [code, company]))
  }

  test('come out as they were read by hand', () => {
    const known = codes()
    // their recorder did not keep corp_code; of one that was listed later it is made up
    const list = read('list_rows_2026-10-06_07_25rows.json').list.map((each) => ({
      ...each,
      corp_code: known.get((each as typeof row).stock_code) ?? '99999999',
    }))
    const { records, companies, codes: listed, rejected } = parsed(answer(list))
    expect([records.length, rejected]).toEqual([25, []])
    const truth = lines.filter(({ source }) => source === 'dart')
    expect(truth).toHaveLength(9)
    for (const line of truth) {
      const record = records.find(({ id }) => id === line.id)!
      const company = companies!.find(({ id }) => id === line.id)!.company
      expect({
        ...{ title: record.title, title_as_filed: record.title_as_filed, day: record.day, clock: record.clock },
        ...{ kinds: record.kinds.split(','), link: record.link, language: record.language },
        code: listed!.find((each) => each.company === company)!.code,
      }).toEqual({
        ...{ title: line.title_en, title_as_filed: line.title_as_filed, day: line.date, clock: line.time },
        ...{ kinds: line.news_kinds, link: line.link, language: line.language, code: line.company_code },
      })
    }
  })

  test('of a page of 2024 are those of listed companies, its next page is asked for', () => {
    const page = read('list_2024-03_regular_reports_page1.json')
    const { records, marks, next, rejected } = parsed(page)
    const listed = (page.list as (typeof row)[]).filter((each) => each.corp_cls !== 'E')
    expect([records.length, rejected]).toEqual([listed.length, []])
    expect(marks!.filter(({ mark }) => mark === 'corrected')).toHaveLength(listed.filter(({ rm }) => rm.includes('정')).length)
    expect(next).toHaveLength(1)
    expect(new Set(records.map(({ title }) => title.replace(/ \(.*/u, '')))).toEqual(new Set(['Annual report']))
  })
})
