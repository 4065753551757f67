import type { Text } from '../documents/blocks.ts'
import { dayNumber, isoDay } from '../time/day.ts'
import { dayInWords } from '../values/amounts.ts'
import type { DatedIdentity } from './blocks-markdown.ts'
import { escapeHtml } from './escape-html.ts'
import { textHtml } from './page-spans.ts'
import { sampleNoticeOf } from './wording.ts'

/** Where a page stands: links to what is above it, then remarks. All HTML. */
export function breadcrumbs(parts: readonly string[], right: string): string {
  return `<div class="crumbs">${parts.join(' ')} <span class="days">${right}</span></div>`
}

export const breadcrumbLink = (href: string, name: string): string => `<a href="${href}">${escapeHtml(name)}</a>`

/** The day of a page. */
export function dayHtml(day: string): string {
  return `<strong><time datetime="${day}">${dayInWords(day)}</time></strong>`
}

/** The day of a page, with the day before it on the left, and on the right what `withNextDay` replaces once there is a next one. */
export function betweenDays(path: string, day: string): string {
  const [before, after] = [-1, 1].map((step) => isoDay(dayNumber(day)! + step)) as [string, string]
  return `${dayLink(path, before, 'prev', `← ${dayInWords(before, day)}`)} ${dayHtml(day)} <span class="next">${dayInWords(after, day)} not published yet</span>`
}

const dayLink = (path: string, day: string, rel: 'prev' | 'next', text: string) =>
  `<a rel="${rel}" href="${path}?date=${day}&amp;format=html">${text}</a>`

/** The page of a day that is over, with the link to the day after it. It is a view: no fingerprint covers it. */
export function withNextDay(page: string, next: string): string {
  const before = /<a rel="prev" href="([^"?]+)\?date=([\d-]+)/.exec(page)
  if (before === null) return page
  const [, path, day] = before
  return page.replace(/<span class="next">[^<]*<\/span>/, () => dayLink(path!, next, 'next', `${dayInWords(next, day!)} →`))
}

/** What must be read before anything else: that the data is invented, or too old to decide anything. */
export function warnings(document: DatedIdentity, stale: Text | null = null): string {
  const notice = sampleNoticeOf(document)
  const texts = [...(notice === null ? [] : [escapeHtml(notice)]), ...(stale === null ? [] : [textHtml(stale, document.as_of)])]
  return texts.map((text) => `<p class="sample">${text}</p>`).join('')
}
