import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordedFolder } from '../recorded.ts'
import lines from '../truth/news-lines.json' with { type: 'json' }
import { readingOf } from './reading.ts'

const url =
  'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/buybacks_operations?sort=operation_date'

test('the recorded row comes out as it was read', () => {
  const file = join(recordedFolder, 'fiscaldata', 'buybacks_operations_2026-08-18_captured_row.json')
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: object[] }
  const line = lines.find(({ source }) => source === 'treasury')!
  const { rows } = readingOf(url, '2026-09-10T20:00:00Z').parse({ data, meta: { count: data.length, 'total-pages': 1 } })
  const [record] = rows.news_record!
  expect(record).toMatchObject({ id: line.id, day: line.date, clock: null, origin: line.kind, language: line.language })
  expect(record!.title.startsWith(`${line.title}: `)).toBe(true)
})
