import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { codeListed } from '../../pipeline/feeds/code-list.ts'
import { readingAt } from './reading.ts'

const urls = {
  edinet: 'https://disclosure2dl.edinet-fsa.go.jp/searchdocument/codelist/Edinetcode.zip',
  dart: 'https://opendart.fss.or.kr/api/corpCode.xml',
}
const at = '2026-11-23T00:00:00Z'
const { parse, refusal } = readingAt(at)
function parsed(list: keyof typeof urls, body: Uint8Array) {
  const { rows, rejected, next } = parse(urls[list], body)
  return { codes: rows.listing!, rejected, next }
}
const archive = (name: string, bytes: Uint8Array) => zipSync({ [name]: bytes })

describe('the code list of DART', () => {
  const company = (code: string, name: string, stock: string) =>
    `<list><corp_code>${code}</corp_code><corp_name>${name}</corp_name><corp_eng_name/><stock_code>${stock}</stock_code></list>`
  const list = (...companies: string[]) =>
    Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><result>${companies.join('')}</result>`)

  test('gives the companies with a stock code, letters among them, out of its archive', () => {
    const xml = list(
      company('00126380', '삼성전자', '005930'),
      company('00434003', '다코', ' '),
      company('01900001', '삼성에피스홀딩스', '0126Z0'),
    )
    expect(parsed('dart', archive('CORPCODE.xml', xml))).toEqual({
      codes: [
        codeListed({ company: 'kr:00126380', code: '005930', name: '삼성전자' }, at),
        codeListed({ company: 'kr:01900001', code: '0126Z0', name: '삼성에피스홀딩스' }, at),
      ],
      rejected: [],
      next: [],
    })
  })
  test('a listed company without a name goes to quarantine', () => {
    const { codes, rejected } = parsed(
      'dart',
      list(company('00126380', '', '005930'), company('00126381', 'A &amp; B', '005931')),
    )
    expect([codes, rejected.length]).toEqual([[codeListed({ company: 'kr:00126381', code: '005931', name: 'A & B' }, at)], 1])
  })
  test.each([
    ['a refusal', Buffer.from('<result><status>010</status><message>등록되지 않은 키입니다.</message></result>'), 'DART_STATUS'],
    ['an empty list', list(), 'DART_STATUS'],
    ['a list that was cut', list(company('00126380', '삼성전자', '005930')).subarray(0, 120), 'BODY_NOT_XML'],
    ['an archive of something else', archive('other.xml', list()), 'MEMBER_MISSING'],
    ['an archive that was cut', archive('CORPCODE.xml', list()).subarray(0, 60), 'NOT_A_ZIP'],
  ])('%s is refused', (_, body, code) => expect(refusal(urls.dart, body)).toBe(code))
})

test('EDINET: filers with a securities code, in Windows-31J under a line that counts all', () => {
  const head = Buffer.from(
    'g1+DRYOTg42BW4NojsCNc5P6LDIwMjYtMTEtMTksjI+QlCwyjI8NCoJkgmOCaIJtgmSCc4NSgVuDaCyS8Y9vjtKO7ZXKLI/jj+qL5pWqLJhBjI' +
      'uCzJdMlrMsjpGWe4vgLIyIjlqT+iyS8Y9vjtKWvCyS8Y9vjtKWvIFpiXCOmoFqLJLxj2+O0pa8gWmDiIN+gWosj4qN3ZJuLJLxj2+O0ovGju0s' +
      'j9iMlINSgVuDaCyS8Y9vjtKWQJBslNSNhg0K',
    'base64',
  )
  const row = (filer: string, name: string, code: string) =>
    Buffer.from(`"${filer}","","","","100","12/31","${name}","${name}","","","","${code}","9999901099901"\r\n`)
  const cut = Buffer.concat([head, row('E99901', 'Kumo Mihon KK', '99010')])
  const whole = Buffer.concat([cut, row('E99981', 'Mihon Fund', '')])
  expect(parsed('edinet', archive('EdinetcodeDlInfo.csv', whole))).toEqual({
    codes: [codeListed({ company: 'jp:E99901', code: '9901', name: 'Kumo Mihon KK' }, at)],
    rejected: [],
    next: [],
  })
  expect(refusal(urls.edinet, cut)).toBe('LIST_CUT')
})
