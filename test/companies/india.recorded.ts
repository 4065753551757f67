import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { LineId } from '../../data/companies/lines.ts'
import { shapeOf } from '../../data/companies/shapes.ts'
import { composeCompany } from '../../pipeline/companies/compose.ts'
import { segmentsIn } from '../../pipeline/companies/documents/segments.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { nseResults } from '../../pipeline/feeds/nse-results.ts'
import type { SegmentFigureRow } from '../../pipeline/tables/company-document.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { select } from '../../pipeline/warehouse/store.ts'
import { recordedFolder } from '../recorded.ts'
import { recordedCompanies } from '../recorded-companies.ts'
import { recordingOf } from '../recording-of.ts'
import { companiesIn, type HandRead, handRead, mutations, segmentTables, storeOf, strangeAfter, wrongAfter } from './markets.ts'

/** Two of the recorded instances state no ISIN. */
const companies = { RELIANCE: 'in:RELIANCE', ASIANPAINT: 'in:ASIANPAINT', ICICIBANK: 'in:INE090A01021' } as const
type Key = keyof typeof companies

const lineOf: Readonly<Record<string, LineId>> = {
  'interest earned': 'interest_income',
  'interest expended': 'bank_interest_expense',
  profit: 'net_income_with_minorities',
  'profit, half': 'net_income_with_minorities',
  deposits: 'deposits',
  advances: 'loans',
  assets: 'total_assets',
  'revenue from operations': 'revenue',
  'revenue, half': 'revenue',
  'profit to owners': 'net_income',
  liabilities: 'total_liabilities',
  'equity with minorities': 'equity_with_minorities',
  'operating cash flow, half': 'operating_cash_flow',
}

/** Hand-read facts that no line of statements has. */
const without: Readonly<Record<string, string>> = {
  'ICICIBANK-08': 'a ratio: lines are amounts in a currency, amounts per share, or counts of shares',
}

const { store } = await storeOf(/nseindia\.com\/(?:corporate\/xbrl\/|api\/corporates-financial)/)
const { versions, issuers } = await companiesIn(store)
afterAll(() => store.close())

describe('companies of India', () => {
  const kept = (key: Key, line: LineId, from: string | null, to: string) =>
    versions
      .get(companies[key])!
      .find((each) => each.line === line && each.to === dayNumber(to) && each.from === (from === null ? null : dayNumber(from)))

  /** What of a hand-read fact is kept: value and unit, or day and basis. */
  function keptOf({ company_key, kind, line, period, as_of: day }: HandRead & { readonly as_of?: string }) {
    const key = company_key as Key
    const [first = '', last] = (period ?? day ?? '').split('/')
    const [from, to] = last === undefined ? [null, first] : [first, last]
    const figure = kept(
      key,
      kind === 'statement' ? lineOf[line]! : kind === 'shares' ? 'shares_outstanding' : 'net_income',
      from,
      to,
    )
    return figure && (kind === 'known_date' ? `${isoDay(figure.known)} ${figure.basis}` : figure.value)
  }

  test('every statement, count of shares and known date that was read by hand is kept', () => {
    const kinds = ['statement', 'shares', 'known_date']
    const facts = handRead.filter(({ company_key, kind }) => company_key in companies && kinds.includes(kind))
    expect(facts).toHaveLength(19)
    for (const fact of facts) {
      const { id, kind, value, total, knownBasis, knownSince = '' } = fact as HandRead & { total?: number; knownBasis?: string }
      if (without[id] !== undefined) continue
      const expected =
        { known_date: `${knownSince.slice(0, 10)} ${knownBasis}`, shares: total }[kind] ?? Math.round(Number(value) * 1e6)
      expect(keptOf(fact), id).toBe(expected)
    }
  })

  test('Reliance: a quarter and nine months whose contexts state the same days', () => {
    expect(kept('RELIANCE', 'revenue', '2024-10-01', '2024-12-31')!.value).toBe(1_282_600e6)
    expect(kept('RELIANCE', 'net_income', '2024-10-01', '2024-12-31')!.value).toBe(87_210e6)
    expect(kept('RELIANCE', 'revenue', '2024-04-01', '2024-12-31')!.value).toBe(3_966_450e6)
    expect(kept('RELIANCE', 'shares_outstanding', null, '2024-12-31')!.value).toBe(13_532e6)
    expect(kept('RELIANCE', 'net_income', '2024-10-01', '2024-12-31')!.form).toBe('quarterly results of the company alone')
  })

  test('the equity of a bank is capital and reserves', () => {
    expect(kept('ICICIBANK', 'equity', null, '2023-09-30')!.value).toBe(14_008.3e6 + 2_146_480.9e6)
    expect(kept('ASIANPAINT', 'equity', null, '2023-09-30')!.concept).toBe('in-bse-fin:EquityAttributableToOwnersOfParent')
  })

  test('the form of the statements follows from the format of the results', () => {
    const shapes = Object.fromEntries(issuers.map((issuer) => [issuer.company, shapeOf(issuer)]))
    expect(shapes).toEqual({ 'in:RELIANCE': 'general', 'in:ASIANPAINT': 'general', 'in:INE090A01021': 'bank' })
  })

  test('companies of which no annual results are recorded say so', () => {
    for (const issuer of issuers) {
      const { row } = composeCompany(issuer, versions.get(issuer.company)!, dayNumber('2026-08-12')!)
      expect(row.why['company'], issuer.name).toBe('no annual statements with tagged figures were read')
    }
  })

  test('segments: the one read by hand, and tables that add up to the whole', async () => {
    const rows = await select<SegmentFigureRow>(
      store,
      `SELECT filing, axis, measure, role, segment, CAST(from_day AS VARCHAR) AS from_day, CAST(to_day AS VARCHAR) AS to_day, unit,
              CAST(value::DOUBLE AS VARCHAR) AS value, why, place FROM segment_figure`,
    )
    const [fact] = handRead.filter(({ kind, market }) => kind === 'segment' && market === 'India')
    const own = rows.filter(({ measure, segment }) => measure === 'revenue' && fact!.line === `${segment} revenue`)
    const read = own.map(({ from_day: from, to_day: to, value }) => [`${from}/${to}`, Number(value) / 1e6])
    expect(read).toContainEqual([fact!.period, fact!.value])
    const { served, wrong } = segmentTables(rows)
    expect(wrong).toEqual([])
    // the results of Reliance have no balance sheet for its assets, and its segments have taxes in their revenue
    expect(served).toHaveLength(7)
    const rowsIn = (name: string) =>
      rows.flatMap((row) =>
        segmentTables([row]).served[0]?.endsWith(name) ? [[row.role, row.segment, Number(row.value) / 1e6]] : [],
      )
    const quarter = rowsIn('business revenue 2023-07-01 2023-09-30 INR')
    expect(quarter).toContainEqual(['reconciling', 'Inter segment revenue', -383_537.6])
    expect(quarter).toContainEqual(['consolidated', '', 406_970.7])
    expect(rowsIn('business revenue 2023-04-01 2023-09-30 INR')).toContainEqual(['segment', 'Retail', 641_372.3])
    expect(rowsIn('business result 2024-10-01 2024-12-31 INR')).toContainEqual([
      ...['reconciling', 'Other unallocable expenditure net off un allocable income', 13_860],
    ])
    expect(rows.flatMap(({ why }) => why ?? []).sort()).toEqual([
      'Segments as filed add up to 1342270000000, the whole is 1282600000000, and no filed rows reconcile the two.',
      'Segments as filed add up to 4147420000000, the whole is 3966450000000, and no filed rows reconcile the two.',
    ])
  })

  // as the instances state them, in millions of rupees
  test.each([
    ['NBFC_INDAS_104856_1109872_27042024125639', 'result', 'segment', '2024-01-01', 'Insurance', 6_809.1],
    ['NBFC_INDAS_113160_1286693_24102024110033', 'revenue', 'segment', '2024-07-01', 'Retail financing', 170_954.1],
    ['INDAS_104812_1109391_26042024060121', 'result', 'reconciling', '2024-01-01', 'Segment finance costs', -666.99],
    ['BANKING_105533_1119132_09052024052751', 'result', 'reconciling', '2023-04-01', 'Exceptional Items', -71_000],
    ['BANKING_105533_1119132_09052024052751', 'revenue', 'reconciling', '2024-01-01', 'Unallocated', 13_120.9],
  ])('%s: %s, %s of %s: %s', (file, measure, role, from, segment, millions) => {
    const url = `https://nsearchives.nseindia.com/corporate/xbrl/${file}.xml`
    const body = readFileSync(join(recordedFolder, 'india', `${file}.xml`))
    const sets = nseResults.parse(body, recordingOf(url, body, '2024-12-01T00:00:00Z')).documents ?? []
    const rows = sets.flatMap(segmentsIn).filter((row) => row.measure === measure && row.role === role && row.from_day === from)
    expect(rows.flatMap((row) => (row.segment === segment ? Number(row.value) / 1e6 : []))).toEqual([millions])
  })

  test('results with figures of segments changed or left out have no table that does not add up', () => {
    const sets = recordedCompanies(/nseindia\.com\/corporate\/xbrl\/(?:BANKING|INDAS)/).flatMap(
      ({ url, at, body }) => nseResults.parse(body, recordingOf(url, body, at)).documents ?? [],
    )
    expect(sets).toHaveLength(2)
    const { wrong, fewer } = wrongAfter(sets, mutations(300))
    expect(wrong).toEqual([])
    expect(fewer).toBeGreaterThan(mutations(150))
  })

  test('mutated bodies are refused, or give what they spell', () => {
    for (const recorded of recordedCompanies(/nseindia\.com\/(?:corporate\/xbrl\/|api\/corporates-financial)|bseindia/))
      expect(strangeAfter(recorded, mutations(40)), recorded.url).toEqual([])
  })

  test('State Bank: shares by class of holder, those under depository receipts included', async () => {
    const rows = await select<{ holder: string; shares: string; percent: string }>(
      store,
      `SELECT holder, CAST(shares AS VARCHAR) AS shares, CAST(percent AS VARCHAR) AS percent FROM shareholding
       WHERE company = 'in:INE062A01020' AND as_of = DATE '2024-03-31'`,
    )
    const of = new Map(rows.map(({ holder, shares, percent }) => [holder, [Number(shares), Number(percent)]]))
    const [shares, ownership] = ['SBIN-01', 'SBIN-02'].map((id) => handRead.find((fact) => fact.id === id)!)
    expect(of.get('ShareholdingPattern')).toEqual([(shares as HandRead & { total: number }).total, 100])
    expect(of.get('CustodianOrDRHolder')![0]).toBe(95_888_670)
    const percents = ['ShareholdingOfPromoterAndPromoterGroup', 'PublicShareholding'].map((holder) => of.get(holder)![1])
    expect(percents).toEqual(Object.values(ownership!.value as object))
  })

  test('the Bombay exchange: new and revised filings of one period, a file of a half-year and a year once', () => {
    const [{ url, at, body } = { url: '', at: '', body: new Uint8Array() }] = recordedCompanies(/api\.bseindia\.com/)
    const { rows, rejected } = feedFor(url)!.parse(body, recordingOf(url, body, at))
    expect(rejected).toEqual([])
    const standalone = new Map(rows.filing!.toReversed().map((row) => [row.accession, `${row.form} ${row.accepted_at}`]))
    expect([...standalone.values()].filter((text) => text.includes('of the company alone')).sort()).toEqual([
      'amended annual results of the company alone 2026-05-09T17:57:59Z',
      'annual results of the company alone 2026-05-09T17:55:57Z',
      'quarterly results of the company alone 2026-08-05T14:09:31Z',
    ])
    expect(rows.filing!.map((row) => row.report_date)).toContain('2026-03-31')
  })

  test('the list states the second of publication, on the clock of India', async () => {
    const rows = await select(
      store,
      "SELECT company, strftime(accepted_at, '%Y-%m-%dT%H:%M:%SZ') AS accepted, CAST(filing_date AS VARCHAR) AS day FROM filing WHERE accession = 'INDAS_117294_1348219_16012025074210.xml'",
    )
    expect(rows).toEqual([{ company: 'in:INE009A01021', accepted: '2025-01-16T14:12:44Z', day: '2025-01-16' }])
  })
})
