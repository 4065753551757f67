import type { Day } from '../../analysis/days/day.ts'
import { rounded } from '../../analysis/rounding.ts'
import type { Section } from '../../documents/briefing.ts'
import type { TrendWindow } from '../../documents/reading.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentOf, currentReading } from '../readings.ts'
import { signalOf } from '../states/signals.ts'
import { table } from '../table.ts'

/** Where dollars are. */
export const liquidity: BriefingDefinition = {
  id: 'macro.liquidity',
  state: signalOf('net-liquidity', { bullish: 'expanding', bearish: 'draining', neutral: 'flat' }),
  tell: (day) => ({
    nothing: 'No liquidity data is on record for this day.',
    sections: flowSection(day),
    notes: [],
  }),
}

/**
 * Where the last change of net liquidity came from: each part on the days of net liquidity's own last week and four weeks, in billions of
 * dollars. Empty where net liquidity is stale.
 */
function flowSection(day: Day): Section[] {
  const net = currentReading(day, 'net-liquidity')
  if (net === null) return []
  const changeOver = ({ from, to }: TrendWindow) => rounded(to.value - from.value, 3)
  return table('flows', 'Where the change came from', {
    note: 'Net liquidity is the balance sheet less the Treasury account less reverse repo: a rise of the last two takes from it.',
    columns: {
      part: 'Part',
      value: 'Value | USD bn',
      week: 'Change in a week | USD bn',
      month: 'Change in four weeks | USD bn',
    },
    rows: currentOf(
      day,
      ['net-liquidity', 'fed-balance', 'tga', 'rrp'],
      ({ metric, reading: { title, value, period, trend } }) => {
        const [week, month] = [trend['7d'], trend['30d']]
        if (!week || period !== net.period) return null
        return { metric, part: title, value, week: changeOver(week), from: week.from.period, month: month && changeOver(month) }
      },
    ),
  })
}
