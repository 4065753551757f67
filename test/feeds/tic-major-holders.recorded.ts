import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedFolder } from '../recorded.ts'
import { table, valuesOf } from './tic-table.ts'

describe('against what others recorded of the same months', () => {
  test.each([
    ['42609', '2026-02', 1_239.3],
    ['13005', '2026-02', 897.3],
    ['41408', '2026-02', 693.3],
    ['99990', '2026-01', 3_954.8],
    ['99996', '2025-12', 9_267.2],
  ])('FRED carries %s of %s in millions, revised since by less than half a percent', (code, month, printed) => {
    const file = join(recordedFolder, 'fred', 'api', `FORTREASPOS${code}_2026-08-19.json`)
    const { observations } = JSON.parse(readFileSync(file, 'utf8')) as { observations: { date: string; value: string }[] }
    const later = Number(observations.find(({ date }) => date === `${month}-01`)!.value) / 1_000
    expect(Math.abs(later / printed - 1)).toBeLessThan(0.005)
    const body = table()
    expect([...valuesOf(body)].find(([key]) => key.startsWith(`tic.${code}.treasuries-with-bills ${month}`))?.[1]).toBe(printed)
  })
})
