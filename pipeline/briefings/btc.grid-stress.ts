import { type Briefer, unknown } from './day.ts'
import { forecastFacts, paceSentences } from './pace.ts'

/** Percent by which the coming adjustment must differ from none to say that machines leave or join. */
const band = 3

/**
 * How hard the network runs against its schedule. State from the forecast of the coming difficulty adjustment: `stressed` at -3 % or less
 * (blocks come late, machines are off), `growing` at 3 % or more, else `on pace`.
 */
export const gridStress: Briefer = {
  id: 'btc.grid-stress',
  deciders: ['bitcoin-next-difficulty-change'],
  state: (day) => {
    const forecast = day.reading('bitcoin-next-difficulty-change')
    if (!forecast || forecast.freshness.status === 'stale') return unknown
    if (forecast.value <= -band) return 'stressed'
    return forecast.value >= band ? 'growing' : 'on pace'
  },
  tell: (day) => ({
    nothing: 'No block production data is on record for this day.',
    facts: forecastFacts(day),
    also: paceSentences(day),
    sections: [],
    notes: [],
  }),
}
