import { dartList } from '../../pipeline/feeds/dart-list.ts'
import { recordingOf } from '../recording-of.ts'

export const at = '2026-10-07T10:30:00Z'
export const url = (page = 1) =>
  `https://opendart.fss.or.kr/api/list.json?bgn_de=20261007&end_de=20261007&page_no=${page}&page_count=100`
export const row = {
  ...{ corp_cls: 'Y', corp_name: '삼성전자', corp_code: '00126380', stock_code: '005930', report_nm: '생산중단              ' },
  ...{ rcept_no: '20261007800029', flr_nm: '삼성전자', rcept_dt: '20261007', rm: '유' },
}
export const answer = (list: readonly object[], more: object = {}) => ({
  ...{ status: '000', message: '정상', page_no: 1, page_count: 100, total_count: list.length, total_page: 1 },
  ...{ list, ...more },
})
export function parsed(content: object, address = url(), seen = at) {
  const body = Buffer.from(JSON.stringify(content))
  const { rows, rejected, next } = dartList.parse(body, recordingOf(address, body, seen))
  const { news_record: records = [], news_company: companies, news_mark: marks, listing: codes } = rows
  return { records, companies, marks, codes, rejected, next }
}
