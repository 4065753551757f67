import { writeFileSync } from 'node:fs'
import measured from './measured.json' with { type: 'json' }

/** What the commands measured last, as printed, in the order of the columns; `npm run docs` puts it into the docs. */
export { measured }

/** Puts what one command measured into the file, beside what others did. */
export function writeMeasured(part: Partial<typeof measured>): void {
  writeFileSync(new URL('measured.json', import.meta.url), `${JSON.stringify({ ...measured, ...part }, null, 2)}\n`)
}
