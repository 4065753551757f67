import { ParseError } from '../errors.ts'

/** Four times the largest quarterly report read; what is larger is not a primary document. */
const largest = 16 * 1024 * 1024
const decoder = new TextDecoder('utf-8')
const closing = '</html>'
/** `</html>` is looked for in this many last characters: filing agents append encoded comments behind it. */
const tailLength = 1_000_000
const afterEnd = /^(?:\s|<\/(?:text|document|sec-document)>)*/iu

/**
 * The bytes of a filed HTML document -> its text. `ParseError` for anything else: nothing at all, over 16 MB, no HTML, the notice EDGAR
 * sends to automated tools, and a document truncated. Whole means: `</html>` is there, and behind it stand only white space, comments and
 * the end tags of the submission (`</TEXT></DOCUMENT>`).
 */
export function htmlOf(body: Uint8Array): string {
  if (body.byteLength === 0) throw new ParseError('FILING_EMPTY', 'The filed document is empty; fetch it again')
  if (body.byteLength > largest)
    throw new ParseError('FILING_TOO_LARGE', `The filed document is over ${largest} bytes; inspect the recording`, {
      bytes: body.byteLength,
    })
  const html = decoder.decode(body)
  const start = html.slice(0, 4_096).toLowerCase()
  if (!/<html[\s>]|<!doctype html/u.test(start))
    throw new ParseError('FILING_NOT_HTML', 'The body is not an HTML document; inspect the recording')
  if (html.length < 65_536 && /undeclared automated tool|request rate threshold exceeded/iu.test(html))
    throw new ParseError(
      'FILING_REFUSED',
      'EDGAR rejected the request as coming from an automated tool; set a contact address and fetch it again',
    )
  if (!isWhole(html)) throw new ParseError('FILING_CUT_SHORT', 'The filed document ends before its closing tags; fetch it again')
  return html
}

function isWhole(html: string): boolean {
  const ends = html.slice(-tailLength).toLowerCase()
  const offset = html.length - ends.length
  let at = ends.lastIndexOf(closing)
  for (let tried = 0; at >= 0 && tried < 8; tried += 1) {
    if (isTail(html, offset + at + closing.length)) return true
    at = at === 0 ? -1 : ends.lastIndexOf(closing, at - 1)
  }
  return false
}

/** Only white space, comments and end tags of the submission from `start` on. */
function isTail(html: string, start: number): boolean {
  let at = start
  while (at < html.length) {
    const blank = afterEnd.exec(html.slice(at, at + 65_536))?.[0].length ?? 0
    const end = html.startsWith('<!--', at) ? html.indexOf('-->', at + 4) + 3 : 0
    if (blank === 0 && end < 4) return false
    at = blank === 0 ? end : at + blank
  }
  return true
}
