import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type LineId, lines } from '../../data/companies/lines.ts'
import { shapeOf } from '../../data/companies/shapes.ts'
import { newestGuidance } from '../../pipeline/companies/blocks/against-guidance.ts'
import { composeCompany } from '../../pipeline/companies/compose.ts'
import { segmentsIn } from '../../pipeline/companies/documents/segments.ts'
import { viewOf } from '../../pipeline/companies/figures/view.ts'
import { ParseError } from '../../pipeline/errors.ts'
import { edinetCodes } from '../../pipeline/feeds/edinet-codes.ts'
import { edinetDocuments } from '../../pipeline/feeds/edinet-documents.ts'
import { segmentFacts } from '../../pipeline/feeds/edinet-statements.ts'
import { tseDigest } from '../../pipeline/feeds/tse-digest.ts'
import { forecastsOf } from '../../pipeline/feeds/tse-forecasts.ts'
import { readDocumentSet } from '../../pipeline/filings/document.ts'
import { readEdinetPackage } from '../../pipeline/filings/edinet-package.ts'
import type { Issuer } from '../../pipeline/tables/company.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { filedRows } from '../../pipeline/warehouse/companies/company-documents.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { mutated, seeded } from '../feeds/mutate.ts'
import { loadOf } from '../load-of.ts'
import { recordedFolder } from '../recorded.ts'
import { recordedCompanies } from '../recorded-companies.ts'
import { recordingOf } from '../recording-of.ts'
import { figureOf, figuresIn } from './loaded.ts'
import { companiesIn, type HandRead, handRead, mutations, segmentTables, storeOf, wrongAfter } from './markets.ts'

type Read = HandRead & { readonly file: string; readonly unit: string }
const read = handRead.filter(({ market }) => market === 'Japan') as unknown as readonly Read[]
const digests = join(recordedFolder, 'edinet/tdnet')
/** Digests were recorded under no address: one of the exchange's with the name of the file. */
const addressOf = (file: string) =>
  `https://www.release.tdnet.info/inbs/${file
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '')}-ixbrl.htm`
const digestOf = (file: string, at = '2024-08-09T00:00:00Z') =>
  loadOf(addressOf(file), readFileSync(join(digests, file)), at, tseDigest)
const inline = readdirSync(digests).filter((file) => !file.endsWith('.xbrl'))

const { store, unread } = await storeOf(/edinet-fsa\.go\.jp\/api\/v2\/documents\//)
const rowsOf = async (sql: string) => (await store.connection.runAndReadAll(sql)).getRowsJson() as (string | number)[][]

// the digests are there before the list that says whose they are
await load(
  store,
  inline.map((file) => digestOf(file)),
  () => [],
)
const list = readFileSync(join(recordedFolder, 'edinet/EdinetcodeDlInfo_20260512.csv'))
const listUrl = 'https://disclosure2dl.edinet-fsa.go.jp/searchdocument/codelist/Edinetcode.zip'
await load(store, [loadOf(listUrl, list, '2026-05-12T00:00:00Z', edinetCodes)], () => [])
const { versions, issuers } = await companiesIn(store)
afterAll(() => store.close())

const issuerOf = (code: string) => issuers.find(({ listed }) => listed.some((each) => each.code === code))!
const viewAt = ({ company, industryCode }: Issuer, day: string) =>
  viewOf(versions.get(company)!, shapeOf({ company, industryCode }), dayNumber(day)!)

/** The number of the filing that a fact was read off. */
const filingOf = ({ file }: Pick<Read, 'file'>) => /(S[0-9A-Z]{7})_/.exec(file)?.[1] ?? addressOf(file)

/** Lines by the words of the one who read them. */
const named: Readonly<Record<string, LineId>> = {
  'net sales': 'revenue',
  'profit to owners': 'net_income',
  'net income attributable': 'net_income',
  'net income': 'net_income',
  'ordinary income': 'ordinary_income',
  'operating income': 'operating_income',
  assets: 'total_assets',
  'total assets': 'total_assets',
  'total assets in the statement': 'total_assets',
  'total assets in the summary': 'total_assets',
  liabilities: 'total_liabilities',
  equity: 'equity_with_minorities',
  'net assets': 'equity_with_minorities',
  'operating cash flow': 'operating_cash_flow',
  'basic EPS': 'eps_basic',
  revenue: 'revenue',
}
/** Facts that are not served, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  '6269-02': 'the summary converts dollars to yen; the statement of the same digest is in dollars',
}

/** Guided measures by the words of the one who read them. */
const guided: Readonly<Record<string, string>> = {
  sales: 'revenue',
  'net sales': 'revenue',
  'profit to owners': 'net_income',
  'net income': 'net_income',
  'operating income': 'operating_income',
}
type Guided = Read & { readonly metric: string; readonly low: number; readonly action: string; readonly quote: string }
const packages = () =>
  recordedCompanies(/edinet-fsa\.go\.jp\/api\/v2\/documents\/S/).map(({ url, at, body }) =>
    edinetDocuments.parse(body, recordingOf(url, body, at)),
  )

describe('segments and guidance of Japan', () => {
  test('every segment read by hand is served', async () => {
    const rows = await rowsOf(
      "SELECT filing, place, from_day, to_day, value::DOUBLE FROM segment_figure WHERE measure = 'revenue'",
    )
    const facts = read.filter(({ kind }) => kind === 'segment') as unknown as readonly (Read & { readonly place: string })[]
    expect(facts.length).toBe(7)
    for (const fact of facts) {
      const member = /E\d{5}-000\w+Member/.exec(fact.place)![0]
      const own = rows.filter(([filing, place]) => filing === filingOf(fact) && String(place).endsWith(` ${member}`))
      const values = own.flatMap(([, , from, to, value]) => (`${from}/${to}` === fact.period ? [value] : []))
      expect(values, fact.id).toEqual([Number(fact.value) * 1e6])
    }
  })

  test('every table adds up, and every report that tags several segments has one', async () => {
    const documents = packages().flatMap((parsed) => parsed.documents ?? [])
    const { served, wrong } = segmentTables(documents.flatMap(segmentsIn))
    expect(wrong).toEqual([])
    const reports = new Set(served.flatMap((name) => (name.includes(' business revenue ') ? name.split(' ')[0] : [])))
    const tagged = documents.filter(({ facts }) => facts.some(({ context }) => context.dimensions[0]?.axis === 'segment'))
    expect([...reports].sort()).toEqual(tagged.map(({ accession }) => accession).sort())
    console.log(`segments of Japan: ${packages().length} reports, ${tagged.length} tag several, ${served.length} tables served`)
    expect(tagged.length).toBeGreaterThan(20)
  })

  // as the notes print them, in millions of yen
  test.each([
    ['S100W56G', '2025-03-31', 'Asia', 1_843_279],
    ['S100W56G', '2024-03-31', 'Other regions', 669_995],
    ['S100VZ85', '2025-03-31', 'Europe, Middle East and Africa', 343_111],
    ['S100VZFD', '2025-03-31', 'Asia and other', 522_642],
    ['S100W5YW', '2024-03-31', 'Americas', 62_566],
    ['S100W73A', '2025-03-31', 'Americas', 515_130],
    ['S100XAWU', '2025-09-30', 'Other', 446],
    ['S100W0R4', '2025-03-31', 'North America', 5_441],
  ])('revenue by region of %s, %s: %s', (filing, day, region, millions) => {
    const rows = packages().flatMap(({ documents = [] }) =>
      documents.filter(({ accession }) => accession === filing).flatMap(segmentsIn),
    )
    const own = rows.filter(({ axis, to_day, segment }) => axis === 'geography' && to_day === day && segment === region)
    expect(own.map(({ value }) => Number(value) / 1e6)).toEqual([millions])
  })

  test('most annual reports with revenue by region in their notes serve it', () => {
    const documents = packages()
      .flatMap((parsed) => parsed.documents ?? [])
      .filter(({ form }) => form.startsWith('annual'))
    const divided = documents.filter((set) => segmentsIn(set).some(({ axis }) => axis === 'geography'))
    expect([divided.length, documents.length]).toEqual([13, 16])
  })

  test('inline reports name the axis: only that of segments counts', () => {
    const [{ body } = { body: new Uint8Array() }] = recordedCompanies(/documents\/S100W56G/)
    const { facts } = readEdinetPackage(body)!.tagged
    const inlineAs = (axis: string) =>
      facts.map((fact) => ({
        ...fact,
        context: {
          ...fact.context,
          dimensions: fact.context.dimensions.map(({ member, typed }) => ({
            axis,
            member: member.replace(/^(E\d{5}-\d{3})/, 'jpcrp030000-asr_$1:').replace(/^(?!.*:)/, 'jpcrp_cor:'),
            typed,
          })),
        },
      }))
    const [set] = packages().flatMap((parsed) => parsed.documents?.filter(({ accession }) => accession === 'S100W56G') ?? [])
    const tablesOf = (own: typeof facts) =>
      segmentsIn({ ...set!, facts: own }).map(({ segment, role, measure, value }) => [segment, role, measure, value].join(' '))
    const read = segmentFacts(inlineAs('jpcrp_cor:OperatingSegmentsAxis'), true)
    expect(tablesOf(read)).toEqual(tablesOf(set!.facts.filter(({ context }) => context.dimensions[0]?.axis !== 'region')))
    expect(read.length).toBeGreaterThan(50)
    expect(segmentFacts(inlineAs('jpcrp_cor:DirectorsAndOtherOfficersAxis'), true)).toEqual([])
  })

  test('a report with figures changed or left out has no table that does not add up', () => {
    const { wrong, fewer } = wrongAfter(
      packages().flatMap((parsed) => parsed.documents ?? []),
      mutations(60),
    )
    expect(wrong).toEqual([])
    expect(fewer).toBeGreaterThan(mutations(300))
  })

  test('every forecast read by hand is guidance, and no result is', async () => {
    const facts = read.filter(({ kind }) => kind === 'guidance') as unknown as readonly Guided[]
    expect(facts.length).toBe(6)
    const given = await filedRows(
      store,
      issuers.map(({ company }) => company),
    )
    for (const fact of facts) {
      const rows = given.get(issuerOf(fact.company_key).company)!.company_guidance
      const [, year] = /to (\d{4})-/.exec(fact.period)!
      const own = newestGuidance(rows).filter(
        ({ row }) => row.metric === guided[fact.metric] && row.period === `FY${year}` && row.filing === filingOf(fact),
      )
      expect(
        own.map(({ row, action }) => [row.low, row.high, row.unit, action]),
        fact.id,
      ).toEqual([[fact.low * 1e6, fact.low * 1e6, 'JPY', fact.action.startsWith('in force') ? 'given' : fact.action]])
      const [element, shown] = fact.quote.split(' ')
      expect(own[0]!.row.place).toContain(`tse-ed-t:${element} `)
      expect(own[0]!.row.quote).toContain(shown)
    }
    const notice = given.get(issuerOf('2218').company)!.company_guidance
    expect(notice.map(({ metric, low, action, known }) => [metric, low! / 1e6, action, isoDay(known)])).toEqual(
      [
        ['net_income', 150],
        ['operating_income', 240],
        ['ordinary_income', 240],
        ['revenue', 18_000],
      ].map((row) => [...row, null, '2024-05-14']),
    )
    for (const { quote } of notice) expect(quote).toContain('2023年７月 28 日に公表しました')
    // forecasts in yen of a company that reports in dollars say at which rate they are converted
    for (const { quote } of given.get(issuerOf('6269').company)!.company_guidance)
      expect(quote).toContain('1米ドル=141.83円で換算')
  })

  test('a revision changes the previous forecast, and is known from its day', async () => {
    const companies = await rowsOf('SELECT DISTINCT company FROM company_guidance')
    expect(companies.filter(([company]) => /^jp:\d/.test(String(company)))).toEqual([])
    const given = await filedRows(store, companies.map(String))
    const all = [...given.values()].flatMap(({ company_guidance: rows }) => newestGuidance(rows))
    const revised = all.filter(({ row }) => row.form === 'forecast revision')
    const told = revised.map(({ row, action, prior }) => [
      ...[isoDay(row.known), row.metric, row.period, row.low! / 1e6, row.high! / 1e6, action, prior!.low! / 1e6],
    ])
    expect(told).toContainEqual(['2014-02-12', 'revenue', 'FY2014', 4_000, 4_500, 'cut', 4_700])
    expect(told).toContainEqual(['2014-06-16', 'net_income', 'FY2015 H1', 392, 392, 'raised', 237])
    expect(revised).toHaveLength(15)
  })

  test('a revision that leaves the forecast open withdraws it, and one that is not read does not', () => {
    const facts = readDocumentSet(
      [readFileSync(join(digests, 'results_forecast2_us-cons-2014.htm')).toString()],
      () => false,
      () => false,
    ).flatMap((document) => document.facts)
    const without = facts.map((fact) =>
      fact.context.dimensions.some(({ member }) => member.endsWith(':CurrentMember'))
        ? { ...fact, number: null, value: null }
        : fact,
    )
    const open = { ...facts.find(({ concept }) => concept.endsWith(':NoticeOfForecastCorrection'))!, value: '未定といたします。' }
    const origin = {
      company: 'jp:6586',
      filing: '',
      form: '',
      url: '',
      kind: 'revision',
      period: '',
      filed: '2014-01-31',
    } as const
    const rowsIn = (own: typeof facts) =>
      forecastsOf(own, { ...origin, isGroup: false, isKept: null, isConversion: () => false }).map(
        ({ metric, period, low, action }) => [metric, period, low, action].join(' '),
      )
    expect(rowsIn(facts)).toHaveLength(3)
    expect(rowsIn(without)).toEqual([])
    expect(rowsIn([open, ...without])).toEqual(['all FY2014  withdrawn'])
    expect(rowsIn([open, ...facts])).toEqual(rowsIn(facts))
  })

  test('the briefing says what is in force until the results, and then what came', async () => {
    const issuer = issuerOf('8566')
    const filed = (await filedRows(store, [issuer.company])).get(issuer.company)!
    const guidanceOn = (day: string) =>
      composeCompany(issuer, versions.get(issuer.company)!, dayNumber(day)!, { filed }).blocks.against_guidance
    expect(guidanceOn('2024-05-01')).toBeUndefined()
    const { in_force } = guidanceOn('2024-05-02')!
    expect(in_force.map(({ metric, period, low, action, given_on }) => [metric, period, low, action, given_on])).toContainEqual([
      ...['net_income', 'FY2025', 14_700e6, 'given', '2024-05-02'],
    ])
    const hitachi = issuerOf('6501')
    const documents = (await filedRows(store, [hitachi.company])).get(hitachi.company)!
    const { segments } = composeCompany(hitachi, versions.get(hitachi.company)!, dayNumber('2025-07-01')!, {
      filed: documents,
    }).blocks
    const [table] = segments!.reports[0]!.tables.filter(({ measure }) => measure === 'revenue')
    expect([table!.period.label, table!.sum.total, table!.sum.difference]).toEqual(['FY2025', 9_783_370e6, 0])
    expect(table!.rows.map(({ segment }) => segment)).toContain('Digital Systems and Services')
  })

  test('a notice that is changed or cut says nothing that it does not spell, and no result', () => {
    for (const file of inline.filter((name) => /^(?:results|summary2)/.test(name))) {
      const text = readFileSync(join(digests, file)).toString()
      const random = seeded(3)
      const guidanceIn = (body: string) => {
        try {
          return tseDigest.parse(Buffer.from(body), recordingOf(addressOf(file), body, '2024-08-09T00:00:00Z')).rows
            .company_guidance
        } catch (error) {
          if (error instanceof ParseError) return []
          throw error
        }
      }
      const digitsOf = (amount: number) => String(Math.abs(amount)).replace(/0+$/, '')
      for (let run = 0; run < mutations(40); run++) {
        const bad = mutated(text, random)
        const shown = bad.replaceAll(/[,.]/g, '')
        for (const row of guidanceIn(bad) ?? []) {
          for (const amount of [row.low, row.high]) expect(amount === null || shown.includes(digitsOf(amount))).toBe(true)
          if (row.form === 'difference notice') expect(row.place).toContain('PreviousMember')
        }
      }
    }
  })
})

describe('companies that report in Japan', () => {
  test('every statement read by hand is served as known when its document was filed', async () => {
    const filed = new Map((await rowsOf('SELECT DISTINCT filing, filed FROM statement_fact')).map(([a, b]) => [a, String(b)]))
    const wrong = read.flatMap((fact) => {
      if (fact.kind !== 'statement' || fact.id in leftOut) return []
      const line = named[fact.line.replace(/, .*/, '')]!
      const [from, to = from] = fact.period.split('/')
      const day = dayNumber(filed.get(filingOf(fact)) ?? '')
      const stated = versions
        .get(issuerOf(fact.company_key)?.company ?? '')
        ?.findLast(
          (each) =>
            each.line === line &&
            each.to === dayNumber(to!) &&
            (each.from === null || each.from === dayNumber(from!)) &&
            each.known <= (day ?? 0),
        )
      const value = Number(fact.value) * (fact.unit.endsWith(' m') ? 1e6 : 1)
      const isThere =
        stated !== undefined && Math.abs(stated.value - value) < 0.001 && fact.unit.startsWith(stated.unit.slice(0, 3))
      return isThere ? [] : [[fact.id, fact.line, value, stated?.value, stated?.unit]]
    })
    expect(wrong).toEqual([])
    expect(read.filter(({ kind, id }) => kind === 'statement' && !(id in leftOut)).length).toBeGreaterThan(35)
  })

  test('what a summary in yen says of a company that reports in dollars is left out', () => {
    const modec = versions.get(issuerOf('6269').company)!
    expect(new Set(modec.filter(({ unit }) => unit !== 'shares').map(({ unit }) => unit.slice(0, 3)))).toEqual(new Set(['USD']))
  })

  test('shares issued, held by the company itself, and at the day of filing', () => {
    for (const fact of read.filter(({ kind }) => kind === 'shares')) {
      const { total, treasury, as_of: asOf, at_filing: atFiling } = fact as unknown as Record<string, number | string>
      const all = versions.get(issuerOf(fact.company_key).company)!
      const statedOf = (line: LineId) =>
        all.findLast((each) => each.line === line && (line === 'shares_outstanding' || each.to === dayNumber(String(asOf))))
          ?.value
      expect([fact.id, statedOf('shares_issued'), statedOf('treasury_shares')]).toEqual([fact.id, total, treasury])
      if (atFiling !== undefined) expect(all.map(({ value }) => value)).toContain(atFiling)
    }
  })

  test('a split shows where a report repeats the net income of earlier years and has their earnings per share in new shares', () => {
    const splitsOf = (code: string) =>
      viewAt(issuerOf(code), '2026-08-01').splits.map(({ name, known }) => `${name} ${isoDay(known)}`)
    expect([splitsOf('6501'), splitsOf('7974')]).toEqual([['5:1 2024-11-11'], ['10:1 2024-06-28']])
  })
  test('splits just before filing, and units of earnings per share', () => {
    for (const fact of read.filter(({ kind }) => kind === 'split')) {
      const { ratio, before, after } = fact as unknown as Record<string, number | string>
      const { splits } = viewAt(issuerOf(fact.company_key), '2026-08-01')
      expect(splits.map(({ name, filing }) => [name, filing])).toContainEqual([ratio, filingOf(fact)])
      const all = versions.get(issuerOf(fact.company_key).company)!
      const counts = all.filter(({ filing }) => filing === filingOf(fact)).map(({ value }) => value)
      expect(counts).toContain(after)
      expect(all.map(({ value }) => value)).toContain(before)
    }
    const nintendo = issuerOf('7974')
    const [units] = read.filter(({ kind }) => kind === 'per_share_units')
    expect(figureOf(viewAt(nintendo, '2022-06-30'), 'eps_basic', 'FY2022')?.value).toBe(units!.value)
    expect(figureOf(viewAt(nintendo, '2025-12-31'), 'eps_basic', 'FY2022')).toMatchObject({
      value: 404.67,
      restated: { was: 4046.69 },
    })
  })

  test('days from which figures are known', () => {
    for (const fact of read.filter(({ kind }) => kind === 'known_date')) {
      const { knownBasis } = fact as unknown as Record<string, string>
      const of = versions.get(issuerOf(fact.company_key).company)!.filter(({ filing }) => filing === filingOf(fact))
      const to = dayNumber(fact.period.split('/')[1]!)
      const days = of.filter((each) => each.to === to).map(({ known, basis }) => [isoDay(known), basis])
      expect([...new Set(days.map(String))]).toEqual([`${fact.knownSince!.slice(0, 10)},${knownBasis}`])
    }
  })

  test('golden figures', () => {
    const nintendo = viewAt(issuerOf('7974'), '2024-06-28')
    const amountOf = (line: LineId) => figureOf(nintendo, line, 'FY2024')?.value
    expect([amountOf('revenue'), amountOf('net_income'), amountOf('total_assets')]).toEqual([1_671_865e6, 490_602e6, 3_151_394e6])
    // equity of owners is net assets less minorities, not 株主資本
    expect(amountOf('equity')).toBe(2_603_761e6)
    const insurer = viewAt(issuerOf('8725'), '2026-08-01')
    expect(insurer.shape).toBe('insurer')
    const [assets, liabilities, equity] = (['total_assets', 'total_liabilities', 'equity_with_minorities'] as const).map(
      (line) => figureOf(insurer, line, 'FY2026')!.value,
    )
    expect(assets! - liabilities! - equity!).toBe(1e6)
    expect(figureOf(viewAt(issuerOf('6574'), '2026-08-01'), 'net_income', 'FY2026')?.value).toBeCloseTo(-1_061e6, -6)
    expect(figureOf(viewAt(issuerOf('7985'), '2026-08-01'), 'revenue', 'FY2026')?.value).toBeCloseTo(7_418e6, -6)
  })

  test('who reports under US GAAP has its summary alone', () => {
    const tdk = viewAt(issuerOf('6762'), '2021-06-23')
    const stated = lines.filter(({ line }) => figureOf(tdk, line, 'FY2021') !== null)
    const concepts = stated.map(({ line }) => figureOf(tdk, line, 'FY2021')!.concept)
    expect(concepts.filter((concept) => /^jppfs|^jpigp/.test(concept))).toEqual([])
    expect(concepts.filter((concept) => concept.includes('USGAAP')).length).toBeGreaterThan(8)
    expect(figureOf(tdk, 'revenue', 'FY2017')?.value).toBe(1_178_257e6)
    // a later summary states the year again under IFRS: another value, which is not called a restatement
    const [before, after] = ['2025-06-18', '2025-06-19'].map((day) =>
      figureOf(viewAt(issuerOf('6762'), day), 'net_income', 'FY2021'),
    )
    expect([before?.value, after?.value, after?.restated]).toEqual([79_340e6, 74_681e6, null])
  })

  test('every balance sheet adds up, to a unit of its rounding', async () => {
    const sheets = await rowsOf(`
      SELECT filing, to_day, any_value(value) FILTER (regexp_matches(concept, ':(Assets|AssetsIFRS)$'))::DOUBLE AS assets,
             any_value(value) FILTER (regexp_matches(concept, ':(Liabilities|LiabilitiesIFRS)$'))::DOUBLE
             + any_value(value) FILTER (regexp_matches(concept, ':(NetAssets|EquityIFRS)$') AND concept NOT LIKE 'tse%')::DOUBLE AS sum
      FROM statement_fact WHERE from_day IS NULL AND concept NOT LIKE 'tse%' GROUP BY ALL HAVING assets IS NOT NULL AND sum IS NOT NULL`)
    const roundingOf = (value: number) => 10 ** /0*$/.exec(String(value))![0].length
    expect(sheets.filter(([, , assets, sum]) => Math.abs(Number(assets) - Number(sum)) > 2 * roundingOf(Number(assets)))).toEqual(
      [],
    )
    expect(sheets.length).toBeGreaterThan(60)
  })

  test('every recorded document gives a company, or a reason', async () => {
    expect(unread).toEqual([])
    const uncovered = issuers.flatMap((issuer) => {
      const { row } = composeCompany(issuer, versions.get(issuer.company)!, dayNumber('2026-08-12')!)
      return row.why['company'] === undefined ? [] : [[row.codes[0], row.why['company']]]
    })
    const none = 'no annual statements with tagged figures were read'
    // of these only digests of quarters, of a half-year and notices of differences are recorded
    expect(uncovered.sort()).toEqual(['2218', '4776', '6269', '6779', '7849', '8001'].map((code) => [code, none]))
    expect(issuers.length - uncovered.length).toBe(15)
    const given = await rowsOf(
      'SELECT count(DISTINCT filing) FROM (SELECT filing FROM statement_fact UNION ALL SELECT filing FROM company_guidance)',
    )
    const recordings = await rowsOf(
      "SELECT count(*) FROM recording WHERE feed IN ('edinet-documents', 'tse-digest') AND status = 'loaded'",
    )
    const reasons = inline.flatMap((file) => {
      const { rows, rejected } = digestOf(file).parsed
      // a revision of a forecast states no figures
      return (rows.statement_fact ?? rows.company_guidance ?? []).length > 0
        ? []
        : [[file, rejected.map(({ reason }) => reason).join()]]
    })
    expect(Number(given[0]![0]) + reasons.length).toBe(Number(recordings[0]![0]))
    expect(reasons.filter(([, reason]) => reason === '')).toEqual([])
    for (const file of readdirSync(digests).filter((name) => name.endsWith('.xbrl')))
      expect(() => digestOf(file)).toThrow('digests before 2014')
  })

  test('nothing filed later is seen', () => {
    for (const issuer of issuers)
      for (const day of ['2021-06-30', '2024-05-14', '2024-11-10', '2025-06-19', '2025-11-10']) {
        const known = figuresIn(viewAt(issuer, day)).map(({ figure }) => figure.known)
        expect(known.filter((each) => each > dayNumber(day)!)).toEqual([])
      }
    // a year that a later report states again
    const oki = issuerOf('6703')
    expect(figureOf(viewAt(oki, '2024-06-20'), 'revenue', 'FY2024')).toBeNull()
    expect(figureOf(viewAt(oki, '2024-06-21'), 'revenue', 'FY2024')?.value).toBe(421_854e6)
  })
})
