import { type Briefer, unknown } from './day.ts'
import { figure, summaryOf, told } from './words.ts'

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
  tell: (day) => {
    const pace = day.reading('bitcoin-epoch-pace')
    const forecast = day.reading('bitcoin-next-difficulty-change')
    const rate = day.reading('mempool-hash-rate')
    const way = (value: number) => (value >= 0 ? 'faster' : 'slower')
    const sentences = [
      pace &&
        `Blocks of this epoch come ${figure(Math.abs(pace.value))} % ${way(pace.value)} than one in ten minutes (${pace.period}).`,
      forecast && `The next difficulty adjustment is forecast at ${figure(forecast.value)} % (${forecast.period}).`,
      rate && `${told(rate, '30d')}.`,
    ]
    return {
      summary: summaryOf(sentences, 'No block production data is on record for this day.'),
      sections: [],
      notes: [],
    }
  },
}
