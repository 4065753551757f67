import { expect, test } from 'vitest'
import { lines } from '../../../data/companies/lines.ts'
import { viewOf } from '../../../pipeline/companies/figures/view.ts'
import { dayNumber, isoDay } from '../../../pipeline/time/day.ts'
import { loadedCompanies } from '../loaded.ts'
import { type Filer, filerOf } from './faulty-filers.ts'

const count = process.env['TORTURE'] ? 2_000 : 120

test('of filers whose reports have slips, recasts, notes and parts no wrong amount is served', async () => {
  const random = numbersFrom(55)
  const filers = Array.from({ length: count }, (_, at) => filerOf(9_000_000 + at, random))
  const versions = await loadedCompanies(filers.map(({ body }) => body))
  const results = filers.flatMap((filer, at) =>
    ['2025-03-01', '2026-07-01'].flatMap((day) =>
      judge(filer, versions.get(`us:${String(9_000_000 + at).padStart(10, '0')}`)!, day),
    ),
  )
  const wrong = results.filter(({ is }) => is === 'wrong')
  const withheld = results.filter(({ is }) => is === 'withheld').length
  console.log(
    `${filers.length} filers, ${results.length} figures: ${wrong.length} wrong, ${((100 * withheld) / results.length).toFixed(1)}% withheld`,
  )
  expect(wrong.slice(0, 20).map(({ what }) => what)).toEqual([])
  expect(withheld / results.length).toBeLessThan(0.1)
}, 900_000)

/** Numbers from 0 to 1 that a seed decides. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Versions = Parameters<typeof viewOf>[0]

interface Judged {
  readonly is: 'right' | 'wrong' | 'withheld'
  readonly what: string
}

/** What is served of each figure that was true on that day or since, or withheld. */
function judge({ truth, faults }: Filer, versions: Versions, day: string): Judged[] {
  const view = viewOf(versions, 'general', dayNumber(day)!)
  return [...view.years, ...view.quarters].flatMap((period) =>
    lines.flatMap(({ line }): Judged[] => {
      const figure = view.figure(line, period)
      const to = isoDay(period.to)
      const span = period.span === 'year' || to.endsWith('03-31') ? `since ${to.slice(0, 4)}-01-01` : 'quarter'
      const right = [
        ...[period.span, span, 'instant'].flatMap((own) => truth.get(`${line} ${to} ${own}`) ?? []),
        ...(period.span === 'quarter' && to.endsWith('12-31') ? fourthQuarters(truth, line, to.slice(0, 4)) : []),
      ]
      if (right.length === 0) return []
      const what = `${faults.join(' and ')} on ${day}: ${line} ${period.label} is ${figure?.value} (${figure?.concept}, ${figure?.derived}), not ${[...new Set(right)].join(' or ')}`
      if (figure === null) return [{ is: 'withheld', what }]
      return [{ is: right.some((value) => Math.abs(value - figure.value) <= 2) ? 'right' : 'wrong', what }]
    }),
  )
}

/** The last quarter as one vintage gives it. */
function fourthQuarters(truth: Filer['truth'], line: string, year: string): number[] {
  const [whole, nine] = ['12-31', '09-30'].map((end) => truth.get(`${line} ${year}-${end} since ${year}-01-01`) ?? [])
  const first = (whole![0] ?? Number.NaN) - (nine![0] ?? Number.NaN)
  const again = Math.min(...whole!) - Math.min(...nine!)
  const wasRecast = Math.min(...nine!) < nine![0]!
  return [first, ...(wasRecast ? [again] : [])].filter((value) => Number.isFinite(value))
}
