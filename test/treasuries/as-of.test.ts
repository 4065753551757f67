import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import { type Known, PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import { asOfMoment, dayMs, dayNumber, isoDay, isoTime } from '../../pipeline/time/day.ts'
import type { FiledCount } from '../../pipeline/treasuries/known.ts'
import type { Versions } from '../../pipeline/values/column.ts'
import type { FinancingFiling } from '../../pipeline/warehouse/companies/filings.ts'
import type { FiledReport } from '../../pipeline/warehouse/companies/reports.ts'
import { arraysIn } from '../analysis/columns.ts'
import { fact } from './periodic/facts.ts'
import { filedReport } from './periodic/filed-report.ts'

const first = dayNumber('2026-01-01')!
const days = 40
const companies = rosterOf(true)
const filing = companies.filter(({ market }) => market === 'us')

/** Any millisecond of the days looked at. */
const moment = fc.integer({ min: first * dayMs, max: (first + days) * dayMs - 1 })
const day = fc.integer({ min: first - 10, max: first + days - 1 })
const coins = fc.integer({ min: 90, max: 110 })
const price = 50_000

/** Values of one series, some of a period given anew later, in the order of the warehouse: by period, then by the time they became known. */
function versionsOf(id: string, unit: string, value: fc.Arbitrary<number>, most: number): fc.Arbitrary<Versions> {
  const entry = fc.record({ period: day, value, known: moment, basis: fc.integer({ min: 0, max: 2 }) })
  return fc
    .uniqueArray(entry, { minLength: most / 4, maxLength: most, selector: ({ period, known }) => `${period} ${known}` })
    .map((entries) => {
      const rows = entries.toSorted((a, b) => a.period - b.period || a.known - b.known)
      return { series: id, unit, ...arraysIn(rows) }
    })
}

const series = fc
  .tuple(
    versionsOf('btc.PriceUSD', 'USD', fc.constantFrom(price, price, 0.7 * price), 4 * days),
    versionsOf('H10.JPY', 'JPY/USD', fc.integer({ min: 140, max: 160 }), 20),
    ...companies.flatMap(({ ticker, exchange }) => [
      versionsOf(`${ticker}.close`, exchange === 'tokyo' ? 'JPY' : 'USD', fc.integer({ min: 1, max: 9 }), days),
      versionsOf(`${ticker}.bitcoin.coingecko`, 'BTC', coins, 8),
      versionsOf(`${ticker}.bitcoin.strategytracker`, 'BTC', coins, 8),
      versionsOf(`${ticker}.mnav.coingecko`, '1', fc.constantFrom(0.1, 0.9, 2, 20), 8),
    ]),
  )
  .map((all) => new Map(all.filter(({ period }) => period.length > 0).map((versions) => [versions.series, versions])))

/** A filing of a company, known at a moment; `no` tells those of one company apart. */
function filed(company: string, form: string, known: number, no: number) {
  const accession = `${company.slice('us:'.length)}-26-${String(no).padStart(6, '0')}`
  return {
    form,
    accession,
    filed: isoDay(Math.floor(known / dayMs)),
    url: `https://www.sec.gov/${accession}`,
    knownAt: isoTime(known),
  }
}

const counts = (company: string): fc.Arbitrary<FiledCount[]> =>
  fc
    .array(fc.record({ known: moment, before: fc.integer({ min: 0, max: 20 }), btc: coins, held: fc.boolean() }), {
      maxLength: 5,
    })
    .map((rows) =>
      rows.map(({ known, before, btc, held }, no) => ({
        filing: filed(company, '8-K', known, no),
        value: btc,
        asOf: isoDay(Math.floor(known / dayMs) - before),
        how: 'table',
        place: 'table 1, row 2, column 3',
        status: held ? 'held' : 'served',
        checks: [{ name: 'price', passed: !held, detail: 'planted' }],
      })),
    )

/** A report whose fair value bears its count out at one price and at no other. */
const report = (company: string): fc.Arbitrary<Omit<FiledReport, 'filing'> & { readonly known: number }> =>
  fc
    .record({
      known: moment,
      withdrawn: fc.option(moment),
      end: day,
      btc: coins,
      priced: fc.constantFrom(price, 0.7 * price),
    })
    .map(({ known, withdrawn, end, btc, priced }) => {
      const on = { end: isoDay(end) }
      const stated = [
        fact('dei:DocumentType', '10-Q', on),
        fact('dei:DocumentPeriodEndDate', isoDay(end), on),
        fact('dei:EntityCommonStockSharesOutstanding', 2_000_000, { ...on, unit: 'xbrli:shares' }),
        fact('us-gaap:CryptoAssetNumberOfUnits', btc, {
          ...on,
          unit: 'x:Bitcoin',
          of: { 'srt:CryptoAssetAxis': 'x:BitcoinMember' },
        }),
        fact('us-gaap:CryptoAssetFairValue', btc * priced, { ...on, of: { 'srt:CryptoAssetAxis': 'x:BitcoinMember' } }),
        fact('us-gaap:CashAndCashEquivalentsAtCarryingValue', 1_000_000, on),
        fact('us-gaap:Assets', 100_000_000, on),
      ]
      return {
        known,
        ...filedReport(
          company,
          '10-Q',
          stated.map((each) => ({ ...each, context: { ...each.context, entity: company.slice('us:'.length) } })),
        ),
        withdrawnAt: withdrawn === null ? null : isoTime(withdrawn),
      }
    })

const reports = (company: string): fc.Arbitrary<FiledReport[]> =>
  fc
    .array(report(company), { maxLength: 3 })
    .map((all) =>
      all
        .toSorted((a, b) => a.known - b.known)
        .map(({ known, ...rest }, no) => ({ ...rest, filing: filed(company, '10-Q', known, 100 + no) })),
    )

const offerings = (company: string): fc.Arbitrary<FinancingFiling[]> =>
  fc
    .array(moment, { maxLength: 3 })
    .map((all) =>
      all.toSorted((a, b) => a - b).map((known, no) => ({ filing: filed(company, '8-K', known, 200 + no), items: ['2.03'] })),
    )

/** One of these for each company that files with the SEC, by its issuer id. */
function byFiler<Row>(
  rows: (company: string) => fc.Arbitrary<readonly Row[]>,
): fc.Arbitrary<ReadonlyMap<string, readonly Row[]>> {
  const ids = filing.map(({ id }) => id)
  return fc.tuple(...ids.map(rows)).map((all) => new Map(all.map((each, i) => [ids[i]!, each])))
}

const anyKnown: fc.Arbitrary<Known> = fc.record({
  versions: series,
  totals: fc.constant(new Map()),
  counts: byFiler(counts),
  reports: byFiler(reports),
  financingFilings: byFiler(offerings),
  programPassages: fc.constant(new Map()),
  sample: fc.constant(true),
})

/** What of it was known by a moment, and nothing else. */
function cut(known: Known, by: number): Known {
  const then = <Row extends { readonly filing: { readonly knownAt: string } }>(rows: ReadonlyMap<string, readonly Row[]>) =>
    new Map([...rows].map(([company, all]) => [company, all.filter((row) => Date.parse(row.filing.knownAt) <= by)]))
  const standing = ({ withdrawnAt, ...rest }: FiledReport): FiledReport => ({
    ...rest,
    withdrawnAt: withdrawnAt !== null && Date.parse(withdrawnAt) > by ? null : withdrawnAt,
  })
  return {
    ...known,
    versions: new Map([...known.versions].map(([id, all]) => [id, withIndices(all, (i) => all.known[i]! <= by)])),
    counts: then(known.counts),
    reports: new Map([...then(known.reports)].map(([company, all]) => [company, all.map(standing)])),
    financingFilings: then(known.financingFilings),
  }
}

function withIndices(all: Versions, keep: (i: number) => boolean): Versions {
  const kept = [...all.period.keys()].filter(keep)
  return {
    ...all,
    period: Int32Array.from(kept, (i) => all.period[i]!),
    value: Float64Array.from(kept, (i) => all.value[i]!),
    known: Float64Array.from(kept, (i) => all.known[i]!),
    basis: Uint8Array.from(kept, (i) => all.basis[i]!),
  }
}

const treasuriesOf = (known: Known, asOf: number, days = new PointInTimeDays(known)) => days.day(asOf).treasuries()

describe('the treasuries of a day', () => {
  test('rest on what was known by its end alone: nothing that became known later changes them', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(anyKnown, fc.uniqueArray(day, { minLength: 3, maxLength: 3 }), (known, asked) => {
        const days = new PointInTimeDays(known)
        for (const asOf of asked.sort((a, b) => a - b)) {
          const then = treasuriesOf(cut(known, asOfMoment(asOf)), asOf)
          // one day after the other, as a backfill does
          expect(treasuriesOf(known, asOf, days)).toEqual(then)
          for (const { holding, withheld, financing, mnav } of then.companies)
            for (const what of [
              holding?.precision ?? (withheld ? 'withheld' : 'nothing'),
              ...(holding?.adjudication ? [holding.adjudication.verdict] : []),
              ...(financing ? ['financing'] : []),
              ...(mnav ? [mnav.basis] : []),
            ])
              seen.set(what, (seen.get(what) ?? 0) + 1)
        }
      }),
      { numRuns: 150 },
    )
    const every = [
      'exact',
      'estimate',
      'withheld',
      'nothing',
      'filing_stands',
      'lower_stands',
      'financing',
      'in house',
      'third party',
    ]
    expect(every.filter((what) => (seen.get(what) ?? 0) < 10)).toEqual([])
  })

  test('do not depend on the order in which filings of one moment are found', () => {
    fc.assert(
      fc.property(anyKnown, day, (known, asOf) => {
        const counted = new Map([...known.counts].map(([company, all]) => [company, all.toReversed()]))
        const other = { ...known, counts: counted, versions: new Map([...known.versions].reverse()) }
        expect(treasuriesOf(other, asOf)).toEqual(treasuriesOf(known, asOf))
      }),
      { numRuns: 50 },
    )
  })
})
