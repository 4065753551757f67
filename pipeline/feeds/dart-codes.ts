import { issuerId } from '../../data/companies.ts'
import { decodedText } from '../filings/text.ts'
import { bodyError } from './body.ts'
import { codeListed, codeListIn } from './code-list.ts'
import { dart, isStockCode, refuseDartStatus } from './dart-answer.ts'
import { feedOf } from './sightings.ts'
import { xmlRecords } from './xml-records.ts'

const id = 'dart-codes'

/**
 * DART's list of companies (opendart.fss.or.kr, `corpCode.xml`): an archive of one XML file in spite of its name. About 4,000 of 110,000 have a stock code; the
 * others write a blank. A refusal comes as XML with the HTTP status 200.
 */
export const dartCodes = feedOf(
  {
    id,
    ...dart,
    title: 'DART code list',
    url: 'https://opendart.fss.or.kr/api/corpCode.xml',
  },
  (body, { recording, reject }) => {
    const list = decodedText(codeListIn(body, 'CORPCODE.xml', id), 'utf-8')
    if (list === null) throw bodyError(id, 'BODY_NOT_XML', 'the body is not complete XML: it is not UTF-8')
    const { records, own } = xmlRecords(list, id, { record: 'list' })
    if (records.length === 0) {
      refuseDartStatus(own.get('status'), own.get('message'), id)
      throw bodyError(id, 'LIST_EMPTY', 'the list has no companies; inspect the recording')
    }
    const listed = records.flatMap((record) => {
      const text = (field: string) => record.get(field) ?? ''
      const [company, name, code] = [text('corp_code'), text('corp_name'), text('stock_code')]
      if (!isStockCode(code)) return []
      if (/^\d{8}$/u.test(company) && name !== '')
        return [codeListed({ company: issuerId('kr', company), code, name }, recording.at)]
      reject(null, 'list-row', 'no company or no name', `${company} ${name} ${code}`)
      return []
    })
    return { rows: { listing: listed } }
  },
)
