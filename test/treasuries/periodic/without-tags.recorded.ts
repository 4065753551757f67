import { describe, expect, test } from 'vitest'
import type { Fact } from '../../../pipeline/filings/fact.ts'
import { likelyPassage } from '../../../pipeline/treasuries/passage.ts'
import truth from '../../truth/treasuries.json' with { type: 'json' }
import { readReport, recordedReport } from './recorded.ts'

interface Read {
  readonly file: string
  readonly form: string
  readonly filed: string | null
  readonly signed: string
  readonly values: { readonly btc_count: { readonly value: string | null } }
}

const reports = (truth.filings as unknown as Read[]).filter(({ form, values }) => /^10-/.test(form) && values.btc_count.value)
/** A tag that gives a number of coins, in whatever unit. */
const isCountTag = ({ concept, unit }: Fact) =>
  /NumberOf(?:Units|Bitcoin|Restricted)/u.test(concept) ||
  (unit !== null && /bitcoin|btc|coin/iu.test(unit) && !unit.startsWith('iso4217:'))
/** Its table of coins names no day, so nothing says which of two balance sheets it is. */
const undated = 'bmnr_10q'

describe('recorded reports with every tag of a number of coins removed', () => {
  test.each(reports.map((row) => [row.file, row] as const))('%s is read in its tables and words', (file, row) => {
    const report = recordedReport(file)
    const facts = report.facts.filter((fact) => !isCountTag(fact))
    expect(facts.length).toBeLessThan(report.facts.length)
    const { count } = readReport({ ...report, facts }, row.filed ?? row.signed)
    if (file.includes(undated)) {
      expect(count).toBeNull()
      expect(likelyPassage(report.spans)).toMatchObject({ how: 'table', quote: expect.stringContaining('193') })
    } else expect([count?.value, ['table', 'sentence'].includes(count?.how ?? '')]).toEqual([row.values.btc_count.value, true])
  })
})
