import type { MetricName } from '../../../data/metrics.ts'
import type { BriefingDefinition } from '../briefer.ts'
import {
  type CurrentMetric,
  figureColumn,
  periodColumn,
  readingColumn,
  readingsTable,
  roundedChange,
  valueBefore,
} from '../readings.ts'
import { stockChangeState, thirteenWeekDays } from '../states/change.ts'
import { bondDemandFacts, bondLeadCandidates, demandSection } from './bond-demand.ts'

const books = new Map<MetricName, string>([
  ['dealer-treasuries', 'With inflation-linked'],
  ['dealer-treasuries-nominal', 'Without inflation-linked'],
  ['dealer-tips', 'Inflation-linked alone'],
])
const bookBefore = ({ column }: CurrentMetric) => valueBefore(column, thirteenWeekDays, 0)

/** What dealers hold now and held 13 weeks before, with inflation-linked securities and without. */
const dealerSection = readingsTable('dealers', 'Primary dealers over 13 weeks', {
  metrics: [...books.keys()],
  columns: [
    readingColumn('what', 'Treasuries', ({ metric }) => books.get(metric)),
    figureColumn('Position | USD bn'),
    periodColumn(),
    readingColumn('then', '13 weeks before | USD bn', (current) => bookBefore(current) ?? undefined),
    readingColumn('change', 'Change | USD bn', (current) => roundedChange(bookBefore(current), current.reading.value, 3)),
  ],
  note: 'Net positions, long less short. The New York Fed’s total contains inflation-linked securities; coupons are its seven buckets.',
})

/** Said of every briefing on bonds. */
export const bondDemandNotes = [
  'Foreign purchases and holdings are of long-term Treasuries: bills are not among them. They are published about the 18th of the month after next; a positive figure is a purchase.',
  'Futures positions are futures only, of leveraged funds (hedge funds and the like); contracts of different maturities are not added up. Much of their short is held against bonds they own.',
] as const

const id = 'bonds.context'

/** Who stands ready to hold Treasuries. */
export const bondsContext: BriefingDefinition = {
  id,
  state: stockChangeState('dealer-treasuries', {
    enter: 25,
    leave: 10,
    labels: ['dealers unloading', 'dealers steady', 'dealers loading'],
  }),
  tell: (day) => ({
    nothing: 'No Treasury yield, purchase or position is on record for this day.',
    ranked: bondLeadCandidates(id),
    facts: bondDemandFacts(day),
    sections: [...demandSection(day), ...dealerSection(day)],
    notes: [...bondDemandNotes, 'Prices of bond funds belong to their exchanges and are omitted.'],
  }),
}
