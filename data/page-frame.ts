import { pageStyle } from './page-style.ts'

/** What stands around every page: the document, the way past the masthead, the masthead and the footer. */

/** The name of the product, as pages carry it. */
export const productName = 'Market Briefing'

/** Where the server puts what reading costs here into a page that was made with the edition. */
export const offerMarker = '<!--offer-->'

/** The parts of the site, in the order of the masthead. */
const parts = [
  { id: 'today', path: '/', title: 'Today' },
  { id: 'metrics', path: '/#metrics', title: 'Metrics' },
  { id: 'companies', path: '/companies', title: 'Companies' },
  { id: 'prices', path: '/prices', title: 'Prices' },
  { id: 'glossary', path: '/docs/glossary', title: 'Glossary' },
  { id: 'methodology', path: '/docs/methodology', title: 'Methodology' },
  { id: 'docs', path: '/docs', title: 'Docs' },
  { id: 'account', path: '/sign-in', title: 'Account' },
] as const

export type SitePart = (typeof parts)[number]['id']

export interface FramedPageParts {
  /** Plain text; it is escaped here. */
  readonly title: string
  /** HTML: everything between masthead and footer, with one `main` whose id is `main`. */
  readonly body: string
  /** Rules beside the common style; made by this project, never of data. */
  readonly style?: string
  /** The part of the site the page belongs to. */
  readonly part?: SitePart
  /** HTML for the footer, before its links. */
  readonly foot?: string
  /** Seconds after which a browser loads the page again. */
  readonly reload?: number
}

/** A whole page: it loads nothing, and its one style element comes before everything that is made of data. */
export function framedPage({ title, body, style = '', part, foot = '', reload }: FramedPageParts): string {
  const links = parts.map(
    ({ id, path, title: name }) => `<a href="${path}"${id === part ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    reload === undefined ? '' : `<meta http-equiv="refresh" content="${reload}">`,
    `<style>${pageStyle}${style}</style><title>${escapeText(title)}</title></head><body><a class="skip" href="#main">Skip to content</a>`,
    `<header class="mast"><div class="wrap"><a href="/"><strong>${productName}</strong></a><nav aria-label="Site">${links.join('')}</nav></div></header>`,
    body,
    `<footer class="foot"><div class="wrap">${foot}<span>Briefings describe markets. Not investment advice.</span><a href="/api/record?format=html">Record</a><a href="/api/calibration?format=html">Calibration</a><a href="/docs/api">API reference</a><a href="/llms.txt">llms.txt</a></div></footer></body></html>\n`,
  ].join('')
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
