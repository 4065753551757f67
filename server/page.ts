import { pageStyle } from '../data/page-style.ts'

/** A page with the style of all pages, and `style` beside it; it loads nothing. `body` is HTML already. */
export function page(title: string, body: string, style = ''): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<style>${pageStyle}${style}</style><title>${escaped(title)}</title></head><body>${body}</body></html>\n`,
  ].join('')
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
