import { afterAll, describe, expect, test } from 'vitest'
import { lines } from '../../data/companies/lines.ts'
import { absentLines, shapeOf } from '../../data/companies/shapes.ts'
import { composeCompany } from '../../pipeline/companies/compose.ts'
import { coverShareCount } from '../../pipeline/companies/figures/cover.ts'
import { type View, viewOf } from '../../pipeline/companies/figures/view.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { recordedCompanies } from '../recorded-companies.ts'
import { figureOf, figuresIn } from './loaded.ts'
import { companiesIn, handRead, storeOf } from './markets.ts'

const now = '2026-08-12'
const samsung = 'kr:00126380'
const samsungLife = 'kr:00126256'
const kbFinancial = 'kr:00688996'
const shinyoung = 'kr:00136721'
const heavy = 'kr:01390344'

const { store, unread } = await storeOf(/opendart\.fss\.or\.kr/)
const { versions, issuers } = await companiesIn(store)
afterAll(() => store.close())

function viewAt(company: string, day: string): View {
  const all = versions.get(company)!
  const shape = shapeOf(issuers.find((each) => each.company === company)!, all)
  return viewOf(all, shape, dayNumber(day)!, absentLines(company, shape))
}

/** Lines of the hand-read facts, in their words. */
const inWords: Readonly<Record<string, string>> = {
  'operating income': 'operating_income',
  'profit to owners': 'net_income',
  'net income, first quarter': 'net_income_with_minorities',
  assets: 'total_assets',
  'equity and liabilities': 'liabilities_and_equity',
}
const lineOf = (words: string) => inWords[words] ?? words.split(',')[0]!
const lastDayOf = (period: string) => (/^\d{4}$/.test(period) ? `${period}-12-31` : period.split('/').at(-1)!)

describe('companies that report in Korea', () => {
  const facts = handRead.filter(({ market }) => market === 'Korea')

  test('statements read by hand are stated so', () => {
    const statements = facts.filter(({ kind }) => kind === 'statement')
    const missed = statements.filter(({ line, period, value }) => {
      const to = dayNumber(lastDayOf(period))
      return !versions.get(heavy)!.some((each) => each.line === lineOf(line) && each.to === to && each.value === value)
    })
    expect(missed).toEqual([])
    expect(statements.length).toBeGreaterThanOrEqual(9)
  })

  test('a value is known from the day of the report that states it', () => {
    const dated = facts.flatMap(({ kind, period, knownSince }) => (kind === 'known_date' ? [{ period, knownSince }] : []))
    for (const { period, knownSince } of dated) {
      const own = versions
        .get(heavy)!
        .filter(({ span, to, line }) => line === 'revenue' && span === 'year' && isoDay(to) === lastDayOf(period))
      expect(own.map(({ known, basis }) => [isoDay(known), basis])).toEqual([[knownSince, 'filed']])
    }
    expect(dated.length).toBeGreaterThan(0)
  })

  test('dividends read by hand are stated so', () => {
    const dividends = facts.flatMap(({ kind, value }) => (kind === 'dividend' ? [value as Record<string, number>] : []))
    for (const { 'per share': newest, prior } of dividends) {
      const stated = versions.get(heavy)!.filter(({ line }) => line === 'dividend_per_share')
      expect(stated.map(({ value, to, known }) => [value, isoDay(to), isoDay(known)])).toEqual(
        expect.arrayContaining([
          [newest, '2025-12-31', '2026-03-20'],
          [prior, '2024-12-31', '2026-03-20'],
        ]),
      )
    }
    expect(dividends.length).toBeGreaterThan(0)
    // its answer names no class of shares
    expect(figureOf(viewAt(samsungLife, now), 'dividend_per_share', 'FY2025')!.value).toBe(5_300)
  })

  test('shares outstanding are the ordinary ones; beside preferred ones they make no market value', () => {
    const counted = (company: string) => viewAt(company, '2026-04-01').covers.map(({ value, to }) => [value, isoDay(to)])[0]
    expect(counted(samsung)).toEqual([5_827_808_935, '2025-12-31'])
    expect(counted('kr:00164742')![0]).toBeGreaterThan(190_000_000)
    expect(coverShareCount(viewAt(samsung, '2026-04-01'))).toMatch(/^Preferred shares are outstanding/)
    expect(coverShareCount(viewAt(samsungLife, '2026-04-01'))).toMatchObject({ line: 'shares_outstanding', label: '보통주' })
    expect(coverShareCount(viewAt(samsungLife, now))).toMatch(/^The newest count of shares is from before/)
  })

  test('every one with statements is covered', () => {
    const whys = issuers.map((issuer) => {
      const { name, row } = composeCompany(issuer, versions.get(issuer.company)!, dayNumber(now)!)
      return [name, Object.keys(row.blocks).length, row.why['company'] ?? null]
    })
    expect(whys.filter(([, , why]) => why !== null)).toEqual([])
  })

  test('every recorded answer with statements gives rows of a company that is covered', () => {
    const answers = recordedCompanies(/opendart\.fss\.or\.kr\/api\/fnlttSinglAcnt(?:All)?\.json/)
    const withStatements = answers.flatMap(({ url, body }) => {
      const { status, list } = JSON.parse(Buffer.from(body).toString('utf8')) as { status: string; list?: { rcept_no: string }[] }
      return status === '000' ? { url, received: list![0]!.rcept_no } : []
    })
    const without = withStatements.filter(({ url, received }) => {
      const { searchParams: asked } = new URL(url)
      // a year later, when the annual report on the period is there too
      const day = `${Number(received.slice(0, 4)) + 1}-${received.slice(4, 6)}-${received.slice(6, 8)}`
      const quarter = { 11013: ' Q1', 11012: ' Q2', 11014: ' Q3', 11011: '' }[asked.get('reprt_code')!]!
      const view = viewAt(`kr:${asked.get('corp_code')}`, day)
      return [...view.years, ...view.quarters].every(({ label }) => label !== `FY${asked.get('bsns_year')}${quarter}`)
    })
    expect(without.map(({ url }) => url)).toEqual([])
    expect(withStatements.length).toBeGreaterThan(40)
    // ratios of the authority and whole documents state no statements as rows
    expect(unread.filter((url) => !/fnlttSinglIndx|document\.xml/.test(url))).toEqual([])
  })

  test('all balance sheets that are served add up', () => {
    const sheets = issuers.flatMap(({ company }) =>
      ['2024-12-31', '2025-09-01', '2025-12-31', now].flatMap((day) => {
        const view = viewAt(company, day)
        return [...view.years, ...view.quarters].flatMap((period) => {
          const [assets, ...parts] = (['total_assets', 'total_liabilities', 'equity_with_minorities'] as const).map(
            (line) => view.figure(line, period)?.value ?? null,
          )
          return assets === null ? [] : [{ company, label: period.label, off: assets! - parts[0]! - parts[1]! }]
        })
      }),
    )
    // a filer that rounds each amount may be off by one of its units, a thousand
    expect(sheets.filter(({ off }) => Math.abs(off) > 1_000)).toEqual([])
    expect(sheets.length).toBeGreaterThan(100)
  })

  test('on 40 past days nothing is seen that a later report states', () => {
    const first = dayNumber('2024-04-01')!
    const days = Array.from({ length: 40 }, (_, at) => first + 21 * at)
    const seen = days.flatMap((day) =>
      issuers.flatMap(({ company }) =>
        // a receipt number begins with the day of filing
        figuresIn(viewAt(company, isoDay(day))).map(({ figure: { filing } }) => ({
          filing,
          day: isoDay(day).replaceAll('-', ''),
        })),
      ),
    )
    expect(seen.filter(({ filing, day }) => filing.slice(0, 8) > day)).toEqual([])
    expect(seen.length).toBeGreaterThan(10_000)
  })

  test('the fourth quarter is the year less nine months', () => {
    const view = viewAt(samsung, now)
    expect(figureOf(view, 'revenue', 'FY2024 Q4')).toMatchObject({ value: 75_788_269e6, derived: 'year less nine months' })
    expect(figureOf(view, 'revenue', 'FY2024 Q4')!.label).toBe('매출액')
    expect(figureOf(view, 'total_assets', 'FY2024')!.value).toBe(514_531_948e6)
    expect(figureOf(viewAt(heavy, now), 'revenue', 'FY2024 Q4')!.value).toBe(4_005_550_308_000)
  })

  test('quarters of a fiscal year that ends in March', () => {
    const view = viewAt(shinyoung, now)
    expect(view.years.map(({ label, to }) => [label, isoDay(to)])).toContainEqual(['FY2026', '2026-03-31'])
  })

  test('a balance sheet that is wrong at the source is withheld with its reason', () => {
    const view = viewAt(samsungLife, '2025-12-31')
    for (const quarter of ['FY2025 Q2', 'FY2025 Q3']) {
      expect(figureOf(view, 'total_assets', quarter)).toBeNull()
      expect(view.leftOut.find(({ what }) => what === `balance sheet, ${quarter}`)!.why).toMatch(
        /liabilities and equity differ by/,
      )
    }
  })

  test('a comparative column that was restated is a second version', () => {
    const restated = versions
      .get(samsungLife)!
      .filter(({ line, to }) => line === 'total_liabilities' && isoDay(to) === '2024-12-31')
    expect(restated.map(({ value }) => value)).toEqual([279_480_913e6, 274_116_162e6])
    expect(figureOf(viewAt(samsungLife, '2026-02-28'), 'total_liabilities', 'FY2024')!.value).toBe(279_480_913e6)
    expect(figureOf(viewAt(samsungLife, now), 'total_liabilities', 'FY2024')!.restated).toMatchObject({ was: 279_480_913e6 })
  })

  test('analysts find them in the views, as known on a day and by the name as filed', async () => {
    const told = async (sql: string) => (await store.connection.runAndReadAll(sql)).getRowsJson()
    const where = `company = '${samsungLife}' AND line = 'total_liabilities' AND to_day = DATE '2024-12-31'`
    expect(
      await told(`SELECT CAST(value AS BIGINT)::VARCHAR, label FROM company_as_known(DATE '2026-02-28') WHERE ${where}`),
    ).toEqual([['279480913000000', '부채총계']])
    expect(await told(`SELECT CAST(value AS BIGINT)::VARCHAR, versions FROM v_company_line WHERE ${where}`)).toEqual([
      ['274116162000000', '2'],
    ])
    expect(await told(`SELECT market, tickers[1], newest_period FROM v_company WHERE company = '${samsung}'`)).toEqual([
      ['kr', '005930', '2026-03-31'],
    ])
  })

  test('banks, insurers and brokers have no revenue, with the reason', () => {
    for (const company of [kbFinancial, samsungLife, shinyoung]) {
      const view = viewAt(company, now)
      expect(figuresIn(view, ['revenue'])).toEqual([])
      expect(view.leftOut.find(({ what }) => what === 'revenue')!.why).toMatch(/^Banks, insurers and brokers in Korea have none/)
    }
    expect(figureOf(viewAt(kbFinancial, now), 'net_interest_income', 'FY2025')!.value).toBe(13_073_093e6)
    expect(figureOf(viewAt(kbFinancial, now), 'cash', 'FY2025')!.value).toBe(29_020_564e6)
  })

  test('debt is all rows of both sections that are some, or none', () => {
    const year = (line: 'short_term_debt' | 'long_term_debt' | 'lease_liabilities', company: string) =>
      figureOf(viewAt(company, now), line, 'FY2025')?.value ?? null
    // 17,574,980 borrowings without a standard id and 1,177,508 current portions; 7,134 bonds and 6,479,517 borrowings
    expect([year('short_term_debt', samsung), year('long_term_debt', samsung)]).toEqual([18_752_488e6, 6_486_651e6])
    expect(year('lease_liabilities', 'kr:00164742')).toBe(1_125_080e6)
    // its debt stands among other financial liabilities
    expect([year('short_term_debt', heavy), year('long_term_debt', heavy)]).toEqual([null, null])
  })

  test('costs and payments are positive, whichever sign a report gives them', () => {
    const costs = new Set<string>(lines.flatMap(({ line, cost }) => (cost && line !== 'income_tax' ? [line] : [])))
    const negative = issuers.flatMap(({ company }) =>
      versions.get(company)!.filter(({ line, value }) => costs.has(line) && value < 0),
    )
    expect(negative).toEqual([])
    expect(figureOf(viewAt('kr:00359395', now), 'capital_expenditure', 'FY2025')!.value).toBe(212_677_210)
    expect(figureOf(viewAt(samsung, now), 'income_tax', 'FY2023')!.value).toBeLessThan(0)
  })
})
