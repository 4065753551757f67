import { rounded } from '../../analysis/rounding.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Day } from '../day.ts'

/** What net liquidity is made of: the balance sheet adds to it, the other two take from it. */
const parts = ['net-liquidity', 'fed-balance', 'tga', 'rrp'] as const

/**
 * Where the last change of net liquidity came from: each part on the days of net liquidity's own last week and four weeks, in billions of
 * dollars. Empty where net liquidity is stale.
 */
export function flowSection(day: Day): Section[] {
  const net = day.reading('net-liquidity')
  if (!net || net.freshness.status === 'stale') return []
  const rows = parts.flatMap((metric) => {
    const reading = day.reading(metric)
    const [week, month] = [reading?.trend['7d'], reading?.trend['30d']]
    if (!reading || !week || reading.period !== net.period || reading.freshness.status === 'stale') return []
    return [
      {
        metric,
        part: reading.title,
        value: reading.value,
        week: rounded(week.to.value - week.from.value, 3),
        from: week.from.period,
        month: month ? rounded(month.to.value - month.from.value, 3) : null,
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'flows',
      title: 'Where the change came from',
      note: 'Net liquidity is the balance sheet less the Treasury account less reverse repo: a rise of the last two takes from it.',
      columns: [
        { key: 'part', label: 'Part', unit: null },
        { key: 'value', label: 'Value', unit: 'USD bn' },
        { key: 'week', label: 'Change in a week', unit: 'USD bn' },
        { key: 'month', label: 'Change in four weeks', unit: 'USD bn' },
      ],
      rows,
    },
  ]
}
