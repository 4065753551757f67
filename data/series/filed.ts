import { type Company, companies } from '../companies.ts'
import type { FigureName } from '../filed-figures.ts'
import type { Series } from './row.ts'

/** A series made of a figure that filings of a company state: its values have the day each is stated for, and are known when it was filed. */
export interface FiledSeries extends Pick<Series, 'id' | 'upstream' | 'title' | 'unit' | 'revised' | 'url'> {
  readonly company: Company
  readonly figure: FigureName
  readonly frequency: 'as filed'
  readonly rule: 'filing'
}

/** The bitcoin totals that current reports state, of every company of which these are read. */
export const filedSeries: readonly FiledSeries[] = companies.flatMap((company) =>
  company.series === null
    ? []
    : {
        id: company.series,
        company,
        figure: 'bitcoin-total',
        upstream: 'sec',
        title: `Bitcoin held by ${company.name}, as filed`,
        unit: 'BTC',
        frequency: 'as filed',
        rule: 'filing',
        revised: 'seldom',
        url: null,
      },
)
