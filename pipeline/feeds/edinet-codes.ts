import { sectorsOfJapan } from '../../data/companies/sectors-jp.ts'
import { decodedText } from '../filings/text.ts'
import { bodyError } from './body.ts'
import { codeListIn } from './code-list.ts'
import { parseCsvLine } from './csv.ts'
import { listedCodeOf } from './edinet-news.ts'
import { feedOf } from './sightings.ts'

const id = 'edinet-codes'
const address = 'https://disclosure2dl.edinet-fsa.go.jp/searchdocument/codelist/Edinetcode.zip'
/** The code of the filer, that of its securities, its name and its sector. */
const columns = ['ＥＤＩＮＥＴコード', '証券コード', '提出者名', '提出者業種']

/**
 * EDINET's list of filers, of which those with a securities code are listed: a CSV in an archive, with a line before its header that counts its rows.
 * Also names the companies that others file about and that have filed nothing themselves lately.
 */
export const edinetCodes = feedOf(
  { id, upstream: 'edinet', title: 'EDINET code list', match: (url) => url.href === address, plan: () => [address] },
  (body, { recording, each }) => {
    // Windows-31J, which the Encoding Standard calls `shift_jis`
    const text = decodedText(codeListIn(body, 'EdinetcodeDlInfo.csv', id), 'shift_jis')
    if (text === null) throw bodyError(id, 'BODY_NOT_TEXT', 'the list is not Windows-31J text; inspect the recording')
    const [banner = '', header = '', ...lines] = text.split(/\r?\n/u)
    const names = parseCsvLine(header) ?? []
    const [filer, code, name, sector] = columns.map((column) => names.indexOf(column)) as [number, number, number, number]
    const counted = Number(/(\d+)件/u.exec(banner)?.[1])
    const rows = lines.filter((line) => line !== '')
    if ([filer, code, name, sector].includes(-1))
      throw bodyError(id, 'HEADER_UNKNOWN', 'the list lacks one of its columns; inspect the recording')
    if (rows.length !== counted) throw bodyError(id, 'LIST_CUT', `the list has ${rows.length} of ${counted} rows; fetch it again`)
    const listed = each(rows, 'list-row', (line) => parseCsvLine(line) ?? 'an open quote').flatMap((cells) => {
      const row = listedCodeOf(cells[filer] ?? '', cells[code] ?? '', cells[name] ?? '', recording.at)
      return row === null ? [] : [{ row, sector: sectorsOfJapan[cells[sector] ?? ''] ?? null }]
    })
    return {
      rows: {
        listing: listed.map(({ row }) => row),
        sector: listed.flatMap(({ row: { company }, sector: name }) => (name === null ? [] : [{ company, sector: name }])),
      },
    }
  },
)
