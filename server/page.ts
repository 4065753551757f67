import { briefingRows } from '../data/briefings.ts'
import { pageStyle } from '../data/page-style.ts'
import type { EditionView } from '../pipeline/publish/reader.ts'
import type { PaymentStatus } from './openapi/schemas/payment.ts'

/** A page with the common style sheet plus `style`; it loads nothing. `body` is HTML already. */
export function page(title: string, body: string, style = ''): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<style>${pageStyle}${style}</style><title>${escaped(title)}</title></head><body>${body}</body></html>\n`,
  ].join('')
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** GET /: titles, states and dates of the briefings, which anyone may see, each with the URL of its page. */
export function frontPage(view: EditionView | null, { enabled, sandbox }: Pick<PaymentStatus, 'enabled' | 'sandbox'>): string {
  const rows = briefingRows.flatMap(({ id, title, path }) => {
    const entry = view?.entries.get(`briefing/${id}`)
    if (entry === undefined) return []
    const cells = [escaped(String(entry.facts['state'] ?? '')), `<time>${entry.as_of}</time>`]
    const head = `<th scope="row"><a href="${path}?format=html">${escaped(title)}</a></th>`
    return [`<tr>${head}${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`]
  })
  const heads = ['Briefing', 'State', 'As of'].map((head) => `<th scope="col">${head}</th>`).join('')
  const table = `<table class="list"><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`
  const sample = view?.manifest.sample ? '<p class="sample">SAMPLE DATA: invented values and issuers, not market data.</p>' : ''
  const header = `<header><h1>Market briefings</h1>${sample}<p>Public data with the interpretation already done: dated, sourced, reproducible.</p></header>`
  const nothing =
    view === null
      ? 'Nothing has been published yet.'
      : 'No data is available yet: <a href="/api/health?format=markdown">see why</a>.'
  const footer = `<footer><p>${enabled ? `Read a briefing with an API key, or pay per call${sandbox ? ' with play money' : ''}.` : 'Reading a briefing requires an API key; single calls are not for sale here.'} Every briefing is also available as Markdown and JSON. For programs: <a href="/docs/api">API reference</a>, <a href="/llms.txt">llms.txt</a>, <a href="/api/briefings">briefings</a>, <a href="/api/metrics">metrics</a>, <a href="/docs/methodology">methodology</a>, <a href="/api/calibration">calibration</a>.</p></footer>`
  return page('Market briefings', `${header}<main>${rows.length > 0 ? table : `<p>${nothing}</p>`}</main>${footer}`)
}
