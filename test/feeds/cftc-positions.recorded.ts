import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedFilesIn, recordedFolder } from '../recorded.ts'
import { flattened } from '../rows.ts'
import { readingAt } from './reading.ts'

const at = '2026-11-20T21:00:00Z'
const resource = (report: string, query = '') => `https://publicreporting.cftc.gov/resource/${report}.json${query}`
const { parse } = readingAt(at)

describe('recorded positions', () => {
  const recorded = (file: string) => readFileSync(join(recordedFolder, file), 'utf8')
  test('bodies of the combined reports, which have the same form, are read without a rejected row', () => {
    const files = recordedFilesIn('cftc').filter((file) => /\/(disaggregated|tff)_combined/.test(file))
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const [report, code, fields] = file.includes('/tff_') ? ['gpe5-46if', '133741', 5] : ['72hh-3qpy', '088691', 3]
      const body = recorded(file)
      const parsed = parse(resource(String(report), `?$where=cftc_contract_market_code='${code}'`), body)
      expect(parsed.rejected, file).toEqual([])
      expect(flattened(parsed).sighting, file).toHaveLength(JSON.parse(body).length * Number(fields))
    }
  })
})
