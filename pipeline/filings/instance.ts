import { Parser } from 'htmlparser2'
import { ParseError } from '../errors.ts'
import { blockLines, TextBlocks } from './blocks.ts'
import { type Element, ElementTree, localName, tooComplexError } from './element.ts'
import {
  applyScaleAndSign,
  type Fact,
  groupTags,
  isNil,
  isTextBlock,
  numberFact,
  type Tagged,
  type TagPlace,
  type TextBlock,
  type UnreadTag,
  wordsFact,
} from './fact.ts'
import { readMarkup } from './markup.ts'
import { References } from './references.ts'
import { plainText } from './text.ts'

/** Instances nest no deeper than a typed member of a context. */
const deepest = 64
const lexical = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d{1,3}))?$/u

/**
 * The text of an XBRL instance (XML) -> what it says. `ParseError` for anything else. Footnotes and tuples are left out.
 *
 * @param undeclared ids of contexts that count even where the document does not declare them; their periods are then unknown
 */
export function readInstance(xml: string, undeclared: readonly string[] = []): Tagged {
  const tree = new ElementTree()
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (depth === 0 && localName(name) !== 'xbrl')
          throw new ParseError('NOT_AN_INSTANCE', 'The document is not an XBRL instance; inspect the recording')
        depth += 1
        if (depth > deepest) throw tooComplexError('depth', deepest)
        if (depth > 1) tree.open(name, attributes, parser.startIndex)
      },
      ontext: (data) => tree.text(data),
      onclosetag() {
        if (depth > 1) tree.close()
        depth -= 1
      },
    },
    { xmlMode: true, lowerCaseAttributeNames: true },
  )
  parser.end(xml)
  const references = new References(tree.roots, new References(undeclared.map(undeclaredContext)))
  const items = tree.roots.filter((element) => element.attributes['contextref'] !== undefined)
  return groupTags(items.map((element) => readItem(element, references)))
}

/** A context of which only the id is known. */
function undeclaredContext(id: string): Element {
  const element = (name: string, children: readonly Element[], text = ''): Element => ({
    ...{ name, children, text, attributes: {}, offset: 0 },
  })
  const parts = [element('entity', [element('identifier', [], 'undeclared')]), element('period', [element('forever', [])])]
  return { ...element('context', parts), attributes: { id } }
}

function readItem({ name: concept, attributes, offset, text }: Element, references: References): Fact | TextBlock | UnreadTag {
  const place: TagPlace = { id: attributes['id'] ?? null, offset, table: null, row: null, label: '', hidden: false }
  const context = references.context(attributes['contextref'])
  const shown = isTextBlock(concept) ? '' : plainText(text)
  const contextId = attributes['contextref']!
  const refused = (why: string): UnreadTag => ({ concept, contextId, shown: shown.slice(0, 200), why, place })
  if (typeof context === 'string') return refused(context)
  const nil = isNil(attributes)
  if (isTextBlock(concept)) return { concept, context, text: passage(text), place }
  const base = { concept, context, shown, place }
  if (attributes['unitref'] === undefined) return { ...wordsFact(base, nil ? null : shown), contextId }
  const unit = references.unit(attributes['unitref'])
  if (unit === null) return refused('its unit is not in the document')
  const [, sign, digits = '', exponent] = lexical.exec(shown) ?? []
  const value = nil ? null : applyScaleAndSign(digits, exponent, sign === '-' ? sign : undefined)
  if (value === null && !nil) return refused(`"${shown.slice(0, 80)}" does not read as a number`)
  return { ...numberFact(base, unit, value, attributes), contextId }
}

/** The HTML of a text block -> its text, a paragraph or row a line. */
function passage(html: string): string {
  const blocks = new TextBlocks()
  readMarkup(html, { block: (text) => blocks.block(text), boundary: (mark) => blocks.boundary(mark) })
  return blockLines(blocks.text)
}
