import { createHash } from 'node:crypto'
import { securityHeadersWith } from './security-headers.ts'

/**
 * The policy of a page: its one style, by hash; nothing else may load, run, frame or post. It is taken from the page itself, because that of
 * a past day keeps the style it was made with.
 *
 * @param forms whether the page has a form, which goes to this server alone
 * @param script the one script that may run, which is never taken from the page: what data brings into it stays without
 */
export function pagePolicy(page: string, forms = false, script: string | null = null): string {
  const style = /<style>([^<]*)/.exec(page)?.[1] ?? ''
  const run = script === null ? '' : `script-src '${hashOf(script)}'; `
  const post = forms ? "'self'" : "'none'"
  return `default-src 'none'; style-src '${hashOf(style)}'; ${run}base-uri 'none'; form-action ${post}; frame-ancestors 'none'`
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/**
 * The security headers of a page that is made for one request, as a flat list of names and values. One with a form tells this server where it
 * was sent from: without that a browser leaves out the Origin by which a foreign form is known.
 */
export function pageHeaders(page: string, forms = false, script: string | null = null): string[] {
  return securityHeadersWith({
    'Content-Security-Policy': pagePolicy(page, forms, script),
    ...(forms ? { 'Referrer-Policy': 'same-origin' } : {}),
  })
}
