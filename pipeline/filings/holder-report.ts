import { ParseError } from '../errors.ts'
import { dayNumber } from '../time/day.ts'
import { scaledDecimal } from './decimal.ts'
import type { Element } from './element.ts'
import { childrenNamed, elementAt, textAt } from './strict-xml.ts'

/** A person or entity that holds with others or alone. Shares and percent are decimal texts as filed; null where they are not numbers. */
export interface ReportedHolder {
  readonly name: string
  readonly shares: string | null
  readonly percent: string | null
}

/** What a Schedule 13D (influence in mind) or 13G (passive) says. */
export interface HolderReport {
  readonly form: string
  /** CIK of the company whose shares are held, ten digits. */
  readonly issuer: string
  /** Day of the event that requires it. */
  readonly event: string | null
  readonly security: string
  /** In the order of the cover. */
  readonly holders: readonly ReportedHolder[]
  /** Beginning of item 4 of a Schedule 13D; null on a Schedule 13G, and where it is empty. */
  readonly purpose: string | null
}

const longest = { name: 150, purpose: 1_500 } as const
const mostHolders = 100

/** Whether the outermost element is that of a Schedule 13D or 13G. */
export const isHolderReport = (root: Element): boolean =>
  root.name === 'edgarsubmission' && /^SCHEDULE 13[DG](?:\/A)?$/u.test(textAt(root, ['headerdata', 'submissiontype'], 20) ?? '')

/** A Schedule 13D or 13G. `ParseError` where it does not state its issuer or who reports. The two name the same things differently. */
export function readHolderReport(root: Element): HolderReport {
  const form = textAt(root, ['headerdata', 'submissiontype'], 20)!
  const data = elementAt(root, 'formdata')
  const cover = elementAt(data, 'coverpageheader')
  const issuer = textAt(cover, ['issuerinfo', 'issuercik'], 20) ?? ''
  const persons = [
    ...childrenNamed(elementAt(data, 'reportingpersons'), 'reportingpersoninfo'),
    ...childrenNamed(data, 'coverpageheaderreportingpersondetails'),
  ]
  const holders = persons.slice(0, mostHolders).flatMap(holderOf)
  if (!/^\d{1,10}$/u.test(issuer) || holders.length === 0)
    throw new ParseError('OWNERSHIP_REPORT', 'The schedule does not state its issuer or who reports; inspect the recording')
  return {
    ...{ form, issuer: issuer.padStart(10, '0'), holders },
    event: americanDay(textAt(cover, ['dateofevent'], 20) ?? textAt(cover, ['eventdaterequiresfilingthisstatement'], 20)),
    security: textAt(cover, ['securitiesclasstitle'], longest.name) ?? '',
    purpose: form.includes('13D') ? textAt(data, ['items1to7', 'item4', 'transactionpurpose'], longest.purpose) : null,
  }
}

function holderOf(person: Element): ReportedHolder[] {
  const name = textAt(person, ['reportingpersonname'], longest.name)
  if (name === null) return []
  const first = (...names: readonly string[]) => names.flatMap((each) => textAt(person, [each], 40) ?? [])[0]
  return [
    {
      name,
      shares: decimal(first('aggregateamountowned', 'reportingpersonbeneficiallyownedaggregatenumberofshares')),
      percent: percentage(first('percentofclass', 'classpercent')),
    },
  ]
}

const decimal = (text = ''): string | null => {
  const digits = text.replaceAll(',', '')
  return /^\d{1,18}(?:\.\d{1,8})?$/u.test(digits) ? scaledDecimal(digits, 0, false) : null
}

function percentage(text = ''): string | null {
  const digits = decimal(text.replace(/\s*%$/u, ''))
  return digits === null || Number(digits) > 100 ? null : digits
}

/** `03/01/2026` -> `2026-03-01` */
function americanDay(text: string | null): string | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/u.exec(text ?? '') ?? []
  const iso = `${year}-${month}-${day}`
  return dayNumber(iso) === null ? null : iso
}
