import { expect, test } from 'vitest'
import { lines } from '../../../data/companies/lines.ts'
import { figureDocument } from '../../../pipeline/companies/blocks/figure.ts'
import { FiledReports } from '../../../pipeline/companies/blocks/filings.ts'
import { numbersOf } from '../../../pipeline/companies/blocks/numbers.ts'
import { viewOf } from '../../../pipeline/companies/figures/view.ts'
import { statementFigure } from '../../../pipeline/documents/company/statements.ts'
import { dayNumber } from '../../../pipeline/time/day.ts'
import { recordedVersions } from '../recorded.ts'

test.each(['2026-07-02', '2021-03-01'])('every figure known on %s is read back unchanged', async (date) => {
  const day = dayNumber(date)!
  let compared = 0
  for (const [company, versions] of await recordedVersions()) {
    const view = viewOf(versions, 'general', day)
    if (view.periods.length === 0) continue
    const numbers = numbersOf(view, new FiledReports(versions, company, day))
    for (const period of view.periods)
      for (const { line } of lines) {
        const figure = view.figure(line, period)
        const expected = figure === null ? null : figureDocument(figure, period, view.splits)
        expect([company, line, period.id, statementFigure(numbers, line, period.id)]).toEqual([
          company,
          line,
          period.id,
          expected,
        ])
        compared += expected === null ? 0 : 1
      }
  }
  expect(compared).toBeGreaterThan(5_000)
})
