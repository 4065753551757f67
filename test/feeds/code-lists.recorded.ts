import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { recordedFolder } from '../recorded.ts'
import { readingAt } from './reading.ts'

const urls = {
  edinet: 'https://disclosure2dl.edinet-fsa.go.jp/searchdocument/codelist/Edinetcode.zip',
  dart: 'https://opendart.fss.or.kr/api/corpCode.xml',
}
const at = '2026-11-23T00:00:00Z'
const { parse, refusal } = readingAt(at)
function parsed(list: keyof typeof urls, body: Uint8Array) {
  const { rows, rejected, next } = parse(urls[list], body)
  return { codes: rows.listing!, sectors: rows.sector ?? [], rejected, next }
}
const archive = (name: string, bytes: Uint8Array) => zipSync({ [name]: bytes })

describe('recorded lists', () => {
  const read = (...path: string[]) => readFileSync(join(recordedFolder, ...path))

  test('EDINET: every filer with a securities code, and no other', () => {
    const csv = read('edinet', 'EdinetcodeDlInfo_20260512.csv')
    const { codes, sectors, rejected } = parsed('edinet', archive('EdinetcodeDlInfo.csv', csv))
    const lines = new TextDecoder('shift_jis').decode(csv).split('\r\n')
    const withCode = lines.filter((line) => /^"E\d{5}"/u.test(line) && /,"[0-9][0-9A-Z]{3}[0-9]","\d*"$/u.test(line))
    expect(withCode.length).toBeGreaterThan(3_500)
    expect([codes.length, rejected]).toEqual([withCode.length, []])
    // two are foreign, which have no sector
    expect([sectors.length, new Set(sectors.map(({ sector }) => sector)).size]).toEqual([codes.length - 2, 33])
    expect(sectors.find(({ company }) => company === 'jp:E00004')).toEqual({
      company: 'jp:E00004',
      sector: 'Fishery, agriculture and forestry',
    })
    expect(codes.find(({ code }) => code === '1376')).toMatchObject({
      company: 'jp:E00004',
      code: '1376',
      name: 'カネコ種苗株式会社',
    })
    expect(parsed('edinet', csv).codes).toEqual(codes)
  })
  test('EDINET: a list that was cut, one in another encoding and one without its columns are refused', () => {
    const csv = read('edinet', 'EdinetcodeDlInfo_20260512.csv')
    const cut = csv.subarray(0, csv.indexOf('\r\n', 100_000))
    const second = csv.indexOf('\r\n') + 2
    const otherHeader = Buffer.concat([csv.subarray(0, second), Buffer.from('a,b,c'), csv.subarray(csv.indexOf('\r\n', second))])
    for (const [body, code] of [
      [cut, 'LIST_CUT'],
      [Buffer.concat([csv.subarray(0, 500), Buffer.from([0xff, 0xff])]), 'BODY_NOT_TEXT'],
      [otherHeader, 'HEADER_UNKNOWN'],
    ] as const)
      expect(refusal(urls.edinet, body)).toBe(code)
  })
  test('DART: 3,880 listed companies', () => {
    const xml = read('dart', 'CORPCODE_listed_2025-07.xml')
    const { codes, rejected } = parsed('dart', xml)
    const counted = xml.toString('utf8').match(/<stock_code>[0-9A-Z]{6}<\/stock_code>/gu)!
    expect([codes.length, rejected]).toEqual([counted.length, []])
    expect(codes.length).toBeGreaterThan(3_800)
    expect(codes.find(({ code }) => code === '005930')).toMatchObject({
      company: 'kr:00126380',
      code: '005930',
      name: '삼성전자',
    })
  })
})
