import { describe, expect, test } from 'vitest'
import type { PeriodicReport } from '../../../pipeline/treasuries/known.ts'
import type { PeriodicReading } from '../../../pipeline/treasuries/periodic/report.ts'
import truth from '../../truth/treasuries.json' with { type: 'json' }
import { readReport, recordedReport } from './recorded.ts'

interface Leaf {
  readonly value: string | null
  readonly as_of?: string
}
interface Instrument extends Leaf {
  readonly coupon_percent: string | null
  readonly maturity: string | null
  readonly put: string | null
}
interface Values {
  readonly btc_count: Leaf
  readonly btc_fair_value: Leaf
  readonly cash: Leaf
  readonly total_assets: Leaf
  readonly debt: {
    readonly instruments: readonly Instrument[]
    readonly total: Leaf
    readonly maturities: {
      readonly principal_only: boolean
      readonly rows: readonly (Leaf & { readonly ends: string | null })[]
    } | null
    readonly due_24_months: Leaf
  }
  readonly preferred: readonly { readonly shares: Leaf; readonly aggregate: Leaf }[]
  readonly cover_shares: readonly (Leaf & { readonly class: string })[]
}
interface Read {
  readonly file: string
  readonly form: string
  readonly filed: string | null
  readonly signed: string
  readonly period: string
  readonly values: Values
}

const reports = (truth.filings as unknown as Read[]).filter(({ form }) => /^10-[QK]/.test(form))
const negatives = truth.negatives.filter(({ form, file }) => /^10-[QK]$/.test(form) && file.endsWith('.html'))

type Outcome = 'equal' | 'held' | 'not read' | 'wrong'

/** What was read against what a person read: a null is never wrong, a value that is not theirs always. */
function outcome(read: unknown, written: unknown, held = false): Outcome {
  if (JSON.stringify(read) === JSON.stringify(written)) return 'equal'
  if (read === null || (Array.isArray(read) && read.length === 0 && written !== null)) return held ? 'held' : 'not read'
  return 'wrong'
}

const number = ({ value }: Leaf): number | null => (value === null ? null : Number(value))
const sorted = (values: readonly (number | null)[]) => values.toSorted((a, b) => (a ?? 0) - (b ?? 0))

function outcomes(reading: PeriodicReading, { values, period }: Read): Record<string, Outcome> {
  const { count, report } = reading
  if (report === null) throw new Error(reading.held?.reason)
  const { debt } = values
  const nothingIsHeld = values.preferred.length === 0
  return {
    period: outcome(report.periodEnd, period),
    count: outcome(report.btc?.value ?? null, number(values.btc_count), count?.status === 'held'),
    'fair value': outcome(report.btcFairValue, number(values.btc_fair_value)),
    cash: outcome(report.cash, number(values.cash)),
    assets: outcome(report.totalAssets, number(values.total_assets)),
    'debt total': outcome(report.debt?.reduce((sum, { principal }) => sum + principal, 0) ?? null, number(debt.total)),
    instruments: instruments(report, debt.instruments),
    terms: terms(report, debt.instruments),
    preferred:
      report.preferred !== null && nothingIsHeld
        ? outcome(report.preferred, [])
        : outcome(
            report.preferred?.map(({ shares, liquidationPreference }) => [shares, liquidationPreference]) ?? null,
            values.preferred.map(({ shares, aggregate }) => [number(shares), number(aggregate)]),
          ),
    maturities: outcome(
      report.maturities.map(({ to, amount }) => [to, amount]),
      debt.maturities?.principal_only === true ? debt.maturities.rows.map((row) => [row.ends, number(row)]) : [],
    ),
    'due in 24 months': outcome(report.dueWithin24Months, number(debt.due_24_months)),
    cover: outcome(
      report.coverShares.map(({ name, shares, asOf }) => [name.replace(/(?<=Class .) common stock/, ''), shares, asOf]),
      values.cover_shares.map((row) => [row.class, number(row), row.as_of]),
    ),
  }
}

/** By instrument, or all of them in one row that says so. */
function instruments({ debt }: PeriodicReport, written: readonly Instrument[]): Outcome {
  if (debt?.length === 1 && debt[0]?.name.startsWith('All debt') === true) return 'not read'
  return outcome(debt && sorted(debt.map(({ principal }) => principal)), sorted(written.map(number)))
}

/** Coupon, maturity and put of each instrument: none read that is not there. */
function terms({ debt }: PeriodicReport, written: readonly Instrument[]): Outcome {
  const pairs = (debt ?? []).flatMap((row) => {
    const person = written.find((instrument) => number(instrument) === row.principal)
    if (person === undefined) return []
    const coupon = person.coupon_percent === null ? null : Number(person.coupon_percent)
    return [outcome(row.couponPercent, coupon), outcome(row.maturity, person.maturity), outcome(row.put, person.put)]
  })
  if (pairs.includes('wrong')) return 'wrong'
  return pairs.includes('not read') || (pairs.length === 0 && written.length > 0) ? 'not read' : 'equal'
}

describe('recorded reports of holders, each value as a person read it', () => {
  const table = reports.map((filing) => {
    const read = outcomes(readReport(recordedReport(filing.file), filing.filed ?? filing.signed), filing)
    return { file: filing.file.replace(/^.*\/|\.html$/g, ''), read }
  })
  const where = (kind: Outcome) =>
    table.flatMap(({ file, read }) =>
      Object.entries(read)
        .filter(([, found]) => found === kind)
        .map(([name]) => `${file}: ${name}`),
    )

  test('there are nine, and no value served is another than the filing states', () => {
    expect(reports.length).toBe(9)
    expect(where('wrong')).toEqual([])
  })

  test('every count is served but the one that nothing in its filing bears out', () => {
    expect(where('held')).toEqual(['mstr_10q_10-Q-2021-04-29: count'])
    expect(table.filter(({ read }) => read['count'] === 'equal').length).toBe(8)
  })

  test('what is not read is this and no more', () => {
    expect(where('not read')).toEqual([
      'mstr_10q_10-Q-2021-04-29: due in 24 months',
      'mstr_10q_10-Q-2022-05-03: fair value',
      'mstr_10q_10-Q-2022-05-03: terms',
      'mstr_10q_10-Q-2024-05-01: fair value',
      'mstr_10q_10-Q-2024-05-01: terms',
      'clsk_10q_10Q-2024-12-31: instruments',
      'clsk_10q_10Q-2024-12-31: terms',
      'clsk_10q_10Q-2025-06-30: instruments',
      'clsk_10q_10Q-2025-06-30: terms',
      'fld_10q_10Q-2025-06-30: terms',
      'fld_10q_10Q-2025-06-30: due in 24 months',
      'naka_10q_10Q-2025-09-30: instruments',
      'naka_10q_10Q-2025-09-30: terms',
      'naka_10q_10Q-2025-09-30: due in 24 months',
    ])
  })
})

describe('recorded reports of companies that hold none', () => {
  test.each(negatives)('$company: no count, no fair value', ({ file }) => {
    const { count, report, held } = readReport(recordedReport(file))
    expect(held).toBeNull()
    expect(count).toBeNull()
    expect([report?.btc, report?.btcFairValue]).toEqual([null, null])
  })

  test('there are some', () => {
    expect(negatives.length).toBeGreaterThan(3)
  })
})
