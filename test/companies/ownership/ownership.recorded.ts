import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { composeCompanyBatches } from '../../../activities/compute/companies.ts'
import { changedNewsDays } from '../../../activities/compute/news-days.ts'
import { situationsBlocks } from '../../../pipeline/documents/company/situations.ts'
import { secOwnership } from '../../../pipeline/feeds/sec-ownership.ts'
import { dayNumber } from '../../../pipeline/time/day.ts'
import { load } from '../../../pipeline/warehouse/companies/load.ts'
import { ownershipDue } from '../../../pipeline/warehouse/companies/ownership.ts'
import { loadOf } from '../../load-of.ts'
import { recordedFolder, recordedLoads } from '../../recorded.ts'
import { recordingOf } from '../../recording-of.ts'
import { flattened } from '../../rows.ts'
import { recordedStore } from '../recorded.ts'

const bodyOf = (file: string) => readFileSync(join(recordedFolder, 'sec/filings/companies/ownership', file))
const titleOf = (file: string) => {
  const body = bodyOf(file)
  const url = 'https://www.sec.gov/Archives/edgar/data/320193/000178052526000003/a.xml'
  const { ownership_report: reports } = flattened(secOwnership.parse(body, recordingOf(url, body, '2026-07-01T00:00:00Z')))
  return `${reports[0]!.company.slice(3)} ${reports[0]!.title}`
}

test.each([
  ['form3_aapl.xml', '0000320193 Form 3: Newstead Jennifer (SVP, GC and Secretary) states for the first time 2 of derivatives'],
  ['form3_no_securities.xml', '0000867773 Form 3: Hegde Vinayak (director) states for the first time no securities owned'],
  ['form3_snow.xml', '0001640147 Form 3: GARRETT MARK (director) states for the first time 6 of derivatives'],
  [
    'form4_aapl.xml',
    '0000320193 Form 4: Newstead Jennifer (SVP, GC and Secretary) acquired 30,104 shares by exercise or conversion of a derivative, 15 June 2026; disposed of 16,238 shares by payment of exercise price or tax at USD 296.42, 15 June 2026',
  ],
  [
    'form4_davita_joint_owners.xml',
    '0000927066 Form 4: BERKSHIRE HATHAWAY INC (owner of over 10%) and 1 other sold 1,220,376 shares at USD 149.8429, 1 May 2026',
  ],
  [
    'form4_snow.xml',
    '0001640147 Form 4: Scarpelli Michael (Chief Financial Officer) sold 200,000 shares at USD 150.841 to 154.76 (average), 13 December 2022; acquired 200,000 shares by exercise or conversion of a derivative at USD 8.88, 13 December 2022',
  ],
  ['form5_aapl.xml', '0000320193 Form 5: WAGNER SUSAN (director) acquired 42 shares by will or inheritance, 18 April 2024'],
  ['form5_snow.xml', '0001640147 Form 5: McMahon John Dennis (director) disposed of 61,386 shares by gift, 23 December 2021'],
  [
    'schedule13d.xml',
    '0001422142 Schedule 13D: Leonard Braden Michael and 1 other reports 9.9% of Common stock, par value $0.0001 per share, 2,435,000 shares, event of 31 December 2024',
  ],
  [
    'schedule13d-a_rythm_2026-03.xml',
    '0001800637 Schedule 13D: RSLGH, LLC and 5 others reports 49.99% of Common Stock, $0.001 par value per share, 13,211,928 shares, event of 1 March 2026 (amended)',
  ],
  [
    'schedule13d_nested_cusip.xml',
    '0002042347 Schedule 13D: ARCH Venture Fund XII, L.P. and 6 others reports 11.9% of Common Stock, $0.0001 par value, 6,294,951 shares, event of 4 May 2026',
  ],
  [
    'schedule13g.xml',
    '0001909747 Schedule 13G: Marex Securities Products Inc. and 1 other reports 5.1% of Subordinate Voting Shares, no par value, 10,000,000 shares, event of 19 November 2025',
  ],
  [
    'schedule13g_aapl_vanguard.xml',
    '0000320193 Schedule 13G: Vanguard Capital Management reports 7.48% of Common Stock, 1,099,168,953 shares, event of 31 March 2026',
  ],
])('%s in words', (file, title) => expect(titleOf(file)).toBe(title))

test.each(['form_derivative_holding.xml', 'sc13g_html_era.html'])('%s is refused', (file) =>
  expect(() => titleOf(file)).toThrow(),
)

test('a list leads to the documents of 90 days, and what was read is in the news and the situations of the company', async () => {
  const store = await recordedStore()
  await load(
    store,
    recordedLoads(({ url }) => url.endsWith('/submissions/CIK0000320193.json')),
    () => [],
  )
  const apple = 'us:0000320193'
  const now = Date.parse('2026-04-18T12:00:00Z')
  const due = await ownershipDue(store, { named: [apple], only: [apple], now })
  const form3 = 'https://www.sec.gov/Archives/edgar/data/320193/000178052526000003/wk-form3_1772839848.xml'
  expect(due.length).toBeGreaterThan(10)
  expect(due.length).toBeLessThanOrEqual(40)
  expect(due.every((url) => secOwnership.match(new URL(url)))).toBe(true)
  expect(due).toContain(form3)

  await load(store, [loadOf(form3, bodyOf('form3_aapl.xml'), '2026-04-18T12:00:00Z')], () => [])
  expect(await ownershipDue(store, { named: [apple], only: [apple], now })).toEqual(due.filter((url) => url !== form3))
  const asOf = dayNumber('2026-04-18')!
  const news = await changedNewsDays(store, new Map(), { asOf, sample: false })
  const record = news.days.find((each) => each.day === '2026-03-06')!.records.find(({ id }) => id === '0001780525-26-000003')
  expect(record).toMatchObject({
    news_kinds: ['ownership-report'],
    companies: [{ company: apple, name: null }],
    link: 'https://www.sec.gov/Archives/edgar/data/320193/000178052526000003/0001780525-26-000003-index.htm',
  })

  const { batches } = await composeCompanyBatches(store, new Map(), { asOf, sample: true }, new AbortController().signal)
  for await (const { briefings } of batches)
    for (const { issuer, blocks } of briefings)
      if (issuer === apple) {
        const { insiders } = blocks.situations!
        expect(insiders).toMatchObject({
          read: 1,
          from: '2026-01-19',
          to: '2026-04-18',
          trades: [],
          holders: [],
          not_counted: [],
        })
        expect(insiders!.unread).toBe(due.length - 1)
        expect(JSON.stringify(situationsBlocks(blocks.situations!))).toContain('are not read yet')
      }
  store.close()
})
