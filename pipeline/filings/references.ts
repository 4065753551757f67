import { type Context, readContext } from './context.ts'
import { descendantsNamed, type Element, localName } from './element.ts'

/**
 * The contexts and units of a document by id, and behind them those of the documents filed with it, to which its tags may refer too. A
 * reason is given instead of what cannot be read.
 */
export class References {
  readonly #contexts = new Map<string, Context | string>()
  readonly #units = new Map<string, string | null>()
  readonly #filedBeside: References | null

  constructor(elements: readonly Element[], filedBeside: References | null = null) {
    this.#filedBeside = filedBeside
    for (const element of elements) {
      const name = localName(element.name)
      const id = element.attributes['id'] ?? ''
      if (name === 'context') this.#contexts.set(id, this.#once(this.#contexts.get(id), readContext(element)))
      else if (name === 'unit') {
        const unit = readUnit(element)
        this.#units.set(id, !this.#units.has(id) || this.#units.get(id) === unit ? unit : null)
      }
    }
  }

  /** What facts with this `contextRef` are about, or why that cannot be said. */
  context(id: string | undefined): Context | string {
    return this.#contexts.get(id ?? '') ?? this.#filedBeside?.context(id) ?? 'its context is not in the document'
  }

  /** The measures of this `unitRef`; null where the document has none that can be read. */
  unit(id: string | undefined): string | null {
    const own = this.#units.get(id ?? '')
    return own === undefined ? (this.#filedBeside?.unit(id) ?? null) : own
  }

  /** An id used for two contexts that differ counts for neither. */
  #once(known: Context | string | undefined, read: Context | string): Context | string {
    return known === undefined || JSON.stringify(known) === JSON.stringify(read) ? read : 'its context appears there twice'
  }
}

/**
 * A `unit` element -> its measures as text, as filed: `iso4217:USD`, `mstr:Bitcoin`, `iso4217:USD/xbrli:shares`; several measures are
 * joined by `*`, in alphabetical order. Null where it has none.
 */
function readUnit(element: Element): string | null {
  const divided = element.children.some((child) => localName(child.name) === 'divide')
  const over = measures(divided ? descendantsNamed(element, 'unitnumerator') : [element])
  const under = measures(descendantsNamed(element, 'unitdenominator'))
  if (over === '' || (under === '') === divided) return null
  return divided ? `${over}/${under}` : over
}

function measures(elements: readonly Element[]): string {
  return elements
    .flatMap((element) => descendantsNamed(element, 'measure'))
    .map((measure) => measure.text.trim())
    .sort()
    .join('*')
}
