import { describe, expect, test } from 'vitest'
import { treasuryKind } from '../../pipeline/documents/treasury.ts'
import { treasuryListKind } from '../../pipeline/documents/treasury-list.ts'
import { blocksPage } from '../../pipeline/render/blocks-page.ts'
import { renderMarkdown } from '../../pipeline/render/markdown.ts'
import { type TreasuryFacts, treasuryDocument, treasuryList } from '../../pipeline/treasuries/document.ts'
import { holdingOf } from '../../pipeline/treasuries/holding.ts'
import type { KnownCompany } from '../../pipeline/treasuries/known.ts'
import { asOf, company, count, report, witness } from '../treasuries/known-company.ts'

const note = 'No closing price of the listed share from the last 7 days is available.'
const stamp = { asOf: '2026-11-20', sample: false, notices: ['Data by CoinGecko (coingecko.com).'] }
const stamped = { computed_at: '2026-11-20T22:00:00Z', fingerprint: `sha256:${'0'.repeat(64)}` }
const factsOf = (more: Partial<KnownCompany>): TreasuryFacts => ({
  company: company(more),
  rate: null,
  mnav: () => ({ mnav: null, note }),
  atmCapacity: [],
  statedSince: [],
})
const documentOf = (more: Partial<KnownCompany>) => ({
  ...treasuryDocument(factsOf(more), holdingOf(company(more), asOf), stamp),
  ...stamped,
})
const single = (more: Partial<KnownCompany>) => renderMarkdown(treasuryKind, documentOf(more))
const page = (more: Partial<KnownCompany>) =>
  blocksPage(treasuryKind.blocks!(documentOf(more), 'page', { lines: [] }), documentOf(more))
const list = (...all: Partial<KnownCompany>[]) =>
  renderMarkdown(treasuryListKind, { ...treasuryList(all.map(factsOf), asOf, stamp), ...stamped })

const exact = { counts: [count(10_000, '2026-11-15')] }

// What the sample companies show is compared with their JSON in test/server/treasuries.test.ts; here is what none of them has.
describe('a company as Markdown', () => {
  test('says what the report does not state, and puts no figure in its place', () => {
    const text = single({
      ...exact,
      report: report({ preferred: null, cash: null, btcFairValue: null, dueWithin24Months: null }),
    })
    expect(text).toContain(
      'Senior claims: not stated (debt principal 300,000,000 USD, preferred stock at liquidation preference not stated)',
    )
    expect(text).toContain('- Due within 24 months: not stated\n- Cash: not stated\n- Total assets: 1,000,000,000 USD\n')
    expect(text).toContain(
      '- Not stated: preferred stock at liquidation preference, amount due within 24 months, fair value of bitcoin, cash',
    )
  })

  test('says why there is no mNAV and no financing', () => {
    expect(single(exact)).toContain(`## mNAV\n\n${note}\n\n## Financing\n\nNo filing reading is shown`)
  })

  test('a withheld one has no section of mNAV and shows no holding', () => {
    const text = single({
      counts: [count(5_555, '2026-11-15', { status: 'held', checks: [{ name: 'price', passed: false, detail: '' }] })],
    })
    expect(text).toContain(
      'Withheld, no holding is shown: The count read from the filing does not match that filing: times the average price paid, it does not equal the aggregate price stated. [8-K of',
    )
    expect(text).not.toMatch(/mNAV|5,555/)
  })

  test('coupons keep their eighths, and a put has its column', () => {
    const debt = [{ name: 'Notes', principal: 1_000, couponPercent: 0.625, maturity: '2029-03-01', put: '2027-09-15' }]
    expect(single({ ...exact, report: report({ debt }) })).toContain('|Notes|1,000|0.625|1 March 2029|15 September 2027|')
    expect(page({ ...exact, report: report({ debt }) })).toContain('>0.625<')
  })

  test('what the bitcoins are carried at stands with what they cost, where the filing tags that', () => {
    expect(single({ ...exact, report: report() })).toContain('- Bitcoin: 800,000,000 USD, 80% of assets; cost 700,000,000 USD')
    expect(page({ ...exact, report: report() })).toContain('$800,000,000, 80% of assets; cost $700,000,000')
    expect(page({ ...exact, report: report({ btcCost: null }) })).toContain('$800,000,000, 80% of assets<')
  })

  test('hostile text in any place adds no line, cell, link or tag', () => {
    const hostile = 'x | y\n# z <b>[a](http://b.example)</b>'
    const plain = { ...exact, report: report(), witnesses: [witness(20_000)] }
    const debt = report().debt!.map((row) => ({ ...row, name: hostile }))
    const preferred = report().preferred!.map((row) => ({ ...row, name: hostile }))
    const maturities = report().maturities.map((row) => ({ ...row, label: hostile }))
    const known = {
      ...plain,
      name: hostile,
      counts: [count(10_000, '2026-11-15', { place: hostile })],
      witnesses: [witness(20_000, '2026-11-19', { name: hostile })],
      report: report({ debt, preferred, maturities }),
    }
    const shape = (text: string) => text.split('\n').map((line) => [line.slice(0, 1), line.match(/(?<!\\)\|/g)?.length ?? 0])
    for (const [told, of] of [
      [single(known), single(plain)],
      [list(known), list(plain)],
    ] as const) {
      expect(shape(told)).toEqual(shape(of))
      expect(told).not.toMatch(/<b>|(?<!\\)\[a(?<!\\)\]/)
    }
  })
})
