import { ParseError } from '../errors.ts'

/** One document of a filing. */
export interface SubmittedDocument {
  /** `8-K`, `6-K`, `EX-99.1`, `GRAPHIC`, ... */
  readonly type: string
  readonly sequence: number
  /** Empty where the filer gave none. */
  readonly filename: string
  readonly description: string
  /** What was filed, without the tags of the submission around it. */
  readonly text: string
}

const opening = '<DOCUMENT>'
const closing = '</DOCUMENT>'
/** The header lines of a document end within this many characters. */
const headerLength = 4_096

/**
 * The text of a whole submission (the `.txt` beside a filing's folder, or one document of it with its tags) -> its documents in order.
 * `ParseError` where there is none, or one is cut short.
 */
export function documentsOf(submission: string): SubmittedDocument[] {
  const found: SubmittedDocument[] = []
  for (let at = submission.indexOf(opening); at >= 0; ) {
    const start = at + opening.length
    const end = submission.indexOf(closing, start)
    if (end < 0)
      throw new ParseError('SUBMISSION_CUT_SHORT', `The submission ends within document ${found.length + 1}; fetch it again`, {
        documents: found.length,
      })
    found.push(readDocument(submission.slice(start, end), found.length + 1))
    at = submission.indexOf(opening, end)
  }
  if (found.length === 0)
    throw new ParseError('NOT_A_SUBMISSION', 'The body holds no document of a submission; look at the recording')
  return found
}

function readDocument(text: string, number: number): SubmittedDocument {
  const start = text.indexOf('<TEXT>')
  const end = text.lastIndexOf('</TEXT>')
  const header = text.slice(0, Math.min(start < 0 ? text.length : start, headerLength))
  const value = (name: string) => new RegExp(`^<${name}>(.*)$`, 'mu').exec(header)?.[1]?.trim() ?? ''
  const sequence = Number(value('SEQUENCE'))
  if (start < 0 || end < start || value('TYPE') === '' || !Number.isInteger(sequence))
    throw new ParseError(
      'SUBMISSION_MALFORMED',
      `Document ${number} of the submission lacks its type or its text; look at the recording`,
      {
        document: number,
      },
    )
  const body = text.slice(start + '<TEXT>'.length, end)
  return { type: value('TYPE'), sequence, filename: value('FILENAME'), description: value('DESCRIPTION'), text: unwrapped(body) }
}

function unwrapped(body: string): string {
  const [, name] = /^\s*<(XBRL|XML|PDF)>/u.exec(body) ?? []
  if (name === undefined) return body
  const end = body.lastIndexOf(`</${name}>`)
  return end < 0 ? body : body.slice(body.indexOf('>') + 1, end).trim()
}
