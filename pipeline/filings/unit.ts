import { type Element, localName, within } from './element.ts'

/**
 * A `unit` element -> its measures as text, as filed: `iso4217:USD`, `mstr:Bitcoin`, `iso4217:USD/xbrli:shares`; several measures are
 * joined by `*`, in alphabetical order. Null where it has none.
 */
export function readUnit(element: Element): string | null {
  const divided = element.children.some((child) => localName(child.name) === 'divide')
  const over = measures(divided ? within(element, 'unitnumerator') : [element])
  const under = measures(within(element, 'unitdenominator'))
  if (over === '' || (under === '') === divided) return null
  return divided ? `${over}/${under}` : over
}

function measures(elements: readonly Element[]): string {
  return elements
    .flatMap((element) => within(element, 'measure'))
    .map((measure) => measure.text.trim())
    .sort()
    .join('*')
}
