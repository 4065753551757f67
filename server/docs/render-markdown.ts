import { Marked, type Tokens } from 'marked'
import { escaped } from '../pages/page.ts'

export interface RenderedMarkdown {
  readonly html: string
  /** Text of the first heading; null where there is none. */
  readonly title: string | null
  /** The headings of the second level, which a list of contents names. */
  readonly sections: readonly { readonly id: string; readonly title: string }[]
}

/**
 * A Markdown file of this project as HTML. HTML in it is shown as text; comments and pictures are left out, so that a page loads nothing.
 * An apostrophe is curly outside code. Headings get the ids that GitHub gives them, so that a link leads to one place on both.
 *
 * @param resolve the address a link leads to; null for a link of which only the text is shown
 */
export function renderMarkdown(markdown: string, resolve: (href: string) => string | null): RenderedMarkdown {
  const ids = new Map<string, number>()
  const headings: { depth: number; id: string; title: string }[] = []
  const marked = new Marked({
    renderer: {
      // the usual rendering follows: a walk over all tokens would cost more than the rest
      text(token) {
        if (token.text.includes("'")) token.text = token.text.replace(apostrophe, '’')
        return false
      },
      html: ({ text }) => (/^\s*<!--[\s\S]*-->\s*$/.test(text) ? '' : escaped(text)),
      image: ({ text }) => (text === '' ? '' : `<em>${escaped(text)}</em>`),
      heading({ tokens, depth }) {
        const title = this.parser.parseInline(tokens, this.parser.textRenderer)
        const id = idOf(title, ids)
        headings.push({ depth, id, title: title.replace(apostrophe, '’') })
        return `<h${depth} id="${escaped(id)}">${this.parser.parseInline(tokens)}</h${depth}>`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const address = resolve(href)
        if (address === null) return text
        return `<a href="${escaped(address)}"${address.startsWith('/') || address.startsWith('#') ? '' : ' rel="noopener"'}>${text}</a>`
      },
      code: ({ text }) => `<pre class="scroll" tabindex="0"><code>${escaped(text)}</code></pre>`,
      table({ header, rows }) {
        const cellOf = ({ tokens }: Tokens.TableCell) => `<td>${this.parser.parseInline(tokens)}</td>`
        const heads = header.map(({ text, tokens }) =>
          text === '' ? '<td></td>' : `<th scope="col">${this.parser.parseInline(tokens)}</th>`,
        )
        const lines = rows.map((row) => `<tr>${row.map(cellOf).join('')}</tr>`)
        const name = `Table: ${header.map(({ tokens }) => this.parser.parseInline(tokens, this.parser.textRenderer)).join(', ')}`
        return `<div class="scroll" role="group" tabindex="0" aria-label="${escaped(name)}"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  return {
    html,
    title: headings.find(({ depth }) => depth === 1)?.title ?? null,
    sections: headings.filter(({ depth }) => depth === 2).map(({ id, title }) => ({ id, title })),
  }
}

/** The one in a word, or after a plural. */
const apostrophe = /(?<=\p{L})'(?=\p{L})|(?<=s)'(?= )/gu

/** The id GitHub gives a heading: small letters, words joined by hyphens, a number where it was given before. */
function idOf(title: string, given: Map<string, number>): string {
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')
  const count = given.get(plain) ?? 0
  given.set(plain, count + 1)
  return count === 0 ? plain : `${plain}-${count}`
}
