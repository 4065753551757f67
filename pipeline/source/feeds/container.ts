import { SaxesParser } from 'saxes'
import { type Container, lineRows, pageRows, sheetsOf } from './grid.ts'

/** The containers of a body that is a workbook, JSON, XML, a page with tables, or lines of cells; inner ones before what encloses them. */
export function containersOf(body: Uint8Array, text: string): Iterable<Container> {
  if (text.startsWith('PK\u0003\u0004')) return sheetsOf(body)
  const first = text.trimStart()[0]
  if (first === '{' || first === '[') return objects(text)
  if (first !== '<') return lineRows(text)
  return /<table\b/i.test(text) ? pageRows(text) : elements(text)
}

interface Open {
  readonly start: number
  readonly name: string
  readonly cells: { name: string; text: string }[]
  key: string | null
}

const jsonToken = /"((?:[^"\\]|\\.)*)"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\]:,]/g

function objects(body: string): Container[] {
  const closed: Container[] = []
  const open: Open[] = []
  let text: string | null = null
  const settle = () => {
    const top = open.at(-1)
    if (top && text !== null) top.cells.push({ name: top.key ?? '', text })
    if (top) top.key = null
    text = null
  }
  for (const token of body.matchAll(jsonToken)) {
    const mark = token[0]
    if (mark === ':') {
      const top = open.at(-1)
      if (top) top.key = text
      text = null
    } else if (mark === ',') settle()
    else if (mark === '{' || mark === '[') {
      const top = open.at(-1)
      open.push({ start: token.index, name: top?.key ?? '', cells: [], key: null })
      text = null
    } else if (mark === '}' || mark === ']') {
      settle()
      const inner = open.pop()
      if (inner) closed.push(containerOf(inner, open, token.index + 1))
    } else text = token[1] ?? mark
  }
  return closed
}

/** An element without elements is a value of what encloses it; its attributes are its own values. Names lose their prefix. */
function elements(body: string): Container[] {
  const closed: Container[] = []
  const open: (Open & { leaf: boolean; text: string })[] = []
  const parser = new SaxesParser()
  // what is wrong with the body its feed has said; here what can be read of it counts
  parser.on('error', () => {})
  parser.on('text', (text) => {
    const top = open.at(-1)
    if (top) top.text += text
  })
  parser.on('opentag', ({ name, attributes }) => {
    const top = open.at(-1)
    if (top) top.leaf = false
    const cells = Object.entries(attributes).map(([key, text]) => ({ name: key, text }))
    const start = body.lastIndexOf('<', parser.position - 1)
    open.push({ start, name: name.replace(/^.*:/, ''), cells, key: null, leaf: true, text: '' })
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (!element) return
    if (element.leaf) open.at(-1)?.cells.push({ name: element.name, text: element.text.trim() })
    if (!element.leaf || element.cells.length > 0) closed.push(containerOf(element, open, parser.position))
  })
  parser.write(body).close()
  return closed
}

/** What encloses it may go on after it: its values are asked for when the body is read. */
function containerOf({ start, name, cells }: Open, enclosing: readonly Open[], end: number): Container {
  const outside = [...enclosing]
  return {
    cells,
    get around() {
      return [{ name: '', text: name }, ...outside.flatMap((outer) => [{ name: '', text: outer.name }, ...outer.cells])]
    },
    start,
    end,
  }
}
