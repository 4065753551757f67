import type { LineId } from '../../data/companies/lines.ts'
import type { Period } from './figures/fiscal.ts'
import type { View } from './figures/view.ts'
import { type RatioAmount, Window } from './figures/window.ts'

/** Lines of which every balance sheet has one. */
const everyBalance = ['total_assets', 'equity', 'liabilities_and_equity'] as const
/** A balance sheet is filed every half-year at least. */
const mostDaysBefore = 200

const statesBalance = (view: View, period: Period): boolean => everyBalance.some((line) => view.figure(line, period) !== null)

/** The newest period up to a day that has a balance sheet: after some quarters none is filed, as in India. Null where it is too old. */
export function balancePeriod(view: View, end: Period): Period | null {
  const before = view.periods.filter(({ to }) => to <= end.to && to > end.to - mostDaysBefore)
  const stating = before.filter((each) => statesBalance(view, each))
  return stating.reduce<Period | null>((newest, each) => (newest === null || each.to > newest.to ? each : newest), null)
}

/** Twelve months whose end has no balance sheet: flows are theirs, amounts of a day those of the newest balance sheet and of one a year before that. */
class BalanceWindow extends Window {
  readonly balanceDay: number
  readonly #balance: Window

  constructor(view: View, end: Period, balance: Period) {
    super(view, end)
    this.balanceDay = balance.to
    this.#balance = new Window(view, balance)
  }

  override closing(line: LineId): number {
    return this.#balance.closing(line)
  }

  override opening(line: LineId): number {
    return this.#balance.opening(line)
  }

  override closingOrNone(line: LineId): number {
    return this.#balance.closingOrNone(line)
  }

  override takeInputs(): RatioAmount[] {
    return [...super.takeInputs(), ...this.#balance.takeInputs()]
  }
}

/** Twelve months with the newest balance sheet up to their end. */
export function twelveMonthWindow(view: View, end: Period): Window {
  // a sheet that was filed and is withheld is not replaced by an older one
  const isWithheld = view.leftOut.some(({ lines, to }) => to === end.to && lines.includes('total_assets'))
  const balance = isWithheld || statesBalance(view, end) ? null : balancePeriod(view, end)
  return balance === null ? new Window(view, end) : new BalanceWindow(view, end, balance)
}

/** The day (number) of the balance sheet of inputs where that is before the end of the twelve months; null where it is not, and where none is used. */
export function earlierBalanceDay(window: Window, inputs: readonly RatioAmount[]): number | null {
  if (!(window instanceof BalanceWindow)) return null
  const isUsed = inputs.some(({ figures }) => figures.some(({ to, from }) => from === null && to === window.balanceDay))
  return isUsed ? window.balanceDay : null
}
