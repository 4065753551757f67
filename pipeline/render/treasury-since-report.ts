import { financingItems } from '../../data/financing-filings.ts'
import type { TreasuryDocument } from '../documents/treasury.ts'
import { escapeText } from './escape.ts'
import { table } from './table.ts'
import { coins, figure, filingLink } from './treasury-figures.ts'

/** What was filed after the periodic report: beside its figures, never in them. A part that is empty is left out. */
export function sinceReportBlocks({ financing, atm_capacity, btc_stated_since }: TreasuryDocument): string[] {
  const later = financing?.later_filings ?? []
  const count = financing?.later_filings_count ?? 0
  return [
    ...(later.length === 0
      ? []
      : [
          '## Later filings on financing',
          `${later.length < count ? `The newest ${later.length} of ${count}. ` : ''}None of them is in the figures above.`,
          table(
            ['Filing', 'Items'],
            later.map((filing) => [filingLink(filing), escapeText(filing.items.map(itemText).join('; '))]),
          ),
        ]),
    ...(atm_capacity.length === 0
      ? []
      : [
          '## Available under at-the-market programs',
          'By the newest 8-K that says so. None of it is in the figures above.',
          table(
            ['Program', 'Available USD', 'As of', 'Filing'],
            atm_capacity.map(({ program, available_usd, as_of, filing }) => [
              escapeText(program),
              figure(available_usd),
              as_of,
              filingLink(filing),
            ]),
          ),
        ]),
    ...(btc_stated_since.length === 0
      ? []
      : [
          '## Counts stated since',
          'Figures per BTC above still divide by the count of the periodic filing.',
          table(
            ['As of', 'BTC', 'Filing'],
            btc_stated_since.map(({ as_of, btc, filing }) => [as_of, coins(btc), filingLink(filing)]),
          ),
        ]),
  ]
}

/** An item on financing with what it is about, any other by its number. */
function itemText(item: string): string {
  const row = financingItems.find((each) => each.item === item)
  return row === undefined ? item : `${item} ${row.title}`
}
