import { type Statements, statementFigure } from '../../pipeline/documents/company/statements.ts'

/** The served values of a period, of the three quarters before it, and of the period that ends a year before. */
export function plain(numbers: Statements, id: string) {
  const { periods } = numbers
  const end = periods.find((period) => period.id === id)!
  const quarters = periods.filter(({ span }) => span === 'quarter')
  const four = end.span === 'year' ? [end] : quarters.slice(quarters.indexOf(end), quarters.indexOf(end) + 4)
  const time = (day: string) => Date.parse(day) / 86_400_000
  const before = periods.find((period) => Math.abs(time(end.end) - time(period.end) - 365) <= 12)
  const value = (line: string, period: string) => statementFigure(numbers, line, period)!.value
  return {
    flow: (line: string) => four.reduce((sum, period) => sum + value(line, period.id), 0),
    end: (line: string) => value(line, id),
    before: (line: string) => value(line, before!.id),
    beforeId: before?.id,
    days: time(end.end) - time(four.at(-1)!.start) + 1,
  }
}
