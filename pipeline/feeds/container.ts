import { SaxesParser } from 'saxes'
import { cellsOf } from './csv.ts'

export interface Cell {
  readonly name: string
  readonly text: string
}

/** A row, object, array or element of a body: its own values by name, those of what encloses it, and where it stands. */
export interface Container {
  readonly cells: readonly Cell[]
  /** Values and names of what encloses it, and its own name: where it has no date of its own, one of these is. */
  readonly around: readonly Cell[]
  readonly start: number
  readonly end: number
}

/** The containers of a body that is JSON, XML, or lines of cells; inner ones before what encloses them. */
export function containersOf(body: string): Iterable<Container> {
  const first = body.trimStart()[0]
  if (first === '{' || first === '[') return objects(body)
  return first === '<' ? elements(body) : lines(body)
}

/** Lines of cells parted by commas; the first line names them. Quoted cells lose their quotes. */
function* lines(body: string): Generator<Container> {
  let header: string[] | null = null
  for (let start = 0; start < body.length; ) {
    const newline = body.indexOf('\n', start)
    const end = newline < 0 ? body.length : newline
    const line = body.slice(start, end).replace(/\r$/, '')
    const texts = (cellsOf(line) ?? line.split(',')).map((cell) => cell.trim())
    header ??= texts
    yield { cells: texts.map((text, i) => ({ name: header![i] ?? '', text })), around: [], start, end }
    start = end + 1
  }
}

interface Open {
  readonly start: number
  readonly name: string
  readonly cells: { name: string; text: string }[]
  key: string | null
}

const jsonToken = /"((?:[^"\\]|\\.)*)"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\]:,]/g

function* objects(body: string): Generator<Container> {
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
      open.at(-1)!.key = text
      text = null
    } else if (mark === ',') settle()
    else if (mark === '{' || mark === '[') {
      const top = open.at(-1)
      open.push({ start: token.index, name: top?.key ?? '', cells: [], key: null })
      text = null
    } else if (mark === '}' || mark === ']') {
      settle()
      const closed = open.pop()
      if (closed) yield containerOf(closed, open, token.index + 1)
    } else text = token[1] ?? mark
  }
}

/** An element without elements is a value of what encloses it; its attributes are values of its own. Names lose their prefix. */
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

function containerOf({ start, name, cells }: Open, enclosing: readonly Open[], end: number): Container {
  const around = [{ name: '', text: name }, ...enclosing.flatMap((outer) => [{ name: '', text: outer.name }, ...outer.cells])]
  return { cells, around, start, end }
}
