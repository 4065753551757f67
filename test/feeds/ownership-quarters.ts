import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordedFolder } from '../recorded.ts'

type Line = Readonly<Record<string, string>>

const linesOf = (file: string): Line[] =>
  (JSON.parse(readFileSync(join(recordedFolder, 'fiscaldata', file), 'utf8')) as { data: Line[] }).data

/** Billions by which the total of a quarter that ends on a Sunday misses that of its last business day in Debt to the Penny, at most. */
const nearEnough = 10

/**
 * The recorded body of OFS-2 as Fiscal Data sent it: its recorder left out `end_of_month`. Each statement, which ends where its owners begin
 * again, gets the quarter at whose end Debt to the Penny, recorded by someone else, had its total.
 */
export function withQuarters(saved: string): string {
  const answer = JSON.parse(saved) as { data: Line[] }
  const debt = linesOf('debt_to_penny_2015_2026-08-20.json')
  const ends = Array.from({ length: 40 }, (_, at) => new Date(Date.UTC(2016, 3 * at + 3, 0)).toISOString().slice(0, 10))
  const totals = ends.map((end) => {
    const last = debt.filter(({ record_date: day }) => day! <= end).at(-1)!
    return [end, Number(last['tot_pub_debt_out_amt']) / 1e9] as const
  })
  const statements: Line[][] = []
  for (const line of answer.data) {
    const current = statements.at(-1)
    const repeats = current?.some((other) => other['securities_owner'] === line['securities_owner'])
    if (current === undefined || repeats || current[0]!['record_date'] !== line['record_date']) statements.push([line])
    else current.push(line)
  }
  const data = statements.flatMap((lines) => {
    const total = Number(lines.find((line) => line['securities_owner'] === 'Total Public Debt')!['securities_bil_amt'])
    const distance = ([, amount]: readonly [string, number]) => Math.abs(amount - total)
    const [nearest] = [...totals].sort((one, other) => distance(one) - distance(other))
    if (distance(nearest!) > nearEnough) throw new Error(`no quarter has a debt of ${total}`)
    return lines.map((line) => ({ ...line, end_of_month: nearest![0] }))
  })
  return JSON.stringify({ ...answer, data })
}
