import type { StatementShape } from '../../data/companies/lines.ts'
import type { Quality } from '../documents/company/scores.ts'
import { type MarketValue, RatioRefusedError, type Window } from './figures/window.ts'
import {
  type ComputedOrWhy,
  currentLiabilities,
  ebit,
  evaluateOverWindows,
  financialShapes,
  requirePositive,
  revenue,
} from './ratios.ts'

/** What a score is made of: twelve months, those a year earlier, and the market value. */
interface Years {
  readonly now: Window
  /** Throws `RatioRefusedError` where there is none. */
  before(): Window
  readonly market: MarketValue | string
}

/** A score declared once. */
interface ScoreRow {
  readonly score: Quality['scores'][number]['score']
  readonly title: string
  /** How it is added up, in words. */
  readonly formula: string
  readonly scale: string
  readonly source: string
  /** A test that is passed or not, or a variable. */
  readonly parts: readonly { readonly test: string; readonly formula: string; of(years: Years): boolean | number }[]
  /** How much of the score each variable makes; null where tests are counted. */
  readonly weights: { readonly each: readonly number[]; readonly constant: number } | null
}

const returnOnAssets = (w: Window) => w.flow('net_income') / requirePositive(w.opening('total_assets'), 'Opening total assets')
const leverage = (w: Window) => w.closing('long_term_debt') / requirePositive(w.average('total_assets'), 'Average total assets')
const liquidity = (w: Window) => w.closing('current_assets') / currentLiabilities(w)
const margin = (w: Window) => w.flow('gross_profit') / revenue(w)
const turnover = (w: Window) => revenue(w) / requirePositive(w.opening('total_assets'), 'Opening total assets')
const ofAssets = (w: Window, amount: number) => amount / requirePositive(w.closing('total_assets'), 'Total assets')

const receivables = (w: Window) => w.closing('receivables') / revenue(w)
const softAssets = (w: Window) => 1 - ofAssets(w, w.closing('current_assets') + w.closing('property_plant_equipment'))
const depreciation = (w: Window) => {
  const amount = w.flow('depreciation_amortisation')
  return amount / requirePositive(amount + w.closing('property_plant_equipment'), 'Depreciation and property')
}
const overhead = (w: Window) => w.flow('selling_general_admin') / revenue(w)
const owed = (w: Window) => ofAssets(w, w.closing('long_term_debt') + currentLiabilities(w))
/** A test that an amount grew over the year. */
const grew = (test: string, words: string, amount: (window: Window) => number) => ({
  test,
  formula: `${words} > that of the year before`,
  of: ({ now, before }: Years) => amount(now) > amount(before()),
})
/** An amount of the year over that of the year before. */
const index =
  (amount: (window: Window) => number, what: string) =>
  ({ now, before }: Years) =>
    amount(now) / requirePositive(amount(before()), `${what} of the year before`)

export const scoreRows: readonly ScoreRow[] = [
  {
    score: 'piotroski_f',
    title: 'Piotroski F',
    formula: 'one for each test that is passed',
    scale: 'From 0 to 9: 8 and 9 are strong, 0 and 1 weak.',
    source: 'Piotroski 2000',
    weights: null,
    parts: [
      { test: 'return_on_assets', formula: 'net income / opening total assets > 0', of: ({ now }) => returnOnAssets(now) > 0 },
      { test: 'operating_cash_flow', formula: 'operating cash flow > 0', of: ({ now }) => now.flow('operating_cash_flow') > 0 },
      grew('change_of_return', 'net income / opening total assets', returnOnAssets),
      {
        test: 'accruals',
        formula: 'operating cash flow > net income',
        of: ({ now }) => now.flow('operating_cash_flow') > now.flow('net_income'),
      },
      {
        test: 'leverage',
        formula: 'debt due after a year / average total assets < that of the year before',
        of: ({ now, before }) => leverage(now) < leverage(before()),
      },
      grew('liquidity', 'current assets / current liabilities', liquidity),
      {
        test: 'no_new_shares',
        formula: 'average basic shares of the last period <= those of the period a year before',
        of: ({ now, before }) => now.basicShares() <= before().basicShares(),
      },
      grew('gross_margin', 'gross profit / revenue', margin),
      grew('asset_turnover', 'revenue / opening total assets', turnover),
    ],
  },
  {
    score: 'altman_z',
    title: 'Altman Z',
    formula: '1.2 working capital + 1.4 retained earnings + 3.3 EBIT + 0.6 market value + 0.999 sales',
    scale: 'Made for manufacturers: below 1.81 distress, above 2.99 none.',
    source: 'Altman 1968',
    weights: { each: [1.2, 1.4, 3.3, 0.6, 0.999], constant: 0 },
    parts: [
      {
        test: 'working_capital',
        formula: '(current assets - current liabilities) / total assets',
        of: ({ now }) => ofAssets(now, now.closing('current_assets') - now.closing('current_liabilities')),
      },
      {
        test: 'retained_earnings',
        formula: 'retained earnings / total assets',
        of: ({ now }) => ofAssets(now, now.closing('retained_earnings')),
      },
      {
        test: 'ebit',
        formula: '(income before tax + interest expense) / total assets',
        of: ({ now }) => ofAssets(now, ebit(now)),
      },
      {
        test: 'market_value',
        formula: 'market value / total liabilities',
        of: ({ now, market }) => now.valued(market) / requirePositive(now.closing('total_liabilities'), 'Total liabilities'),
      },
      { test: 'sales', formula: 'revenue / total assets', of: ({ now }) => ofAssets(now, now.flow('revenue')) },
    ],
  },
  {
    score: 'beneish_m',
    title: 'Beneish M',
    formula:
      '-4.84 + 0.92 DSRI + 0.528 GMI + 0.404 AQI + 0.892 SGI + 0.115 DEPI - 0.172 SGAI + 4.679 TATA - 0.327 LVGI, each against the year before',
    scale: 'Above -1.78 the model marks a company for closer review; this is not evidence of manipulation.',
    source: 'Beneish 1999, accruals from the cash flow statement',
    weights: { each: [0.92, 0.528, 0.404, 0.892, 0.115, -0.172, 4.679, -0.327], constant: -4.84 },
    parts: [
      { test: 'DSRI', formula: 'trade receivables / revenue', of: index(receivables, 'Receivables to revenue') },
      {
        test: 'GMI',
        formula: 'gross margin of the year before / gross margin',
        of: ({ now, before }) => margin(before()) / requirePositive(margin(now), 'Gross margin'),
      },
      {
        test: 'AQI',
        formula: '1 - (current assets + property, plant and equipment) / total assets',
        of: index(softAssets, 'Other assets'),
      },
      { test: 'SGI', formula: 'revenue', of: index(revenue, 'Revenue') },
      {
        test: 'DEPI',
        formula: 'rate of the year before / rate, of depreciation / (depreciation + property, plant and equipment)',
        of: ({ now, before }) => depreciation(before()) / requirePositive(depreciation(now), 'Depreciation'),
      },
      {
        test: 'SGAI',
        formula: 'selling, general and administrative / revenue',
        of: index(overhead, 'Selling, general and administrative'),
      },
      {
        test: 'TATA',
        formula: '(net income - operating cash flow) / total assets',
        of: ({ now }) => ofAssets(now, now.flow('net_income') - now.flow('operating_cash_flow')),
      },
      {
        test: 'LVGI',
        formula: '(debt due after a year + current liabilities) / total assets',
        of: index(owed, 'Leverage'),
      },
    ],
  },
]

export interface Score {
  readonly row: ScoreRow
  readonly value: number | null
  /** How many of its parts are known. */
  readonly known: number
  readonly why: string | null
  readonly parts: readonly (ComputedOrWhy<boolean | number> & { readonly test: string; readonly formula: string })[]
}

/** Share of the tests from which a count of those passed may be read on their scale. */
const leastKnown = 0.75

/** @param then the twelve months a year before; null where they are not known */
export function scoreOf(
  row: ScoreRow,
  shape: StatementShape,
  now: Window,
  then: Window | null,
  market: MarketValue | string,
): Score {
  if (financialShapes.shapes.includes(shape)) return { row, value: null, known: 0, why: financialShapes.why, parts: [] }
  const before = () => {
    if (then === null) throw new RatioRefusedError('The year before is not known.')
    return then
  }
  const windows = then === null ? [now] : [now, then]
  const parts = row.parts.map(({ test, formula, of }) => ({
    test,
    formula,
    ...evaluateOverWindows(windows, () => of({ now, before, market })),
  }))
  const known = parts.flatMap(({ value }) => value ?? [])
  const all = known.length === parts.length
  const counted = known.length < leastKnown * parts.length ? null : known.filter((value) => value === true).length
  const { weights } = row
  const summed = () => known.reduce<number>((sum, value, at) => sum + weights!.each[at]! * Number(value), weights!.constant)
  return {
    row,
    value: weights === null ? counted : all ? summed() : null,
    known: known.length,
    why: all ? null : `${known.length} of ${parts.length} ${weights === null ? 'tests' : 'variables'} are known.`,
    parts,
  }
}
