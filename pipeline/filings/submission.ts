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

/** What the header of a submission says of it. Days are YYYY-MM-DD. */
export interface SubmissionHeader {
  readonly accession: string
  readonly form: string
  /** Filers, ten digits each. */
  readonly ciks: readonly string[]
  readonly filingDate: string
  /** The period, or the day of the event, where the form has one. */
  readonly reportDate: string | null
  /** New York time. */
  readonly accepted: { readonly day: string; readonly time: string }
}

const opening = '<DOCUMENT>'
const closing = '</DOCUMENT>'
/** The header lines of a document end within this many characters. */
const headerLength = 4_096

/**
 * The text of a whole submission (the `.txt` next to a filing's folder, or one document of it with its tags) -> its documents in order.
 * `ParseError` where there is none, or one is truncated.
 */
export function submittedDocuments(submission: string): SubmittedDocument[] {
  const documents: SubmittedDocument[] = []
  for (let at = submission.indexOf(opening); at >= 0; ) {
    const start = at + opening.length
    const end = submission.indexOf(closing, start)
    if (end < 0)
      throw new ParseError(
        'SUBMISSION_CUT_SHORT',
        `The submission ends within document ${documents.length + 1}; fetch it again`,
        {
          documents: documents.length,
        },
      )
    documents.push(readDocument(submission.slice(start, end), documents.length + 1))
    at = submission.indexOf(opening, end)
  }
  if (documents.length === 0)
    throw new ParseError('NOT_A_SUBMISSION', 'The body contains no document of a submission; inspect the recording')
  return documents
}

/** The text of a whole submission -> what its header says. `ParseError` where that lacks the filing, its filer, its form or its days. */
export function submissionHeader(submission: string): SubmissionHeader {
  const end = submission.indexOf('</SEC-HEADER>')
  const header = submission.slice(0, Math.max(end, 0))
  const values = (name: string) =>
    [...header.matchAll(new RegExp(`^\\s*${name}:[ \\t]*(\\S.*)$`, 'gmu'))].map(([, value = '']) => value.trim())
  const [accession = ''] = values('ACCESSION NUMBER')
  const [form = ''] = values('CONFORMED SUBMISSION TYPE')
  const [filed = ''] = values('FILED AS OF DATE')
  const [period] = values('CONFORMED PERIOD OF REPORT')
  const ciks = values('CENTRAL INDEX KEY')
  const [, day = '', hours, minutes, seconds] = /^<ACCEPTANCE-DATETIME>(\d{8})(\d\d)(\d\d)(\d\d)\s*$/mu.exec(header) ?? []
  if (!/^\d{10}-\d{2}-\d{6}$/u.test(accession) || form === '' || ciks.length === 0 || day === '' || !/^\d{8}$/u.test(filed))
    throw new ParseError(
      'SUBMISSION_HEADER',
      'The header of the submission does not name the filing, its filer, its form and its days; inspect the recording',
      { accession },
    )
  return {
    accession,
    form,
    ciks: ciks.map((cik) => cik.padStart(10, '0')),
    filingDate: dashed(filed),
    reportDate: period === undefined ? null : dashed(period),
    accepted: { day: dashed(day), time: `${hours}:${minutes}:${seconds}` },
  }
}

/** `20251020` -> `2025-10-20`. */
function dashed(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`
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
      `Document ${number} of the submission lacks its type or its text; inspect the recording`,
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
