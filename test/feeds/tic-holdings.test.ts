import { describe, expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { readingOf } from './reading.ts'

const url = 'https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents/slt_table1.txt'
const { parse, refusal, values } = readingOf(url, '2026-11-20T21:00:00Z')
const head = ['Table 1', 'Millions of dollars', '', 'country\tcountry_code\tdate\tfor_lt_treas_pos\tfor_lt_treas_net']
const table = (lines: readonly string[], over = head) =>
  [...over, ...lines, '\t\t\t\t', 'Notes:\t99996\t2026-05\t1\t1'].join('\r\n')

describe('TIC holdings', () => {
  test('countries by their code, months by their last day, a purchase by foreigners is positive, n.a. is missing', () => {
    const lines = [
      'Japan\t42609\t2026-05\t1049582\t-2838',
      'Grand Total\t99996\t2026-05\tn.a.\t56581',
      'Austria\t10189\t2026-05\t3967\t-167',
    ]
    expect(values(table(lines))).toEqual([
      ['tic.42609.treasuries', '2026-05-31', 1_049_582],
      ['tic.42609.treasuries-net', '2026-05-31', -2_838],
      ['tic.99996.treasuries-net', '2026-05-31', 56_581],
    ])
  })
  test('a line with cells too many or a month that is none is rejected', () => {
    const { rejected } = parse(
      table(['Japan\t42609\t2026-05\t1\t2\t3', 'Japan\t42609\tMay\t1\t2', 'Japan\t42609\t2026-04\t1\t2']),
    )
    expect(rejected.map(({ rule }) => rule)).toEqual(['columns', 'row'])
  })
  test.each([
    [table(['Japan\t42609\t2026-05\t1\t2'], ['Billions of dollars', head[3]!]), 'HEADER'],
    [table(['Japan\t42609\t2026-05\t1\t2'], head.slice(0, 3)), 'HEADER'],
    [[...head, 'Japan\t42609\t2026-05\t1\t2'].join('\r\n'), 'BODY_CUT'],
    [table(['Austria\t10189\t2026-05\t3967\t-167']), 'PAGE_EMPTY'],
    ['<!DOCTYPE html><title>Page not found</title>', 'BODY_IS_HTML'],
  ])('refuses %j', (body, code) => expect(refusal(body)).toBe(code))
  test('the frozen file of major holders and the page of net sales are not its own', () => {
    expect(feedFor(url)?.id).toBe('tic-holdings')
    for (const file of ['Publish/mfh.txt', 'tic/Documents/snetus.csv', 'tic/Documents/slt_table3.txt'])
      expect(feedFor(`https://ticdata.treasury.gov/${file}`)).toBeNull()
  })
})
