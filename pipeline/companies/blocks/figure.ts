import type { CompanyFigure } from '../../documents/company/figure.ts'
import { isoDay } from '../../time/day.ts'
import { conceptTitle } from '../fact.ts'
import type { Period } from '../figures/fiscal.ts'
import type { Split } from '../figures/splits.ts'
import type { Figure } from '../figures/version.ts'

/** A figure as documents have it; a balance sheet line has the day its period ends. */
export function figureDocument(figure: Figure, period: Period, splits: readonly Split[] = []): CompanyFigure {
  const { value, unit, concept, label, basis, derived, restated, filing, from, to, known } = figure
  const instant = from === null
  const split = unit.endsWith('shares') || unit.includes('/') ? splits.findLast((each) => each.known > known) : undefined
  return {
    value,
    unit,
    period: {
      label: period.label,
      span: instant ? 'instant' : period.span,
      start: instant ? null : isoDay(from),
      end: isoDay(to),
    },
    knownBasis: basis,
    knownSince: isoDay(known),
    filing,
    concept,
    label: label ?? concept.split(' + ').map(conceptTitle).join(' + '),
    derived,
    restated: restated && { was: restated.was, since: isoDay(restated.since) },
    ...(split !== undefined && { before_split: split.name }),
  }
}
