import type { ListingRow } from '../../warehouse/tables/company.ts'
import { bodyError } from './body.ts'
import { codeListIn } from './code-list.ts'
import { cellsOf } from './csv.ts'
import { listedCodeOf } from './edinet-news.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'

const id = 'edinet-codes'
const address = 'https://disclosure2dl.edinet-fsa.go.jp/searchdocument/codelist/Edinetcode.zip'
const member = 'EdinetcodeDlInfo.csv'
const columns = { filer: 'ＥＤＩＮＥＴコード', name: '提出者名', code: '証券コード' } as const
/** Windows-31J, which the Encoding Standard calls `shift_jis`. */
const decoder = new TextDecoder('shift_jis', { fatal: true })

/**
 * EDINET's list of filers, of which those with a securities code are listed: a CSV in an archive, with a line before its header that counts its rows.
 * Also names the companies that others file about and that have filed nothing themselves lately.
 */
export const edinetCodes = defineFeed({
  id,
  upstream: 'edinet',
  title: 'EDINET code list',
  needs: null,
  match: (url) => url.href === address,
  plan: () => [{ feed: id, upstream: 'edinet', url: address }],
  parse: (body, { at }) => {
    const [banner = '', header = '', ...lines] = textOf(codeListIn(body, member, id)).split(/\r?\n/u)
    const names = cellsOf(header) ?? []
    const [filer, name, code] = [columns.filer, columns.name, columns.code].map((each) => names.indexOf(each))
    const counted = Number(/(\d+)件/u.exec(banner)?.[1])
    const rows = lines.filter((line) => line !== '')
    if (filer! < 0 || name! < 0 || code! < 0)
      throw bodyError(id, 'HEADER_UNKNOWN', 'the list lacks one of its columns; inspect the recording')
    if (rows.length !== counted) throw bodyError(id, 'LIST_CUT', `the list has ${rows.length} of ${counted} rows; fetch it again`)
    const rejected: Rejected[] = []
    const listed = rows.flatMap((line): ListingRow[] => {
      const cells = cellsOf(line)
      const own = cells === null ? null : listedCodeOf(cells[filer!] ?? '', cells[code!] ?? '', cells[name!] ?? '', at)
      if (cells === null) rejected.push(rejection(null, 'list-row', 'an open quote', line))
      return own === null ? [] : [own]
    })
    return { rows: { listing: listed }, rejected, next: [] }
  },
})

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw bodyError(id, 'BODY_NOT_TEXT', 'the list is not Windows-31J text; inspect the recording')
  }
}
