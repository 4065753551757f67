import { rounded } from '../values/rounding.ts'
/**
 * Where texts are in a drawing, in percent of it, as rules of the page's own style: the policy of a page lets no element have a style.
 * Equal places share a rule. Rules are made of numbers alone.
 */
export class Places {
  readonly #names = new Map<string, string>()

  /** Name of the class that stands this far from the left and from the top. */
  at(left: number, top: number): string {
    const rule = `left:${rounded(left, 1)}%;top:${rounded(top, 1)}%`
    const name = this.#names.get(rule) ?? `p${this.#names.size}`
    this.#names.set(rule, name)
    return name
  }

  /** A text in a drawing; places in thousandths of it, the text as HTML. */
  text(tag: 'i' | 'b', kind: string, left: number, top: number, html: string): string {
    return `<${tag} class="${kind} ${this.at(left / 10, top / 10)}">${html}</${tag}>`
  }

  style(): string {
    return [...this.#names].map(([rule, name]) => `.${name}{${rule}}`).join('')
  }
}
