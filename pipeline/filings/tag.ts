import { firstIndex } from '../values/column.ts'
import { blockLines } from './blocks.ts'
import { tooComplexError } from './element.ts'
import type { TagPlace } from './fact.ts'
import type { TagLocation } from './markup.ts'
import { plainText } from './text.ts'

/** An element of inline XBRL. */
export interface Tag {
  /** In lower case, with its prefix: `ix:nonfraction`. */
  readonly name: string
  /** Their names in lower case. */
  readonly attributes: Readonly<Record<string, string>>
  readonly offset: number
  /** Null in the header. */
  readonly spot: TagLocation | null
  /** The stretch of the document's blocks it holds. */
  readonly start: number
  readonly end: number
  /** The text in it as it stands, what `ix:exclude` holds left out; null where its blocks are its text. */
  readonly text: string | null
  /** Numerator and denominator of a fraction. */
  readonly parts: readonly Tag[]
}

/** Characters all tags together may hold, nested ones counted again: far above filings of 4 MB, whose tags hold 200,000. */
const mostText = 64_000_000

/** The texts of the tags of one document, `ix:exclude` left out and `ix:continuation` followed. */
export class TagTexts {
  readonly #blocks: string
  readonly #excluded: readonly Tag[]
  readonly #continuations = new Map<string, Tag>()
  #taken = 0

  /** `blocks` are the blocks of text of the document, a boundary (`\n`, `\t` or a space) before each. */
  constructor(blocks: string, tags: readonly Tag[]) {
    this.#blocks = blocks
    this.#excluded = tags.filter((tag) => tag.name === 'ix:exclude')
    for (const tag of tags) if (tag.name === 'ix:continuation') this.#continuations.set(tag.attributes['id'] ?? '', tag)
  }

  /** Paragraphs and rows in lines, cells parted by ` | `. Null where a continuation is not in the document or leads back. */
  of(tag: Tag): string | null {
    const followed = new Set<Tag>()
    const parts: string[] = []
    let part: Tag | undefined = tag
    while (part !== undefined && !followed.has(part)) {
      followed.add(part)
      this.#take(part.text?.length ?? part.end - part.start)
      parts.push(part.text === null ? blockLines(this.#within(part)) : plainText(part.text))
      const next: string | undefined = part.attributes['continuedat']
      if (next === undefined) return parts.join(tag.text === null ? '\n' : ' ').trim()
      part = this.#continuations.get(next)
    }
    return null
  }

  #take(length: number): void {
    this.#taken += length
    if (this.#taken > mostText) throw tooComplexError('characters in tags', mostText)
  }

  #within(tag: Tag): string {
    let text = ''
    let at = tag.start
    const first = firstIndex(this.#excluded.length, (index) => this.#excluded[index]!.start >= tag.start)
    for (let index = first; index < this.#excluded.length; index += 1) {
      const hole = this.#excluded[index]
      if (hole === undefined || hole.start >= tag.end) break
      if (hole.offset < tag.offset || hole.start < at) continue
      text += this.#blocks.slice(at, hole.start)
      at = Math.min(hole.end, tag.end)
    }
    return text + this.#blocks.slice(at, tag.end)
  }
}

export function placeOfTag({ attributes, offset, spot }: Tag): TagPlace {
  const { table, row, label } = spot ?? { table: null, row: null, label: '' }
  return { id: attributes['id'] ?? null, offset, table, row, label, hidden: spot === null }
}
