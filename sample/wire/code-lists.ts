import { zipSync } from 'fflate'
import { isoDay } from '../../pipeline/calendar/day.ts'
import { japaneseIssuer } from '../world/issuers.ts'
import type { WireFormat } from './answer.ts'
import { koreanFiler } from './dart-list.ts'

/** Every member has this time, in whatever zone: the archive's bytes follow from the content alone. */
const mtime = new Date(2_000, 0, 1)
const archive = (name: string, bytes: Uint8Array) => ({
  status: 200,
  type: 'application/octet-stream',
  body: zipSync({ [name]: bytes }, { mtime }),
})

/** Windows-31J, which Node can read and not write: `ダウンロード実行日,`, `件数,`, `件` and the header. */
const japanese = {
  madeOn: Buffer.from('g1+DRYOTg42BW4NojsCNc5P6LA==', 'base64'),
  count: Buffer.from('jI+QlCw=', 'base64'),
  rows: Buffer.from('jI8=', 'base64'),
  header: Buffer.from(
    'gmSCY4Jogm2CZIJzg1KBW4NoLJLxj2+O0o7tlcosj+OP6ovmlaosmEGMi4LMl0yWsyyOkZZ7i+AsjIiOWpP6LJLxj2+O0pa8LJLxj2+O0pa8gWmJcI6agWoskvGPb47SlryBaYOIg36BaiyPio3dkm4skvGPb47Si8aO7SyP2IyUg1KBW4NoLJLxj2+O0pZAkGyU1I2G',
    'base64',
  ),
}

/** EDINET's list of filers: the invented company, and a fund without a securities code. */
export const edinetCodes: WireFormat = {
  host: 'disclosure2dl.edinet-fsa.go.jp',
  path: /^\/searchdocument\/codelist\/Edinetcode\.zip$/,
  answer({ last }) {
    const { edinet, englishName, securityCode, corporateNumber } = japaneseIssuer
    const row = (filer: string, name: string, code: string): Buffer =>
      Buffer.from(`"${filer}","","","","100","12/31","${name}","${name}","","","","${code}","${corporateNumber}"\r\n`)
    const rows = [row(edinet, englishName, securityCode), row('E99981', 'Mihon Fund (SAMPLE DATA)', '')]
    const banner = [
      japanese.madeOn,
      Buffer.from(`${isoDay(last)},`),
      japanese.count,
      Buffer.from(String(rows.length)),
      japanese.rows,
    ]
    const lineEnd = Buffer.from('\r\n')
    return archive('EdinetcodeDlInfo.csv', Buffer.concat([...banner, lineEnd, japanese.header, lineEnd, ...rows]))
  },
}

/** DART's list of companies: the invented one, and one without a stock code. */
export const dartCodes: WireFormat = {
  host: 'opendart.fss.or.kr',
  path: /^\/api\/corpCode\.xml$/,
  parameters: ['crtfc_key'],
  answer({ last }) {
    const company = (code: string, name: string, stock: string): string =>
      `<list><corp_code>${code}</corp_code><corp_name>${name}</corp_name><corp_eng_name>${name}</corp_eng_name><stock_code>${stock}</stock_code><modify_date>${isoDay(last).replaceAll('-', '')}</modify_date></list>`
    const { corp_code, corp_name, stock_code } = koreanFiler
    const rows = [company(corp_code, corp_name, stock_code), company('99990002', 'Unlisted Sample (SAMPLE DATA)', ' ')]
    return archive('CORPCODE.xml', Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><result>${rows.join('')}</result>`))
  },
}
