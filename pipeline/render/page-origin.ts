import { sampleNotice } from '../../data/notices.ts'
import { dayInWords } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { timeOf } from './wording.ts'

interface Stamped {
  readonly as_of: string
  readonly computed_at: string
  readonly fingerprint: string
  readonly notices: readonly string[]
}

/** Where a document comes from and how to have it in another form. `rows` come first; their texts are HTML, and empty ones are left out. */
export function originFacts(
  { as_of, computed_at, fingerprint, notices }: Stamped,
  rows: readonly (readonly [name: string, html: string])[],
  formats: readonly (readonly [name: string, href: string])[],
): string {
  const links = formats.map(([name, href]) => `<a href="${escapeHtml(href)}">${name}</a>`).join(' · ')
  const remarks = notices.filter((notice) => notice !== sampleNotice).map(escapeHtml)
  const all: readonly (readonly [string, string])[] = [
    ...rows,
    ['As of', `${dayInWords(as_of)}, computed ${timeOf(computed_at)}. Nothing known later is used.`],
    ['Notices', remarks.join('<br>')],
    ['Fingerprint', `<code>${escapeHtml(fingerprint)}</code>`],
    ['Formats', links],
    [
      'Method',
      '<a href="/docs/methodology">How states, signals and turning levels are made</a> · <a href="/docs/glossary">What the words mean</a>',
    ],
  ]
  const list = all.filter(([, text]) => text !== '').map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`)
  return `<dl class="src">${list.join('')}</dl>`
}
