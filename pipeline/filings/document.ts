import type { Tagged } from './fact.ts'
import { InlineXbrl } from './inline-xbrl.ts'
import { readMarkup } from './markup.ts'
import type { Piece } from './piece.ts'
import { References } from './references.ts'
import { type Span, Spans } from './span.ts'
import { namesBitcoin } from './text.ts'

export interface FiledDocument extends Tagged {
  /** What the cover calls itself (`8-K`, `8-K/A`, `10-Q`); null where it names no form. */
  readonly form: string | null
  /** Passages that concern the subject asked for, bitcoin unless another is. */
  readonly spans: readonly Span[]
}

const none: Tagged = { facts: [], texts: [], unread: [] }

/**
 * The HTML of a filed document -> its form, its passages on a subject (`Spans` has the rule) and what its inline XBRL says, in one pass, in
 * time linear in its length. `forms` says which forms to read on; any other has no passages and no facts, and the reading ends where its
 * cover has named it. Null reads every document. `concerns` and `explains` are given the form too, null until the cover has named one.
 * `explains` names sentences that are kept for what they say of the others, such as the dateline of a press release.
 */
export function readFiledDocument(
  html: string,
  forms: readonly string[] | null,
  concerns: (text: string, form: string | null) => boolean = namesBitcoin,
  explains: (text: string, form: string | null) => boolean = () => false,
): FiledDocument {
  const { form, spans, tags } = readWithTags(html, forms, concerns, explains)
  if (forms !== null && (form === null || !forms.includes(form))) return { form, spans: [], ...none }
  return { form, spans, ...tags.read() }
}

/**
 * The HTML documents of one filing, in its order -> each as `readFiledDocument` reads it. Their inline XBRL is one set: tags of one may
 * refer to contexts and units of another (Inline XBRL 1.1, s.2.1), where the document itself has none of that id.
 */
export function readDocumentSet(
  htmls: readonly string[],
  concerns: (text: string) => boolean,
  explains: (text: string) => boolean,
): FiledDocument[] {
  const documents = htmls.map((html) => readWithTags(html, null, concerns, explains))
  const shared = new References(documents.flatMap(({ tags }) => tags.resources.roots))
  return documents.map(({ form, spans, tags }) => ({ form, spans, ...tags.read(shared) }))
}

function readWithTags(
  html: string,
  forms: readonly string[] | null,
  concerns: (text: string, form: string | null) => boolean,
  explains: (text: string, form: string | null) => boolean,
): Pick<FiledDocument, 'form' | 'spans'> & { readonly tags: InlineXbrl } {
  const cover = new Cover()
  const spans = new Spans(
    (text) => concerns(text, cover.form ?? null),
    (text) => explains(text, cover.form ?? null),
  )
  const tags = new InlineXbrl()
  const unwanted = () => forms !== null && cover.form !== undefined && !(cover.form !== null && forms.includes(cover.form))
  readMarkup(html, {
    block: (text) => {
      cover.read(text)
      tags.blocks.block(text)
    },
    boundary: (mark) => tags.blocks.boundary(mark),
    piece: (piece: Piece) => {
      if (!unwanted()) spans.read(piece)
    },
    done: unwanted,
    tags,
  })
  return { form: cover.form ?? null, spans: spans.all(), tags }
}

/** Visible characters within which a cover names its form, one of its first lines. */
const coverLength = 6_000
const named = /\bform\s{0,3}(\d{1,2}-[A-Z]{1,2}\d{0,2}[A-Z]?)(\s?\/\s?A)?(?![A-Z\d])/iu
const hyphens = /[\u00ad\u2010-\u2015\u2212]/gu

/**
 * Watches the beginning of a document for the form its cover names. `form` is undefined while it may still come, null where the cover's
 * length has passed without one, else `8-K`, `8-K/A`, `10-Q`, ...: the file name and its address are not evidence.
 */
class Cover {
  form: string | null | undefined
  #tail = ''
  #seen = 0

  read(block: string): void {
    if (this.form !== undefined) return
    const text = `${this.#tail} ${block.slice(0, coverLength)}`.replace(hyphens, '-')
    const match = named.exec(text)
    this.#seen += block.length
    this.#tail = text.slice(-24)
    if (match !== null) this.form = `${match[1]?.toUpperCase()}${match[2] === undefined ? '' : '/A'}`
    else if (this.#seen > coverLength) this.form = null
  }
}
