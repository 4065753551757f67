import type { Text } from '../blocks.ts'
import { escapeHtml } from './escape-html.ts'
import { inLine } from './page-spans.ts'

interface Captioned {
  readonly title: string
  readonly remark: Text
  readonly note: Text
}

/** A drawing under its title, with a note below it. */
export function captioned({ title, remark, note }: Captioned, drawing: string, asOf: string): string {
  const caption = `<div class="cap"><b>${escapeHtml(title)}</b> <span>${inLine(remark, asOf)}</span></div>`
  return `<figure>${caption}${drawing}<figcaption>${inLine(note, asOf)}</figcaption></figure>`
}
