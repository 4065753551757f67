import { SaxesParser } from 'saxes'
import { ParseError } from '../errors.ts'
import { type Element, ElementTree, localName, tooComplexError } from './element.ts'

/** Bounds far above filed forms: the largest recorded one has 28,000 characters, 300 elements and a depth of 6. */
const bounds = { characters: 4_000_000, elements: 40_000, depth: 24 } as const

/**
 * XML that a filer sent -> its outermost element, with names without prefixes in lower case. A document type is refused, so that no entity but
 * the five of XML is ever expanded; so is XML that is not whole, or larger than `bounds`.
 */
export function readStrictXml(xml: string): Element {
  if (xml.length > bounds.characters) throw tooComplexError('characters', bounds.characters)
  const tree = new ElementTree()
  let elements = 0
  const parser = new SaxesParser()
  parser.on('error', ({ message }) => {
    throw new ParseError('BODY_NOT_XML', `The document is not complete XML (${message.slice(0, 200)}); inspect the recording`)
  })
  parser.on('doctype', () => {
    throw new ParseError(
      'XML_WITH_DOCTYPE',
      'The document declares a document type, which no filed form does; inspect the recording',
    )
  })
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1
    if (elements > bounds.elements) throw tooComplexError('elements', bounds.elements)
    if (tree.depth >= bounds.depth) throw tooComplexError('depth', bounds.depth)
    tree.open(localName(name), attributes as Readonly<Record<string, string>>, parser.position)
  })
  parser.on('text', (text) => tree.text(text))
  parser.on('cdata', (text) => tree.text(text))
  parser.on('closetag', () => tree.close())
  parser.write(xml.replace(/^\uFEFF?\s+(?=<)/u, '')).close()
  return tree.roots[0]!
}

/** The first element at a path of names inside another; undefined where there is none. */
export const elementAt = (element: Element | undefined, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((inside, name) => inside?.children.find((child) => child.name === name), element)

/** All elements of a name directly inside another. */
export const childrenNamed = (element: Element | undefined, name: string): readonly Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The text at a path, on one line, cut to its longest; null where it is empty or there is no such element. */
export function textAt(element: Element | undefined, path: readonly string[], longest: number): string | null {
  const text =
    elementAt(element, ...path)
      ?.text.replace(/\s+/gu, ' ')
      .trim() ?? ''
  return text === '' ? null : text.slice(0, longest).replace(/\p{Cs}$/u, '')
}
