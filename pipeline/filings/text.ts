const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
const uneven = /\s{2,}|[^\S ]/gu
const marksAtEnd = /(?:\s*(?:\((?:\d{1,2}|[a-z])\)|[*†‡§]))+$/iu
const bitcoin = /\b(?:bitcoins?|btc)\b/iu
const assets = /\d (?:digital|crypto) assets\b/iu
const unsold = /\bavailable for issuance\b/iu
const left = /\b(?:remain(?:s|ed|ing)?|availab(?:le|ility)|unsold|unused)\b/iu
const program = /\bATM\b|\bat[- ]the[- ]market\b|\b(?:sales|distribution) agreement\b|\boffering program\b/iu

/** Bytes as text; null where they are not in the encoding. */
export function decodedText(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Text as a reader sees it: runs of any white space as one space, soft hyphens and zero-width characters gone, ends trimmed. */
export function plainText(text: string): string {
  return isPlain(text) ? text : text.replace(invisible, '').replace(uneven, ' ').trim()
}

/**
 * Matches most texts that `plainText` would not change, in a fraction of its time: no white space but single spaces inside, nothing
 * invisible.
 */
function isPlain(text: string): boolean {
  let before = 32
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (
      code === 32 ? before === 32 : code < 32 || (code > 126 && !(code > 173 && code < 5_760) && !(code > 8_207 && code < 8_232))
    )
      return false
    before = code
  }
  return before !== 32 || text === ''
}

/** Without the footnote marks it ends in: `Aggregate Purchase Price (in millions) (2)` -> `Aggregate Purchase Price (in millions)`. */
export function withoutFootnoteMarks(text: string): string {
  const bare = text.replace(marksAtEnd, '')
  return bare === '' ? text : bare
}

/** Whether a text names bitcoin or BTC, or counts digital assets, which some filings say are bitcoin alone. */
export function namesBitcoin(text: string): boolean {
  return bitcoin.test(text) || assets.test(text)
}

const alone =
  /\b(?:digital|crypto) assets?\b[^.;]{0,60}\b(?:solely|only|entirely|exclusively)\b[^.;]{0,20}\b(?:bitcoins?|BTC)\b/iu

/** Whether a text says that a filer's digital assets are bitcoin alone, so that a number of them is one of bitcoins. */
export function saysBitcoinAlone(text: string): boolean {
  return alone.test(text)
}

/** Whether a text tells what may still be sold of securities: `Available for Issuance and Sale`, or dollars left of such a program. */
export function namesUnsoldCapacity(text: string): boolean {
  return unsold.test(text) || (text.includes('$') && left.test(text) && program.test(text))
}
