import { rounded } from '../../analysis/rounding.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Briefer, Day } from '../day.ts'
import { currentReading } from '../own-history.ts'
import { change, quarterBefore } from '../states/change.ts'
import { demandFacts, demandSection, rankedBeside } from './bond-demand.ts'

/** What dealers hold now and held 13 weeks before, with inflation-linked securities and without. */
function dealerSection(day: Day): Section[] {
  const rows = (
    [
      ['With inflation-linked', 'dealer-treasuries'],
      ['Without inflation-linked', 'dealer-treasuries-nominal'],
      ['Inflation-linked alone', 'dealer-tips'],
    ] as const
  ).flatMap(([what, metric]) => {
    const reading = currentReading(day, metric)
    const column = day.column(metric)
    if (reading === null || column === null) return []
    const then = quarterBefore(column, column.period.at(-1)!)
    if (Number.isNaN(then)) return []
    const change = rounded(reading.value - then, 3)
    return [{ metric, what, value: reading.value, period: reading.period, then, change }]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'dealers',
      title: 'Primary dealers over 13 weeks',
      note: 'Net positions, long less short. The New York Fed’s total contains inflation-linked securities; coupons are its seven buckets.',
      columns: [
        { key: 'what', label: 'Treasuries', unit: null },
        { key: 'value', label: 'Position', unit: 'USD bn' },
        { key: 'period', label: 'As of', unit: null },
        { key: 'then', label: '13 weeks before', unit: 'USD bn' },
        { key: 'change', label: 'Change', unit: 'USD bn' },
      ],
      rows,
    },
  ]
}

/** Said of every briefing on bonds. */
export const demandNotes = [
  'Foreign purchases and holdings are of long-term Treasuries: bills are not among them. They are published about the 18th of the month after next, and a positive figure is a purchase by foreigners.',
  'Futures positions are futures only, of leveraged funds (hedge funds and the like); contracts of different maturities are not added up. Much of their short is held against bonds they own.',
] as const

const id = 'bonds.context'

/** Who stands ready to hold Treasuries. */
export const bondsContext: Briefer = {
  id,
  state: change('dealer-treasuries', {
    enter: 25,
    leave: 10,
    labels: ['dealers unloading', 'dealers steady', 'dealers loading'],
  }),
  tell: (day) => ({
    nothing: 'No Treasury yield, purchase or position is on record for this day.',
    ranked: rankedBeside(id),
    facts: demandFacts(day),
    sections: [...demandSection(day), ...dealerSection(day)],
    notes: [...demandNotes, 'Prices of bond funds belong to their exchanges and are omitted.'],
  }),
}
