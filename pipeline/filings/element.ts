import { ParseError } from '../errors.ts'

/** An XML element read whole: names as the parser gives them, text without that of its children. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
  /** Where its start tag begins, in characters of the document. */
  readonly offset: number
}

interface Growing extends Element {
  readonly children: Growing[]
  text: string
}

/** Builds elements from the events of a parser; what lies outside of any element is left out. */
export class ElementTree {
  /** The outermost elements, those still open included. */
  readonly roots: Element[] = []
  readonly #open: Growing[] = []

  get depth(): number {
    return this.#open.length
  }

  open(name: string, attributes: Readonly<Record<string, string>>, offset: number): void {
    const element: Growing = { name, attributes, children: [], text: '', offset }
    const parent = this.#open.at(-1)
    if (parent === undefined) this.roots.push(element)
    else parent.children.push(element)
    this.#open.push(element)
  }

  text(data: string): void {
    const element = this.#open.at(-1)
    if (element !== undefined) element.text += data
  }

  close(): void {
    this.#open.pop()
  }
}

/** A name without its prefix, in lower case: `xbrli:unitNumerator` -> `unitnumerator`. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

/** The elements with this local name inside another, at whatever depth, in order. */
export function descendantsNamed(element: Element, name: string): Element[] {
  const elements: Element[] = []
  const search = (parent: Element): void => {
    for (const child of parent.children) {
      if (localName(child.name) === name) elements.push(child)
      search(child)
    }
  }
  search(element)
  return elements
}

/** The error for a document larger or more nested than any that is filed. */
export function tooComplexError(what: string, limit: number): ParseError {
  return new ParseError('FILING_TOO_COMPLEX', `The document has more ${what} than ${limit}; inspect the recording`, {
    what,
    limit,
  })
}
