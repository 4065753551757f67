import type { DocumentSet } from '../../pipeline/filings/document-set.ts'
import type { Span } from '../../pipeline/filings/span.ts'
import type { ListedFiling } from '../../pipeline/tables/company.ts'
import { dayNumber } from '../../pipeline/time/day.ts'

export const listed = (
  form: string,
  filed: string,
  items: string[] | null = null,
  more: Partial<ListedFiling> = {},
): ListedFiling => ({
  ...{
    filing: `${form} ${filed} ${items ?? ''}`,
    form,
    filed: dayNumber(filed)!,
    items,
    period: null,
    about: true,
    figures: null,
  },
  url: 'https://www.sec.gov/',
  ...more,
})
const spanOf = (text: string, section = ''): Span => ({
  ...{
    seq: 0,
    kind: 'sentence',
    place: 'paragraph 1, sentence 1',
    text,
    heading: section,
    context: '',
    label: '',
    section,
    terms: '',
  },
})
export const setOf = (form: string, sentences: readonly string[], items: readonly string[] = []): DocumentSet => ({
  ...{ company: 'us:0000000001', accession: 'filing', form, url: 'https://www.sec.gov/', items, facts: [] },
  texts: [{ url: 'https://www.sec.gov/', type: form, spans: sentences.map((text) => spanOf(text)) }],
})
