import { describe, expect, test } from 'vitest'
import { isScheduled, readMaturitySchedule } from '../../../pipeline/companies/markets/edinet-schedule.ts'
import { readEdinetPackage } from '../../../pipeline/filings/edinet-package.ts'
import { unzip } from '../../../pipeline/filings/zip.ts'
import { recordedPackage } from '../../filings/recorded.ts'
import truth from '../../truth/treasuries.edinet.json' with { type: 'json' }
import { yenFiling as filing, readYenReport, whyOf } from './judged.ts'

describe('recorded packages against what a person read', () => {
  test.each(truth.packages.map((row) => [row.company, row] as const))('%s', (_, { file, period, type, values }) => {
    const { tagged } = readEdinetPackage(recordedPackage(file.slice('edinet/'.length)))!
    // BTC close of Coin Metrics and H.10 rate of 2026-03-31
    const reading = readYenReport(
      tagged,
      { ...filing, form: type },
      { priceAt: () => 68_214.87, yenAt: () => 159.08, verdicts: new Map() },
    )
    const { report, count } = reading
    expect([report?.periodEnd, report?.currency, count, report?.btc, report?.btcFairValue]).toEqual([
      period,
      'JPY',
      null,
      null,
      null,
    ])
    expect([report?.cash, report?.totalAssets]).toEqual([Number(values.cash.value), Number(values.total_assets.value)])
    expect(report?.debt?.map(({ principal }) => principal) ?? null).toEqual(
      values.debt?.map(({ value }) => Number(value)) ?? null,
    )
    expect(report?.maturities.map(({ amount }) => amount)).toEqual(values.maturities.value ?? [])
    expect(report?.dueWithin24Months).toBe(values.due_24_months.value === null ? null : Number(values.due_24_months.value))
    expect([report?.preferred, report?.coverShares]).toEqual([values.preferred, []])
    for (const { value } of values.counts_named)
      expect(whyOf(reading, 'btc')).toContain(`mentions ${value} BTC, which may be a part`)
  })
})

test('Nintendo’s schedules: 51 million yen of loans that no line of its balance sheet shows', () => {
  const files = unzip(
    recordedPackage('S100TMMG_type1_nintendo_repacked.zip'),
    { entries: 99, bytes: 90_000_000, ratio: 200 },
    (name) => /PublicDoc\/jpcrp.*\.xbrl$/u.test(name),
  )
  const [xbrl = ''] = [...files.values()].map((bytes) => new TextDecoder().decode(bytes))
  const words = (html: string) =>
    html
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replace(/<[^>]*>/gu, '')
  const texts = [...xbrl.matchAll(/<(jpcrp_cor:Annexed\w+TextBlock)[^>]*>([^<]*)</gu)].map(([, concept = '', html = '']) => ({
    concept,
    text: words(html),
    context: { entity: '', start: null, end: null, dimensions: [] },
    place: { id: null, offset: 0, table: null, row: null, label: '', hidden: false },
  }))
  expect([isScheduled(texts, 'loans'), isScheduled(texts, 'bonds')]).toEqual([true, false])
  const owed = { kind: 'loans', current: 32_000_000, noncurrent: 19_000_000 } as const
  expect(readMaturitySchedule(texts, '2024-03-31', owed)).toEqual([32_000_000, 19_000_000, 0, 0, 0, 0])
  expect(readMaturitySchedule(texts, '2024-03-31', { ...owed, noncurrent: 143_000_000 })).toBeNull()
})
