import { SaxesParser } from 'saxes'
import { issuerId } from '../../data/companies.ts'
import type { ParseError } from '../errors.ts'
import type { ListedCodeRow } from '../tables/news.ts'
import { bodyError } from './body.ts'
import { codeListIn } from './code-list.ts'
import { isStockCode, refuseDartStatus } from './dart-answer.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'dart-codes'
const address = 'https://opendart.fss.or.kr/api/corpCode.xml'
const member = 'CORPCODE.xml'
const decoder = new TextDecoder('utf-8', { fatal: true })

/** The elements of a company. */
interface Company {
  corp_code: string
  corp_name: string
  stock_code: string
}

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
  parse: (body) => {
    const { companies, status, message } = companiesOf(codeListIn(body, member, id))
    if (companies.length === 0) {
      refuseDartStatus(status === '' ? undefined : status, message, id)
      throw bodyError(id, 'LIST_EMPTY', 'the list has no companies; inspect the recording')
    }
    const rejected: Rejected[] = []
    const listed = companies.flatMap(({ corp_code: company, corp_name: name, stock_code: code }): ListedCodeRow[] => {
      if (!isStockCode(code)) return []
      if (/^\d{8}$/u.test(company) && name !== '') return [{ company: issuerId('kr', company), code, name }]
      rejected.push(rejection(null, 'list-row', 'no company or no name', `${company} ${name} ${code}`))
      return []
    })
    return { rows: { listed_code: listed }, rejected, next: [] }
  },
})

/** The companies of the list, or what it says instead. A body that is not whole XML is a `ParseError`. */
function companiesOf(bytes: Uint8Array): { companies: Company[]; status: string; message: string } {
  const companies: Company[] = []
  const refusal = { status: '', message: '' }
  const open: string[] = []
  const parser = new SaxesParser()
  const fail = (why: string) => bodyError(id, 'BODY_NOT_XML', `the body is not complete XML: ${why.slice(0, 200)}`)
  parser.on('error', (error) => {
    throw fail(error.message)
  })
  parser.on('opentag', ({ name }) => {
    open.push(name)
    if (open.length === 2 && name === 'list') companies.push({ corp_code: '', corp_name: '', stock_code: '' })
  })
  parser.on('text', (piece) => {
    const [, parent, name = ''] = open
    const company = companies.at(-1)
    if (open.length === 3 && parent === 'list' && company !== undefined && Object.hasOwn(company, name))
      company[name as keyof Company] += piece.trim()
    if (open.length === 2 && Object.hasOwn(refusal, parent ?? '')) refusal[parent as keyof typeof refusal] += piece.trim()
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(decoded(bytes, fail)).close()
  return { companies, ...refusal }
}

function decoded(bytes: Uint8Array, fail: (why: string) => ParseError): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw fail('it is not UTF-8')
  }
}
