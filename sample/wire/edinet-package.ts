import { zipSync } from 'fflate'

/** Cells of a row of the CSV. */
export type Row = readonly string[]

const header: Row = ['要素ID', '項目名', 'コンテキストID', '相対年度', '連結・個別', '期間・時点', 'ユニットID', '単位', '値']
/** Every member has this time, in whatever zone: the archive's bytes follow from the document alone. */
const mtime = new Date(2_000, 0, 1)

/** A row of the document information. */
export const onCover = (concept: string, label: string, value: string): Row => [
  ...[`jpdei_cor:${concept}DEI`, `${label}、DEI`, 'FilingDateInstant', '提出日時点', 'その他', '時点', '－', '－'],
  value,
]

/** A passage without the lines and cells it was printed in. */
export const passageRow = (concept: string, label: string, context: readonly [id: string, year: string], value: string): Row => [
  ...[`jpcrp_cor:${concept}TextBlock`, `${label} [テキストブロック]`, ...context, 'その他', '期間', '－', '－'],
  value,
]

/** A package of type 5: UTF-16LE with a byte order mark, tabs, every cell in double quotes, CRLF. */
export function csvPackage(files: Readonly<Record<string, readonly Row[]>>): Uint8Array {
  const members = Object.entries(files).map(([name, rows]) => {
    const lines = [header, ...rows].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\t'))
    return [`XBRL_TO_CSV/${name}`, Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`, 'utf16le')] as const
  })
  return zipSync(Object.fromEntries(members), { mtime })
}
