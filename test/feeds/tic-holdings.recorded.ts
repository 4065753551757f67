import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ticSeries } from '../../data/series/tic.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { recordedFolder } from '../recorded.ts'
import { readingOf } from './reading.ts'

const url = 'https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents/slt_table1.txt'
const { values } = readingOf(url, '2026-11-20T21:00:00Z')

describe('the table of 17 August 2026', () => {
  const body = () => readFileSync(join(recordedFolder, 'tic', 'slt_table1_2026-08-17.txt'), 'latin1')
  test('long-term against bills: 56,581 here are 13,104 with bills, as FRED carries the same month; the holdings differ as well', () => {
    const { observations } = JSON.parse(
      readFileSync(join(recordedFolder, 'fred', 'api', 'FORTREASNET99996_2026-08-19.json'), 'utf8'),
    ) as { observations: { date: string; value: string }[] }
    const withBills = Number(observations.find(({ date }) => date === '2026-05-01')!.value)
    const net = values(body()).find(([series, day]) => series === 'tic.99996.treasuries-net' && day === '2026-05-31')![2]
    expect([net, withBills]).toEqual([56_581, 13_104])
    for (const { title, unit } of ticSeries) expect([title, unit]).toEqual([expect.stringMatching(/^Long-term /), 'USD mn'])
    // the table that has bills is another
    expect(feedFor(url.replace('table1', 'table3'))).toBeNull()
  })
})
