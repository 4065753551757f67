import { type AnyFormat, contentTypes } from './formats.ts'

/** What Koa makes of the header Accept. */
interface Negotiated {
  accepts(...types: string[]): string | false
}

/**
 * Whether an error is shown to a person: the header Accept prefers a page to JSON and Markdown, or a page is named and JSON is not asked for.
 * @param named the parameter format, as sent
 */
export function prefersPage(
  ctx: Negotiated & { readonly headers: { readonly accept?: string | undefined } },
  named: string | null,
): boolean {
  if (named === 'html') return !/json/i.test(ctx.headers.accept ?? '')
  if (named === 'json' || named === 'markdown') return false
  return preferredFormat(ctx, ['json', 'markdown', 'html'], 'json') === 'html'
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
