import { Parser } from 'htmlparser2'

const reference = /&#?[\da-z]{1,40};?/giu
/** Distinct references remembered: a filing has some twenty. */
const mostKnown = 1_000

/**
 * Character references of HTML (`&#8217;`, `&nbsp;`, `&amp`) -> text, each distinct one decoded once. The parser decodes as well, but then
 * it reads every attribute character by character, the styles that make up most of a filing with them.
 */
export function entityDecoder(): (text: string) => string {
  const known = new Map<string, string>()
  let decoded = ''
  const parser = new Parser({
    ontext: (data) => {
      decoded += data
    },
  })
  const decode = (found: string): string => {
    const before = known.get(found)
    if (before !== undefined) return before
    decoded = ''
    parser.parseComplete(found)
    if (known.size < mostKnown) known.set(found, decoded)
    return decoded
  }
  return (text) => (text.includes('&') ? text.replace(reference, decode) : text)
}
