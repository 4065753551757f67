import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { japaneseIssuer } from '../world/issuers.ts'
import { type JapaneseFiling, submittedOn } from '../world/japanese-filings.ts'
import { jsonAnswer, notImitatedError, type WireFormat } from './answer.ts'

const title = '提出された書類を把握するためのAPI'
const forms = {
  '120': ['030000', '有価証券報告書'],
  '160': ['043000', '半期報告書'],
  '180': ['053000', '臨時報告書'],
} as const

const fields =
  'seqNumber docID edinetCode secCode JCN filerName fundCode ordinanceCode formCode docTypeCode periodStart periodEnd submitDateTime docDescription issuerEdinetCode subjectEdinetCode subsidiaryEdinetCode currentReportReason parentDocID opeDateTime'
const flags = 'docInfoEditStatus disclosureStatus xbrlFlag pdfFlag attachDocFlag englishDocFlag csvFlag legalStatus'
const all = (names: string, value: string | null) => Object.fromEntries(names.split(' ').map((name) => [name, value]))

/** A row with every field, as if it had been withdrawn: nothing but ids is left. */
const withdrawn = (seqNumber: number, docID: string) => ({
  ...{ ...all(fields, null), withdrawalStatus: '2', ...all(flags, '0') },
  ...{ seqNumber, docID },
})

const slashed = (day: number): string => isoDay(day).replaceAll('-', '/')

function row({ id, type, submitted, clock, period }: JapaneseFiling, seqNumber: number) {
  const [formCode, name] = forms[type]
  const { edinet: edinetCode, securityCode: secCode, corporateNumber: JCN, name: filerName } = japaneseIssuer
  return {
    ...withdrawn(seqNumber, id),
    ...{ edinetCode, secCode, JCN, filerName, ordinanceCode: '010', formCode, docTypeCode: type },
    ...{ periodStart: period && isoDay(period.from), periodEnd: period && isoDay(period.to) },
    submitDateTime: `${isoDay(submitted)} ${clock}`,
    docDescription: `${name}${period ? `(${slashed(period.from)}－${slashed(period.to)})` : ''}`,
    currentReportReason: type === '180' ? '第19条第2項第9号の2' : null,
    withdrawalStatus: '0',
    ...all('xbrlFlag pdfFlag csvFlag legalStatus', '1'),
  }
}

/**
 * `documents.json` of EDINET's API: what the invented company submitted on a day, among what nobody follows. Like the real one it says
 * 404 in an answer of status 200 for what is not a day.
 */
export const edinetList: WireFormat = {
  host: 'api.edinet-fsa.go.jp',
  path: /^\/api\/v2\/documents\.json$/,
  answer({ url, query: { date = '', type }, last }) {
    const day = dayNumber(date)
    if (day === null) return jsonAnswer({ metadata: { title, status: '404', message: 'Not Found' } })
    if (type !== '2') throw notImitatedError(url, 'lists without their rows')
    const fund = {
      edinetCode: 'E99981',
      fundCode: 'G99981',
      filerName: '見本投信株式会社（SAMPLE DATA）',
      secCode: null,
      JCN: null,
    }
    const results = (day <= last ? submittedOn(day) : []).flatMap((filing, at) => [
      row(filing, 3 * at + 1),
      { ...row(filing, 3 * at + 2), ...fund, docID: filing.id.replace(/^S./u, 'SF'), docTypeCode: '040' },
      withdrawn(3 * at + 3, filing.id.replace(/^S./u, 'S7')),
    ])
    const metadata = {
      ...{ title, parameter: { date, type }, resultset: { count: results.length } },
      processDateTime: `${isoDay(Math.max(day, last) + 1)} 00:02`,
      ...{ status: '200', message: 'OK' },
    }
    return jsonAnswer({ metadata, results })
  },
}
