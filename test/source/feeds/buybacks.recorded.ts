import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fiscaldataBuybacks } from '../../../pipeline/source/feeds/fiscaldata-buybacks.ts'
import { recordedFolder } from '../../recorded.ts'
import { recordingOf } from '../../recording-of.ts'
import lines from '../../truth/news-lines.json' with { type: 'json' }

const url =
  'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/buybacks_operations?sort=operation_date'
function parsed(...rows: object[]) {
  const body = Buffer.from(JSON.stringify({ data: rows, meta: { count: rows.length, 'total-pages': 1 } }))
  const { rows: tables, rejected } = fiscaldataBuybacks.parse(body, recordingOf(url, body, '2026-09-10T20:00:00Z'))
  return { records: tables.news_record!, rejected }
}

test('the recorded row comes out as it was read', () => {
  const file = join(recordedFolder, 'fiscaldata', 'buybacks_operations_2026-08-18_captured_row.json')
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: object[] }
  const line = lines.find(({ source }) => source === 'treasury')!
  const [record] = parsed(...data).records
  expect(record).toMatchObject({ id: line.id, day: line.date, clock: null, origin: line.kind, language: line.language })
  expect(record!.title.startsWith(`${line.title}: `)).toBe(true)
})
