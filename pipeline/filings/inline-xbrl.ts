import { TextBlocks } from './blocks.ts'
import { divideDecimals } from './decimal.ts'
import { ElementTree, tooComplexError } from './element.ts'
import {
  applyScaleAndSign,
  type Fact,
  groupTags,
  isNil,
  isTextBlock,
  isTrue,
  numberFact,
  type Tagged,
  type TextBlock,
  type UnreadTag,
  wordsFact,
} from './fact.ts'
import { type MarkupCursor, readMarkup } from './markup.ts'
import { References } from './references.ts'
import { placeOfTag, type Tag, TagTexts } from './tag.ts'
import { applyTransformation } from './transformation.ts'

interface OpenTag extends Tag {
  end: number
  text: string | null
  readonly parts: OpenTag[]
}

const values = new Set(['ix:nonfraction', 'ix:nonnumeric', 'ix:fraction'])
const kept = new Set([...values, 'ix:numerator', 'ix:denominator', 'ix:continuation', 'ix:exclude'])

/** Filings nest three or four facts at most. */
const mostNested = 64

/** The text of an HTML document with inline XBRL -> what its tags say. A document without tags has no facts. */
export function readInlineXbrl(html: string): Tagged {
  const tags = new InlineXbrl()
  const { blocks } = tags
  readMarkup(html, { tags, block: (text) => blocks.block(text), boundary: (mark) => blocks.boundary(mark) })
  return tags.read()
}

/**
 * Collects the elements of inline XBRL from the events of `readMarkup`, and reads them when the document has ended. Values are as the
 * standard has them: the text inside, that of nested elements included, `ix:exclude` left out, `ix:continuation` followed; then format,
 * scale and sign. Footnotes and relationships are left out; tuples are transparent.
 */
export class InlineXbrl {
  readonly #tags: OpenTag[] = []
  readonly #open: OpenTag[] = []
  /** Open tags that take text as it stands; those before `#muted` are outside of an open `ix:exclude`. */
  readonly #taking: OpenTag[] = []
  readonly #mutedBefore: number[] = []
  #muted = 0
  /** Its contexts and units. */
  readonly resources = new ElementTree()
  #resourcesDepth = 0
  /** Those of the whole document, which whoever reads it puts in. */
  readonly blocks = new TextBlocks()

  open(name: string, attributes: Readonly<Record<string, string>>, offset: number, here: MarkupCursor): void {
    if (this.#resourcesDepth > 0 || name === 'ix:resources') {
      this.#resourcesDepth += 1
      if (this.#resourcesDepth > 1) this.resources.open(name, attributes, offset)
    } else if (kept.has(name)) {
      const spot = here.spot()
      const start = this.#position(here)
      const text = spot !== null && (name === 'ix:exclude' || name === 'ix:continuation' || isPassage(attributes)) ? null : ''
      const tag = { name, attributes, offset, spot, start, end: start, text, parts: [] }
      if (name === 'ix:numerator' || name === 'ix:denominator') this.#open.at(-1)?.parts.push(tag)
      else this.#tags.push(tag)
      this.#open.push(tag)
      if (name === 'ix:exclude') {
        this.#mutedBefore.push(this.#muted)
        this.#muted = this.#taking.length
      } else if (text !== null) {
        this.#taking.push(tag)
        if (this.#taking.length > mostNested) throw tooComplexError('nested tags', mostNested)
      }
    }
  }

  close(name: string, here: MarkupCursor): void {
    if (this.#resourcesDepth > 0) {
      this.#resourcesDepth -= 1
      if (this.#resourcesDepth > 0) this.resources.close()
    } else if (kept.has(name)) {
      const tag = this.#open.pop()
      if (tag === undefined) return
      tag.end = this.#position(here)
      if (name === 'ix:exclude') this.#muted = this.#mutedBefore.pop() ?? 0
      else if (tag.text !== null) this.#taking.pop()
    }
  }

  text(data: string): void {
    if (this.#resourcesDepth > 0) this.resources.text(data)
    else
      for (let index = this.#muted; index < this.#taking.length; index += 1) {
        const tag = this.#taking[index]
        if (tag !== undefined) tag.text += data
      }
  }

  /** Current offset in the text of the blocks: the complete ones, a boundary, and the part of the open one already read. */
  #position(here: MarkupCursor): number {
    const at = here.at()
    return this.blocks.text.length + (at === 0 ? 0 : at + 1)
  }

  /** What the tags say; the document must have ended. Contexts and units may be in documents `filedBeside` it. */
  read(filedBeside: References | null = null): Tagged {
    const references = new References(this.resources.roots, filedBeside)
    const texts = new TagTexts(this.blocks.text, this.#tags)
    return groupTags(this.#tags.filter((tag) => values.has(tag.name)).map((tag) => readTag(tag, references, texts)))
  }
}

function readTag(tag: Tag, references: References, texts: TagTexts): Fact | TextBlock | UnreadTag {
  const { name, attributes } = tag
  const concept = attributes['name']?.trim() ?? ''
  const place = placeOfTag(tag)
  const text = texts.of(tag)
  const shown = text ?? ''
  const context = references.context(attributes['contextref'])
  const refused = (why: string): UnreadTag => ({ concept, shown: shown.slice(0, 200), why, place })
  if (concept === '') return refused('it names no concept')
  if (text === null) return refused('its continuation is not in the document')
  if (typeof context === 'string') return refused(context)
  if (name === 'ix:nonnumeric' && isPassage(attributes)) return { concept, context, text, place }
  const nil = isNil(attributes)
  const base = { concept, context, shown, place }
  const unit = name === 'ix:nonnumeric' ? null : references.unit(attributes['unitref'])
  if (unit === null && name !== 'ix:nonnumeric') return refused('its unit is not in the document')
  const value = nil ? null : read(tag, shown, texts)
  if (value === null && !nil) return refused(`"${shown.slice(0, 80)}" does not read as ${attributes['format'] ?? 'a number'}`)
  return unit === null ? wordsFact(base, value) : numberFact(base, unit, value, attributes)
}

function read(tag: Tag, shown: string, texts: TagTexts): string | null {
  if (tag.name === 'ix:nonnumeric') return transformed(tag, shown)
  return tag.name === 'ix:fraction' ? fraction(tag, texts) : numeric(tag, shown)
}

function isPassage(attributes: Readonly<Record<string, string>>): boolean {
  return isTrue(attributes['escape']) || isTextBlock(attributes['name'] ?? '')
}

function transformed({ attributes }: Tag, shown: string): string | null {
  const format = attributes['format']
  return format === undefined ? shown : applyTransformation(format, shown)
}

function numeric(tag: Tag, shown: string): string | null {
  return applyScaleAndSign(transformed(tag, shown) ?? '', tag.attributes['scale'], tag.attributes['sign'])
}

function fraction(tag: Tag, texts: TagTexts): string | null {
  const [over, under] = ['ix:numerator', 'ix:denominator'].map((name) => {
    const [part, ...more] = tag.parts.filter((known) => known.name === name)
    return part === undefined || more.length > 0 ? null : numeric(part, texts.of(part) ?? '')
  })
  return over == null || under == null ? null : divideDecimals(over, under)
}
