import { zipSync } from 'fflate'
import { dayOf, isoDay } from '../../calendar/day.ts'
import { json, notImitated, type WireFormat } from './answer.ts'
import { reportOf, type SampleDocument } from './edinet-filings.ts'
import { reportRows } from './edinet-rows.ts'

const address = /^\/api\/v2\/documents\/(S[0-9A-Z]{7})$/
const header = ['要素ID', '項目名', 'コンテキストID', '相対年度', '連結・個別', '期間・時点', 'ユニットID', '単位', '値']
/** Every member has this time, in whatever zone: the archive's bytes follow from the document alone. */
const mtime = new Date(2_000, 0, 1)

/** UTF-16LE with a byte order mark, tabs, every cell in double quotes, CRLF. */
function csv(rows: readonly (readonly string[])[]): Uint8Array {
  const lines = [header, ...rows].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\t'))
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`, 'utf16le')
}

function packageOf(document: SampleDocument): Uint8Array {
  const { reporter, type, submitted, period } = document
  const ends = `001_${reporter.edinet}-000_${isoDay(period!.to)}_01_${isoDay(submitted)}.csv`
  const name = type === '120' ? 'jpcrp030000-asr' : 'jpcrp040300-ssr'
  const audit = ['jpdei_cor:EDINETCodeDEI', 'EDINETコード、DEI', 'FilingDateInstant', '提出日時点', 'その他', '時点', '－', '－']
  return zipSync(
    {
      [`XBRL_TO_CSV/jpaud-aar-cn-${ends}`]: csv([[...audit, reporter.edinet]]),
      [`XBRL_TO_CSV/${name}-${ends}`]: csv(reportRows(document)),
    },
    { mtime },
  )
}

/** The CSV package of a report (`type=5`), a ZIP archive; an answer of status 200 that says 404 for what is not there, as the real API. */
export const edinetDocuments: WireFormat<string | Uint8Array> = {
  host: 'api.edinet-fsa.go.jp',
  path: (pathname) => address.test(pathname),
  answer(url, now) {
    if (url.searchParams.get('type') !== '5') throw notImitated(url, 'packages other than CSV')
    const [, id = ''] = address.exec(url.pathname) ?? []
    const document = reportOf(id, dayOf(now) - 1)
    if (document === undefined) return json({ metadata: { title: '書類取得API', status: '404', message: 'Not Found' } })
    return { status: 200, type: 'application/octet-stream', body: packageOf(document) }
  },
}
