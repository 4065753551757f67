import { describe, expect, test } from 'vitest'
import { recordedBody, recordedRows } from '../recorded.ts'
import { parseCurrent, parseIndex, root } from './sec-pages.ts'

const bodyAt = (address: string) => recordedBody(recordedRows().find(({ url }) => url === address)!)

describe('recorded bodies', () => {
  test('the index of 2020-03-18: every row read, and the followed filer in it', () => {
    const url = `${root}2020/QTR1/form.20200318.idx`
    const body = bodyAt(url)
    const { next, rejected } = parseIndex(body, url)
    expect(rejected).toEqual([])
    // as a Python program found by the CIKs of the roster in the same file; two more are of form 3
    expect(next.map(({ url: of, tells }) => [of.slice(-15, -5), tells])).toEqual([
      ['0001346610', '0001564590-20-011530'],
      ['0001710350', '0001213900-20-006723'],
      ['0001083301', '0001437749-20-005569'],
    ])
    expect(
      Buffer.from(body)
        .toString('latin1')
        .match(/edgar\/data/g),
    ).toHaveLength(4_084)
  })
  test('the newest filings of 2026-06-11: forty entries, none of a form that is read', () => {
    const body = bodyAt('https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=8-K&count=40&output=atom')
    expect(
      Buffer.from(body)
        .toString('latin1')
        .match(/<entry>/g),
    ).toHaveLength(40)
    expect(parseCurrent(body)).toMatchObject({ next: [], rejected: [] })
    const asked = Buffer.from(body)
      .toString('latin1')
      .replaceAll('MICROVISION, INC. (0000065770)', 'Strategy Inc (0001050446)')
      .replaceAll('term="4"', 'term="8-K"')
    expect(parseCurrent(asked).next.map(({ tells }) => tells)).toEqual(['0001493152-26-028198', '0001493152-26-028197'])
  })
})
