import { Parser } from 'htmlparser2'

/** A piece of a web page: the text of one element, spaces collapsed. */
export interface PagePiece<Kind extends string> {
  readonly kind: Kind
  readonly text: string
}

/** Elements nested deeper than this are refused. */
const deepest = 512

/**
 * The texts of the elements of a page that `kindOf` names, each when its element ends: those inside another come before it. `classes` are the
 * names of the element's class.
 */
export function pagePiecesOf<Kind extends string>(
  html: string,
  kindOf: (name: string, classes: readonly string[], id: string) => Kind | null,
): PagePiece<Kind>[] {
  const pieces: PagePiece<Kind>[] = []
  const open: { readonly kind: Kind | null; text: string }[] = []
  const parser = new Parser({
    onopentag(name, { class: classes = '', id = '' }) {
      if (name === 'br') for (const each of open) each.text += ' '
      if (open.length < deepest) open.push({ kind: kindOf(name, classes.split(/\s+/), id), text: '' })
    },
    ontext(text) {
      for (const each of open) if (each.kind !== null) each.text += text
    },
    onclosetag() {
      const closed = open.pop()
      if (closed?.kind != null) pieces.push({ kind: closed.kind, text: closed.text.replace(/\s+/g, ' ').trim() })
    },
  })
  parser.end(html)
  return pieces
}
