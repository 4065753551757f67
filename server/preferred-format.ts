import { type AnyFormat, contentTypes } from './formats.ts'

/** What Koa makes of the header Accept. */
interface Negotiated {
  accepts(...types: string[]): string | false
}

/**
 * The format the header Accept prefers among those there are; `otherwise` where it prefers none, or takes none of them: an answer in another
 * format says more than a refusal.
 */
export function preferredFormat<F extends AnyFormat>(ctx: Negotiated, formats: readonly F[], otherwise: F): F {
  const order = [otherwise, ...formats.filter((format) => format !== otherwise)]
  const types = order.map((format) => contentTypes[format].split(';')[0]!)
  return order[types.indexOf(ctx.accepts(...types) || '')] ?? otherwise
}
