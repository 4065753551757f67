import { SaxesParser } from 'saxes'
import { ParseError } from '../errors.ts'

/**
 * The properties of each entry of an Atom feed of OData (`m:properties` with children `d:NAME`), by their names without the prefix, as
 * texts; those that are null or empty are left out. Not well-formed, cut short or another root: `ParseError`.
 */
export function propertiesOf(text: string, feed: string): Map<string, string>[] {
  const parser = new SaxesParser()
  const all: Map<string, string>[] = []
  const open: string[] = []
  let value = ''
  parser.on('error', (error) => {
    throw new ParseError('BODY_NOT_XML', `${feed}: the body is not complete XML: ${error.message.slice(0, 200)}`, { feed })
  })
  parser.on('opentag', ({ name }) => {
    if (open.length === 0 && name !== 'feed')
      throw new ParseError('BODY_NOT_FEED', `${feed}: the root of the XML is not an Atom feed`, { feed })
    if (name === 'm:properties') all.push(new Map())
    open.push(name)
    value = ''
  })
  parser.on('text', (piece) => {
    value += piece
  })
  parser.on('closetag', ({ name }) => {
    open.pop()
    if (open.at(-1) === 'm:properties' && name.startsWith('d:') && value.trim() !== '')
      all.at(-1)!.set(name.slice(2), value.trim())
    value = ''
  })
  parser.write(text).close()
  return all
}
