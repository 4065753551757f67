import { posix } from 'node:path'
import { type DocPage, docGroups, docPages } from '../../data/doc-pages.ts'
import { framedPage, type SitePart } from '../../data/page-frame.ts'
import { docsStyle } from '../../data/site-style.ts'
import { escaped } from '../pages/page.ts'
import { type RenderedMarkdown, renderMarkdown } from './render-markdown.ts'

const pathOf = ({ slug }: DocPage): string => `/docs/${slug}`

/** A page of the documentation made from Markdown, with the list of all pages at its side and the pages before and after it. */
export function docPage(row: DocPage, markdown: string): string {
  const rendered = renderMarkdown(markdown, (href) => resolveDocLink(row.file ?? 'docs/made-by-the-server.md', href))
  const body = `<div class="wrap docs">${sideList(row, rendered)}<main id="main"><article>${rendered.html}</article>${previousNextLinks(row)}</main></div>`
  const title = rendered.title ?? row.title
  return framedPage({ title, body, style: docsStyle, part: partOf(row) })
}

/** GET /docs: every page, with what it is about. */
export function docIndex(): string {
  const groups = docGroups.map(({ title, pages }) => {
    const rows = pages.map(
      (page) => `<dt><a href="${pathOf(page)}">${escaped(page.title)}</a></dt><dd>${escaped(page.about)}</dd>`,
    )
    return `<section class="sec"><h2>${escaped(title)}</h2><dl class="index">${rows.join('')}</dl></section>`
  })
  const stand =
    'How to run the service, read and buy briefings, query the data, and how every figure is calculated. Every page is also available as Markdown: send <code>Accept: text/markdown</code>.'
  const body = `<main id="main"><h1>Documentation</h1><p class="stand">${stand}</p>${groups.join('')}</main>`
  return framedPage({ title: 'Documentation', body, style: docsStyle, part: 'docs' })
}

/** The same list for programs. */
export function docIndexText(): string {
  const groups = docGroups.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](${pathOf(page)}): ${page.about}\n`)
    return `## ${title}\n\n${lines.join('')}`
  })
  return `# Documentation\n\n${groups.join('\n')}`
}

/**
 * Where a link in a file of the project leads on this server: to the page that shows the file it names, or to where it says itself. Null
 * where it names a file that no page shows, or has another scheme than http.
 */
export function resolveDocLink(file: string, href: string): string | null {
  if (/^(#|\/(?!\/))/.test(href)) return href
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith('//')) return /^https?:\/\//.test(href) ? href : null
  const [path = '', place] = href.split('#')
  const target = posix.join(posix.dirname(file), path)
  const page = docPages.find((each) => each.file === target)
  return page === undefined ? null : `${pathOf(page)}${place === undefined ? '' : `#${place}`}`
}

function partOf({ slug }: DocPage): SitePart {
  return slug === 'glossary' || slug === 'methodology' ? slug : 'docs'
}

/** Every page, and of the one shown its sections. */
function sideList(shown: DocPage, { sections }: RenderedMarkdown): string {
  const inside = sections.map(({ id, title }) => `<li><a href="#${escaped(id)}">${escaped(title)}</a></li>`)
  const entry = (page: DocPage) => {
    const here = page === shown
    const link = `<a href="${pathOf(page)}"${here ? ' aria-current="page"' : ''}>${escaped(page.title)}</a>`
    return `<li>${link}${here && inside.length > 0 ? `<ul class="inside">${inside.join('')}</ul>` : ''}</li>`
  }
  const groups = docGroups.map(
    ({ title, pages }) => `<li><span>${escaped(title)}</span><ul>${pages.map(entry).join('')}</ul></li>`,
  )
  return `<nav class="pages" aria-label="Documentation"><ul>${groups.join('')}</ul></nav>`
}

/** Links to the pages before and after one, in reading order. */
export function previousNextLinks(shown: DocPage): string {
  const at = docPages.indexOf(shown)
  const link = (page: DocPage | undefined, rel: 'prev' | 'next') =>
    page === undefined
      ? ''
      : `<a rel="${rel}" href="${pathOf(page)}">${rel === 'prev' ? '← ' : ''}${escaped(page.title)}${rel === 'next' ? ' →' : ''}</a>`
  return `<nav class="turn" aria-label="Previous and next page">${link(docPages[at - 1], 'prev')}${link(docPages[at + 1], 'next')}</nav>`
}
