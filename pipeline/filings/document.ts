import { Cover } from './cover.ts'
import { type Piece, readMarkup } from './markup.ts'
import { type Span, Spans } from './span.ts'

export interface FiledDocument {
  /** What the cover calls itself (`8-K`, `8-K/A`, `10-Q`); null where it names no form. */
  readonly form: string | null
  /** Passages that concern bitcoin; empty where the form is not among those asked for. */
  readonly spans: readonly Span[]
}

/**
 * The HTML of a filed document -> its form and its passages on bitcoin (`Spans` has the rule), in one pass, in time linear in its length.
 * `forms` says which forms to read on; for any other the reading ends where the cover has named it. Null reads every document.
 */
export function readFiledDocument(html: string, forms: readonly string[] | null): FiledDocument {
  const cover = new Cover()
  const spans = new Spans()
  const unwanted = () => forms !== null && cover.form !== undefined && !(cover.form !== null && forms.includes(cover.form))
  readMarkup(html, {
    block: (text) => cover.read(text),
    piece: (piece: Piece) => {
      if (!unwanted()) spans.read(piece)
    },
    done: unwanted,
  })
  const form = cover.form ?? null
  return { form, spans: forms !== null && (form === null || !forms.includes(form)) ? [] : spans.found }
}
