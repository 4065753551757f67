import { issuerId } from '../../data/companies.ts'
import { edinetLine, reasonsOf } from '../news/edinet-line.ts'
import type { ListingRow } from '../tables/company.ts'
import type { NewsCompanyRow, NewsMarkRow, NewsRecordRow } from '../tables/news.ts'
import { dayNumber, isoTime } from '../time/day.ts'
import { zonedToUtc } from '../time/zone.ts'
import { codeListed } from './code-list.ts'
import { viewerAddress } from './edinet-address.ts'

type Row = Readonly<Record<string, unknown>>

const source = 'edinet'
const zone = 'Asia/Tokyo'
const clock = /^(\d{4}-\d{2}-\d{2}) ((?:[01]\d|2[0-3]):[0-5]\d)$/u
/** `ordinanceCode` of the ordinance on disclosure by funds and other specified securities. */
const ofFunds = '030'
/** Documents about the company they name as issuer, or as the subject of a tender offer: whoever filed them may be listed too. */
const aboutIssuer = ['350', '360']
const aboutSubject = ['240', '250', '270']

/**
 * The news of a list of EDINET, whoever filed it: rows as they come, one that is not a document is passed over. What is dated is the submission,
 * in Tokyo, whatever day the list is of: a corrected row of an earlier day may be in a later list. Funds are left out. A row of a
 * withdrawal names only the document withdrawn (`withdrawalStatus` 1), and the row of that document only itself (2): both mark it.
 * @param at when the list was recorded, RFC 3339
 */
export function edinetNews(rows: readonly unknown[], at: string) {
  const documents = rows.filter((row): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row))
  const news = documents.flatMap((row) => recordOf(row, at) ?? [])
  return {
    news_record: news.map(({ record }) => record),
    news_company: news.flatMap(({ company }) => company ?? []),
    news_mark: documents.flatMap(markOf),
    listing: documents.flatMap((row) => listedOf(row, at)),
  }
}

const text = (row: Row, name: string): string => (typeof row[name] === 'string' ? row[name].trim() : '')
const companyOf = (edinetCode: string): string => issuerId('jp', edinetCode)

function recordOf(row: Row, at: string): { record: NewsRecordRow; company: NewsCompanyRow | null } | null {
  const id = text(row, 'docID')
  const form = text(row, 'docTypeCode')
  const titleAsFiled = text(row, 'docDescription')
  const reasons = reasonsOf(text(row, 'currentReportReason'))
  const line = edinetLine(form, titleAsFiled, reasons)
  const [, day = '', time = ''] = clock.exec(text(row, 'submitDateTime')) ?? []
  const open = ['0', '3'].includes(text(row, 'disclosureStatus')) && text(row, 'withdrawalStatus') === '0'
  const fund = text(row, 'fundCode') !== '' || text(row, 'ordinanceCode') === ofFunds
  if (line === null || !open || fund || dayNumber(day) === null) return null
  return {
    record: {
      ...{ source, id, told_by: 'list', origin: 'filed', form, items: reasons.join(','), day, clock: time, zone },
      happened_at: isoTime(zonedToUtc(day, time, zone)),
      ...{ title: line.title, title_as_filed: titleAsFiled === '' ? null : titleAsFiled, kinds: line.kinds.join(',') },
      ...{ link: viewerAddress(id), language: 'ja', known_at: at },
    },
    company: subjectOf(row, id, form),
  }
}

/** The company a document is about, not always the one that filed it; null where the row does not name it. */
function subjectOf(row: Row, id: string, form: string): NewsCompanyRow | null {
  const filer = text(row, 'edinetCode')
  const about = aboutIssuer.includes(form)
    ? text(row, 'issuerEdinetCode')
    : aboutSubject.includes(form)
      ? text(row, 'subjectEdinetCode')
      : filer
  const name = about === filer ? text(row, 'filerName') : ''
  return /^E\d{5}$/u.test(about) ? { source, id, company: companyOf(about), name: name === '' ? null : name } : null
}

function markOf(row: Row): NewsMarkRow[] {
  const status = text(row, 'withdrawalStatus')
  const withdrawn = status === '1' ? text(row, 'parentDocID') : status === '2' ? text(row, 'docID') : ''
  const corrected = ['1', '2'].includes(text(row, 'docInfoEditStatus')) ? text(row, 'docID') : ''
  return [
    ...(withdrawn === '' ? [] : [{ source, id: withdrawn, mark: 'withdrawn' as const }]),
    ...(corrected === '' ? [] : [{ source, id: corrected, mark: 'corrected' as const }]),
  ]
}

function listedOf(row: Row, at: string): ListingRow[] {
  const listed = listedCodeOf(text(row, 'edinetCode'), text(row, 'secCode'), text(row, 'filerName'), at)
  return listed === null ? [] : [listed]
}

/** The code of a filer that is listed, null for any other: four places, and a fifth that is 0 for common stock. */
export function listedCodeOf(filer: string, code: string, name: string, at: string): ListingRow | null {
  if (!/^E\d{5}$/u.test(filer) || !/^[0-9][0-9A-Z]{3}[0-9]$/u.test(code) || name === '') return null
  return codeListed({ company: companyOf(filer), code: code.replace(/0$/u, ''), name }, at)
}
