/** Control characters and the ends of lines and paragraphs. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu
/** Half surrogate pairs, marks around ruby, and all that Unicode wants unseen: zero width, direction, tags, variants, soft hyphens. */
const unseen = /[\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/**
 * Text as a person sees it, so that nothing in it is read by programs alone: a break becomes a space, what is invisible goes. The joiners go
 * too: no source that is read here writes a script that needs them, and the parts of an emoji stand side by side. Doing it twice changes nothing.
 */
export function visibleText(text: string): string {
  return text.replace(breaks, ' ').replace(unseen, '')
}
