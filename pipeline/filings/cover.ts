/** Visible characters within which a cover names its form, one of its first lines. */
const coverLength = 6_000
const named = /\bform\s{0,3}(\d{1,2}-[A-Z]{1,2}\d{0,2}[A-Z]?)(\s?\/\s?A)?(?![A-Z\d])/iu
const hyphens = /[\u00ad\u2010-\u2015\u2212]/gu

/**
 * Watches the beginning of a document for the form its cover names. `form` is undefined while it may still come, null where the cover's
 * length has passed without one, else `8-K`, `8-K/A`, `10-Q`, ...: the file name and its address are not evidence.
 */
export class Cover {
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
