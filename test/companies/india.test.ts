import { describe, expect, test } from 'vitest'
import { composeCompanyBatches } from '../../activities/compute/companies.ts'
import { shapeOf } from '../../data/companies/shapes.ts'
import { issuerId } from '../../data/companies.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { nseResults } from '../../pipeline/feeds/nse-results.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { issuersOf } from '../../pipeline/warehouse/companies/issuers.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import formats from '../feeds/bodies/nse-formats.json' with { type: 'json' }
import { loadOf } from '../load-of.ts'
import { recordingOf } from '../recording-of.ts'

const archive = 'https://nsearchives.nseindia.com/corporate/xbrl/'

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
  const { rows: given, rejected, next } = nseResults.parse(body, recording)
  const parsed = { rows: given, rejected, next }
  const rows = given.statement_fact ?? []
  const amounts = rows.map((row) => [row.concept.replace('in-capmkt:', ''), row.from_day, row.to_day, Number(row.value)])
  return { recording, parsed, amounts, rows }
}

const api = 'https://www.nseindia.com/api/'
const integratedUrl = `${api}integrated-filing-results?index=equities&symbol=ACME`
const integratedFile = `${archive}INTEGRATED_FILING_BANKING_1_30042026090622_WEB.xml`
const published = { symbol: 'ACME', qe_Date: '31-MAR-2026', broadcast_Date: '30-Apr-2026 21:06:22' }

/** A list of integrated filings. */
const integrated = (...filings: readonly object[]) =>
  Buffer.from(JSON.stringify({ data: filings.map((filing) => ({ ...published, ...filing })) }))

type Load = Parameters<typeof load>[1][number]

/** Checks a store after loads in either order. */
async function inEitherOrder(loads: readonly Load[], check: (store: Store) => Promise<void>): Promise<void> {
  for (const order of [loads, loads.toReversed()]) {
    const store = await emptyStore()
    for (const each of order) await load(store, [each], () => [])
    await check(store)
    await store.close()
  }
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

  test.each(formats)('$title', ({ amounts: expected, contexts, ...written }) => {
    const { amounts } = resultsOf({ ...written, ...(contexts && { contexts }) } as unknown as Written)
    const named = amounts.map(([concept, from, , value]) => [contexts && from !== null ? `${concept} ${from}` : concept, value])
    expect(Object.fromEntries(named)).toEqual(expected)
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
    const results = resultsOf({
      isin: '',
      facts: { OneD: { ...profit(3), DateOfEndOfBoardMeeting: '2025-05-15', DateOfEndOfFinancialYear: '2025-03-31' } },
    })
    const row = { symbol: 'ACME', companyName: 'Acme', isin: 'INE002A01018', toDate: '31-Mar-2025', xbrl: results.recording.url }
    const times = { exchdisstime: '16-May-2025 00:10:02', broadCastDate: '15-May-2025 23:59:50' }
    const body = Buffer.from(JSON.stringify([{ ...row, ...times }]))
    const url = `${api}corporates-financial-results?index=equities&symbol=ACME&period=Quarterly`
    const own = { recording: results.recording, feed: nseResults.id, parsed: results.parsed }
    await inEitherOrder([own, loadOf(url, body, '2025-06-02T00:00:00Z')], async (store) => {
      const lines = await select(
        store,
        'SELECT DISTINCT company, CAST(known_on AS VARCHAR) AS day, known_basis FROM company_line',
      )
      expect(lines).toEqual([{ company: 'in:INE002A01018', day: '2025-05-16', known_basis: 'filed' }])
      expect(await issuersOf(store, ['in:INE002A01018'])).toMatchObject([{ name: 'Acme Limited', fiscalYearEnd: '03-31' }])
    })
  })

  test('integrated filings have another form of list', () => {
    const governance = { xbrl: `${archive}INTEGRATED_FILING_GOVERNANCE_1_WEB.xml` }
    const body = integrated({ cmName: 'Acme', xbrl: integratedFile }, governance)
    const { rows, rejected, next } = nseResults.parse(body, recordingOf(integratedUrl, body, '2026-05-02T00:00:00Z'))
    expect(rows.filing!.map(({ accepted_at: at }) => at)).toEqual(['2026-04-30T15:36:22Z'])
    expect(rows.issuer!.map((issuer) => shapeOf({ company: issuer.company, industryCode: issuer.industry_code }))).toEqual([
      'bank',
    ])
    expect(next.map((lead) => feedFor(lead.url)!.id)).toEqual(['nse-results'])
    expect(rejected.map(({ reason }) => reason)).toEqual(['no XBRL file of results'])
  })

  test('what neither a list nor a later filing says of a company stays as the company filed it', async () => {
    const company = issuerId('in', 'ACME')
    const filed = { company, told_by: 'filer' as const, name: 'Acme Bank Limited', former_names: [], country: 'India' }
    const bank = { industry_code: 'bank', industry: null, fiscal_year_end: '03-31', filer_class: null }
    const named = { ...filed, ...bank, tickers: [], exchanges: [], lei: null }
    const silent = { ...named, name: null, industry_code: null, fiscal_year_end: null }
    const loads = [
      ...[named, silent].map((issuer, at) => ({
        recording: recordingOf(integratedFile, Buffer.from('x'.repeat(at)), `2026-05-0${at + 1}T00:00:00Z`),
        feed: nseResults.id,
        parsed: { rows: { issuer: [issuer] }, rejected: [], next: [] },
      })),
      ...['Acme', 'ACME LTD'].map((cmName, at) =>
        loadOf(integratedUrl, integrated({ cmName, xbrl: integratedFile }), `2026-05-0${at + 2}T00:00:00Z`),
      ),
    ]
    await inEitherOrder(loads, async (store) => {
      const issuer = { name: 'Acme Bank Limited', fiscalYearEnd: '03-31', industryCode: 'bank' }
      expect(await issuersOf(store, [company])).toMatchObject([issuer])
    })
  })

  test('after a quarter without a balance sheet amounts of a day are those of the newest one, with its day', async () => {
    const store = await emptyStore()
    const ends = ['2024-03-31', '2024-06-30', '2024-09-30', '2024-12-31', '2025-03-31', '2025-06-30']
    for (const [at, end] of ends.entries()) {
      const from = `${end.slice(0, 5)}${String(Number(end.slice(5, 7)) - 2).padStart(2, '0')}-01`
      const own = { RevenueFromOperations: 50, ...profit(10), DateOfEndOfBoardMeeting: end }
      const isYear = end.endsWith('03-31')
      const balance = {
        Assets: 100 + at,
        Equity: 40 + at,
        Liabilities: 60,
        BorrowingsNoncurrent: 5,
        EquityAndLiabilities: 100 + at,
      }
      const first = `${Number(end.slice(0, 4)) - 1}-04-01`
      const { recording, parsed } = resultsOf({
        file: `INDAS_1_${at}_01082025074210.xml`,
        scope: 'Standalone',
        contexts: { OneD: [from, end], FourD: [first, end], OneI: [null, end] },
        facts: {
          OneD: own,
          ...(isYear && { FourD: { ...dates(first, end), RevenueFromOperations: 200, ...profit(40) }, OneI: balance }),
        },
      })
      await load(store, [{ recording, feed: nseResults.id, parsed }], () => [])
    }
    const options = { asOf: dayNumber('2025-09-01')!, sample: true, licences: new Set<string>() }
    const { batches } = await composeCompanyBatches(store, new Map(), options, new AbortController().signal)
    for await (const { briefings } of batches) {
      const { profitability, capital_structure: capital, numbers } = briefings[0]!.blocks
      const equity = profitability!.ratios.find(({ ratio }) => ratio === 'return_on_equity')
      expect([profitability!.period, equity]).toMatchObject([
        'four quarters to FY2026 Q1',
        { value: (100 * 40) / 42, balance_day: '2025-03-31' },
      ])
      expect([capital!.balance_day, capital!.totals.debt!.value, numbers!.consolidated]).toEqual(['2025-03-31', 5, false])
    }
    await store.close()
  })

  test('statements are read and not sold until the operator declares a licence', async () => {
    const balance = { Assets: 100, Equity: 40, Liabilities: 60, EquityAndLiabilities: 100 }
    const own = { RevenueFromOperations: 50, ...profit(10), DateOfEndOfBoardMeeting: '2025-05-15' }
    const { recording, parsed } = resultsOf({
      facts: { OneD: { ...own, RevenueFromOperations: 12, ...profit(3) }, FourD: { ...year, ...own }, OneI: balance },
    })
    const store = await emptyStore()
    await load(store, [{ recording, feed: nseResults.id, parsed }], () => [])
    const rowsWith = async (licences: readonly string[], sample = false) => {
      const options = { asOf: dayNumber('2025-07-01')!, sample, licences: new Set(licences) }
      const { batches } = await composeCompanyBatches(store, new Map(), options, new AbortController().signal)
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
