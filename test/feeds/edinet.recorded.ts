import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedPackage } from '../filings/recorded.ts'
import { recordedFolder } from '../recorded.ts'
import { codeOf, documented, listed, packageAt } from './edinet-bodies.ts'

describe('the recorded list of a day', () => {
  const recorded = (name: string) => readFileSync(join(recordedFolder, 'edinet', name), 'utf8')

  test('two rows of a day: nobody of the roster among them', () => {
    const read = listed(recorded('v2_documents_success.json'), '2025-06-27')
    expect([read.filing, read.next, read.withdrawal, read.rejected]).toEqual([[], [], [], []])
  })

  test('four of 909 rows are a list cut short; whole, their documents are those of the roster put into it', () => {
    const four = recorded('v2_documents_2026-06-30_4rows.json')
    expect(codeOf(() => listed(four))).toBe('LIST_CUT')
    const whole = JSON.parse(four.replace('"count": 909', '"count": 4'))
    expect(listed(whole).filing).toEqual([])
    whole.results[1].edinetCode = 'E33864'
    const { filing, next } = listed(whole)
    expect(filing.map(({ accession, accepted_at, report_date }) => [accession, accepted_at, report_date])).toEqual([
      ['S100YIZC', '2026-06-30T00:00:00Z', '2026-03-31'],
    ])
    expect(next.map(({ url }) => url)).toEqual([packageAt('S100YIZC')])
  })

  test.each(['v2_bad_request.json', 'v2_not_found.json', 'spec_sample_06.json.txt', 'spec_sample_07.json.txt'])('%s', (name) => {
    expect(codeOf(() => listed(recorded(name)))).toBe('EDINET_STATUS')
    expect(codeOf(() => documented(recorded(name)))).toBe('EDINET_STATUS')
  })
})

test('Convano’s recorded report is one of the roster, a fund’s is not', () => {
  const [convano] = documented(recordedPackage('S100YN95_type5_statements.zip')).reports
  expect([convano?.company, convano?.form, convano?.facts.length]).toEqual(['jp:E33864', 'annual securities report', 927])
  expect(documented(recordedPackage('S100XIN6_type5_first30rows.zip'), 'S100XIN6').reports).toEqual([])
})
