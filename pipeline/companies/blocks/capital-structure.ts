import type { LineId } from '../../../data/companies/lines.ts'
import type { CapitalStructure } from '../../documents/company/capital-structure.ts'
import type { FiledRows } from '../../tables/company-document.ts'
import { isoDay } from '../../time/day.ts'
import { balancePeriod } from '../balance-window.ts'
import { coverClassesOf, coverShareCount } from '../figures/cover.ts'
import { newestPeriod, type Period } from '../figures/fiscal.ts'
import type { Figure } from '../figures/version.ts'
import type { View } from '../figures/view.ts'
import { debtNotShownWhy } from '../markets/sec-debt-lines.ts'
import { financialShapes } from '../ratios.ts'
import { debtInterestRates, debtPrincipal } from './debt.ts'
import { figureDocument } from './figure.ts'
import type { FiledReports } from './filings.ts'

type Filed = Pick<FiledRows, 'debt_instrument' | 'debt_maturity' | 'debt_rate'>

/** Periods of flows that are printed. */
const mostPeriods = 5

/** What the company owes and has issued, as its newest balance sheet and the report with it state them; or why nothing of it is served. */
export function capitalStructureOf(view: View, reports: FiledReports, filed: Filed): CapitalStructure | string {
  const newest = newestPeriod(view)
  const period = balancePeriod(view, newest) ?? newest
  const rows = ofNewestReport(filed.debt_instrument)
  const stated = rows.filter(({ why }) => why === null)
  const debt = stated.filter(({ kind, arm }) => kind === 'debt' && arm === '')
  const arms = stated.filter(({ kind, arm }) => kind === 'debt' && arm !== '')
  const { totals, net_debt_parts, totals_without, why } = totalsOf(view, period, rows)
  const flows = (line: LineId) =>
    [view.years, view.quarters].flatMap((series) =>
      series.slice(0, mostPeriods).flatMap((each) => {
        const figure = view.figure(line, each)
        return figure === null ? [] : [{ period: each.label, amount: figure.value, unit: figure.unit, filing: figure.filing }]
      }),
    )
  const dividends = flows('dividends_paid').map((row) => ({ ...row, per_share: perShareOf(view, row.period) }))
  const maturities = ofNewestReport(filed.debt_maturity)
  const isCurrent = maturities[0]?.filing === rows[0]?.filing || rows.length === 0
  const years = isCurrent ? maturities : []
  const principal = debtPrincipal(stated, years)
  const cover = coverShareCount(view)
  const classes = typeof cover === 'string' ? [] : coverClassesOf(cover)
  const dilution = dilutionOf(view, newest)
  const made = {
    balance_day: isoDay(period.to),
    debt: debt.map(instrument),
    by_arm: arms.length === 0 ? null : arms.map((row) => ({ arm: row.arm, ...instrument(row) })),
    preferred: stated.flatMap(({ kind, name, amount, unit, as_of, filing }) =>
      kind === 'preferred'
        ? [{ name: name === '' ? 'None' : name, liquidation_preference: Number(amount), currency: unit, as_of, filing }]
        : [],
    ),
    ...{ totals, net_debt_parts, totals_without, principal },
    rates: debtInterestRates(rows, filed.debt_rate),
    maturities: years.map(({ label, to_day: to, amount, unit, filing }) => ({
      ...{ label, to, amount: Number(amount), currency: unit, filing },
    })),
    classes,
    dilution,
    buybacks: flows('buybacks'),
    dividends,
    issued: flows('shares_issued_proceeds'),
    not_served: once([
      ...rows.flatMap(({ kind, why: reason }) =>
        // lines of the statements may show debt that the balance sheet of the document does not
        reason === null || (reason === debtNotShownWhy && totals.debt !== null) ? [] : [{ what: kind as string, why: reason }],
      ),
      ...why,
      ...(typeof cover === 'string' ? [{ what: 'classes', why: cover }] : []),
    ]),
  }
  const figures = Object.values(totals).flatMap((total) => (total === null ? [] : [total.filing]))
  if (figures.length === 0 && stated.length === 0 && dilution === null)
    return 'its balance sheets have none of the lines of debt, preferred stock and cash that are read, and no dilution is read'
  const { by_arm, buybacks, issued, rates } = made
  const lists = [made.debt, by_arm ?? [], made.preferred, made.maturities, rates, classes, buybacks, dividends, issued]
  const named = lists.flatMap((list) => list.map(({ filing }: { filing: string }) => filing))
  return { ...made, filings: reports.named([...figures, ...named, ...(dilution === null ? [] : [dilution.filing])]) }
}

function ofNewestReport<Row extends { readonly filing: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ filing }) => filing === rows.at(-1)!.filing)
}

const instrument = ({ name, basis, amount, unit: currency, ...row }: FiledRows['debt_instrument'][number]) => {
  const { coupon_percent, effective_percent, maturity, within_a_year, as_of, filing } = row
  const terms = { coupon_percent, effective_percent, maturity, within_a_year }
  return { name: name === '' ? 'None' : name, basis, amount: Number(amount), currency, ...terms, as_of, filing }
}

const once = <Row extends { readonly what: string; readonly why: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [`${row.what} ${row.why}`, row])).values(),
]

/** A line for each of so much may be rounded another way. */
const mostApart = 0.02

/** Lines that make net debt, with the sign each has in it. */
const signs = { short_term_debt: 1, long_term_debt: 1, lease_liabilities: 1, cash: -1, short_term_investments: -1 } as const
type Totals = Pick<CapitalStructure, 'totals' | 'net_debt_parts' | 'totals_without'> & {
  readonly why: CapitalStructure['not_served']
}

/** Totals of one balance sheet. Debt that its own lines contradict is left out, and net debt with it. */
function totalsOf(view: View, period: Period, rows: FiledRows['debt_instrument']): Totals {
  const filing = view.figure('total_assets', period)?.filing
  const at = (line: LineId): Figure | null => {
    const figure = view.figure(line, period)
    return figure !== null && figure.filing === filing ? figure : null
  }
  const lines = (Object.keys(signs) as (keyof typeof signs)[]).flatMap((line) => at(line) ?? [])
  const later = at('long_term_debt')
  // debt due later that is zero says nothing of what is due within a year
  const isRead = later !== null && (later.value !== 0 || at('short_term_debt') !== null)
  const read = isRead ? sumOf(lines.slice(0, lines.findLastIndex(({ line }) => line === 'long_term_debt') + 1), later) : null
  const carried = rows.filter(({ kind, basis, amount }) => kind === 'debt' && basis === 'carried' && amount !== null)
  const sum = carried.reduce((total, { amount }) => total + Number(amount), 0)
  const isOfDay = carried[0]?.filing === filing
  const contradicts = read !== null && isOfDay && Math.abs(read.value - sum) > mostApart * Math.max(sum, read.value)
  const debt = contradicts ? null : read
  const isNone = (of: 'debt' | 'preferred') =>
    rows.some(({ kind, amount, filing: own }) => kind === of && own === filing && amount !== null && Number(amount) === 0)
  const preferred = at('preferred_stock')
  const isFinancial = financialShapes.shapes.includes(view.shape)
  const net = debt === null || at('cash') === null || isFinancial ? null : sumOf(lines, later!)
  const served = (figure: Figure | null) => figure && figureDocument(figure, period)
  const whyNoDebt = contradicts
    ? `Its lines are ${read.value} by their concepts, and ${sum} as the balance sheet has them.`
    : 'The debt of the balance sheet is not read whole: what is due after a year, or where that is zero what is due within one.'
  const whyNoNet = isFinancial
    ? 'Deposits and policies are not debt, so net debt is not defined for this form of statements.'
    : null
  const why = [
    ...(debt === null && !isNone('debt') ? [{ what: 'total debt', why: whyNoDebt }] : []),
    ...(net === null && debt !== null ? [{ what: 'net debt', why: whyNoNet ?? 'No cash is read from the balance sheet.' }] : []),
  ]
  const unread = (Object.keys(signs) as LineId[]).filter((line) => at(line) === null)
  return {
    totals: {
      debt: served(debt),
      leases: served(at('lease_liabilities')),
      // preferred stock may be all in mezzanine equity, which a line of nothing among equity does not deny
      preferred: preferred?.value === 0 && !isNone('preferred') ? null : served(preferred),
      cash: served(at('cash')),
      net_debt: served(net),
    },
    net_debt_parts: net === null ? [] : lines.map(({ line, value }) => ({ what: line, value: signOf(line) * value })),
    totals_without: debt === null ? [] : unread.filter((line) => net !== null || line === 'short_term_debt'),
    why,
  }
}

const signOf = (line: LineId): number => (signs as Readonly<Partial<Record<LineId, number>>>)[line] ?? 0

/** Lines as one figure that follows from them. */
function sumOf(parts: readonly Figure[], base: Figure): Figure {
  const words = parts.map(({ line }, at) => `${at === 0 ? '' : signOf(line) > 0 ? ' + ' : ' - '}${line.replaceAll('_', ' ')}`)
  const value = parts.reduce((total, part) => total + signOf(part.line) * part.value, 0)
  const concept = parts.map((part) => part.concept).join(' + ')
  return { ...base, value, concept, label: null, derived: parts.length === 1 ? base.derived : words.join('') }
}

function perShareOf(view: View, label: string): number | null {
  const period = view.periods.find((each) => each.label === label)!
  return view.figure('dividend_per_share', period)?.value ?? null
}

/** Average shares of the newest period, with and without what may become shares, of one report. */
function dilutionOf(view: View, period: Period): CapitalStructure['dilution'] {
  const basic = view.figure('shares_basic_average', period)
  const diluted = view.figure('shares_diluted_average', period)
  if (basic === null || diluted === null || basic.filing !== diluted.filing || basic.value <= 0) return null
  // in a loss options dilute nothing by the standard, whatever there are of them
  if (diluted.value === basic.value && (view.figure('net_income', period)?.value ?? 0) < 0) return null
  const percent = (100 * (diluted.value - basic.value)) / basic.value
  return { period: period.label, basic: basic.value, diluted: diluted.value, percent, filing: basic.filing }
}
