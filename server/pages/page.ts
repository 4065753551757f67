import { briefingRows } from '../../data/briefings.ts'
import { framed, offerPlace, productName } from '../../data/page-frame.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { retryAfterStart } from '../http/first-run.ts'
import type { PaymentStatus } from '../schemas/payment.ts'

/** A page in the common frame, with its own rules beside the common ones. `body` is HTML already, and holds the one `main`. */
export function page(title: string, body: string, style = ''): string {
  return framed({ title, body, style })
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * GET /: the front page of the edition, with what reading costs here. An edition from before it had one lists titles, states and dates of its
 * briefings, which anyone may see. Until there is an edition it tells the progress of the first one and reloads itself.
 */
export function frontPage(
  view: EditionView | null,
  { enabled, sandbox }: Pick<PaymentStatus, 'enabled' | 'sandbox'>,
  progress = '',
): string {
  const access = enabled
    ? `Read a briefing with an API key, or pay per call${sandbox ? ' with play money' : ''}.`
    : 'Reading a briefing requires an API key; single calls are not for sale here.'
  const offer = `${access} <a href="/sign-up">Create an account</a>. Agents begin at <a href="/llms.txt">llms.txt</a>.`
  const rendered = view?.resident('system/front', 'html') ?? null
  if (rendered !== null) return rendered.plain.toString('utf8').replace(offerPlace, () => offer)
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
  const nothing =
    view === null
      ? `Nothing has been published yet. ${escaped(progress)}`
      : 'No data is available yet: <a href="/api/health?format=markdown">see why</a>.'
  const body = `<main id="main"><h1>${productName}</h1>${sample}<p class="stand">Public data with the interpretation already done: dated, sourced, reproducible. ${offer}</p>${rows.length > 0 ? table : `<p>${nothing}</p>`}</main>`
  return framed({ title: productName, body, part: 'today', ...(view === null ? { reload: retryAfterStart } : {}) })
}
