import { describe, expect, test } from 'vitest'
import { secDocuments } from '../../../pipeline/feeds/sec-documents.ts'
import { bytesOf } from '../../filings/recorded.ts'
import { recordingOf } from '../../recording-of.ts'
import { readPeriodicReport } from './judged.ts'
import { priceAt } from './recorded.ts'

describe('recorded reports', () => {
  test('an annual report on form 20-F is read like a 10-K', () => {
    const body = bytesOf('sec/filings/companies/nice_20f_2026.html')
    const url = 'https://www.sec.gov/Archives/edgar/data/1899123/000117891326000001/x.htm'
    const [kept, ...more] = secDocuments.parse(body, recordingOf(url, body, '2026-04-01T12:00:00Z')).reports ?? []
    expect(more).toEqual([])
    expect([kept?.form, kept?.facts.length]).toEqual(['20-F', 1_468])
    const filing = { form: kept!.form, accession: kept!.accession, filed: '2026-04-01', url, knownAt: '2026-04-01T12:00:00Z' }
    expect(readPeriodicReport({ ...kept!, unread: [] }, kept!.spans, filing, priceAt)).toMatchObject({
      count: null,
      report: { periodEnd: '2025-12-31', totalAssets: 5_106_030_000, cash: 379_388_000, debt: [] },
      held: null,
    })
  })
})
