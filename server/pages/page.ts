import { briefingById, briefingRows } from '../../data/briefings.ts'
import { briefingLink, type FrontPartKind, renderChosenParts } from '../../data/front-parts.ts'
import { framedPage, offerMarker, productName } from '../../data/page-frame.ts'
import type { Tier } from '../../data/plans.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { retryAfterStart } from '../http/first-run.ts'
import type { PaymentStatus } from '../schemas/payment.ts'

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** For whom a front page is: the tiers they read in full, and what they are signed in with. */
export interface FrontReader {
  readonly tiers: readonly Tier[]
  /** Title of the plan; null where nobody is signed in. */
  readonly plan: string | null
}

/** A reader without an account: the free briefings are open to everybody. */
const anyone: FrontReader = { tiers: ['free'], plan: null }

/** Stories at the top of the front page. */
const mostStories = 4

/**
 * GET /: the front page of the edition, with what reading costs here. An edition from before it had one lists titles, states and dates of its
 * briefings, which anyone may see. Until there is an edition it tells the progress of the first one and reloads itself.
 *
 * @param unsold ids of briefings that the edition has and does not sell at the moment
 */
export function frontPage(
  view: EditionView | null,
  { enabled, sandbox }: Pick<PaymentStatus, 'enabled' | 'sandbox'>,
  { reader = anyone, unsold = [], progress = '' }: { reader?: FrontReader; unsold?: readonly string[]; progress?: string } = {},
): string {
  const access = enabled
    ? `Read a briefing with an API key, or pay per call${sandbox ? ' with play money' : ''}.`
    : 'Reading a briefing requires an API key; single calls are not for sale here.'
  const offer =
    reader.plan === null
      ? `${access} <a href="/sign-up">Create an account</a> or <a href="/sign-in">sign in</a>; <a href="/docs/read">how to read and buy</a>. Agents begin at <a href="/llms.txt">llms.txt</a>.`
      : `You are signed in with the ${escaped(reader.plan)} plan. <a href="/settings">Settings</a> · <a href="/prices">Prices and plans</a> · <a href="/docs/read">How to read and buy</a>`
  const rendered = view?.resident('system/front', 'html') ?? null
  if (view !== null && rendered !== null) {
    const tiers = view.manifest.sample ? allTiers : reader.tiers
    return chosen(rendered.plain.toString('utf8'), tiers, unsold, enabled).replace(offerMarker, () => offer)
  }
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
  return framedPage({ title: productName, body, part: 'today', ...(view === null ? { reload: retryAfterStart } : {}) })
}

const allTiers: readonly Tier[] = ['free', 'basic', 'pro']

/** The page as one reader gets it. A briefing that is not sold leads nothing, and is named in the line of its market. */
function chosen(page: string, tiers: readonly Tier[], unsold: readonly string[], showsPrices: boolean): string {
  let stories = 0
  const choose = (kind: FrontPartKind, id: string, whole: string, short: string): string => {
    const row = briefingById.get(id)
    const reads = row !== undefined && tiers.includes(row.tier)
    if (kind === 'else') return stories === 0 ? whole : short
    if (kind === 'unsold') return unsoldLine(id, whole, unsold)
    if (unsold.includes(id)) return ''
    if (kind === 'row') return reads ? whole : short
    if (!reads || stories === mostStories) return ''
    stories += 1
    return stories === 1 ? whole : short
  }
  return renderChosenParts(page, choose, showsPrices)
}

/** What of a market is not sold today, each leading to the page that says why. */
function unsoldLine(market: string, absent: string, unsold: readonly string[]): string {
  const rows = unsold.flatMap((id) => (id.startsWith(`${market}.`) ? [briefingById.get(id)!] : []))
  const names = [...rows.map(({ path, title }) => briefingLink(path, escaped(title))), ...(absent === '' ? [] : [absent])]
  return names.length === 0 ? '' : `<p class="xs soft none"><b>Not sold today:</b> ${names.join(', ')}.</p>`
}
