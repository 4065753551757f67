import { createHash } from 'node:crypto'

/**
 * The policy of a page: its one style, by hash; nothing else may load, run, frame or post. It is taken from the page itself, because that of
 * a past day keeps the style it was made with.
 */
export function pagePolicy(page: string): string {
  const style = /<style>([^<]*)/.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}
