import { issuerId } from '../../../data/companies.ts'
import type { ListingRow } from '../../warehouse/tables/company.ts'
import { bodyError } from './body.ts'
import { codeListed, codeListIn } from './code-list.ts'
import { isStockCode, refuseDartStatus } from './dart-answer.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'
import { xmlRecords } from './xml-records.ts'

const id = 'dart-codes'
const address = 'https://opendart.fss.or.kr/api/corpCode.xml'
const member = 'CORPCODE.xml'
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * DART's list of companies (opendart.fss.or.kr, `corpCode.xml`): an archive of one XML file in spite of its name. About 4,000 of 110,000 have a stock code; the
 * others write a blank. A refusal comes as XML with the HTTP status 200.
 */
export const dartCodes = defineFeed({
  id,
  upstream: 'dart',
  title: 'DART code list',
  needs: 'DART_API_KEY',
  match: (url) => `${url.origin}${url.pathname}` === address,
  plan: () => [{ feed: id, upstream: 'dart', url: address }],
  parse: (body, { at }) => {
    const { records, own } = xmlRecords(decoded(codeListIn(body, member, id)), id, { record: 'list' })
    if (records.length === 0) {
      refuseDartStatus(own.get('status'), own.get('message'), id)
      throw bodyError(id, 'LIST_EMPTY', 'the list has no companies; inspect the recording')
    }
    const rejected: Rejected[] = []
    const listed = records.flatMap((record): ListingRow[] => {
      const field = (named: string) => record.get(named) ?? ''
      const [company, name, code] = [field('corp_code'), field('corp_name'), field('stock_code')]
      if (!isStockCode(code)) return []
      if (/^\d{8}$/u.test(company) && name !== '') return [codeListed({ company: issuerId('kr', company), code, name }, at)]
      rejected.push(rejection(null, 'list-row', 'no company or no name', `${company} ${name} ${code}`))
      return []
    })
    return { rows: { listing: listed }, rejected, next: [] }
  },
})

function decoded(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw bodyError(id, 'BODY_NOT_XML', 'the body is not complete XML: it is not UTF-8')
  }
}
