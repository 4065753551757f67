import { Parser } from 'htmlparser2'
import { Marked, type Token, type Tokens } from 'marked'

const marked = new Marked()
/** Kinds of piece that are text and nothing else. */
const plain = new Set(['text', 'escape', 'space'])

/** What Markdown is made of beside its words: headings, tables with their size, lists, links with their addresses. */
export function markdownShape(text: string): string[] {
  const shapeOf = (token: Token): string[] => {
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table
      return [
        `table ${header.length} ${rows.length}`,
        ...[header, ...rows].flat().flatMap(({ tokens }) => tokens.flatMap(shapeOf)),
      ]
    }
    const inside = [...((token as Tokens.List).items ?? []), ...((token as Tokens.Generic)['tokens'] ?? [])] as Token[]
    const { depth = '', href = '' } = token as { depth?: number; href?: string }
    return [...(plain.has(token.type) ? [] : [`${token.type} ${depth} ${href}`]), ...inside.flatMap(shapeOf)]
  }
  return marked.lexer(text).flatMap(shapeOf)
}

/** The words that Markdown shows. */
export const markdownWords = (text: string): string => htmlWords(marked.parse(text) as string)

/** What HTML is made of: its tags in their order, with the names of their attributes, and the addresses they lead to. A long cell may break. */
export function htmlShape(text: string): string[] {
  const shape: string[] = []
  const inside: boolean[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const isBreak = attributes['class'] === 'wrapped'
        inside.push(!isBreak)
        const { href = '', src = '' } = attributes
        if (!isBreak) shape.push(`<${name} ${Object.keys(attributes).join(' ')} ${href}${src}>`)
      },
      onclosetag(name) {
        if (inside.pop()) shape.push(`</${name}>`)
      },
      oncomment: () => shape.push('comment'),
    },
    { decodeEntities: true },
  )
  parser.end(text)
  return shape
}

/** The words that HTML shows. */
export function htmlWords(text: string): string {
  let words = ''
  new Parser({ ontext: (each) => (words += each) }, { decodeEntities: true }).end(text)
  return words
}
