import { briefingRows } from '../../data/briefings.ts'
import { productName } from '../../data/page-frame.ts'
import { type PlanName, plans, type Tier } from '../../data/plans.ts'
import type { Front } from '../../pipeline/documents/front.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import type { MailMessage } from '../access/mail.ts'
import { isCurrent, servedFreshnessAt } from '../editions/freshness.ts'
import { residentDocument } from '../editions/stored-document.ts'
import { escaped } from '../pages/page.ts'

/** Path of the page that ends the mail. */
export const unsubscribePath = '/unsubscribe'

interface Item {
  readonly title: string
  readonly state: string
  readonly headline: string
  /** What changed most since the day before; empty where nothing did. */
  readonly sentence: string
  readonly url: string
}

/** The front of an edition, as far as a plan reads it: a briefing of another tier is not even named. */
function itemsOf(view: EditionView, plan: PlanName, origin: string, now: number): Item[] {
  const { briefings } = residentDocument<Front>(view, 'system/front') ?? { briefings: [] }
  const tiers: readonly Tier[] = plans.find((row) => row.plan === plan)!.tiers
  return briefings.flatMap(({ briefing, state, headline, changes }) => {
    const row = briefingRows.find(({ id }) => id === briefing)
    const entry = view.entries.get(`briefing/${briefing}`)
    if (row === undefined || entry === undefined || !tiers.includes(row.tier)) return []
    const { word: freshness } = servedFreshnessAt(view, entry, now)
    const label = `${state?.label ?? 'unknown'}${freshness === 'fresh' ? '' : ` (${freshness} data)`}`
    return [{ title: row.title, state: label, headline, sentence: changes[0] ?? '', url: `${origin}${row.path}?format=html` }]
  })
}

export interface MorningFacts {
  readonly view: EditionView
  readonly plan: PlanName
  readonly origin: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** Local day (YYYY-MM-DD) of the reader. */
  readonly day: string
  readonly token: string
}

/** The mail of a morning, without whom it goes to; null where the plan reads nothing of the edition. What is stale is said first. */
export function morningMessage({ view, plan, origin, now, day, token }: MorningFacts): Omit<MailMessage, 'to'> | null {
  const items = itemsOf(view, plan, origin, now)
  if (items.length === 0) return null
  const { as_of, sample } = view.manifest
  const current = isCurrent(view, now)
  const warnings = [
    ...(current ? [] : [`STALE DATA: this edition is of ${as_of}. Newer figures were due since then and have not been read.`]),
    ...(sample ? ['SAMPLE DATA: invented values and issuers, not market data.'] : []),
  ]
  const link = `${origin}${unsubscribePath}?token=${token}`
  const marks = `${current ? '' : ' (STALE DATA)'}${sample ? ' (SAMPLE DATA)' : ''}`
  const foot = `You subscribed to this mail in the settings at ${origin}/settings. Briefings describe markets. Not investment advice.`
  return {
    subject: `${productName}, ${day}${marks}`,
    text: [
      ...warnings.flatMap((warning) => [warning, '']),
      `The edition of ${as_of}.`,
      '',
      ...items.flatMap(({ title, state, headline, sentence, url }) => [
        `${title}: ${state}`,
        headline,
        ...(sentence === '' ? [] : [sentence]),
        url,
        '',
      ]),
      foot,
      `Unsubscribe: ${link}`,
      '',
    ].join('\n'),
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">',
      ...warnings.map((warning) => `<p><strong>${escaped(warning)}</strong></p>`),
      `<h1 style="font-size:20px">${productName}</h1><p>The edition of ${as_of}.</p>`,
      ...items.map(
        ({ title, state, headline, sentence, url }) =>
          `<h2 style="font-size:16px"><a href="${escaped(url)}">${escaped(title)}</a>: ${escaped(state)}</h2><p>${escaped(headline)}${sentence === '' ? '' : `<br>${escaped(sentence)}`}</p>`,
      ),
      `<p style="color:#666">${escaped(foot)} <a href="${escaped(link)}">Unsubscribe</a></p></body></html>`,
    ].join('\n'),
    headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
