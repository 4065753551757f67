import { ownershipDays } from '../../../data/ownership-codes.ts'
import type { InsidersPart } from '../../documents/company/insiders.ts'
import { isoDay } from '../../time/day.ts'
import { groupedBy } from '../../values/grouped.ts'
import { sumOf } from '../../values/numbers.ts'
import { type Insiders, type InsiderTrade, insiderTradesOf, isInsiderForm, type OwnershipRows } from '../insiders.ts'

/** What insiders and large holders reported in the 90 days up to a day (day number); null where no list of their reports was read. */
export function insidersPartOf(rows: OwnershipRows, day: number): InsidersPart | null {
  const insiders = insiderTradesOf(rows, day)
  const { reports, unread, notCounted } = insiders
  if (reports.length + unread === 0) return null
  const trades = totalsOf(insiders.trades)
  const holders = reports.flatMap(({ form, holders: all, security, period, purpose, filing }) => {
    const [first] = all
    if (isInsiderForm(form) || first === undefined) return []
    return [
      {
        holder: first.name,
        others: all.length - 1,
        passive: form.includes('13G'),
        percent: numeric(first.percent),
        shares: numeric(first.shares),
        security: security ?? '',
        event: period,
        purpose,
        filing,
      },
    ]
  })
  const out = notCounted.map(({ report: { filing }, why }) => ({ filing, why }))
  const cited = new Set([...trades, ...holders, ...out].flatMap((row) => ('filings' in row ? row.filings : row.filing)))
  return {
    ...{ from: isoDay(day - ownershipDays + 1), to: isoDay(day), trades, holders, not_counted: out, unread },
    read: reports.length,
    reports: Object.fromEntries(
      reports.flatMap(({ filing, form, known, url, title }) =>
        cited.has(filing) ? [[filing, { form, filed: isoDay(known), url, title }]] : [],
      ),
    ),
  }
}

const numeric = (text: string | number | null): number | null => (text === null ? null : Number(text))

/** Sums of each side, security and kind of plan: securities are never added to each other. */
function totalsOf(trades: Insiders['trades']): InsidersPart['trades'] {
  const groups = groupedBy(trades, ({ side, security, plan }) => JSON.stringify([side, named(security), plan]))
  return [...groups.keys()].sort().map((key) => {
    const group = groups.get(key)!
    const { side, plan, security } = group[0]!
    const priced = group.filter(({ value }) => value !== null)
    const amounts = priced.map(({ value }) => value!)
    const days = group.map(({ day }) => day).sort()
    return {
      ...{ side, plan, security, people: peopleOf(group), shares: total(group.map(({ shares }) => shares)) },
      value_usd: priced.length === 0 ? null : total(amounts, 2),
      priced_shares: total(priced.map(({ shares }) => shares)),
      ...{ first: days[0]!, last: days.at(-1)! },
      filings: [...new Set(group.map(({ report: { filing } }) => filing))].sort(),
    }
  })
}

/** `Common Stock, par value $0.01` -> `common stock` */
const named = (security: string): string =>
  security
    .toLowerCase()
    .replace(/,? (?:\$[\d.]+ )?par value.*$/u, '')
    .trim()

const total = (values: readonly number[], places = 4): number => Number(sumOf(values).toFixed(places))

/** Those who report: persons and entities that report together, or share a report with the same one, are one. */
function peopleOf(trades: readonly InsiderTrade[]): number {
  const groups: Set<string>[] = []
  for (const { report } of trades) {
    const own = new Set(report.owners.map(({ cik }) => cik))
    for (const group of groups.filter((each) => [...own].some((cik) => each.has(cik)))) {
      for (const cik of group) own.add(cik)
      groups.splice(groups.indexOf(group), 1)
    }
    groups.push(own)
  }
  return groups.length
}
