import { describe, expect, test } from 'vitest'
import { companiesOf } from '../../activities/companies.ts'
import { shapeOf } from '../../data/companies/shapes.ts'
import { issuerId } from '../../data/companies.ts'
import { feedFor } from '../../pipeline/source/feeds/index.ts'
import { nseResults } from '../../pipeline/source/feeds/nse-results.ts'
import type { Recording } from '../../pipeline/source/recordings/recording.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { issuersOf } from '../../pipeline/warehouse/companies/issuers.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
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
      const store = await emptyStore()
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

  test('a list that does not say when the fiscal year ends leaves it as the company filed it', async () => {
    const file = `${archive}INTEGRATED_FILING_BANKING_1_30042026090622_WEB.xml`
    const url = 'https://www.nseindia.com/api/integrated-filing-results?index=equities&symbol=ACME'
    const listed = (name: string) =>
      Buffer.from(
        JSON.stringify({
          data: [{ symbol: 'ACME', cmName: name, qe_Date: '31-MAR-2026', broadcast_Date: '30-Apr-2026 21:06:22', xbrl: file }],
        }),
      )
    const company = issuerId('in', 'ACME')
    const filed = { company, told_by: 'filer' as const, name: 'Acme Bank Limited', former_names: [], country: 'India' }
    const rows = {
      issuer: [
        {
          ...{ ...filed, industry_code: 'bank', industry: null, fiscal_year_end: '03-31', filer_class: null },
          ...{ tickers: [], exchanges: [], lei: null },
        },
      ],
    }
    const loads = [
      {
        recording: recordingOf(file, Buffer.from('x'), '2026-05-01T00:00:00Z'),
        feed: nseResults.id,
        parsed: { rows, rejected: [], next: [] },
      },
      ...['Acme', 'ACME LTD'].map((name, at) => loadOf(url, listed(name), `2026-05-0${at + 2}T00:00:00Z`)),
    ]
    for (const order of [loads, loads.toReversed()]) {
      const store = await emptyStore()
      for (const each of order) await load(store, [each], () => [])
      expect(await issuersOf(store, [company])).toMatchObject([{ name: 'Acme Bank Limited', fiscalYearEnd: '03-31' }])
      await store.close()
    }
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
