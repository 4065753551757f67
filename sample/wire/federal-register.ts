import { isoDay, weekday } from '../../pipeline/calendar/day.ts'
import { json, type WireFormat } from './answer.ts'

const bureau = { name: 'Industry and Security Bureau', slug: 'industry-and-security-bureau' }
const administration = { name: 'International Trade Administration', slug: 'international-trade-administration' }
const president = { name: 'Executive Office of the President', slug: 'executive-office-of-the-president' }

interface Published {
  readonly title: string
  readonly type: string
  readonly agency: typeof bureau
}

/** What is published on a day of the week: rules on exports on Tuesdays, notices on duties on Thursdays, a proclamation each Friday. */
const byWeekday: Readonly<Record<number, Published>> = {
  2: { title: 'Additions and Revisions to the Entity List', type: 'Rule', agency: bureau },
  4: { title: 'Certain Sample Pipe From Nowhere: Antidumping Duty Order', type: 'Notice', agency: administration },
  5: { title: 'Adjusting Imports of Sample Articles Into the United States', type: 'Presidential Document', agency: president },
}

/** `documents.json` of the Federal Register: the documents of the types asked for since a day, newest first. */
export const federalRegister: WireFormat = {
  host: 'www.federalregister.gov',
  path: /^\/api\/v1\/documents\.json$/,
  answer({ url, query, last }) {
    const types = url.searchParams.getAll('conditions[type][]')
    const since = query['conditions[publication_date][gte]'] ?? ''
    const results: object[] = []
    for (let day = last; isoDay(day) >= since; day--) {
      const published = byWeekday[weekday(day)]
      if (published === undefined || types.includes('PRESDOCU') !== (published.type === 'Presidential Document')) continue
      const [date, number] = [isoDay(day), `${isoDay(day).slice(0, 4)}-9${isoDay(day).slice(5).replace('-', '')}`]
      results.push({
        ...{ document_number: number, title: `${published.title} (SAMPLE DATA)`, type: published.type, publication_date: date },
        html_url: `https://www.federalregister.gov/documents/${date.replaceAll('-', '/')}/${number}/sample-data`,
        agencies: [{ raw_name: published.agency.name.toUpperCase(), ...published.agency, id: 1, parent_id: null }],
      })
    }
    const description = 'Documents, SAMPLE DATA'
    return json(
      results.length === 0 ? { description, count: 0 } : { description, count: results.length, total_pages: 1, results },
    )
  },
}
