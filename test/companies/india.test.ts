import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companiesOf } from '../../activities/companies.ts'
import type { LineId } from '../../data/companies/lines.ts'
import { shapeOf } from '../../data/companies/shapes.ts'
import { composeCompany } from '../../pipeline/companies/compose.ts'
import type { Version } from '../../pipeline/companies/figures/version.ts'
import { feedFor } from '../../pipeline/source/feeds/index.ts'
import { nseResults } from '../../pipeline/source/feeds/nse-results.ts'
import type { Recording } from '../../pipeline/source/recordings/recording.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { versionsOf } from '../../pipeline/warehouse/companies/company-versions.ts'
import { issuersOf } from '../../pipeline/warehouse/companies/issuers.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { openStore, type Store, select } from '../../pipeline/warehouse/store.ts'
import type { SegmentFigureRow } from '../../pipeline/warehouse/tables/company-document.ts'
import { recordingOf } from '../recorded.ts'
import { recordedCompanies, withoutCompanies } from '../recorded-companies.ts'
import { type HandRead, handRead, segmentTables, storeOf, strangeAfter, wrongAfter } from './markets.ts'

const archive = 'https://nsearchives.nseindia.com/corporate/xbrl/'
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

describe.skipIf(withoutCompanies)('companies of India', () => {
  let store: Store
  let versions: ReadonlyMap<string, readonly Version[]>

  beforeAll(async () => {
    ;({ store } = await storeOf(/nseindia\.com\/(?:corporate\/xbrl\/|api\/corporates-financial)/))
    versions = await versionsOf(store, Object.values(companies))
  }, 60_000)
  afterAll(() => store?.close())

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

  test('the form of the statements follows from the format of the results', async () => {
    const issuers = await issuersOf(store, Object.values(companies))
    expect(issuers.map((issuer) => shapeOf(issuer))).toEqual(['general', 'general', 'bank'])
  })

  test('companies of which no annual results are recorded say so', async () => {
    const issuers = await issuersOf(store, Object.values(companies))
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

  test('results with figures of segments changed or left out have no table that does not add up', () => {
    const sets = recordedCompanies(/nseindia\.com\/corporate\/xbrl\/(?:BANKING|INDAS)/).flatMap(
      ({ url, at, body }) => nseResults.parse(body, recordingOf(url, body, at)).documents ?? [],
    )
    expect(sets).toHaveLength(2)
    const { wrong, fewer } = wrongAfter(sets, 300)
    expect(wrong).toEqual([])
    expect(fewer).toBeGreaterThan(150)
  })

  test('mutated bodies are refused, or give what they spell', () => {
    for (const recorded of recordedCompanies(/nseindia\.com\/(?:corporate\/xbrl\/|api\/corporates-financial)|bseindia/))
      expect(strangeAfter(recorded, 40), recorded.url).toEqual([])
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

interface Written {
  readonly file?: string
  readonly scope?: string
  readonly isin?: string
  /** Contexts by id, with the days they declare; null for one that is not declared. */
  readonly contexts?: Readonly<Record<string, readonly [from: string | null, to: string] | null>>
  /** Facts by context. */
  readonly facts: Readonly<Record<string, Readonly<Record<string, string | number>>>>
  readonly more?: string
}

const quarter = ['2025-01-01', '2025-03-31'] as const
const instant = [null, '2025-03-31'] as const
const dates = (from: string, to: string) => ({ DateOfStartOfReportingPeriod: from, DateOfEndOfReportingPeriod: to })
const year = dates('2024-04-01', '2025-03-31')

/** An instance of results, and what the feed makes of it. */
function resultsOf({
  file = 'INDAS_1_2_16052025074210.xml',
  scope = 'Consolidated',
  isin = 'INE002A01018',
  ...written
}: Written) {
  const { contexts = { OneD: quarter, FourD: quarter, OneI: instant }, facts, more = '' } = written
  const declared = Object.entries(contexts).flatMap(([id, days]) => {
    if (days === null) return []
    const [from, to] = days
    const period = from === null ? `<instant>${to}</instant>` : `<startDate>${from}</startDate><endDate>${to}</endDate>`
    return `<context id="${id}"><entity><identifier scheme="NSE">ACME</identifier></entity><period>${period}</period></context>`
  })
  const named = { Symbol: 'ACME', ISIN: isin, NameOfTheCompany: 'Acme Limited', NatureOfReportStandaloneConsolidated: scope }
  const items = Object.entries({ ...facts, OneD: { ...named, ...facts['OneD'] } }).flatMap(([id, own]) =>
    Object.entries(own).map(([name, value]) => {
      const unit =
        typeof value === 'string'
          ? ''
          : /PerShare|FaceValue/.test(name)
            ? ' unitRef="each" decimals="INF"'
            : ' unitRef="inr" decimals="-7"'
      return `<in-capmkt:${name} contextRef="${id}"${unit}>${value}</in-capmkt:${name}>`
    }),
  )
  const body = Buffer.from(`<xbrl>${declared.join('')}<unit id="inr"><measure>iso4217:INR</measure></unit>
    <unit id="each"><divide><unitNumerator><measure>iso4217:INR</measure></unitNumerator><unitDenominator><measure>xbrli:shares</measure></unitDenominator></divide></unit>
    ${items.join('')}${more}</xbrl>`)
  const url = `${archive}${file}`
  const recording = recordingOf(url, body, '2025-06-01T00:00:00Z')
  const { rows: stated, rejected, next } = nseResults.parse(body, recording)
  const parsed = { rows: stated, rejected, next }
  const amounts = (parsed.rows.statement_fact ?? []).map((row) => [
    row.concept.replace('in-capmkt:', ''),
    row.from_day,
    row.to_day,
    Number(row.value),
  ])
  return { recording, parsed, amounts, rows: parsed.rows.statement_fact ?? [] }
}

/** A list as it is loaded. */
function listed(body: Buffer, recording: Recording) {
  const { rows, rejected, next } = nseResults.parse(body, recording)
  return { rows, rejected, next }
}

const profit = (value: number) => ({ ProfitLossForPeriod: value })

test('percentages of a pattern are fractions since the taxonomy of 2025-10-31', () => {
  const held = [
    ['ShareholdingOfPromoterAndPromoterGroup', 12_207_245_562, 0.965],
    ['PublicShareholding', 442_749_840, 0.035],
  ]
  const items = held.map(
    ([
      holder,
      shares,
      percent,
    ]) => `<context id="${holder}_ContextI"><entity><identifier scheme="s">1</identifier></entity><period><instant>2026-03-31</instant></period>
      <scenario><explicitMember dimension="shp:CategoryOfShareholdersAxis">shp:${holder}Member</explicitMember></scenario></context>
      <shp:NumberOfShares contextRef="${holder}_ContextI" unitRef="s" decimals="INF">${shares}</shp:NumberOfShares>
      <shp:ShareholdingAsAPercentageOfTotalNumberOfShares contextRef="${holder}_ContextI" unitRef="p" decimals="4">${percent}</shp:ShareholdingAsAPercentageOfTotalNumberOfShares>`,
  )
  const main = `<context id="MainD"><entity><identifier scheme="s">1</identifier></entity><period><startDate>2026-01-01</startDate><endDate>2026-03-31</endDate></period></context>
    <shp:ISIN contextRef="MainD">INE0J1Y01017</shp:ISIN>`
  const units = '<unit id="s"><measure>shares</measure></unit><unit id="p"><measure>pure</measure></unit>'
  const body = Buffer.from(`<xbrl>${units}${main}${items.join('')}</xbrl>`)
  const url = `${archive}SHP_1_2_15042026070218_WEB.xml`
  const { rows } = feedFor(url)!.parse(body, recordingOf(url, body, '2026-04-16T00:00:00Z'))
  expect(rows.shareholding!.map(({ company, percent }) => `${company} ${percent}`)).toEqual([
    'in:INE0J1Y01017 96.5',
    'in:INE0J1Y01017 3.5',
  ])
})

describe('instances of results', () => {
  test('the year to date has the days that its own facts state; without them it is left out', () => {
    const stated = resultsOf({ facts: { OneD: profit(3), FourD: { ...year, ...profit(10) } } })
    expect(stated.amounts).toEqual([
      ['ProfitLossForPeriod', '2025-01-01', '2025-03-31', 3],
      ['ProfitLossForPeriod', '2024-04-01', '2025-03-31', 10],
    ])
    expect(stated.rows[0]!.form).toBe('annual results')
    const unstated = resultsOf({ facts: { OneD: profit(3), FourD: profit(10) } })
    expect(unstated.amounts).toEqual([['ProfitLossForPeriod', '2025-01-01', '2025-03-31', 3]])
    expect(unstated.rows[0]!.form).toBe('quarterly results')
  })

  test('contexts that are named and not declared', () => {
    const { amounts } = resultsOf({
      file: 'INDAS_1_2_16052019074210_WEB.xml',
      contexts: {},
      facts: { OneD: { ...dates('2019-01-01', '2019-03-31'), ...profit(3) }, FourD: profit(10), OneI: { Assets: 7 } },
    })
    expect(amounts).toEqual([
      ['ProfitLossForPeriod', '2019-01-01', '2019-03-31', 3],
      ['Assets', null, '2019-03-31', 7],
    ])
  })

  test('of two amounts of a concept and context neither counts', () => {
    const more = '<in-capmkt:Inventories contextRef="OneI" unitRef="inr" decimals="-7">2</in-capmkt:Inventories>'
    const { amounts, parsed } = resultsOf({ facts: { OneD: profit(3), OneI: { Assets: 9, Inventories: 1 } }, more })
    expect(amounts.map(([concept]) => concept)).toEqual(['ProfitLossForPeriod', 'Assets'])
    expect(parsed.rejected.map(({ rule }) => rule)).toEqual(['two-amounts'])
  })

  test('amounts that nobody filled in are left out', () => {
    const owners = { ProfitOrLossAttributableToOwnersOfParent: 0, ProfitOrLossAttributableToNonControllingInterests: 0 }
    const flows = Object.fromEntries(
      ['Operating', 'Investing', 'Financing'].map((kind) => [`CashFlowsFromUsedIn${kind}Activities`, 0]),
    )
    const { amounts } = resultsOf({ facts: { OneD: { ...profit(3), ...owners, ...flows }, OneI: { Assets: 0, Equity: 0 } } })
    expect(amounts.map(([concept]) => concept)).toEqual(['ProfitLossForPeriod'])
    const filled = resultsOf({ facts: { OneD: { ...profit(3), ...owners, ProfitOrLossAttributableToOwnersOfParent: 3 } } })
    expect(filled.amounts.map(([, , , value]) => value)).toEqual([3, 3, 0])
  })

  test('shares are paid-up capital over the face value', () => {
    const { amounts } = resultsOf({
      facts: { OneD: { PaidUpValueOfEquityShareCapital: 14_008_300_000, FaceValueOfEquityShareCapital: 2, ...profit(1) } },
    })
    expect(amounts).toContainEqual([
      'PaidUpValueOfEquityShareCapital/FaceValueOfEquityShareCapital',
      null,
      '2025-03-31',
      7_004_150_000,
    ])
  })

  test('results are known from the board’s meeting, a later upload, or the deadline on', () => {
    const known = (facts: Readonly<Record<string, string>>, file?: string) => {
      const { rows } = resultsOf({ ...(file && { file }), facts: { OneD: { ...profit(3), ...facts } } })
      return `${rows[0]!.filed} ${rows[0]!.basis}`
    }
    const met = { DateOfEndOfBoardMeeting: '2025-05-15', EndTimeOfBoardMeeting: '19:15:00' }
    expect(known(met)).toBe('2025-05-15 reported')
    expect(known({ ...met, EndTimeOfBoardMeeting: '23:40:00' })).toBe('2025-05-16 reported')
    expect(known(met, 'INDAS_1_2_16102026074210.xml')).toBe('2026-10-16 filed')
    expect(known({}, 'INDAS_1_2.xml')).toBe('2025-05-15 deadline')
  })

  test('the list wins: its ISIN, whichever comes first, and its day of publication', async () => {
    const results = resultsOf({ isin: '', facts: { OneD: { ...profit(3), DateOfEndOfBoardMeeting: '2025-05-15' } } })
    const row = {
      symbol: 'ACME',
      companyName: 'Acme',
      isin: 'INE002A01018',
      toDate: '31-Mar-2025',
      exchdisstime: '16-May-2025 00:10:02',
    }
    const body = Buffer.from(JSON.stringify([{ ...row, xbrl: results.recording.url, broadCastDate: '15-May-2025 23:59:50' }]))
    const url = 'https://www.nseindia.com/api/corporates-financial-results?index=equities&symbol=ACME&period=Quarterly'
    const list = recordingOf(url, body, '2025-06-02T00:00:00Z')
    const loads = [
      { recording: results.recording, feed: nseResults.id, parsed: results.parsed },
      { recording: list, feed: nseResults.id, parsed: listed(body, list) },
    ]
    for (const order of [loads, loads.toReversed()]) {
      const store = await openStore(':memory:')
      for (const each of order) await load(store, [each], () => [])
      const lines = await select(
        store,
        'SELECT DISTINCT company, CAST(known_on AS VARCHAR) AS day, known_basis FROM company_line',
      )
      expect(lines).toEqual([{ company: 'in:INE002A01018', day: '2025-05-16', known_basis: 'filed' }])
      store.close()
    }
  })

  test('integrated filings have another form of list', () => {
    const body = Buffer.from(
      JSON.stringify({
        data: [
          {
            symbol: 'ACME',
            cmName: 'Acme',
            qe_Date: '31-MAR-2026',
            broadcast_Date: '30-Apr-2026 21:06:22',
            xbrl: `${archive}INTEGRATED_FILING_BANKING_1_30042026090622_WEB.xml`,
          },
          {
            symbol: 'ACME',
            qe_Date: '31-MAR-2026',
            broadcast_Date: '30-Apr-2026 21:06:22',
            xbrl: `${archive}INTEGRATED_FILING_GOVERNANCE_1_WEB.xml`,
          },
        ],
      }),
    )
    const url = 'https://www.nseindia.com/api/integrated-filing-results?index=equities&symbol=ACME'
    const { rows, rejected, next } = nseResults.parse(body, recordingOf(url, body, '2026-05-02T00:00:00Z'))
    expect(rows.filing!.map(({ accepted_at: at }) => at)).toEqual(['2026-04-30T15:36:22Z'])
    expect(rows.issuer!.map((issuer) => shapeOf({ company: issuer.company, industryCode: issuer.industry_code }))).toEqual([
      'bank',
    ])
    expect(next.map((lead) => feedFor(lead.url)!.id)).toEqual(['nse-results'])
    expect(rejected.map(({ reason }) => reason)).toEqual(['no XBRL file of results'])
  })

  test('statements are read and not sold until the operator declares a licence', async () => {
    const balance = { Assets: 100, Equity: 40, Liabilities: 60, EquityAndLiabilities: 100 }
    const own = { RevenueFromOperations: 50, ...profit(10), DateOfEndOfBoardMeeting: '2025-05-15' }
    const { recording, parsed } = resultsOf({
      facts: { OneD: { ...own, RevenueFromOperations: 12, ...profit(3) }, FourD: { ...year, ...own }, OneI: balance },
    })
    const store = await openStore(':memory:')
    await load(store, [{ recording, feed: nseResults.id, parsed }], () => [])
    const rowsWith = async (licences: readonly string[], sample = false) => {
      const options = { asOf: dayNumber('2025-07-01')!, sample, licences: new Set(licences) }
      const { batches } = await companiesOf(store, new Map(), options, new AbortController().signal)
      for await (const { briefings } of batches) return briefings[0]!.row
      return null
    }
    const unlicensed = await rowsWith([])
    expect([unlicensed!.blocks, unlicensed!.why['company']]).toEqual([
      [],
      'what the National Stock Exchange of India publishes may be sold only with its licence, and none is declared here',
    ])
    for (const row of [await rowsWith(['nse']), await rowsWith([], true)]) expect(row!.blocks).toContain('numbers')
    store.close()
  })
})
