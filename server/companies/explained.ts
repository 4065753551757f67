import { lines } from '../../data/companies/lines.ts'
import { companyMarketOf } from '../../data/companies/markets.ts'
import { FiledReports } from '../../pipeline/companies/blocks/filings.ts'
import { explainedFigure } from '../../pipeline/companies/figures/explained.ts'
import { versionsIn } from '../../pipeline/companies/figures/stored.ts'
import { companyAddress } from '../../pipeline/documents/company/company.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { Refusal } from '../http/errors.ts'
import { suggest } from '../http/suggest.ts'
import { soldCompany } from './directory.ts'
import { readFigures } from './document.ts'

const names = lines.map(({ line }) => line as string)

/**
 * A figure of a company as an edition knows it, with the filing that states it and every value filed for its period: none where it is derived.
 * `id`: its period in one word. Throws the refusal that says what there is instead.
 */
export async function companyFigure(view: EditionView, asked: Readonly<Record<'entity' | 'line' | 'period', string>>) {
  const row = await soldCompany(view, asked.entity)
  const named = lines.find(({ line }) => line === asked.line)
  if (named === undefined)
    throw new Refusal('NOT_FOUND', 'Statements have no such line.', {
      ...{ field: 'line', allowed: names, suggestions: suggest(asked.line, names) },
    })
  const stored = await readFigures(view, row)
  const versions = versionsIn(stored)
  const day = dayNumber(view.manifest.as_of)!
  const { company, name } = row
  const { line, title } = named
  const explained = explainedFigure(versions, { company, shape: stored.shape, line, period: asked.period, day })
  if ('periods' in explained)
    throw new Refusal('NOT_FOUND', `No such fiscal year or quarter of ${name} is known.`, {
      ...{ field: 'period', allowed: explained.periods },
    })
  const { id, label: period } = explained.period
  if ('why' in explained)
    throw new Refusal('NOT_FOUND', `${name} has no ${line} for ${period}: ${explained.why}.`, { field: 'line' })
  const reports = new FiledReports(versions, company, day)
  const { from, to, value, unit, derived, concept, label, filing } = explained.figure
  return {
    ...{ entity: companyAddress(row), name, market: companyMarketOf(row).market, line, title, id, period },
    ...{ start: from === null ? null : isoDay(from), end: isoDay(to), value, unit, derived, concept, label },
    filing: { id: filing, ...reports.get(filing) },
    versions: explained.versions.map((each) => ({ value: each.value, id: each.filing, ...reports.get(each.filing) })),
  }
}
