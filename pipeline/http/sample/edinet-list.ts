import { dayNumber, dayOf, isoDay } from '../../calendar/day.ts'
import { json, notImitated, type WireFormat } from './answer.ts'
import { type SampleDocument, submittedOn } from './edinet-filings.ts'

const title = '提出された書類を把握するためのAPI'
const forms = {
  '120': ['030000', '有価証券報告書'],
  '160': ['043000', '半期報告書'],
  '180': ['053000', '臨時報告書'],
} as const

/** A row with every field, as if it had been withdrawn: nothing but ids is left. */
const withdrawn = (seqNumber: number, docID: string) => ({
  seqNumber,
  docID,
  edinetCode: null,
  secCode: null,
  JCN: null,
  filerName: null,
  fundCode: null,
  ordinanceCode: null,
  formCode: null,
  docTypeCode: null,
  periodStart: null,
  periodEnd: null,
  submitDateTime: null,
  docDescription: null,
  issuerEdinetCode: null,
  subjectEdinetCode: null,
  subsidiaryEdinetCode: null,
  currentReportReason: null,
  parentDocID: null,
  opeDateTime: null,
  withdrawalStatus: '2',
  docInfoEditStatus: '0',
  disclosureStatus: '0',
  xbrlFlag: '0',
  pdfFlag: '0',
  attachDocFlag: '0',
  englishDocFlag: '0',
  csvFlag: '0',
  legalStatus: '0',
})

function row({ reporter, id, type, submitted, clock, period }: SampleDocument, seqNumber: number) {
  const [formCode, name] = forms[type]
  const days = period === null ? '' : `(${slashed(period.from)}－${slashed(period.to)})`
  return {
    ...withdrawn(seqNumber, id),
    edinetCode: reporter.edinet,
    secCode: reporter.securityCode,
    JCN: reporter.corporateNumber,
    filerName: reporter.name,
    ordinanceCode: '010',
    formCode,
    docTypeCode: type,
    periodStart: period && isoDay(period.from),
    periodEnd: period && isoDay(period.to),
    submitDateTime: `${isoDay(submitted)} ${clock}`,
    docDescription: `${name}${days}`,
    currentReportReason: type === '180' ? '第19条第2項第9号の2' : null,
    withdrawalStatus: '0',
    xbrlFlag: '1',
    pdfFlag: '1',
    csvFlag: '1',
    legalStatus: '1',
  }
}

const slashed = (day: number): string => isoDay(day).replaceAll('-', '/')

/**
 * `documents.json` of EDINET's API: what the invented company submitted on a day, among what nobody follows. Like the real one it says
 * 404 in an answer of status 200 for what is no day.
 */
export const edinetList: WireFormat = {
  host: 'api.edinet-fsa.go.jp',
  path: (pathname) => pathname === '/api/v2/documents.json',
  answer(url, now) {
    const { date = '', type } = Object.fromEntries(url.searchParams)
    const day = dayNumber(date)
    if (day === null) return json({ metadata: { title, status: '404', message: 'Not Found' } })
    if (type !== '2') throw notImitated(url, 'lists without their rows')
    const documents = day < dayOf(now) ? submittedOn(day) : []
    const fund = {
      edinetCode: 'E99981',
      fundCode: 'G99981',
      filerName: '見本投信株式会社（SAMPLE DATA）',
      secCode: null,
      JCN: null,
    }
    const results = documents.flatMap((document, at) => [
      row(document, 3 * at + 1),
      { ...row(document, 3 * at + 2), ...fund, docID: document.id.replace(/^S./u, 'SF'), docTypeCode: '040' },
      withdrawn(3 * at + 3, document.id.replace(/^S./u, 'S7')),
    ])
    return json({
      metadata: {
        title,
        parameter: { date, type },
        resultset: { count: results.length },
        processDateTime: `${isoDay(Math.max(day + 1, dayOf(now)))} 00:02`,
        status: '200',
        message: 'OK',
      },
      results,
    })
  },
}
