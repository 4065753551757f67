import { dayOf, weekday } from '../../pipeline/time/day.ts'
import { koreanFiler } from '../world/issuers.ts'
import { jsonAnswer, notImitatedError, type WireFormat } from './answer.ts'

/** What the invented company files on Mondays to Fridays; names of what an exchange received are padded. */
const byWeekday: Readonly<Record<number, string>> = {
  1: '단일판매ㆍ공급계약체결              ',
  2: '임원ㆍ주요주주특정증권등소유상황보고서',
  3: '주요사항보고서(자기주식취득결정)',
  4: '[기재정정]단일판매ㆍ공급계약체결              ',
  5: '기업설명회(IR)개최(안내공시)              ',
}

const nothing = jsonAnswer({ status: '013', message: '조회된 데이타가 없습니다.' })

/** `company.json` of OpenDART: the invented bank. */
export const dartCompany: WireFormat = {
  host: 'opendart.fss.or.kr',
  path: /^\/api\/company\.json$/,
  answer({ query }) {
    if (query['corp_code'] !== koreanFiler.corp_code) return nothing
    const facts = { corp_name_eng: 'Specimen Cloud Bank (SAMPLE DATA)', induty_code: '64121', acc_mt: '12' }
    return jsonAnswer({ status: '000', message: '정상', ...koreanFiler, ...facts })
  },
}

/** `list.json` of OpenDART: what the invented company filed on a day, beside what a company that no exchange lists filed. */
export const dartList: WireFormat = {
  host: 'opendart.fss.or.kr',
  path: /^\/api\/list\.json$/,
  parameters: ['bgn_de', 'end_de', 'page_no', 'page_count', 'crtfc_key'],
  answer({ url, query, now }) {
    const { bgn_de: from = '', end_de: to, page_no: page = '1', page_count: size = '10' } = query
    if (from !== to) throw notImitatedError(url, 'lists of several days')
    const at = Date.parse(`${from.slice(0, 4)}-${from.slice(4, 6)}-${from.slice(6)}`)
    const name = at > now || Number.isNaN(at) ? undefined : byWeekday[weekday(dayOf(at))]
    if (name === undefined || page !== '1') return nothing
    const own = {
      ...{ ...koreanFiler, report_nm: name, rcept_no: `${from}800001`, flr_nm: koreanFiler.corp_name, rcept_dt: from },
      rm: name.startsWith('단일') && at + 4 * 86_400_000 <= now ? '유정' : '유',
    }
    const unlisted = { ...own, corp_cls: 'E', corp_code: '99990002', stock_code: '', rcept_no: `${from}000002` }
    const counted = { page_no: 1, page_count: Number(size), total_count: 2, total_page: 1 }
    return jsonAnswer({ status: '000', message: '정상', ...counted, list: [own, { ...unlisted, report_nm: '감사보고서' }] })
  },
}
