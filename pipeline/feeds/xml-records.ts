import { SaxesParser } from 'saxes'
import { bodyError } from './body.ts'

/** The elements of a record by their names, as texts without the spaces around them; those without a text are left out. */
export type XmlRecord = ReadonlyMap<string, string>

interface Layout {
  /** The name of the outermost element; any where it is left out. */
  readonly root?: string
  /** The name of the element that is one record. */
  readonly record: string
  /** An attribute of an element of a record that is read too, under this name: `category@term`. */
  readonly attribute?: string
  /** Code of the refusal of another root. */
  readonly otherRoot?: string
}

/** The records of an XML body and the elements directly under its root. XML that is not whole, or has another root, is refused. */
export function xmlRecords(
  text: string,
  feed: string,
  { root, record, attribute, otherRoot = 'BODY_NOT_FEED' }: Layout,
): { readonly own: XmlRecord; readonly records: readonly XmlRecord[] } {
  const own = new Map<string, string>()
  const records: Map<string, string>[] = []
  const open: { readonly name: string; text: string }[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw bodyError(feed, 'BODY_NOT_XML', `the body is not complete XML: ${error.message.slice(0, 200)}`)
  })
  const [attributed, key = ''] = attribute?.split('@') ?? []
  parser.on('opentag', ({ name, attributes }) => {
    if (root !== undefined && open.length === 0 && name !== root)
      throw bodyError(feed, otherRoot, `the root of the XML is ${name.slice(0, 50)}, not ${root}`)
    if (name === record) records.push(new Map())
    const value = String(attributes[key] ?? '').trim()
    if (name === attributed && open.at(-1)?.name === record && value !== '') records.at(-1)!.set(`${name}@${key}`, value)
    open.push({ name, text: '' })
  })
  const take = (piece: string) => {
    const top = open.at(-1)
    if (top) top.text += piece
  }
  parser.on('text', take)
  parser.on('cdata', take)
  parser.on('closetag', () => {
    const element = open.pop()
    const value = element?.text.trim()
    if (!element || !value) return
    if (open.length === 1) own.set(element.name, value)
    if (open.at(-1)?.name === record) records.at(-1)!.set(element.name, value)
  })
  parser.write(text).close()
  return { own, records }
}
